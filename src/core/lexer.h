/*
 * lexer.h - tokens of EDN and JSON, and iteration over collections without building a tree.
 *
 * Both notations share one token type and one iterator, so the readers of operations work for both.
 * Forms that are not needed are skipped but still checked, so malformed text is always found.
 *
 *     mns_walk walk = mns_walk_begin(lexer, &open);            // open: the '[' or '{' token
 *     while ((more = mns_walk_next(&walk, &token)) > 0) {      // token: first of the next element
 *         ... read the element, or mns_skip_rest(lexer, &token) ...
 *     }                                                        // 0: closed, < 0: error
 *
 * On an error the lexer keeps the first message with its position and hint, and every later call
 * fails.
 */
#ifndef MNS_LEXER_H
#define MNS_LEXER_H

#include "core/base.h"

/* The deepest nesting of collections that is read. */
#define MNS_LIMIT_DEPTH 512

#define MNS_BRACKET_HINT "is a bracket missing before this, or one too many?"
#define MNS_MAP_HINT "keys and values alternate; is one of them missing?"

typedef enum mns_token_kind {
    MNS_TOKEN_END,
    MNS_TOKEN_VECTOR, /* [ */
    MNS_TOKEN_LIST,   /* ( */
    MNS_TOKEN_MAP,    /* { */
    MNS_TOKEN_SET,    /* #{ */
    MNS_TOKEN_CLOSE,  /* ] ) } */
    MNS_TOKEN_NIL,
    MNS_TOKEN_TRUE,
    MNS_TOKEN_FALSE,
    MNS_TOKEN_INTEGER, /* fits int64_t: see integer */
    MNS_TOKEN_BIG,     /* an integer that does not; start .. end are sign and digits */
    MNS_TOKEN_NUMBER,  /* any other number */
    MNS_TOKEN_STRING,  /* start .. end include the quotes */
    MNS_TOKEN_CHARACTER,
    MNS_TOKEN_KEYWORD, /* start .. end include the colon */
    MNS_TOKEN_SYMBOL,
    MNS_TOKEN_TAG,     /* #name; the tagged form follows */
    MNS_TOKEN_DISCARD, /* #_ ; internal to the lexer */
    MNS_TOKEN_COMMA,   /* JSON only; internal to the lexer */
    MNS_TOKEN_COLON    /* JSON only; internal to the lexer */
} mns_token_kind;

typedef struct mns_token {
    mns_token_kind kind;
    const char *start, *end;
    int64_t integer;
} mns_token;

typedef struct mns_lexer {
    const char *begin, *p, *end;
    bool json;
    bool lone_surrogates;                /* accept half of a surrogate pair in a string */
    const char *error, *hint, *error_at; /* error is NULL until one occurs */
} mns_lexer;

typedef struct mns_walk {
    mns_lexer *lexer;
    const char *open;
    char close;
    bool first;
} mns_walk;

void mns_lexer_init(mns_lexer *lexer, const char *begin, const char *end, bool json);
/* Always returns false, so that callers can `return mns_lexer_fail(...)`. hint may be NULL. */
bool mns_lexer_fail(mns_lexer *lexer, const char *at, const char *error, const char *hint);
/* Checks the escape in a string whose backslash is just before p: \uXXXX or one of the letters.
 * Returns its bytes from p, both halves of a surrogate pair included; 0 on error. */
size_t mns_lexer_escape(mns_lexer *lexer, const char *p, const char *letters);

/* The next token that is not discarded; MNS_TOKEN_END at the end of the text. False on error. */
bool mns_next(mns_lexer *lexer, mns_token *token);
/* Skips the rest of the form that starts with this token. */
bool mns_skip_rest(mns_lexer *lexer, const mns_token *token);
/* The same for a collection that is read and checked later: only finds its end. */
bool mns_skip_unread(mns_lexer *lexer, const mns_token *token);

mns_walk mns_walk_begin(mns_lexer *lexer, const mns_token *open);
/* 1: *token starts the next element (in a map: the next key); 0: the collection is closed;
 * -1: error. */
int mns_walk_next(mns_walk *walk, mns_token *token);
/* In a map, after the key has been read: the first token of its value. */
bool mns_walk_value(mns_walk *walk, mns_token *token);
/* In a JSON object, instead of both: the name of the next field, which is a string, and the first
 * token of its value. Returns as mns_walk_next. */
int mns_walk_field(mns_walk *walk, mns_token *name, mns_token *value);

/* The closing character that belongs to an opening token. */
char mns_token_close(mns_token_kind kind);
bool mns_token_opens(mns_token_kind kind);
/* True if the token is a keyword, string or symbol with this name, a literal. */
#define MNS_TOKEN_IS(token, literal) mns_token_spells((token), (literal), sizeof(literal) - 1)

static inline bool mns_token_spells(const mns_token *token, const char *name, size_t size) {
    size_t before = token->kind != MNS_TOKEN_SYMBOL; /* a colon or a quote */
    size_t around = before + (token->kind == MNS_TOKEN_STRING);
    bool named = token->kind == MNS_TOKEN_KEYWORD || token->kind == MNS_TOKEN_STRING ||
                 token->kind == MNS_TOKEN_SYMBOL;
    return named && (size_t)(token->end - token->start) == size + around &&
           memcmp(token->start + before, name, size) == 0;
}

/* The next raw token of each notation; false on error. */
bool mns_edn_token(mns_lexer *lexer, mns_token *token);
bool mns_json_token(mns_lexer *lexer, mns_token *token);
/* Skips the rest of the collection that `open` starts. */
bool mns_edn_skip(mns_lexer *lexer, const mns_token *open);
bool mns_json_skip(mns_lexer *lexer, const mns_token *open);
/* Parses an optional sign and digits: sets kind (INTEGER or BIG) and integer. */
void mns_token_integer(mns_token *token, const char *start, const char *end);

#endif
