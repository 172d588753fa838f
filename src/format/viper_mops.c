/* viper_mops.c - see viper_mops.h. */
#include "format/viper_mops.h"

#include "core/map.h"
#include "core/unescape.h"
#include "format/json_fast.h"

/* More elements of a micro-operation have no meaning here. */
#define ELEMENTS 6

typedef struct mop {
    const char *start, *end;
    mns_token elements[ELEMENTS]; /* of a collection: the bracket that opens it */
    unsigned count;
} mop;

/* A key or value. */
typedef struct scalar {
    mns_text text; /* as EDN */
    uint64_t fingerprint;
    bool nil, zero;
} scalar;

void mns_viper_mops_init(mns_viper_mops *mops, mns_json_input *json) {
    *mops = (mns_viper_mops){.json = json, .seed = mns_hash_seed(mops)};
    mns_buf_init(&mops->key);
    mns_buf_init(&mops->value);
}

void mns_viper_mops_release(mns_viper_mops *mops) {
    mns_fingerprints_release(&mops->written);
    mns_fingerprints_release(&mops->initial);
    mns_buf_release(&mops->key);
    mns_buf_release(&mops->value);
}

/* hint NULL: the form of a transaction. */
static int wrong(const mns_viper_mops *m, const char *at, const char *hint, const char *message) {
    return mns_json_wrong(m->json, at, hint == NULL ? MNS_VIPER_FORM : hint, message);
}

static int no_memory(const mns_viper_mops *m) { return mns_reading_no_memory(m->json->reading); }

/* ---- Keys and values --------------------------------------------------------------------------
 */

/* A JSON string as EDN, which has fewer escapes. */
static int read_string(mns_viper_mops *m, const mns_token *token, mns_buf *buf, scalar *s) {
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
            return no_memory(m);
        }
        s->text = (mns_text){buf->data, buf->size};
    }
    s->fingerprint = mns_hash_bytes(m->seed + 1, s->text.data, s->text.size);
    return 1;
}

static void integer_scalar(const mns_viper_mops *m, mns_text text, int64_t number, scalar *s) {
    uint64_t mixed = mns_hash_mix((uint64_t)number, m->seed);
    *s = (scalar){.text = text, .fingerprint = mns_hash_mix(mixed, m->seed), .zero = number == 0};
}

static int read_scalar(mns_viper_mops *m, const mns_token *token, mns_buf *buf, scalar *s) {
    *s = (scalar){.nil = token->kind == MNS_TOKEN_NIL};
    if (s->nil) {
        return 1;
    }
    if (token->kind == MNS_TOKEN_STRING) {
        return read_string(m, token, buf, s);
    }
    if (token->kind != MNS_TOKEN_INTEGER) {
        return wrong(m, token->start, NULL, "keys and values are integers of 64 bits or strings");
    }
    mns_text text = {token->start, (size_t)(token->end - token->start)};
    integer_scalar(m, text, token->integer, s);
    return 1;
}

static int read_pair(mns_viper_mops *m, const mns_token *key, const mns_token *value, scalar *k,
                     scalar *v) {
    if (read_scalar(m, key, &m->key, k) < 0) {
        return -1;
    }
    if (k->nil) {
        return wrong(m, key->start, NULL, "a key cannot be null");
    }
    if (MNS_TOKEN_IS(value, "nil")) { /* as bounds of ranges are written */
        *v = (scalar){.nil = true};
        return 1;
    }
    return read_scalar(m, value, &m->value, v);
}

static uint64_t pair_fingerprint(const scalar *key, const scalar *value) {
    return mns_hash_mix(key->fingerprint, value->fingerprint);
}

/* ---- Reads and writes -------------------------------------------------------------------------
 */

/* See viper_mops.h. 0 stands for a row that does not exist, unless a transaction wrote 0. */
static bool reads_initial(mns_viper_mops *m, const scalar *key, const scalar *value) {
    uint64_t pair = pair_fingerprint(key, value);
    if (value->nil) {
        return true;
    }
    if (mns_fingerprints_have(&m->written, pair)) {
        return false;
    }
    m->unknown += !m->has_initial && !value->zero;
    return !m->has_initial || value->zero || mns_fingerprints_have(&m->initial, pair);
}

static void emit(mns_viper_mops *m, const char *start, char f, mns_text key, mns_text value) {
    mns_emit_mop(&m->json->reading->emit, mns_input_place(m->json->input, start), f, key, value);
}

static int use_read(mns_viper_mops *m, const char *start, const scalar *key, const scalar *value,
                    mns_viper_pass pass) {
    if (pass == MNS_VIPER_TRANSLATE) {
        emit(m, start, 'r', key->text,
             reads_initial(m, key, value) ? MNS_TEXT("nil") : value->text);
    }
    return 1;
}

