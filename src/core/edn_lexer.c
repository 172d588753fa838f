/*
 * edn_lexer.c - EDN tokens, and skipping EDN forms.
 *
 * Supports nil, booleans, integers with N, floats, ratios, decimals with M, strings (raw newlines
 * allowed), characters, keywords, symbols, vectors, lists, maps, sets, tagged literals, #_
 * discards,
 * ##Inf and comments; commas are white space. Iterative: nesting uses a stack of MNS_LIMIT_DEPTH
 * levels. O(bytes).
 */
#include "core/lexer.h"

enum { SPACE = 1, DELIMITER = 2, DIGIT = 4 };

/* Character classes. DELIMITER ends a word. Control characters are delimiters too, and an error
 * where a token should start. A table, because every byte is looked up. */
/* clang-format off */
#define S (SPACE | DELIMITER)
#define D DELIMITER
#define N DIGIT
static const unsigned char classes[256] = {
    D, D, D, D, D, D, D, D, D, S, S, S, S, S, D, D, /* control characters, \t \n \v \f \r */
    D, D, D, D, D, D, D, D, D, D, D, D, D, D, D, D,
    S, 0, D, 0, 0, 0, 0, 0, D, D, 0, 0, S, 0, 0, 0, /* space, ", ( ), comma */
    N, N, N, N, N, N, N, N, N, N, 0, D, 0, 0, 0, 0, /* digits, ; */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, D, 0, D, 0, 0, /* [ ] */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, D, 0, D, 0, D, /* { }, delete; all above is part of words */
};
#undef S
#undef D
#undef N
/* clang-format on */

static unsigned class_of(char c) { return classes[(unsigned char)c]; }

static const char *skip_space(const char *p, const char *end) {
    while (p < end) {
        if (class_of(*p) & SPACE) {
            p++;
        } else if (*p == ';') {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            p = newline == NULL ? end : newline + 1;
        } else {
            break;
        }
    }
    return p;
}

static const char *word_end(const char *p, const char *end) {
    while (p < end && !(class_of(*p) & DELIMITER)) {
        p++;
    }
    return p;
}

static const char *digits_end(const char *p, const char *end) {
    while (p < end && class_of(*p) == DIGIT) {
        p++;
    }
    return p;
}

/* A float: digits [. digits] [e [sign] digits] [M]. p is past the integer part. */
static bool is_float(const char *p, const char *end) {
    if (p < end && *p == '.') {
        p = digits_end(p + 1, end);
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p += 1 + (p + 1 < end && (p[1] == '+' || p[1] == '-'));
        const char *digits = p;
        p = digits_end(p, end);
        if (p == digits) {
            return false;
        }
    }
    return p + (p < end && *p == 'M') == end;
}

static bool number(mns_lexer *lexer, mns_token *token, const char *start) {
    const char *end = token->end;
    const char *digits = start + (*start == '-' || *start == '+');
    const char *p = digits_end(digits, end);
    assert(p > digits);
    if (p == end || (p + 1 == end && *p == 'N')) {
        mns_token_integer(token, start, p);
        token->end = p; /* without the N */
        lexer->p = end;
        return true;
    }
    token->kind = MNS_TOKEN_NUMBER;
    bool ratio = *p == '/' && p + 1 < end && digits_end(p + 1, end) == end;
    if (ratio || is_float(p, end)) {
        lexer->p = end;
        return true;
    }
    return mns_lexer_fail(lexer, start, "malformed number",
                          "numbers look like 1, -2N, 3.5, 4e2, 5/6 or 7.8M");
}

static bool string(mns_lexer *lexer, mns_token *token) {
    token->kind = MNS_TOKEN_STRING;
    for (const char *p = token->start + 1; p < lexer->end; p++) {
        if (*p == '"') {
            token->end = lexer->p = p + 1;
            return true;
        }
        if (*p != '\\') {
            continue;
        }
        size_t size = mns_lexer_escape(lexer, ++p, "tbnrf\\\"'01234567");
        if (size == 0) {
            return false;
        }
        p += size - 1;
    }
    return mns_lexer_fail(lexer, token->start, "this string is never closed",
                          "the file may have been cut short while it was written");
}

static bool character(mns_lexer *lexer, mns_token *token) {
    token->kind = MNS_TOKEN_CHARACTER;
    if (token->start + 1 >= lexer->end || (unsigned char)token->start[1] < 0x20) {
        return mns_lexer_fail(lexer, token->start, "a backslash with no character after it",
                              "EDN writes a character as \\a or \\newline");
    }
    /* The character itself may be a delimiter, as in \( or \; */
    token->end = lexer->p = word_end(token->start + 2, lexer->end);
    return true;
}

/* Valid after ## */
static bool is_symbolic(const char *name, const char *end) {
    static const char *const names[] = {"Inf", "-Inf", "NaN"};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        size_t size = strlen(names[i]);
        if ((size_t)(end - name) == size && memcmp(name, names[i], size) == 0) {
            return true;
        }
    }
    return false;
}

