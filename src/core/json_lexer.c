/*
 * json_lexer.c - JSON tokens (RFC 8259), and skipping JSON values.
 *
 * Iterative: nesting uses a stack of MNS_LIMIT_DEPTH levels. O(bytes).
 */
#include "core/lexer.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *digits_end(const char *p, const char *end) {
    while (p < end && is_digit(*p)) {
        p++;
    }
    return p;
}

static bool string(mns_lexer *lexer, mns_token *token) {
    token->kind = MNS_TOKEN_STRING;
    for (const char *p = token->start + 1; p < lexer->end; p++) {
        if (*p == '"') {
            token->end = lexer->p = p + 1;
            return true;
        }
        if ((unsigned char)*p < 0x20) {
            return mns_lexer_fail(lexer, p, "a raw control character in a string",
                                  "JSON strings write a newline as \\n; a string cut short looks "
                                  "like this too");
        }
        if (*p == '\\') {
            size_t size = mns_lexer_escape(lexer, ++p, "\"\\/bfnrt");
            if (size == 0) {
                return false;
            }
            p += size - 1;
        }
    }
    return mns_lexer_fail(lexer, token->start, "this string is never closed",
                          "the file may have been cut short while it was written");
}

static bool bad_number(mns_lexer *lexer, const char *at) {
    return mns_lexer_fail(lexer, at, "malformed JSON number",
                          "numbers look like 1, -2, 3.5 or 4e2, without leading zeros");
}

static bool number(mns_lexer *lexer, mns_token *token) {
    const char *end = lexer->end, *start = token->start;
    const char *digits = start + (*start == '-');
    const char *p = digits_end(digits, end);
    if (p == digits || (*digits == '0' && p > digits + 1)) {
        return bad_number(lexer, start);
    }
    const char *integer_end = p;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = digits_end(p, end);
        if (p == fraction) {
            return bad_number(lexer, start);
        }
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p += 1 + (p + 1 < end && (p[1] == '+' || p[1] == '-'));
        const char *exponent = p;
        p = digits_end(p, end);
        if (p == exponent) {
            return bad_number(lexer, start);
        }
    }
    token->kind = MNS_TOKEN_NUMBER;
    token->end = lexer->p = p;
    if (p == integer_end) {
        mns_token_integer(token, start, p);
    }
    return true;
}

static bool literal(mns_lexer *lexer, mns_token *token) {
    static const struct {
        const char *word;
        mns_token_kind kind;
    } words[] = {{"null", MNS_TOKEN_NIL}, {"true", MNS_TOKEN_TRUE}, {"false", MNS_TOKEN_FALSE}};
    const char *p = token->start;
    while (p < lexer->end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))) {
        p++;
    }
    size_t size = (size_t)(p - token->start);
    for (size_t i = 0; i < MNS_COUNT_OF(words); i++) {
        if (size == strlen(words[i].word) && memcmp(token->start, words[i].word, size) == 0) {
            token->kind = words[i].kind;
            token->end = lexer->p = p;
            return true;
        }
    }
    return mns_lexer_fail(lexer, token->start, "unexpected text", "this is not JSON");
}

bool mns_json_token(mns_lexer *lexer, mns_token *token) {
    if (lexer->error != NULL) {
        return false;
    }
    const char *p = lexer->p;
    while (p < lexer->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) {
        p++;
    }
    lexer->p = p;
    token->start = p;
    token->end = p;
    if (p == lexer->end) {
        token->kind = MNS_TOKEN_END;
        return true;
    }
    switch (*p) {
    case '[': token->kind = MNS_TOKEN_VECTOR; break;
    case '{': token->kind = MNS_TOKEN_MAP; break;
    case ']':
    case '}': token->kind = MNS_TOKEN_CLOSE; break;
    case ',': token->kind = MNS_TOKEN_COMMA; break;
    case ':': token->kind = MNS_TOKEN_COLON; break;
    case '"': return string(lexer, token);
    default: return *p == '-' || is_digit(*p) ? number(lexer, token) : literal(lexer, token);
    }
    token->end = lexer->p = p + 1;
    return true;
}

/* Each level of the stack has a walk, which checks the commas. */
bool mns_json_skip(mns_lexer *lexer, const mns_token *open) {
    mns_walk stack[MNS_LIMIT_DEPTH];
    bool map[MNS_LIMIT_DEPTH];
    uint32_t depth = 1;
    stack[0] = mns_walk_begin(lexer, open);
    map[0] = open->kind == MNS_TOKEN_MAP;
    while (depth > 0) {
        mns_token token;
        mns_walk *walk = &stack[depth - 1];
        mns_token name;
        int more =
            map[depth - 1] ? mns_walk_field(walk, &name, &token) : mns_walk_next(walk, &token);
        if (more <= 0) {
            depth--;
            if (more < 0) {
                return false;
            }
            continue;
        }
        if (mns_token_opens(token.kind)) {
            if (depth == MNS_LIMIT_DEPTH) {
                return mns_lexer_fail(lexer, token.start, "collections are nested too deeply",
                                      "the limit is 512 levels");
            }
            stack[depth] = mns_walk_begin(lexer, &token);
            map[depth++] = token.kind == MNS_TOKEN_MAP;
        }
    }
    return true;
}