static int use_write(mns_viper_mops *m, const char *start, const scalar *key, const scalar *value,
                     mns_viper_pass pass) {
    if (pass == MNS_VIPER_TRANSLATE) {
        emit(m, start, 'w', key->text, value->text);
        return 1;
    }
    mns_fingerprints *set = pass == MNS_VIPER_SURVEY ? &m->written : &m->initial;
    return mns_fingerprints_add(set, pair_fingerprint(key, value)) ? 1 : no_memory(m);
}

static int add_read(mns_viper_mops *m, const char *start, const mns_token *key,
                    const mns_token *value, mns_viper_pass pass) {
    scalar k = {.nil = true}, v = {.nil = true};
    return read_pair(m, key, value, &k, &v) < 0 ? -1 : use_read(m, start, &k, &v, pass);
}

static int add_write(mns_viper_mops *m, const char *start, const mns_token *key,
                     const mns_token *value, mns_viper_pass pass) {
    scalar k = {.nil = true}, v = {.nil = true};
    if (read_pair(m, key, value, &k, &v) < 0) {
        return -1;
    }
    if (v.nil && pass != MNS_VIPER_INITIAL) {
        return wrong(m, value->start, NULL,
                     "a write of null cannot be told from the initial state");
    }
    return use_write(m, start, &k, &v, pass);
}

/* ---- Micro-operations -------------------------------------------------------------------------
 */

/* A row of a range: {"id": key, "sk": key, "val": value}. */
static int read_row(mns_viper_mops *m, const mns_token *open, mns_viper_pass pass) {
    if (open->kind != MNS_TOKEN_MAP) {
        return wrong(m, open->start, NULL, "a row of a range is {\"id\": key, \"val\": value}");
    }
    mns_walk walk = mns_walk_begin(&m->json->lexer, open);
    mns_token name, token, key = {.start = NULL}, value = {.start = NULL};
    int more;
    while ((more = mns_walk_field(&walk, &name, &token)) > 0) {
        bool is_key = MNS_TOKEN_IS(&name, "id"), is_value = MNS_TOKEN_IS(&name, "val");
        key = is_key ? token : key;
        value = is_value ? token : value;
        if (!mns_skip_rest(&m->json->lexer, &token)) {
            break;
        }
    }
    if (more != 0) {
        return mns_json_fail(m->json);
    }
    if (key.start == NULL || value.start == NULL) {
        return wrong(m, open->start, NULL, "a row of a range needs id and val");
    }
    return pass == MNS_VIPER_INITIAL ? add_write(m, open->start, &key, &value, pass)
                                     : add_read(m, open->start, &key, &value, pass);
}

static int read_rows(mns_viper_mops *m, const mns_token *open, mns_viper_pass pass) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return wrong(m, open->start, NULL, "the rows of a range must be an array");
    }
    m->json->lexer.p = open->end;
    mns_walk walk = mns_walk_begin(&m->json->lexer, open);
    mns_token row;
    int more;
    while ((more = mns_walk_next(&walk, &row)) > 0) {
        if (read_row(m, &row, pass) < 0) {
            return -1;
        }
    }
    return more < 0 ? mns_json_fail(m->json) : 1;
}

/* ["range", from, to, live rows, dead rows]: a dead row is a tombstone, also a version. */
static int read_range(mns_viper_mops *m, const mop *o, mns_viper_pass pass) {
    m->ranges += pass == MNS_VIPER_TRANSLATE;
    if (read_rows(m, &o->elements[3], pass) < 0 || read_rows(m, &o->elements[4], pass) < 0) {
        return -1;
    }
    m->json->lexer.p = o->end;
    return 1;
}

/* Did the write succeed? The last element of a write says so; true if it is missing. */
static int read_flag(const mns_viper_mops *m, const mop *o, unsigned element, bool *succeeded) {
    *succeeded = true;
    if (element >= o->count) {
        return 1;
    }
    const mns_token *flag = &o->elements[element];
    *succeeded = flag->kind == MNS_TOKEN_TRUE;
    return *succeeded || flag->kind == MNS_TOKEN_FALSE
               ? 1
               : wrong(m, flag->start, NULL, "this element must be true or false");
}

/* ["w", key, value, succeeded]; of an insert and a delete: [.., key, value, value read, dead,
 * succeeded]. A write that did not succeed changed nothing. */
static int read_write(mns_viper_mops *m, const mop *o, unsigned flag, mns_viper_pass pass) {
    bool succeeded;
    if (read_flag(m, o, flag, &succeeded) < 0) {
        return -1;
    }
    return succeeded ? add_write(m, o->start, &o->elements[1], &o->elements[2], pass) : 1;
}

/* A delete reads the row and writes a tombstone. */
static int read_delete(mns_viper_mops *m, const mop *o, mns_viper_pass pass) {
    if (o->count > 3 && add_read(m, o->start, &o->elements[1], &o->elements[3], pass) < 0) {
        return -1;
    }
    return read_write(m, o, 5, pass);
}

