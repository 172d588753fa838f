/* lexer.c - what EDN and JSON have in common; see lexer.h. */
#include "core/lexer.h"

#include "core/scan.h"
#include "core/unescape.h"

void mns_lexer_init(mns_lexer *lexer, const char *begin, const char *end, bool json) {
    assert(begin <= end);
    memset(lexer, 0, sizeof *lexer);
    lexer->begin = lexer->p = begin;
    lexer->end = end;
    lexer->json = json;
}

bool mns_lexer_fail(mns_lexer *lexer, const char *at, const char *error, const char *hint) {
    assert(at >= lexer->begin && at <= lexer->end && error != NULL);
    if (lexer->error == NULL) {
        lexer->error = error;
        lexer->hint = hint;
        lexer->error_at = at;
    }
    return false;
}

char mns_token_close(mns_token_kind kind) {
    assert(mns_token_opens(kind));
    switch (kind) {
    case MNS_TOKEN_VECTOR: return ']';
    case MNS_TOKEN_LIST: return ')';
    default: return '}';
    }
}

bool mns_token_opens(mns_token_kind kind) {
    return kind >= MNS_TOKEN_VECTOR && kind <= MNS_TOKEN_SET;
}

void mns_token_integer(mns_token *token, const char *start, const char *end) {
    assert(start < end && end[-1] >= '0' && end[-1] <= '9');
    bool negative = *start == '-';
    const char *p = start + (*start == '-' || *start == '+');
    uint64_t limit = negative ? (uint64_t)1 << 63 : INT64_MAX;
    uint64_t value = 0;
    token->kind = MNS_TOKEN_INTEGER;
    for (; p < end; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (value > (limit - digit) / 10) {
            token->kind = MNS_TOKEN_BIG;
            return;
        }
        value = value * 10 + digit;
    }
    token->integer = negative ? (int64_t)(0 - value) : (int64_t)value;
}

static size_t unicode_escape(mns_lexer *lexer, const char *p) {
    uint32_t code;
    size_t size = mns_unicode_escape_read(p + 1, lexer->end, &code);
    if (size > 0 && code == MNS_LONE_SURROGATE && !lexer->lone_surrogates) {
        mns_lexer_fail(lexer, p - 1, "unpaired surrogate in a string",
                       "a character beyond \\uFFFF is two escapes, \\uD800-\\uDBFF then "
                       "\\uDC00-\\uDFFF");
        return 0;
    }
    return size == 0 ? 0 : size + 1;
}

size_t mns_lexer_escape(mns_lexer *lexer, const char *p, const char *letters) {
    size_t size = 0;
    if (p < lexer->end && *p == 'u') {
        size = unicode_escape(lexer, p);
    } else if (p < lexer->end && *p != '\0' && strchr(letters, *p) != NULL) {
        size = 1;
    }
    if (size == 0) {
        mns_lexer_fail(lexer, p - 1, "unknown escape in a string", "write a backslash as \\\\");
    }
    return size;
}

bool mns_skip_rest(mns_lexer *lexer, const mns_token *token) {
    mns_token t = *token;
    while (t.kind == MNS_TOKEN_TAG) {
        if (!mns_next(lexer, &t)) {
            return false;
        }
        if (t.kind == MNS_TOKEN_CLOSE || t.kind == MNS_TOKEN_END) {
            return mns_lexer_fail(lexer, t.start, "a tag with nothing after it",
                                  "#tag must be followed by the form it tags");
        }
    }
    if (!mns_token_opens(t.kind)) {
        return lexer->error == NULL;
    }
    return lexer->json ? mns_json_skip(lexer, &t) : mns_edn_skip(lexer, &t);
}

/* Bytes that matter for finding the end of a collection. */
enum { PLAIN, OPEN, CLOSE, QUOTE, BACKSLASH, COMMENT };

