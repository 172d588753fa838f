/* layout.c - see layout.h. */
#include "read/layout.h"

/* ---- Learning ------------------------------------------------------------------------------- */

typedef struct learner {
    mns_layout *layout;
    const char *from; /* where the text that belongs to the next piece starts */
    bool typed, valued;
} learner;

static bool add_piece(learner *l, const char *to, mns_field field) {
    mns_layout *layout = l->layout;
    if (layout->count == MNS_LAYOUT_PIECES) {
        return false;
    }
    struct mns_layout_piece *piece = &layout->pieces[layout->count++];
    piece->field = field;
    return mns_literal_set(&piece->text, l->from, (size_t)(to - l->from));
}

static bool learn_number(learner *l, const mns_token *value, mns_field field) {
    if (value->kind != MNS_TOKEN_INTEGER || !add_piece(l, value->start, field)) {
        return false;
    }
    l->from = value->end;
    return true;
}

static bool learn_type(learner *l, const mns_token *value) {
    bool string = value->kind == MNS_TOKEN_STRING;
    if ((!string && value->kind != MNS_TOKEN_KEYWORD) || l->valued ||
        !add_piece(l, value->start + 1, MNS_FIELD_TYPE)) {
        return false;
    }
    l->from = value->end - string; /* the closing quote is text */
    l->typed = true;
    return true;
}

/* A field that nobody reads is text, its value included: most often `:f :txn`. */
static bool learn_field(learner *l, mns_lexer *lexer, const mns_token *name,
                        const mns_token *value) {
    if (MNS_TOKEN_IS(name, "type")) {
        return learn_type(l, value);
    }
    if (MNS_TOKEN_IS(name, "process")) {
        return learn_number(l, value, MNS_FIELD_PROCESS);
    }
    if (MNS_TOKEN_IS(name, "index") || MNS_TOKEN_IS(name, "time")) {
        return learn_number(l, value, MNS_FIELD_NUMBER);
    }
    if (MNS_TOKEN_IS(name, "start-ts") || MNS_TOKEN_IS(name, "commit-ts")) {
        return learn_number(
            l, value, MNS_TOKEN_IS(name, "start-ts") ? MNS_FIELD_START_TS : MNS_FIELD_COMMIT_TS);
    }
    if (MNS_TOKEN_IS(name, "value") && value->kind != MNS_TOKEN_NIL) {
        bool good = value->kind == MNS_TOKEN_VECTOR && l->typed && !l->valued &&
                    add_piece(l, value->start, MNS_FIELD_VALUE) && mns_skip_rest(lexer, value);
        l->from = lexer->p;
        l->valued = true;
        return good;
    }
    return mns_skip_rest(lexer, value);
}

bool mns_layout_learn(mns_layout *layout, bool json, const char *at, const char *end) {
    memset(layout, 0, sizeof *layout);
    learner l = {.layout = layout, .from = at};
    mns_lexer lexer;
    mns_token token, value;
    mns_lexer_init(&lexer, at, end, json);
    do {
        if (!mns_next(&lexer, &token)) {
            return false;
        }
    } while (token.kind == MNS_TOKEN_TAG);
    if (token.kind != MNS_TOKEN_MAP) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!mns_skip_rest(&lexer, &token) || !mns_walk_value(&walk, &value) ||
            !learn_field(&l, &lexer, &token, &value)) {
            return false;
        }
    }
    return more == 0 && l.typed && add_piece(&l, lexer.p, MNS_FIELD_END);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* What follows the name is text of the next piece, which starts with a delimiter, so a longer name
 * cannot pass. */
static inline const char *read_type(const char *p, mns_op *op) {
    switch (*p) {
    case 'o': op->type = MNS_OP_OK; return p[1] == 'k' ? p + 2 : NULL;
    case 'f': op->type = MNS_OP_FAIL; return memcmp(p, "fail", 4) == 0 ? p + 4 : NULL;
    case 'i': {
        bool invoke = memcmp(p, "invo", 4) == 0 && memcmp(p + 4, "ke", 2) == 0;
        op->type = invoke ? MNS_OP_INVOKE : MNS_OP_INFO;
        return invoke ? p + 6 : memcmp(p, "info", 4) == 0 ? p + 4 : NULL;
    }
    default: return NULL;
    }
}

/* A number of at most 15 digits, without leading zeros. */
static const char *read_number(const char *p, int64_t *number) {
    bool negative = *p == '-';
    p += negative;
    uint32_t high, low = 0;
    unsigned count = mns_digits(p, &high), more = 0;
    uint64_t value = high;
    if (count == 8) {
        static const uint32_t scale[] = {1,      10,      100,      1000,     10000,
                                         100000, 1000000, 10000000, 100000000};
        more = mns_digits(p + 8, &low);
        value = value * scale[more] + low;
    }
    if (count == 0 || (*p == '0' && count > 1) || more == 8) {
        return NULL;
    }
    *number = negative ? -(int64_t)value : (int64_t)value;
    return p + count + more;
}

/* The same for one that is only to be a number. */
static inline const char *pass_number(const char *p) {
    p += *p == '-';
    unsigned count = mns_digit_count(p);
    count += count == 8 ? mns_digit_count(p + 8) : 0;
    return count == 0 || count == 16 || (*p == '0' && count > 1) ? NULL : p + count;
}

static inline const char *read_field(mns_field field, const char *p, mns_op *op) {
    switch (field) {
    case MNS_FIELD_TYPE: return read_type(p, op);
    case MNS_FIELD_PROCESS: op->client = true; return read_number(p, &op->process);
    case MNS_FIELD_START_TS: op->has_start_ts = true; return read_number(p, &op->start_ts);
    case MNS_FIELD_COMMIT_TS: op->has_commit_ts = true; return read_number(p, &op->commit_ts);
    default: return pass_number(p);
    }
}

/* Reads pieces up to the value or the end. */
static const char *read_pieces(const mns_layout *layout, uint32_t *piece, const char *p,
                               const char *limit, mns_op *op) {
    for (; *piece < layout->count; ++*piece) {
        const struct mns_layout_piece *at = &layout->pieces[*piece];
        if (p >= limit || !mns_literal_at(&at->text, p)) {
            return NULL;
        }
        p += at->text.size;
        if (at->field == MNS_FIELD_VALUE) {
            return p;
        }
        if (at->field != MNS_FIELD_END) {
            p = p < limit ? read_field(at->field, p, op) : NULL;
            if (p == NULL) {
                return NULL;
            }
        }
    }
    return p;
}

const char *mns_layout_head(const mns_layout *layout, const char *p, const char *limit, mns_op *op,
                            uint32_t *piece) {
    *op = (mns_op){.rows = MNS_NONE};
    *piece = 0;
    return read_pieces(layout, piece, p, limit, op);
}

const char *mns_layout_tail(const mns_layout *layout, uint32_t piece, const char *p,
                            const char *limit, mns_op *op) {
    assert(piece < layout->count && layout->pieces[piece].field == MNS_FIELD_VALUE);
    piece++;
    return read_pieces(layout, &piece, p, limit, op);
}
