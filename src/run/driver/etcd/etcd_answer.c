/* etcd_answer.c - see etcd_answer.h. */
#include "run/driver/etcd/etcd_answer.h"

#include "core/grow.h"
#include "core/lexer.h"
#include "core/unescape.h"
#include "run/system/base64.h"

/* etcd's default limit is 128 requests per transaction. */
#define LIMIT_ITEMS 65536

typedef struct reader {
    mns_lexer lexer;
    mns_etcd_answer *answer;
    mns_etcd_item *item; /* the current one */
    unsigned seen;       /* bit set of the top-level fields seen, by index in the table */
} reader;

void mns_etcd_answer_init(mns_etcd_answer *answer) {
    *answer = (mns_etcd_answer){0};
    mns_buf_init(&answer->values);
    mns_buf_init(&answer->version);
    mns_buf_init(&answer->token);
    mns_buf_init(&answer->error);
    mns_buf_init(&answer->scratch);
}

void mns_etcd_answer_release(mns_etcd_answer *answer) {
    free(answer->items);
    mns_buf_release(&answer->values);
    mns_buf_release(&answer->version);
    mns_buf_release(&answer->token);
    mns_buf_release(&answer->error);
    mns_buf_release(&answer->scratch);
}

static void clear(mns_etcd_answer *answer) {
    answer->revision = answer->leader = answer->code = 0;
    answer->succeeded = false;
    answer->count = 0;
    answer->single = (mns_etcd_item){0};
    mns_buf_clear(&answer->values);
    mns_buf_clear(&answer->version);
    mns_buf_clear(&answer->token);
    mns_buf_clear(&answer->error);
}

static bool fail(reader *r, const mns_token *at, const char *error) {
    return mns_lexer_fail(&r->lexer, at->start, error, NULL);
}

/* ---- Scalars ------------------------------------------------------------------------------------
 */

/* Replaces what `out` held; its data is never NULL then. */
static bool read_string(reader *r, const mns_token *token, mns_buf *out) {
    if (token->kind != MNS_TOKEN_STRING) {
        return fail(r, token, "expected a string");
    }
    mns_buf_clear(out);
    mns_buf_str(out, "");
    mns_unescape(token->start + 1, token->end - 1, out);
    return !out->failed || fail(r, token, "out of memory");
}

static bool read_number(reader *r, const mns_token *token, uint64_t *number) {
    bool quoted = token->kind == MNS_TOKEN_STRING;
    const char *p = token->start + quoted, *end = token->end - quoted;
    uint64_t sum = 0;
    bool good = (quoted || token->kind == MNS_TOKEN_INTEGER) && p < end;
    for (; good && p < end; p++) {
        unsigned digit = (unsigned)((unsigned char)*p - '0');
        good = digit <= 9 && !__builtin_mul_overflow(sum, 10u, &sum) &&
               !__builtin_add_overflow(sum, digit, &sum);
    }
    *number = sum;
    return good || fail(r, token, "expected a number of 64 bits");
}

static bool read_truth(reader *r, const mns_token *token, bool *truth) {
    *truth = token->kind == MNS_TOKEN_TRUE;
    return *truth || token->kind == MNS_TOKEN_FALSE || fail(r, token, "expected true or false");
}

/* ---- Objects and arrays ---------------------------------------------------------------------- */

/* Reads the value of a field, whose name is given. */
typedef bool field_reader(reader *r, const char *name, const mns_token *value);

static bool skip(reader *r, const mns_token *value) { return mns_skip_rest(&r->lexer, value); }

static bool read_object(reader *r, const mns_token *open, field_reader *read) {
    mns_buf *decoded = &r->answer->scratch;
    if (open->kind != MNS_TOKEN_MAP) {
        return fail(r, open, "expected an object");
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    mns_token name, value;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        char field[32];
        if (!read_string(r, &name, decoded)) {
            return false;
        }
        size_t size =
            decoded->size < sizeof field ? decoded->size : 0; /* no known name is longer */
        memcpy(field, decoded->data, size);
        field[size] = '\0';
        if (!read(r, field, &value)) {
            return false;
        }
    }
    return more == 0;
}

static bool read_array(reader *r, const mns_token *open,
                       bool (*read)(reader *r, const mns_token *value)) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return fail(r, open, "expected an array");
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    mns_token value;
    int more;
    while ((more = mns_walk_next(&walk, &value)) > 0) {
        if (!read(r, &value)) {
            return false;
        }
    }
    return more == 0;
}

/* ---- Keys and values ------------------------------------------------------------------------- */

