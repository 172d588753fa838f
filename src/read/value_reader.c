/*
 * value_reader.c - see value_reader.h.
 *
 * Scalars are interned by kind and unescaped bytes, numbers by value (numbers.h). Vectors, lists
 * and tagged values are printed as canonical EDN and interned as that text, so equal values get
 * equal references. Recursion is bounded by MNS_LIMIT_VALUE_DEPTH.
 */
#include "read/value_reader.h"

#include "core/unescape.h"
#include "read/numbers.h"

/* 007, +7 and -0 are the integers 7, 7 and 0. */
static void put_big_integer(const mns_token *token, mns_buf *out) {
    const char *p = token->start;
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    while (p + 1 < token->end && *p == '0') {
        p++;
    }
    assert(token->end - p >= 19); /* smaller ones are MNS_TOKEN_INTEGER */
    mns_buf_str(out, negative ? "-" : "");
    mns_buf_bytes(out, p, (size_t)(token->end - p));
}

/* A scalar's kind and bytes; false if the token does not start a scalar. */
static bool scalar(const mns_token *token, mns_value_kind *kind, mns_buf *bytes) {
    size_t size = (size_t)(token->end - token->start);
    switch (token->kind) {
    case MNS_TOKEN_NIL: *kind = MNS_VALUE_NIL; return true;
    case MNS_TOKEN_TRUE: *kind = MNS_VALUE_TRUE; return true;
    case MNS_TOKEN_FALSE: *kind = MNS_VALUE_FALSE; return true;
    case MNS_TOKEN_BIG:
        *kind = MNS_VALUE_BIG;
        put_big_integer(token, bytes);
        return true;
    case MNS_TOKEN_SYMBOL: *kind = MNS_VALUE_SYMBOL; break;
    case MNS_TOKEN_STRING:
        *kind = MNS_VALUE_STRING;
        mns_unescape(token->start + 1, token->end - 1, bytes);
        return true;
    case MNS_TOKEN_KEYWORD:
        *kind = MNS_VALUE_KEYWORD;
        mns_buf_bytes(bytes, token->start + 1, size - 1);
        return true;
    case MNS_TOKEN_CHARACTER:
        *kind = MNS_VALUE_CHARACTER;
        mns_buf_bytes(bytes, token->start + 1, size - 1);
        return true;
    default: return false;
    }
    mns_buf_bytes(bytes, token->start, size);
    return true;
}

/* A number that is not written as an integer; its value may be one, such as 4/2. */
static minos_status read_number(mns_lexer *lexer, const mns_token *token, mns_values *values,
                                mns_value *value) {
    mns_buf text;
    mns_buf_init(&text);
    bool integer;
    const char *wrong =
        mns_number_canonical(token->start, (size_t)(token->end - token->start), &text, &integer);
    minos_status status = MINOS_OK;
    if (text.failed) {
        status = MINOS_ENOMEM;
    } else if (wrong != NULL) {
        mns_lexer_fail(lexer, token->start, wrong,
                       "write it as a decimal (1e400M) or as a string to keep it exact");
        status = MINOS_EINPUT;
    } else if (integer) {
        mns_token whole;
        mns_token_integer(&whole, text.data, text.data + text.size);
        assert(whole.kind == MNS_TOKEN_INTEGER);
        *value = mns_values_integer(values, whole.integer);
    } else {
        *value = mns_values_intern(values, MNS_VALUE_NUMBER, text.data, text.size);
    }
    mns_buf_release(&text);
    return status == MINOS_OK && *value == MNS_VALUE_NONE ? MINOS_ENOMEM : status;
}

static minos_status read_scalar(mns_lexer *lexer, const mns_token *token, mns_values *values,
                                mns_value *value) {
    if (token->kind == MNS_TOKEN_INTEGER) {
        *value = mns_values_integer(values, token->integer);
        return *value == MNS_VALUE_NONE ? MINOS_ENOMEM : MINOS_OK;
    }
    if (token->kind == MNS_TOKEN_NUMBER) {
        return read_number(lexer, token, values, value);
    }
    mns_buf bytes;
    mns_buf_init(&bytes);
    mns_value_kind kind;
    minos_status status = MINOS_OK;
    if (!scalar(token, &kind, &bytes)) {
        mns_lexer_fail(lexer, token->start, "a key or element must be a scalar or a vector",
                       "maps and sets cannot be keys or elements");
        status = MINOS_EINPUT;
    } else {
        const char *data = bytes.data == NULL ? "" : bytes.data;
        *value = bytes.failed ? MNS_VALUE_NONE : mns_values_intern(values, kind, data, bytes.size);
        status = *value == MNS_VALUE_NONE ? MINOS_ENOMEM : MINOS_OK;
    }
    mns_buf_release(&bytes);
    return status;
}

/* Writes the form that starts with token as canonical EDN. */
static minos_status canonical(mns_lexer *lexer, const mns_token *token, mns_values *values,
                              mns_buf *out, uint32_t depth) {
    assert(depth <= MNS_LIMIT_VALUE_DEPTH);
    if (depth == MNS_LIMIT_VALUE_DEPTH) {
        mns_lexer_fail(lexer, token->start, "a key or element is nested too deeply",
                       "the limit is 32 levels");
        return MINOS_EINPUT;
    }
    if (token->kind == MNS_TOKEN_TAG) {
        mns_buf_bytes(out, token->start, (size_t)(token->end - token->start));
        mns_buf_char(out, ' ');
        mns_token tagged;
        if (!mns_next(lexer, &tagged)) {
            return MINOS_EINPUT;
        }
        return canonical(lexer, &tagged, values, out, depth + 1);
    }
    if (token->kind != MNS_TOKEN_VECTOR && token->kind != MNS_TOKEN_LIST) {
        mns_value value;
        minos_status status = read_scalar(lexer, token, values, &value);
        if (status == MINOS_OK) {
            mns_value_edn(values, value, out);
        }
        return status;
    }
    mns_walk walk = mns_walk_begin(lexer, token);
    mns_token element;
    int more;
    mns_buf_char(out, '[');
    for (bool first = true; (more = mns_walk_next(&walk, &element)) > 0; first = false) {
        mns_buf_str(out, first ? "" : " ");
        minos_status status = canonical(lexer, &element, values, out, depth + 1);
        if (status != MINOS_OK) {
            return status;
        }
    }
    mns_buf_char(out, ']');
    return more < 0 ? MINOS_EINPUT : MINOS_OK;
}

minos_status mns_value_read(mns_lexer *lexer, const mns_token *token, mns_values *values,
                            mns_value *value) {
    bool vector = token->kind == MNS_TOKEN_VECTOR || token->kind == MNS_TOKEN_LIST;
    if (!vector && token->kind != MNS_TOKEN_TAG) {
        return read_scalar(lexer, token, values, value);
    }
    mns_buf text;
    mns_buf_init(&text);
    minos_status status = canonical(lexer, token, values, &text, 0);
    if (status == MINOS_OK) {
        *value = text.failed
                     ? MNS_VALUE_NONE
                     : mns_values_intern(values, vector ? MNS_VALUE_VECTOR : MNS_VALUE_TAGGED,
                                         text.data, text.size);
        status = *value == MNS_VALUE_NONE ? MINOS_ENOMEM : MINOS_OK;
    }
    mns_buf_release(&text);
    return status;
}
