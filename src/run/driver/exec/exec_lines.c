/* exec_lines.c - see exec_lines.h. */
#include "run/driver/exec/exec_lines.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/lexer.h"
#include "core/unescape.h"

#define EXCERPT_BEFORE 60
#define EXCERPT_BYTES 100
/* Every integer of so many digits fits a history. */
#define LIMIT_DIGITS 18

/* Indexed by mns_generator_kind. */
static const char *const write_names[MNS_GENERATOR_KIND_COUNT] = {"append", "w", "add", "inc"};

void mns_exec_write_request(const mns_run_txn *txn, mns_buf *out) {
    mns_buf_str(out, "{\"value\":[");
    for (size_t i = 0; i < txn->count; i++) {
        const mns_run_mop *mop = &txn->mops[i];
        mns_buf_str(out, i == 0 ? "[\"" : ",[\"");
        mns_buf_str(out, mop->write ? write_names[txn->kind] : "r");
        mns_buf_str(out, "\",");
        mns_buf_unsigned(out, mop->key);
        mns_buf_char(out, ',');
        if (mop->write) {
            mns_buf_integer(out, mop->value);
        } else {
            mns_buf_str(out, "null");
        }
        mns_buf_char(out, ']');
    }
    mns_buf_str(out, "]}\n");
}

typedef struct reader {
    mns_lexer lexer;
    mns_buf decoded; /* the string that was read last */
    mns_run_txn *txn;
} reader;

static bool fail(reader *r, const mns_token *at, const char *error) {
    return mns_lexer_fail(&r->lexer, at->start, error, NULL);
}

/* Whether a token is a string that stands for this text, escapes resolved. */
static bool spells(reader *r, const mns_token *token, const char *text) {
    if (token->kind != MNS_TOKEN_STRING) {
        return false;
    }
    mns_buf_clear(&r->decoded); /* a failure is remembered */
    mns_unescape(token->start + 1, token->end - 1, &r->decoded);
    size_t size = strlen(text);
    return !r->decoded.failed && r->decoded.size == size &&
           memcmp(size == 0 ? "" : r->decoded.data, text, size) == 0;
}

/* ---- Micro-operations ---------------------------------------------------------------------------
 */

/* An integer that a history can have: no more than LIMIT_DIGITS, no -0. */
static bool check_integer(reader *r, const mns_token *token) {
    bool negative = *token->start == '-';
    size_t digits = (size_t)(token->end - token->start) - negative;
    return (token->kind == MNS_TOKEN_INTEGER && digits <= LIMIT_DIGITS &&
            !(negative && token->integer == 0)) ||
           fail(r, token, "expected an integer of at most 18 digits");
}

static bool read_elements(reader *r, const mns_token *open, size_t i) {
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    mns_token element;
    int more;
    mns_answer_begin(r->txn, i);
    while ((more = mns_walk_next(&walk, &element)) > 0) {
        if (!check_integer(r, &element)) {
            return false;
        }
        mns_answer_element(r->txn, i, element.start, (size_t)(element.end - element.start));
    }
    mns_answer_end(r->txn, i);
    return more == 0;
}

static bool read_answer(reader *r, const mns_token *token, size_t i) {
    bool many = r->txn->kind == MNS_GENERATE_LIST_APPEND || r->txn->kind == MNS_GENERATE_SET;
    if (token->kind == MNS_TOKEN_NIL) {
        mns_answer_nil(r->txn, i);
        return true;
    }
    if (many) {
        return token->kind == MNS_TOKEN_VECTOR
                   ? read_elements(r, token, i)
                   : fail(r, token, "expected null or an array of integers");
    }
    if (token->kind == MNS_TOKEN_VECTOR) {
        return fail(r, token, "expected null or an integer");
    }
    if (!check_integer(r, token)) {
        return false;
    }
    mns_answer_text(r->txn, i, token->start, (size_t)(token->end - token->start));
    return true;
}