static bool dispatch(mns_lexer *lexer, mns_token *token) {
    const char *p = token->start + 1;
    char c = p < lexer->end ? *p : ' ';
    if (c == '{' || c == '_') {
        token->kind = c == '{' ? MNS_TOKEN_SET : MNS_TOKEN_DISCARD;
        token->end = lexer->p = p + 1;
        return true;
    }
    bool symbolic = c == '#'; /* ##Inf, ##-Inf, ##NaN */
    token->kind = symbolic ? MNS_TOKEN_NUMBER : MNS_TOKEN_TAG;
    token->end = lexer->p = word_end(p, lexer->end);
    bool named = symbolic ? is_symbolic(p + 1, token->end)
                          : token->end > p && class_of(c) == 0 && c != '\\' && c != '\'';
    return named || mns_lexer_fail(lexer, token->start, "unexpected '#'",
                                   symbolic ? "expected ##Inf, ##-Inf or ##NaN"
                                            : "expected #{, #_, or #tag");
}

static bool word(mns_lexer *lexer, mns_token *token) {
    const char *start = token->start;
    char c = *start;
    token->end = lexer->p = word_end(start, lexer->end);
    size_t size = (size_t)(token->end - start);
    if (c == ':') {
        token->kind = MNS_TOKEN_KEYWORD;
        return (size > 1 && start[1] != ':') ||
               mns_lexer_fail(lexer, start, "a keyword needs a name after its colon",
                              "keywords look like :ok or :ns/name");
    }
    if (class_of(c) == DIGIT ||
        ((c == '-' || c == '+') && size > 1 && class_of(start[1]) == DIGIT)) {
        return number(lexer, token, start);
    }
    token->kind = MNS_TOKEN_SYMBOL;
    if (size == 3 && memcmp(start, "nil", 3) == 0) {
        token->kind = MNS_TOKEN_NIL;
    } else if (size == 4 && memcmp(start, "true", 4) == 0) {
        token->kind = MNS_TOKEN_TRUE;
    } else if (size == 5 && memcmp(start, "false", 5) == 0) {
        token->kind = MNS_TOKEN_FALSE;
    } else if ((unsigned char)c < 0x20 || c == 0x7F || strchr("'`~^@", c) != NULL) {
        return mns_lexer_fail(lexer, start, "unexpected character", "this is not EDN");
    }
    return true;
}

bool mns_edn_token(mns_lexer *lexer, mns_token *token) {
    if (lexer->error != NULL) {
        return false;
    }
    const char *p = lexer->p = skip_space(lexer->p, lexer->end);
    token->start = p;
    token->end = p;
    if (p == lexer->end) {
        token->kind = MNS_TOKEN_END;
        return true;
    }
    switch (*p) {
    case '[': token->kind = MNS_TOKEN_VECTOR; break;
    case '(': token->kind = MNS_TOKEN_LIST; break;
    case '{': token->kind = MNS_TOKEN_MAP; break;
    case ']':
    case ')':
    case '}': token->kind = MNS_TOKEN_CLOSE; break;
    case '"': return string(lexer, token);
    case '\\': return character(lexer, token);
    case '#': return dispatch(lexer, token);
    default: return word(lexer, token);
    }
    token->end = lexer->p = p + 1;
    return true;
}

typedef struct level {
    const char *open;
    uint32_t discards; /* forms still to be discarded */
    char close;
    bool map;
    bool odd;    /* of a map: a key without its value so far */
    bool tagged; /* the last token was a tag */
} level;

/* Counts a finished form on its level. */
static void finish_form(level *at) {
    at->tagged = false;
    if (at->discards > 0) {
        at->discards--;
    } else {
        at->odd = !at->odd;
    }
}

static bool close_level(mns_lexer *lexer, const level *at, const mns_token *token) {
    assert(at->open < token->start);
    if (*token->start != at->close) {
        return mns_lexer_fail(lexer, token->start, "mismatched closing bracket", MNS_BRACKET_HINT);
    }
    if (at->discards > 0 || at->tagged) {
        return mns_lexer_fail(lexer, token->start, "a tag or #_ with nothing after it",
                              "#tag and #_ belong to the form that follows them");
    }
    return !(at->map && at->odd) ||
           mns_lexer_fail(lexer, token->start, "a map needs a value for every key", MNS_MAP_HINT);
}

static level level_of(const mns_token *open) {
    return (level){.open = open->start,
                   .close = mns_token_close(open->kind),
                   .map = open->kind == MNS_TOKEN_MAP};
}

bool mns_edn_skip(mns_lexer *lexer, const mns_token *open) {
    level outer[MNS_LIMIT_DEPTH - 1]; /* the levels around this one */
    level at = level_of(open);
    uint32_t depth = 0;
    mns_token token;
    while (mns_edn_token(lexer, &token)) {
        if (mns_token_opens(token.kind)) {
            if (depth == MNS_LIMIT_DEPTH - 1) {
                return mns_lexer_fail(lexer, token.start, "collections are nested too deeply",
                                      "the limit is 512 levels");
            }
            outer[depth++] = at;
            at = level_of(&token);
        } else if (token.kind == MNS_TOKEN_CLOSE) {
            if (!close_level(lexer, &at, &token) || depth == 0) {
                return lexer->error == NULL;
            }
            at = outer[--depth];
            finish_form(&at);
        } else if (token.kind == MNS_TOKEN_DISCARD) {
            at.discards++;
        } else if (token.kind == MNS_TOKEN_TAG) {
            at.tagged = true;
        } else if (token.kind == MNS_TOKEN_END) {
            return mns_lexer_fail(lexer, at.open, "this collection is never closed",
                                  "the file may have been cut short while it was written");
        } else {
            finish_form(&at);
        }
    }
    return false;
}