static bool read_value(reader *r, const mns_token *value) {
    mns_etcd_answer *answer = r->answer;
    if (!read_string(r, value, &answer->scratch)) {
        return false;
    }
    r->item->at = answer->values.size;
    bool good = mns_base64_read(answer->scratch.data, answer->scratch.size, &answer->values);
    r->item->size = answer->values.size - r->item->at;
    return good || fail(r, value, "expected a value in base64");
}

static bool read_pair_field(reader *r, const char *name, const mns_token *value) {
    if (strcmp(name, "mod_revision") == 0) {
        return read_number(r, value, &r->item->revision);
    }
    return strcmp(name, "value") == 0 ? read_value(r, value) : skip(r, value);
}

static bool read_pair(reader *r, const mns_token *pair) {
    r->item->found++;
    r->item->size = 0; /* an empty value is left out */
    return read_object(r, pair, read_pair_field);
}

static bool read_range_field(reader *r, const char *name, const mns_token *value) {
    return strcmp(name, "kvs") == 0 ? read_array(r, value, read_pair) : skip(r, value);
}

static bool read_response_field(reader *r, const char *name, const mns_token *value) {
    if (strcmp(name, "response_range") == 0) {
        r->item->did = MNS_ETCD_RANGE;
        return read_object(r, value, read_range_field);
    }
    if (strcmp(name, "response_put") == 0) {
        r->item->did = MNS_ETCD_PUT;
    }
    return skip(r, value);
}

static bool read_response(reader *r, const mns_token *response) {
    mns_etcd_answer *answer = r->answer;
    if (answer->count == LIMIT_ITEMS) {
        return fail(r, response, "expected fewer responses");
    }
    if (!MNS_GROW(answer->items, answer->count, answer->capacity, 1)) {
        return fail(r, response, "out of memory");
    }
    r->item = &answer->items[answer->count++];
    *r->item = (mns_etcd_item){.did = MNS_ETCD_OTHER};
    return read_object(r, response, read_response_field);
}

/* ---- The whole answer ------------------------------------------------------------------------ */

static bool read_header_field(reader *r, const char *name, const mns_token *value) {
    return strcmp(name, "revision") == 0 ? read_number(r, value, &r->answer->revision)
                                         : skip(r, value);
}

/* A field that is present twice is ambiguous; the gateway writes each once. */
static bool is_new(reader *r, const char *name) {
    static const char *const names[] = {"header", "succeeded", "responses", "kvs",  "version",
                                        "token",  "leader",    "error",     "code", "message"};
    for (unsigned i = 0; i < MNS_COUNT_OF(names); i++) {
        if (strcmp(names[i], name) == 0) {
            bool seen = (r->seen >> i & 1u) != 0;
            r->seen |= 1u << i;
            return !seen;
        }
    }
    return true;
}

static bool read_answer_field(reader *r, const char *name, const mns_token *value) {
    mns_etcd_answer *answer = r->answer;
    if (!is_new(r, name)) {
        return fail(r, value, "expected each field once");
    }
    if (strcmp(name, "header") == 0) {
        return read_object(r, value, read_header_field);
    }
    if (strcmp(name, "succeeded") == 0) {
        return read_truth(r, value, &answer->succeeded);
    }
    if (strcmp(name, "responses") == 0) {
        return read_array(r, value, read_response);
    }
    if (strcmp(name, "kvs") == 0) {
        r->item = &answer->single;
        return read_array(r, value, read_pair);
    }
    if (strcmp(name, "version") == 0) {
        return read_string(r, value, &answer->version);
    }
    if (strcmp(name, "token") == 0) {
        return read_string(r, value, &answer->token);
    }
    if (strcmp(name, "leader") == 0) {
        return read_number(r, value, &answer->leader);
    }
    /* etcd up to 3.5 writes both with the same text, later versions only the message. */
    if (strcmp(name, "error") == 0 || strcmp(name, "message") == 0) {
        return read_string(r, value, &answer->error);
    }
    return strcmp(name, "code") == 0 ? read_number(r, value, &answer->code) : skip(r, value);
}

static bool read_whole(reader *r) {
    mns_token token;
    if (!mns_next(&r->lexer, &token) || !read_object(r, &token, read_answer_field) ||
        !mns_next(&r->lexer, &token)) {
        return false;
    }
    if (token.kind != MNS_TOKEN_END) {
        return fail(r, &token, "expected the end of the line");
    }
    return !r->answer->values.failed || fail(r, &token, "out of memory");
}

bool mns_etcd_answer_read(mns_etcd_answer *answer, const char *text, size_t size,
                          const char **error) {
    reader r = {.answer = answer};
    mns_lexer_init(&r.lexer, text, text + size, true);
    r.lexer.lone_surrogates = true; /* an error's text may hold anything */
    clear(answer);
    bool good = read_whole(&r);
    *error = r.lexer.error;
    return good;
}