static bool next_part(reader *r, mns_walk *walk, mns_token *token) {
    int more = mns_walk_next(walk, token);
    return more > 0 || (more == 0 && fail(r, token, "expected three parts: [f, key, value]"));
}

static bool read_function(reader *r, mns_walk *walk, const char *expected) {
    mns_token token;
    return next_part(r, walk, &token) &&
           (spells(r, &token, expected) || fail(r, &token, "expected the requested function"));
}

/* The requested integer and no other. */
static bool read_same(reader *r, mns_walk *walk, int64_t expected, const char *error) {
    mns_token token;
    return next_part(r, walk, &token) && check_integer(r, &token) &&
           (token.integer == expected || fail(r, &token, error));
}

static bool read_mop(reader *r, const mns_token *open, size_t i) {
    const mns_run_mop *mop = &r->txn->mops[i];
    mns_token token;
    if (open->kind != MNS_TOKEN_VECTOR) {
        return fail(r, open, "expected a micro-operation");
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    if (!read_function(r, &walk, mop->write ? write_names[r->txn->kind] : "r") ||
        !read_same(r, &walk, (int64_t)mop->key, "expected the requested key")) {
        return false;
    }
    bool good = mop->write ? read_same(r, &walk, mop->value, "expected the requested value")
                           : next_part(r, &walk, &token) && read_answer(r, &token, i);
    int more = good ? mns_walk_next(&walk, &token) : -1;
    return more == 0 ||
           (more > 0 && fail(r, &token, "expected ']': a micro-operation has three parts"));
}

static bool read_mops(reader *r, const mns_token *open) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return fail(r, open, "expected an array of micro-operations");
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    mns_token token;
    size_t count = 0;
    int more;
    for (; (more = mns_walk_next(&walk, &token)) > 0; count++) {
        if (count == r->txn->count) {
            return fail(r, &token, "expected only the requested micro-operations");
        }
        if (!read_mop(r, &token, count)) {
            return false;
        }
    }
    return more == 0 &&
           (count == r->txn->count || fail(r, &token, "expected all requested micro-operations"));
}

/* ---- Answers --------------------------------------------------------------------------------- */

enum { TYPE, VALUE, ERROR, FIELD_COUNT };

/* A field of an answer; end is NULL if it is missing. */
typedef struct field {
    mns_token token; /* the first of its value */
    const char *end;
} field;

static size_t field_of(reader *r, const mns_token *name) {
    static const char *const names[FIELD_COUNT] = {"type", "value", "error"};
    size_t i = 0;
    while (i < FIELD_COUNT && !spells(r, name, names[i])) {
        i++;
    }
    return i;
}

/* Finds the fields and skips their values. A field that is present twice is ambiguous. */
static bool find_fields(reader *r, field *fields) {
    mns_lexer *lexer = &r->lexer;
    mns_token name, value;
    if (!mns_next(lexer, &name) || name.kind != MNS_TOKEN_MAP) {
        lexer->error = NULL; /* that it is not an object says more than which token it is not */
        return fail(r, &name, "expected an object");
    }
    mns_walk walk = mns_walk_begin(lexer, &name);
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        size_t i = field_of(r, &name);
        if (i < FIELD_COUNT && fields[i].end != NULL) {
            return fail(r, &value, "expected \"type\", \"value\" and \"error\" at most once");
        }
        if (!mns_skip_rest(lexer, &value)) {
            return false;
        }
        if (i < FIELD_COUNT) {
            fields[i] = (field){value, lexer->p};
        }
    }
    return more == 0 && mns_next(lexer, &value) &&
           (value.kind == MNS_TOKEN_END || fail(r, &value, "expected the end of the line"));
}

