/*
 * value_reader.c - keys and elements: scalars and vectors of them, to value references.
 *
 * Scalars are interned by kind and unescaped bytes. Vectors, lists and tagged values are written
 * down as canonical EDN and interned as that text, so equal ones get equal references. Recursion is
 * bounded by MNS_LIMIT_VALUE_DEPTH.
 */
#include "read/value_reader.h"

static void put_utf8(mns_buf *out, uint32_t code) {
    if (code < 0x80) {
        mns_buf_char(out, (char)code);
    } else if (code < 0x800) {
        mns_buf_char(out, (char)(0xC0 | code >> 6));
        mns_buf_char(out, (char)(0x80 | (code & 0x3F)));
    } else {
        if (code >= 0x10000) {
            mns_buf_char(out, (char)(0xF0 | code >> 18));
            mns_buf_char(out, (char)(0x80 | (code >> 12 & 0x3F)));
        } else {
            mns_buf_char(out, (char)(0xE0 | code >> 12));
        }
        mns_buf_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        mns_buf_char(out, (char)(0x80 | (code & 0x3F)));
    }
}

/* Four hexadecimal digits at p, or UINT32_MAX. */
static uint32_t hex4(const char *p, const char *end) {
    uint32_t code = 0;
    if (end - p < 4) {
        return UINT32_MAX;
    }
    for (int i = 0; i < 4; i++) {
        char c = p[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : UINT32_MAX;
        if (digit == UINT32_MAX) {
            return UINT32_MAX;
        }
        code = code << 4 | digit;
    }
    return code;
}

/* \uXXXX, with a second one where the two are a surrogate pair. Returns where it ends. */
static const char *unescape_unicode(const char *p, const char *end, mns_buf *out) {
    uint32_t code = hex4(p, end);
    if (code == UINT32_MAX) {
        mns_buf_char(out, 'u');
        return p;
    }
    p += 4;
    if (code >= 0xD800 && code < 0xDC00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
        uint32_t low = hex4(p + 2, end);
        if (low >= 0xDC00 && low < 0xE000) {
            put_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            return p + 6;
        }
    }
    put_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
    return p;
}

/* Up to three octal digits, as EDN's strings have them (JSON's lexer refuses these). */
static const char *unescape_octal(const char *p, const char *end, mns_buf *out) {
    uint32_t code = 0;
    for (int i = 0; i < 3 && p < end && *p >= '0' && *p <= '7'; i++) {
        code = code << 3 | (uint32_t)(*p++ - '0');
    }
    put_utf8(out, code);
    return p;
}

static void unescape(const char *p, const char *end, mns_buf *out) {
    static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
    while (p < end) {
        if (*p != '\\' || p + 1 == end) {
            mns_buf_char(out, *p++);
            continue;
        }
        p++;
        if (*p == 'u') {
            p = unescape_unicode(p + 1, end, out);
            continue;
        }
        if (*p >= '0' && *p <= '7') {
            p = unescape_octal(p, end, out);
            continue;
        }
        const char *known = *p == '\0' ? NULL : strchr(from, *p);
        mns_buf_char(out, known == NULL ? *p : to[known - from]);
        p++;
    }
}

/* 007, +7 and -0 are the integers 7, 7 and 0. */
static void put_big_integer(const mns_token *token, mns_buf *out) {
    const char *p = token->start;
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    while (p + 1 < token->end && *p == '0') {
        p++;
    }
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
    case MNS_TOKEN_INTEGER: *kind = MNS_VALUE_INTEGER; return true;
    case MNS_TOKEN_BIG:
        *kind = MNS_VALUE_INTEGER;
        put_big_integer(token, bytes);
        return true;
    case MNS_TOKEN_NUMBER: *kind = MNS_VALUE_NUMBER; break;
    case MNS_TOKEN_SYMBOL: *kind = MNS_VALUE_SYMBOL; break;
    case MNS_TOKEN_STRING:
        *kind = MNS_VALUE_STRING;
        unescape(token->start + 1, token->end - 1, bytes);
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

static minos_status read_scalar(mns_lexer *lexer, const mns_token *token, mns_values *values,
                                mns_value *value) {
    if (token->kind == MNS_TOKEN_INTEGER) {
        *value = mns_values_integer(values, token->integer);
        return *value == MNS_VALUE_NONE ? MINOS_ENOMEM : MINOS_OK;
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
    if (depth == MNS_LIMIT_VALUE_DEPTH) {
        mns_lexer_fail(lexer, token->start, "a key or element is nested too deeply",
                       "at most 32 levels are read");
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
