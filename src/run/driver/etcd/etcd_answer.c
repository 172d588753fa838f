/* etcd_answer.c - see etcd_answer.h. */
#include "run/driver/etcd/etcd_answer.h"

#include "core/grow.h"
#include "run/system/base64.h"
#include "run/system/json_text.h"

/* etcd's default limit is 128 requests per transaction. */
#define LIMIT_ITEMS 65536

typedef struct reader {
    mns_json_text json;
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

/* ---- Scalars --------------------------------------------------------------------------------- */

/* Replaces the contents of `out`; its data is never NULL afterwards. */
static bool read_string(reader *r, mns_buf *out) {
    mns_buf_clear(out);
    mns_buf_str(out, "");
    return mns_json_text_string(&r->json, out);
}

static bool read_number(reader *r, uint64_t *number) {
    static const char expected[] = "a 64-bit number";
    mns_buf *digits = &r->answer->scratch;
    uint64_t sum = 0;
    if (mns_json_text_next_is(&r->json, '"')) {
        if (!read_string(r, digits)) {
            return false;
        }
    } else {
        const char *text;
        size_t size;
        if (!mns_json_text_integer(&r->json, &text, &size)) {
            return false;
        }
        mns_buf_clear(digits);
        mns_buf_bytes(digits, text, size);
    }
    for (size_t i = 0; i < digits->size; i++) {
        unsigned digit = (unsigned)((unsigned char)digits->data[i] - '0');
        if (digit > 9 || __builtin_mul_overflow(sum, 10u, &sum) ||
            __builtin_add_overflow(sum, digit, &sum)) {
            return mns_json_text_fail(&r->json, expected);
        }
    }
    *number = sum;
    return digits->size > 0 || mns_json_text_fail(&r->json, expected);
}

static bool read_truth(reader *r, bool *truth) {
    *truth = mns_json_text_next_is(&r->json, 't');
    return (*truth || mns_json_text_next_is(&r->json, 'f') ||
            mns_json_text_fail(&r->json, "true or false")) &&
           mns_json_text_skip(&r->json);
}

/* ---- Objects and arrays ---------------------------------------------------------------------- */

/* Reads the value of a field, given its name. */
typedef bool take_field(reader *r, const char *name);

static bool read_object(reader *r, take_field *take) {
    mns_buf *name = &r->answer->scratch;
    if (!mns_json_text_take(&r->json, '{', "an object")) {
        return false;
    }
    if (mns_json_text_try(&r->json, '}')) {
        return true;
    }
    do {
        char field[32];
        if (!read_string(r, name) || !mns_json_text_take(&r->json, ':', "':'")) {
            return false;
        }
        size_t size = name->size < sizeof field ? name->size : 0; /* longer ones are unknown */
        memcpy(field, name->data, size);
        field[size] = '\0';
        if (!take(r, field)) {
            return false;
        }
    } while (mns_json_text_try(&r->json, ','));
    return mns_json_text_take(&r->json, '}', "',' or '}'");
}

static bool read_array(reader *r, bool (*take)(reader *r)) {
    if (!mns_json_text_take(&r->json, '[', "an array")) {
        return false;
    }
    if (mns_json_text_try(&r->json, ']')) {
        return true;
    }
    do {
        if (!take(r)) {
            return false;
        }
    } while (mns_json_text_try(&r->json, ','));
    return mns_json_text_take(&r->json, ']', "',' or ']'");
}

/* ---- Keys and values ------------------------------------------------------------------------- */

static bool read_value(reader *r) {
    mns_etcd_answer *answer = r->answer;
    if (!read_string(r, &answer->scratch)) {
        return false;
    }
    r->item->at = answer->values.size;
    bool good = mns_base64_read(answer->scratch.data, answer->scratch.size, &answer->values);
    r->item->size = answer->values.size - r->item->at;
    return good || mns_json_text_fail(&r->json, "a value in base64");
}

static bool take_of_pair(reader *r, const char *name) {
    if (strcmp(name, "mod_revision") == 0) {
        return read_number(r, &r->item->revision);
    }
    return strcmp(name, "value") == 0 ? read_value(r) : mns_json_text_skip(&r->json);
}

static bool read_pair(reader *r) {
    r->item->found++;
    r->item->size = 0; /* the gateway omits an empty value */
    return read_object(r, take_of_pair);
}

static bool take_of_range(reader *r, const char *name) {
    return strcmp(name, "kvs") == 0 ? read_array(r, read_pair) : mns_json_text_skip(&r->json);
}

static bool take_of_response(reader *r, const char *name) {
    if (strcmp(name, "response_range") == 0) {
        r->item->did = MNS_ETCD_RANGE;
        return read_object(r, take_of_range);
    }
    if (strcmp(name, "response_put") == 0) {
        r->item->did = MNS_ETCD_PUT;
    }
    return mns_json_text_skip(&r->json);
}

static bool read_response(reader *r) {
    mns_etcd_answer *answer = r->answer;
    if (answer->count == LIMIT_ITEMS) {
        return mns_json_text_fail(&r->json, "fewer responses");
    }
    if (!MNS_GROW(answer->items, answer->count, answer->capacity, 1)) {
        return mns_json_text_fail(&r->json, "enough memory");
    }
    r->item = &answer->items[answer->count++];
    *r->item = (mns_etcd_item){.did = MNS_ETCD_OTHER};
    return read_object(r, take_of_response);
}

/* ---- The whole answer ------------------------------------------------------------------------ */

static bool take_of_header(reader *r, const char *name) {
    return strcmp(name, "revision") == 0 ? read_number(r, &r->answer->revision)
                                         : mns_json_text_skip(&r->json);
}

/* A duplicate field would be ambiguous; the gateway never sends one. */
static bool is_new(reader *r, const char *name) {
    static const char *const names[] = {"header", "succeeded", "responses", "kvs",  "version",
                                        "token",  "leader",    "error",     "code", "message"};
    for (unsigned i = 0; i < MNS_COUNT_OF(names); i++) {
        if (strcmp(names[i], name) == 0) {
            bool seen = (r->seen >> i & 1u) != 0;
            r->seen |= 1u << i;
            return !seen || mns_json_text_fail(&r->json, "each field once");
        }
    }
    return true;
}

static bool take(reader *r, const char *name) {
    mns_etcd_answer *answer = r->answer;
    if (!is_new(r, name)) {
        return false;
    }
    if (strcmp(name, "header") == 0) {
        return read_object(r, take_of_header);
    }
    if (strcmp(name, "succeeded") == 0) {
        return read_truth(r, &answer->succeeded);
    }
    if (strcmp(name, "responses") == 0) {
        return read_array(r, read_response);
    }
    if (strcmp(name, "kvs") == 0) {
        r->item = &answer->single;
        return read_array(r, read_pair);
    }
    if (strcmp(name, "version") == 0) {
        return read_string(r, &answer->version);
    }
    if (strcmp(name, "token") == 0) {
        return read_string(r, &answer->token);
    }
    if (strcmp(name, "leader") == 0) {
        return read_number(r, &answer->leader);
    }
    /* Up to 3.5 both exist and are equal; later versions only have the message. */
    if (strcmp(name, "error") == 0 || strcmp(name, "message") == 0) {
        return read_string(r, &answer->error);
    }
    return strcmp(name, "code") == 0 ? read_number(r, &answer->code) : mns_json_text_skip(&r->json);
}

bool mns_etcd_answer_read(mns_etcd_answer *answer, const char *text, size_t size,
                          const char **why) {
    reader r = {.json = {.text = text, .size = size}, .answer = answer};
    clear(answer);
    bool good = read_object(&r, take) && mns_json_text_end(&r.json) && !answer->values.failed;
    const char *expected = r.json.expected != NULL ? r.json.expected : "enough memory";
    *why = good ? NULL : expected;
    return good;
}