static bool read_type(reader *r, const field *type, mns_run_outcome *outcome) {
    static const char *const names[] = {
        [MNS_OUTCOME_OK] = "ok", [MNS_OUTCOME_FAIL] = "fail", [MNS_OUTCOME_INFO] = "info"};
    if (type->end == NULL) {
        return mns_lexer_fail(&r->lexer, r->lexer.begin, "expected a \"type\" in the object", NULL);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        if (spells(r, &type->token, names[i])) {
            *outcome = (mns_run_outcome)i;
            return true;
        }
    }
    return fail(r, &type->token, "expected \"ok\", \"fail\" or \"info\"");
}

/* A string is decoded, any other value is copied. */
static void read_error(const field *from, mns_buf *error) {
    const mns_token *token = &from->token;
    if (token->kind == MNS_TOKEN_STRING) {
        mns_unescape(token->start + 1, token->end - 1, error);
    } else if (from->end != NULL) {
        mns_buf_bytes(error, token->start, (size_t)(from->end - token->start));
    }
}

static bool read_line(reader *r, mns_run_outcome *outcome, mns_buf *error) {
    field fields[FIELD_COUNT] = {0};
    if (!find_fields(r, fields) || !read_type(r, &fields[TYPE], outcome)) {
        return false;
    }
    if (*outcome != MNS_OUTCOME_OK) {
        read_error(&fields[ERROR], error);
        return true;
    }
    if (fields[VALUE].end == NULL) {
        return mns_lexer_fail(&r->lexer, r->lexer.begin,
                              "expected a \"value\" with the micro-operations", NULL);
    }
    r->lexer.p = fields[VALUE].token.end;
    return read_mops(r, &fields[VALUE].token);
}

/* The error, its position and the text around it. */
static void excerpt(const mns_lexer *lexer, mns_buf *message) {
    size_t at = (size_t)(lexer->error_at - lexer->begin);
    size_t size = (size_t)(lexer->end - lexer->begin);
    size_t from = at > EXCERPT_BEFORE ? at - EXCERPT_BEFORE : 0;
    size_t shown = size - from < EXCERPT_BYTES ? size - from : EXCERPT_BYTES;
    mns_buf_printf(message, "%s at byte %zu of the answer: %s%.*s%s", lexer->error, at + 1,
                   from > 0 ? "..." : "", (int)shown, lexer->begin + from,
                   from + shown < size ? "..." : "");
}

bool mns_exec_answer(mns_run_txn *txn, const char *line, size_t size, mns_run_outcome *outcome,
                     mns_buf *error, mns_buf *message) {
    reader r = {.txn = txn};
    mns_lexer_init(&r.lexer, line, line + size, true);
    r.lexer.lone_surrogates = true; /* an error's text may hold anything */
    mns_buf_init(&r.decoded);
    bool good = read_line(&r, outcome, error);
    bool memory = !r.decoded.failed;
    mns_buf_release(&r.decoded);
    if (good && memory) {
        return true;
    }
    if (!memory) {
        mns_buf_str(message, "out of memory");
        return false;
    }
    excerpt(&r.lexer, message);
    return false;
}

bool mns_exec_is_ready(const char *line, size_t size) {
    reader r = {0};
    mns_token name, value;
    bool ready = false;
    mns_lexer_init(&r.lexer, line, line + size, true);
    mns_buf_init(&r.decoded);
    int more = mns_next(&r.lexer, &name) && name.kind == MNS_TOKEN_MAP ? 1 : -1;
    if (more > 0) {
        mns_walk walk = mns_walk_begin(&r.lexer, &name);
        while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
            ready = ready || (spells(&r, &name, "ready") && value.kind == MNS_TOKEN_TRUE);
            if (!mns_skip_rest(&r.lexer, &value)) {
                more = -1;
                break;
            }
        }
    }
    bool ended = more == 0 && mns_next(&r.lexer, &value) && value.kind == MNS_TOKEN_END;
    bool memory = !r.decoded.failed;
    mns_buf_release(&r.decoded);
    return ready && ended && memory;
}