static const unsigned char significance[256] = {
    ['['] = OPEN,  ['('] = OPEN,  ['{'] = OPEN,       [']'] = CLOSE,   [')'] = CLOSE,
    ['}'] = CLOSE, ['"'] = QUOTE, ['\\'] = BACKSLASH, [';'] = COMMENT,
};

/* Just past the closing quote, or the end of the text. p is past the opening one. */
static const char *string_end(const char *p, const char *end) {
    while (p < end && *p != '"') {
        p += *p == '\\' ? 2 : 1;
    }
    return p < end ? p + 1 : end;
}

/* Skips digits and spaces, eight bytes at a time: they are most of a long list. */
static const char *skip_digits(const char *p, const char *end) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x80 * ones, lows = 0x7F * ones;
    while (end - p >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        /* The top bit of each byte: set if it is not '0' .. '9'; set if it is a space. */
        uint64_t digit = word ^ ('0' * ones), space = word ^ (' ' * ones);
        uint64_t is_other = (((digit & lows) + (0x80 - 10) * ones) | digit) & tops;
        uint64_t is_space = ~(((space & lows) + lows) | space) & tops;
        if ((is_other & ~is_space) != 0) {
            break;
        }
        p += 8;
    }
    return p;
}

/* Just past the bracket that closes the collection the lexer is in, or NULL. All kinds of brackets
 * count alike. Skips strings, characters and comments, which may contain brackets. */
static const char *collection_end(const mns_lexer *lexer) {
    const char *p = lexer->p, *end = lexer->end;
    uint64_t depth = 1;
    while (p < end) {
        switch (significance[(unsigned char)*p++]) {
        case OPEN:
            depth++;
            p = skip_digits(p, end);
            break;
        case CLOSE:
            if (--depth == 0) {
                return p;
            }
            break;
        case QUOTE: p = string_end(p, end); break;
        case BACKSLASH: p += p < end; break; /* an EDN character, which may be a bracket */
        case COMMENT:
            if (!lexer->json) {
                const char *newline = memchr(p, '\n', (size_t)(end - p));
                p = newline == NULL ? end : newline + 1;
            }
            break;
        default: break;
        }
    }
    return NULL;
}

bool mns_skip_unread(mns_lexer *lexer, const mns_token *token) {
    if (mns_token_opens(token->kind)) {
        /* Few EDN collections contain strings; in JSON every name is one. */
        const char *past = lexer->json ? NULL : mns_scan_balanced(lexer->p, lexer->end);
        past = past == NULL ? collection_end(lexer) : past;
        if (past != NULL && past[-1] == mns_token_close(token->kind)) {
            assert(past > lexer->p && past <= lexer->end);
            lexer->p = past;
            return true;
        }
    }
    return mns_skip_rest(lexer, token); /* reports the error */
}

/* Skips the form after "#_". "#_ #_ a b" discards two forms, so discards are counted, not nested.
 */
static bool discard(mns_lexer *lexer) {
    for (uint64_t forms = 1; forms > 0; forms--) {
        mns_token token;
        do {
            if (!mns_edn_token(lexer, &token)) {
                return false;
            }
            forms += token.kind == MNS_TOKEN_DISCARD;
        } while (token.kind == MNS_TOKEN_DISCARD || token.kind == MNS_TOKEN_TAG);
        if (token.kind == MNS_TOKEN_END || token.kind == MNS_TOKEN_CLOSE) {
            return mns_lexer_fail(lexer, token.start, "#_ with nothing to discard after it",
                                  "#_ discards the form that follows it");
        }
        if (mns_token_opens(token.kind) && !mns_edn_skip(lexer, &token)) {
            return false;
        }
    }
    return true;
}

bool mns_next(mns_lexer *lexer, mns_token *token) {
    if (lexer->json) {
        return mns_json_token(lexer, token);
    }
    for (;;) {
        if (!mns_edn_token(lexer, token)) {
            assert(lexer->error != NULL);
            return false;
        }
        if (token->kind != MNS_TOKEN_DISCARD) {
            assert(token->start <= token->end && token->end <= lexer->p);
            return true;
        }
        if (!discard(lexer)) {
            return false;
        }
    }
}