static int read_elements(mns_viper_mops *m, const mns_token *open, mop *o) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return wrong(m, open->start, NULL, "expected an operation: [\"r\", key, value, false]");
    }
    mns_lexer *lexer = &m->json->lexer;
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token token;
    int more;
    o->start = open->start;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (o->count < ELEMENTS) {
            o->elements[o->count++] = token;
        }
        /* The rows of a range are read later. */
        bool rows = (o->count == 4 || o->count == 5) && MNS_TOKEN_IS(&o->elements[0], "range");
        if (!(rows ? mns_skip_unread(lexer, &token) : mns_skip_rest(lexer, &token))) {
            return mns_json_fail(m->json);
        }
    }
    o->end = lexer->p;
    return more < 0 ? mns_json_fail(m->json) : 1;
}

bool mns_viper_is_mop(const mns_token *name) {
    return MNS_TOKEN_IS(name, "r") || MNS_TOKEN_IS(name, "w") || MNS_TOKEN_IS(name, "i") ||
           MNS_TOKEN_IS(name, "d") || MNS_TOKEN_IS(name, "range");
}

/* The fast path: ["r", 7, 2, false] or ["w", 7, 2, true], without tokens. Just past it, or NULL if
 * it has another form. */
static const char *fast_mop(mns_viper_mops *m, const char *p, char *f, scalar *key, scalar *value) {
    const char *end = m->json->lexer.end;
    mns_text text;
    int64_t number;
    p = mns_json_skip_space(p, end);
    if (end - p < 3 || p[0] != '"' || p[2] != '"') {
        return NULL;
    }
    *f = p[1];
    for (int i = 0; i < 2; i++) {
        p = mns_json_fast_more(i == 0 ? p + 3 : p, end, ',');
        p = p == NULL ? NULL : mns_json_skip_space(p + 1, end);
        p = p == NULL ? NULL : mns_json_fast_integer(p, end, &text, &number);
        if (p == NULL) {
            return NULL;
        }
        integer_scalar(m, text, number, i == 0 ? key : value);
    }
    p = mns_json_fast_more(p, end, ',');
    p = p == NULL ? NULL : mns_json_skip_space(p + 1, end);
    const char *flag = *f == 'w' ? "true" : "false"; /* of a write: it succeeded */
    size_t size = strlen(flag);
    if (p == NULL || (size_t)(end - p) < size || memcmp(p, flag, size) != 0) {
        return NULL;
    }
    p = mns_json_skip_space(p + size, end);
    return p < end && *p == ']' ? p + 1 : NULL;
}

static int read_mop(mns_viper_mops *m, const mns_token *open, mns_viper_pass pass) {
    mop o = {.count = 0};
    if (read_elements(m, open, &o) < 0) {
        return -1;
    }
    const mns_token *name = &o.elements[0];
    if (o.count == 0 || name->kind != MNS_TOKEN_STRING || !mns_viper_is_mop(name)) {
        return wrong(m, o.count == 0 ? open->start : name->start,
                     "an operation is \"r\", \"w\", \"i\", \"d\" or \"range\"",
                     "unknown operation");
    }
    bool range = MNS_TOKEN_IS(name, "range"), write = MNS_TOKEN_IS(name, "w");
    if (o.count < (range ? 5 : 3)) {
        return wrong(m, open->start, NULL, "this operation has too few elements");
    }
    if (pass == MNS_VIPER_INITIAL && !range && !write) {
        return wrong(m, open->start, NULL, "the initial transaction may only write or scan rows");
    }
    if (range) {
        return read_range(m, &o, pass);
    }
    if (MNS_TOKEN_IS(name, "r")) {
        return add_read(m, o.start, &o.elements[1], &o.elements[2], pass);
    }
    if (MNS_TOKEN_IS(name, "d")) {
        return read_delete(m, &o, pass);
    }
    return read_write(m, &o, write ? 3 : 5, pass);
}

/* By the fast path, or else by tokens. */
static int read_any_mop(mns_viper_mops *m, const mns_token *open, mns_viper_pass pass) {
    char f = '\0';
    scalar key = {.nil = true}, value = {.nil = true};
    const char *past =
        open->kind == MNS_TOKEN_VECTOR ? fast_mop(m, open->end, &f, &key, &value) : NULL;
    bool write = f == 'w';
    if (past == NULL || (!write && (f != 'r' || pass == MNS_VIPER_INITIAL))) {
        return read_mop(m, open, pass);
    }
    m->json->lexer.p = past;
    return write ? use_write(m, open->start, &key, &value, pass)
                 : use_read(m, open->start, &key, &value, pass);
}

int mns_viper_mops_read(mns_viper_mops *mops, const mns_token *open, mns_viper_pass pass) {
    mns_walk walk = mns_walk_begin(&mops->json->lexer, open);
    mns_token token;
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (read_any_mop(mops, &token, pass) < 0) {
            return -1;
        }
    }
    return more < 0 ? mns_json_fail(mops->json) : 1;
}
