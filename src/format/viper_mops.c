/* viper_mops.c - see viper_mops.h. */
#include "format/viper_mops.h"

#include "format/json_fast.h"

/* The most elements of a micro-operation. */
#define ELEMENTS 6

typedef struct mop {
    const char *start, *end;
    mns_token elements[ELEMENTS]; /* of a collection: the bracket that opens it */
    unsigned count;
} mop;

typedef mns_viper_value value;

void mns_viper_mops_init(mns_viper_mops *mops, mns_json_input *json) {
    *mops = (mns_viper_mops){.json = json};
    mns_viper_values_init(&mops->values, json);
    mns_viper_versions_init(&mops->versions, json);
}

void mns_viper_mops_release(mns_viper_mops *mops) {
    mns_fingerprints_release(&mops->rows);
    mns_viper_versions_release(&mops->versions);
    mns_viper_values_release(&mops->values);
}

/* hint NULL: the form of a transaction. */
static int wrong(const mns_viper_mops *m, const char *at, const char *hint, const char *message) {
    return mns_json_wrong(m->json, at, hint == NULL ? MNS_VIPER_FORM : hint, message);
}

static int add_write(mns_viper_mops *m, const char *start, const mns_token *key,
                     const mns_token *token, bool deletes, mns_viper_pass pass) {
    value k, v;
    if (mns_viper_pair(&m->values, key, token, &k, &v) < 0) {
        return -1;
    }
    if (v.nil && pass != MNS_VIPER_INITIAL) {
        return wrong(m, token->start, NULL,
                     "a write of null cannot be told from the initial state");
    }
    return mns_viper_use_write(&m->versions, start, &k, &v, deletes, pass);
}

/* ---- Micro-operations -------------------------------------------------------------------------
 */

/* A field of a row of a range: {"id": key, "sk": key, "val": value}. */
static int read_row_field(mns_viper_mops *m, const mns_token *name, const mns_token *token,
                          mns_token *key, mns_token *val) {
    bool is_key = MNS_TOKEN_IS(name, "id"), is_value = MNS_TOKEN_IS(name, "val");
    mns_token *field = is_key ? key : val;
    if ((is_key || is_value) && field->start != NULL) {
        return wrong(m, name->start, NULL, "this field is given twice");
    }
    if (is_key || is_value) {
        *field = *token;
    } else if (!MNS_TOKEN_IS(name, "sk")) {
        return mns_json_unknown(m->json, name, "a row of a range has the fields id, sk and val");
    }
    return mns_skip_rest(&m->json->lexer, token) ? 1 : mns_json_fail(m->json);
}

static int read_row(mns_viper_mops *m, const mns_token *open, mns_token *key, mns_token *val) {
    if (open->kind != MNS_TOKEN_MAP) {
        return wrong(m, open->start, NULL, "a row of a range is {\"id\": key, \"val\": value}");
    }
    mns_walk walk = mns_walk_begin(&m->json->lexer, open);
    mns_token name, token;
    int more;
    while ((more = mns_walk_field(&walk, &name, &token)) > 0) {
        if (read_row_field(m, &name, &token, key, val) < 0) {
            return -1;
        }
    }
    if (more < 0) {
        return mns_json_fail(m->json);
    }
    return key->start != NULL && val->start != NULL
               ? 1
               : wrong(m, open->start, NULL, "a row of a range needs id and val");
}

/* Strings are not compared: the database may have another order. */
static bool is_outside(const mop *range, const mns_token *key) {
    const mns_token *from = &range->elements[1], *to = &range->elements[2];
    return key->kind == MNS_TOKEN_INTEGER &&
           ((from->kind == MNS_TOKEN_INTEGER && key->integer < from->integer) ||
            (to->kind == MNS_TOKEN_INTEGER && key->integer > to->integer));
}

static int use_row(mns_viper_mops *m, const mop *range, const char *start, const mns_token *key,
                   const mns_token *val, mns_viper_life said) {
    value k, v;
    if (mns_viper_pair(&m->values, key, val, &k, &v) < 0) {
        return -1;
    }
    if (is_outside(range, key)) {
        return wrong(m, start, NULL, "this row is outside the range that returned it");
    }
    if (mns_fingerprints_have(&m->rows, k.fingerprint)) {
        return wrong(m, start, NULL, "this range has returned the same row before");
    }
    return mns_fingerprints_add(&m->rows, k.fingerprint)
               ? mns_viper_use_read(&m->versions, start, &k, &v, said, MNS_VIPER_TRANSLATE)
               : mns_reading_no_memory(m->json->reading);
}

static int read_rows(mns_viper_mops *m, const mop *range, const mns_token *open,
                     mns_viper_life said, mns_viper_pass pass) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return wrong(m, open->start, NULL, "the rows of a range must be an array");
    }
    m->json->lexer.p = open->end;
    mns_walk walk = mns_walk_begin(&m->json->lexer, open);
    mns_token row;
    int more;
    while ((more = mns_walk_next(&walk, &row)) > 0) {
        mns_token key = {.start = NULL}, val = {.start = NULL};
        if (read_row(m, &row, &key, &val) < 0 ||
            (pass == MNS_VIPER_INITIAL && add_write(m, row.start, &key, &val, false, pass) < 0) ||
            (pass == MNS_VIPER_TRANSLATE && use_row(m, range, row.start, &key, &val, said) < 0)) {
            return -1;
        }
    }
    return more < 0 ? mns_json_fail(m->json) : 1;
}

