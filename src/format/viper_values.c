/* viper_values.c - see viper_values.h. */
#include "format/viper_values.h"

#include "core/map.h"
#include "core/unescape.h"

void mns_viper_values_init(mns_viper_values *values, mns_json_input *json) {
    *values = (mns_viper_values){.json = json, .seed = mns_hash_seed(values)};
    mns_buf_init(&values->key);
    mns_buf_init(&values->value);
}

void mns_viper_values_release(mns_viper_values *values) {
    mns_buf_release(&values->key);
    mns_buf_release(&values->value);
}

static int wrong(const mns_viper_values *values, const char *at, const char *message) {
    return mns_json_wrong(values->json, at, MNS_VIPER_FORM, message);
}

/* A JSON string as EDN, which has fewer escapes. */
static int read_string(mns_viper_values *values, const mns_token *token, mns_buf *buf,
                       mns_viper_value *s) {
    const char *inside = token->start + 1;
    size_t size = (size_t)(token->end - token->start) - 2;
    s->text = (mns_text){token->start, size + 2};
    if (memchr(inside, '\\', size) != NULL) {
        mns_buf plain;
        mns_buf_init(&plain);
        mns_unescape(inside, inside + size, &plain);
        mns_buf_clear(buf);
        mns_buf_json_string(buf, plain.data == NULL ? "" : plain.data, plain.size);
        bool failed = plain.failed || buf->failed;
        mns_buf_release(&plain);
        if (failed) {
            return mns_reading_no_memory(values->json->reading);
        }
        s->text = (mns_text){buf->data, buf->size};
    }
    s->fingerprint = mns_hash_bytes(values->seed + 1, s->text.data, s->text.size);
    return 1;
}

void mns_viper_integer(const mns_viper_values *values, mns_text text, int64_t number,
                       mns_viper_value *integer) {
    uint64_t mixed = mns_hash_mix((uint64_t)number, values->seed);
    *integer = (mns_viper_value){
        .text = text, .fingerprint = mns_hash_mix(mixed, values->seed), .zero = number == 0};
}

static void make_nil(const mns_viper_values *values, mns_viper_value *v) {
    mns_viper_integer(values, MNS_TEXT("nil"), 0, v);
    v->nil = true;
    v->zero = false;
}

static int read_value(mns_viper_values *values, const mns_token *token, mns_buf *buf,
                      mns_viper_value *v) {
    *v = (mns_viper_value){.nil = false};
    if (token->kind == MNS_TOKEN_NIL) {
        make_nil(values, v);
        return 1;
    }
    if (token->kind == MNS_TOKEN_STRING) {
        return read_string(values, token, buf, v);
    }
    if (token->kind != MNS_TOKEN_INTEGER) {
        return wrong(values, token->start, "keys and values are 64-bit integers or strings");
    }
    mns_text text = {token->start, (size_t)(token->end - token->start)};
    mns_viper_integer(values, text, token->integer, v);
    return 1;
}

int mns_viper_pair(mns_viper_values *values, const mns_token *key, const mns_token *value,
                   mns_viper_value *k, mns_viper_value *v) {
    if (read_value(values, key, &values->key, k) < 0) {
        return -1;
    }
    if (k->nil) {
        return wrong(values, key->start, "a key cannot be null");
    }
    if (read_value(values, value, &values->value, v) < 0) {
        return -1;
    }
    static const mns_text name = {MNS_VIPER_NIL, sizeof MNS_VIPER_NIL - 1};
    if (v->text.size == name.size && memcmp(v->text.data, name.data, name.size) == 0) {
        make_nil(values, v);
    }
    return 1;
}