mns_walk mns_walk_begin(mns_lexer *lexer, const mns_token *open) {
    return (mns_walk){
        .lexer = lexer, .open = open->start, .close = mns_token_close(open->kind), .first = true};
}

static int walk_fail(mns_walk *walk, const char *at, const char *error, const char *hint) {
    mns_lexer_fail(walk->lexer, at, error, hint);
    return -1;
}

/* In JSON, one comma separates elements; *token becomes the token after it. */
static int json_separator(mns_walk *walk, mns_token *token) {
    if (walk->first) {
        return token->kind != MNS_TOKEN_COMMA
                   ? 1
                   : walk_fail(walk, token->start, "unexpected ','",
                               "a comma stands between two values, not before the first");
    }
    if (token->kind != MNS_TOKEN_COMMA) {
        return walk_fail(walk, token->start, "expected ',' or the end of the collection",
                         "is a comma or a closing bracket missing just before this?");
    }
    if (!mns_next(walk->lexer, token)) {
        return -1;
    }
    if (token->kind == MNS_TOKEN_CLOSE || token->kind == MNS_TOKEN_COMMA) {
        return walk_fail(walk, token->start, "expected a value after ','",
                         "JSON allows no trailing comma");
    }
    return 1;
}

int mns_walk_next(mns_walk *walk, mns_token *token) {
    assert(walk->open >= walk->lexer->begin && walk->open < walk->lexer->p);
    if (!mns_next(walk->lexer, token)) {
        return -1;
    }
    if (token->kind == MNS_TOKEN_END) {
        return walk_fail(walk, walk->open, "this collection is never closed",
                         "the file may have been cut short while it was written");
    }
    if (token->kind == MNS_TOKEN_CLOSE) {
        return *token->start == walk->close
                   ? 0
                   : walk_fail(walk, token->start, "mismatched closing bracket", MNS_BRACKET_HINT);
    }
    int more = walk->lexer->json ? json_separator(walk, token) : 1;
    walk->first = false;
    if (more > 0 && (token->kind == MNS_TOKEN_COLON || token->kind == MNS_TOKEN_END)) {
        return walk_fail(walk, token->start, "expected a value", MNS_BRACKET_HINT);
    }
    return more;
}

bool mns_walk_value(mns_walk *walk, mns_token *token) {
    mns_lexer *lexer = walk->lexer;
    if (lexer->json) {
        if (!mns_next(lexer, token)) {
            return false;
        }
        if (token->kind != MNS_TOKEN_COLON) {
            return mns_lexer_fail(lexer, token->start, "expected ':' after the field's name",
                                  "JSON writes \"name\": value");
        }
    }
    if (!mns_next(lexer, token)) {
        return false;
    }
    if (token->kind == MNS_TOKEN_END) {
        return mns_lexer_fail(lexer, walk->open, "this collection is never closed",
                              "the file may have been cut short while it was written");
    }
    if (token->kind == MNS_TOKEN_CLOSE) {
        return mns_lexer_fail(lexer, token->start, "a map needs a value for every key",
                              MNS_MAP_HINT);
    }
    if (token->kind == MNS_TOKEN_COMMA || token->kind == MNS_TOKEN_COLON) {
        return mns_lexer_fail(lexer, token->start, "expected a value", MNS_MAP_HINT);
    }
    return true;
}

int mns_walk_field(mns_walk *walk, mns_token *name, mns_token *value) {
    int more = mns_walk_next(walk, name);
    if (more > 0 && name->kind != MNS_TOKEN_STRING) {
        return walk_fail(walk, name->start, "a field's name must be a string",
                         "JSON writes {\"name\": value}");
    }
    return more > 0 && !mns_walk_value(walk, value) ? -1 : more;
}