/* An element that is true or false; *flag stays as it is if there is none. */
static int read_flag(const mns_viper_mops *m, const mop *o, unsigned element, bool *flag) {
    if (element >= o->count) {
        return 1;
    }
    const mns_token *token = &o->elements[element];
    *flag = token->kind == MNS_TOKEN_TRUE;
    return *flag || token->kind == MNS_TOKEN_FALSE
               ? 1
               : wrong(m, token->start, NULL, "this element must be true or false");
}

/* ["range", from, to, live rows, dead rows]: a dead row is a tombstone, also a version. Viper also
 * reads a sixth element, which marks the last range of a history. */
static int read_range(mns_viper_mops *m, const mop *o, mns_viper_pass pass) {
    bool last;
    if (read_flag(m, o, 5, &last) < 0) {
        return -1;
    }
    m->ranges += pass == MNS_VIPER_TRANSLATE;
    mns_fingerprints_release(&m->rows);
    if (read_rows(m, o, &o->elements[3], MNS_VIPER_LIVE, pass) < 0 ||
        read_rows(m, o, &o->elements[4], MNS_VIPER_DEAD, pass) < 0) {
        return -1;
    }
    m->json->lexer.p = o->end;
    return 1;
}

/* ["r", key, value, dead], or of an insert or a delete: [.., key, value, value read, dead, ..]. */
static int read_read(mns_viper_mops *m, const mop *o, unsigned element, mns_viper_pass pass) {
    const mns_token *read = &o->elements[element];
    bool dead = false,
         unset = element == 3 && read->kind == MNS_TOKEN_INTEGER && read->integer == -1;
    value k, v;
    if (mns_viper_pair(&m->values, &o->elements[1], read, &k, &v) < 0 ||
        read_flag(m, o, element + 1, &dead) < 0) {
        return -1;
    }
    if (unset && !mns_viper_is_written(&m->versions, &k, &v)) {
        return 1;
    }
    mns_viper_life said = element + 1 >= o->count ? MNS_VIPER_UNSAID
                          : dead                  ? MNS_VIPER_DEAD
                                                  : MNS_VIPER_LIVE;
    return mns_viper_use_read(&m->versions, o->start, &k, &v, said, pass);
}

/* A write that did not succeed changed nothing. */
static int add_failed(mns_viper_mops *m, const mop *o, mns_viper_pass pass) {
    value k, v;
    return mns_viper_pair(&m->values, &o->elements[1], &o->elements[2], &k, &v) < 0
               ? -1
               : mns_viper_use_failed(&m->versions, o->start, &k, &v, pass);
}

/* ["w", key, value, succeeded]; of an insert and a delete: [.., key, value, value read, dead,
 * succeeded]. */
static int read_write(mns_viper_mops *m, const mop *o, unsigned flag, mns_viper_pass pass) {
    bool succeeded = true, deletes = MNS_TOKEN_IS(&o->elements[0], "d");
    if (read_flag(m, o, flag, &succeeded) < 0) {
        return -1;
    }
    return succeeded ? add_write(m, o->start, &o->elements[1], &o->elements[2], deletes, pass)
                     : add_failed(m, o, pass);
}

/* An insert or a delete reads the row and writes it. */
static int read_replace(mns_viper_mops *m, const mop *o, mns_viper_pass pass) {
    if (o->count > 3 && read_read(m, o, 3, pass) < 0) {
        return -1;
    }
    return read_write(m, o, 5, pass);
}

static int too_many(const mns_viper_mops *m, const mns_token *element) {
    return wrong(m, element->start, NULL, "this operation has too many elements");
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
        if (o->count == ELEMENTS) {
            return too_many(m, &token);
        }
        o->elements[o->count++] = token;
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
static const char *fast_mop(mns_viper_mops *m, const char *p, char *f, value *k, value *v) {
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
        mns_viper_integer(&m->values, text, number, i == 0 ? k : v);
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
    bool read = MNS_TOKEN_IS(name, "r");
    if (o.count < (range ? 5 : 3)) {
        return wrong(m, open->start, NULL, "this operation has too few elements");
    }
    if ((read || write) && o.count > 4) {
        return too_many(m, &o.elements[4]);
    }
    if (pass == MNS_VIPER_INITIAL && !range && !write) {
        return wrong(m, open->start, NULL, "the initial transaction may only write or scan rows");
    }
    if (range) {
        return read_range(m, &o, pass);
    }
    if (read) {
        return read_read(m, &o, 2, pass);
    }
    return write ? read_write(m, &o, 3, pass) : read_replace(m, &o, pass);
}

/* By the fast path, or else by tokens. */
static int read_any_mop(mns_viper_mops *m, const mns_token *open, mns_viper_pass pass) {
    char f = '\0';
    value k, v;
    const char *past = open->kind == MNS_TOKEN_VECTOR ? fast_mop(m, open->end, &f, &k, &v) : NULL;
    bool write = f == 'w';
    if (past == NULL || (!write && (f != 'r' || pass == MNS_VIPER_INITIAL))) {
        return read_mop(m, open, pass);
    }
    m->json->lexer.p = past;
    return write ? mns_viper_use_write(&m->versions, open->start, &k, &v, false, pass)
                 : mns_viper_use_read(&m->versions, open->start, &k, &v, MNS_VIPER_LIVE, pass);
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
