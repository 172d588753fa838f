/*
 * rewrite.c - see rewrite.h.
 *
 * Tokens are translated as they are read; nothing is kept. Recursion is bounded by the nesting that
 * the readers accept.
 */
#include "format/rewrite.h"

#include "core/lexer.h"
#include "core/unescape.h"
#include "format/name_set.h"
#include "read/numbers.h"
#include "read/op_names.h"
#include "read/values.h"
#include "read/workload.h"

typedef struct rewriter {
    mns_lexer lexer;
    bool to_json;
    mns_buf *out;
    bool has_twice; /* a map in a field has a name twice in JSON, */
    size_t twice;   /* the second time here in `out` */
} rewriter;

static void put_form(rewriter *w, const mns_token *token);

/* ---- Strings and names ------------------------------------------------------------------------
 */

static void put_token(rewriter *w, const mns_token *token) {
    mns_buf_bytes(w->out, token->start, (size_t)(token->end - token->start));
}

static void put_string(rewriter *w, const char *bytes, size_t size) {
    if (w->to_json) {
        mns_buf_json_string(w->out, bytes, size);
    } else {
        mns_edn_string(w->out, bytes, size);
    }
}

/* True if the inside of a string is the same in both notations. */
static bool is_plain_string(const mns_token *token) {
    for (const char *p = token->start + 1; p < token->end - 1; p++) {
        if (*p == '\\' || (unsigned char)*p < 0x20 || *p == 0x7F) {
            return false;
        }
    }
    return true;
}

/* Appends what a string token stands for. */
static void unescape(const mns_token *token, mns_buf *out) {
    mns_unescape(token->start + 1, token->end - 1, out);
}

static void put_string_token(rewriter *w, const mns_token *token) {
    if (is_plain_string(token)) {
        put_token(w, token);
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    unescape(token, &text);
    put_string(w, text.data == NULL ? "" : text.data, text.size);
    w->out->failed |= text.failed;
    mns_buf_release(&text);
}

/* True for a name that is a keyword with a colon before it. */
static bool is_keyword_name(const char *name, size_t size) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "_*!?-+0123456789.";
    bool good = size > 0;
    for (size_t i = 0; i < size && good; i++) {
        const char *found = name[i] == '\0' ? NULL : strchr(letters, name[i]);
        good = found != NULL && (i > 0 || found - letters < 56);
    }
    return good;
}

/* The token as a keyword where that is possible: of a JSON string, :txn. */
static void put_keyword(rewriter *w, const mns_token *token) {
    size_t size = (size_t)(token->end - token->start);
    if (token->kind == MNS_TOKEN_STRING && !w->to_json &&
        is_keyword_name(token->start + 1, size - 2)) {
        mns_buf_char(w->out, ':');
        mns_buf_bytes(w->out, token->start + 1, size - 2);
    } else {
        put_form(w, token);
    }
}

/* ---- Scalars ---------------------------------------------------------------------------------
 */

/* An EDN number that is not written as an integer. */
static void put_json_number(rewriter *w, const mns_token *token) {
    size_t size = (size_t)(token->end - token->start);
    mns_buf text;
    mns_buf_init(&text);
    bool integer = false;
    const char *wrong = mns_number_canonical(token->start, size, &text, &integer);
    if (wrong == NULL && text.data != NULL &&
        (integer || mns_is_json_number(text.data, text.size))) {
        mns_buf_bytes(w->out, text.data, text.size);
    } else if (wrong == NULL && text.data != NULL) {
        put_string(w, text.data, text.size);
    } else {
        put_string(w, token->start, size);
    }
    w->out->failed |= text.failed;
    mns_buf_release(&text);
}

/* Sign and digits without leading zeros and plus. */
static void put_big(rewriter *w, const mns_token *token) {
    const char *p = token->start;
    if (*p == '-') {
        mns_buf_char(w->out, '-');
    }
    p += *p == '-' || *p == '+';
    while (p + 1 < token->end && *p == '0') {
        p++;
    }
    mns_buf_bytes(w->out, p, (size_t)(token->end - p));
}

/* A scalar of EDN in JSON. */
static void put_json_scalar(rewriter *w, const mns_token *token) {
    size_t before = token->kind != MNS_TOKEN_SYMBOL; /* a colon or a backslash */
    switch (token->kind) {
    case MNS_TOKEN_NIL: mns_buf_bytes(w->out, "null", 4); break;
    case MNS_TOKEN_INTEGER: mns_buf_integer(w->out, token->integer); break;
    case MNS_TOKEN_BIG: put_big(w, token); break;
    case MNS_TOKEN_NUMBER: put_json_number(w, token); break;
    case MNS_TOKEN_STRING: put_string_token(w, token); break;
    case MNS_TOKEN_CHARACTER:
    case MNS_TOKEN_KEYWORD:
    case MNS_TOKEN_SYMBOL:
        put_string(w, token->start + before, (size_t)(token->end - token->start) - before);
        break;
    default: put_token(w, token); break; /* true and false */
    }
}

static void put_scalar(rewriter *w, const mns_token *token) {
    if (w->to_json && !w->lexer.json) {
        put_json_scalar(w, token);
    } else if (token->kind == MNS_TOKEN_STRING) {
        put_string_token(w, token);
    } else if (token->kind == MNS_TOKEN_NIL) {
        mns_buf_str(w->out, w->to_json ? "null" : "nil");
    } else {
        put_token(w, token);
    }
}

/* ---- Collections -----------------------------------------------------------------------------
 */

/* The name of a field, in JSON with its colon. */
static void put_name(rewriter *w, const mns_token *name) {
    if (!w->to_json) {
        if (w->lexer.json) {
            put_keyword(w, name);
        } else {
            put_form(w, name);
        }
        mns_buf_char(w->out, ' ');
        return;
    }
    size_t start = w->out->size;
    bool had_twice = w->has_twice;
    put_form(w, name);
    w->has_twice = had_twice;                           /* a map as a name becomes a string */
    if (w->out->failed || w->out->data[start] != '"') { /* a number, a vector: as a string */
        mns_buf text;
        mns_buf_init(&text);
        if (!w->out->failed) {
            mns_buf_bytes(&text, w->out->data + start, w->out->size - start);
            mns_buf_truncate(w->out, start);
            mns_buf_json_string(w->out, text.data == NULL ? "" : text.data, text.size);
        }
        w->out->failed |= text.failed;
        mns_buf_release(&text);
    }
    mns_buf_char(w->out, ':');
}

/* Notes the name of a field that starts here in the output. */
static void check_name(rewriter *w, mns_name_set *names, size_t start) {
    bool added = true;
    if (w->out->failed || w->has_twice) {
        return;
    }
    w->out->failed |= !mns_name_set_add(names, w->out->data + start, w->out->size - start, &added);
    if (!added) {
        w->has_twice = true;
        w->twice = start;
    }
}

static void put_map(rewriter *w, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&w->lexer, open);
    mns_token name, value;
    mns_name_set names;
    bool checks = w->to_json && !w->lexer.json;
    mns_name_set_init(&names);
    mns_buf_char(w->out, '{');
    for (bool first = true; mns_walk_next(&walk, &name) > 0; first = false) {
        if (!first) {
            mns_buf_str(w->out, w->to_json ? "," : ", ");
        }
        size_t start = w->out->size;
        put_name(w, &name);
        if (checks) {
            check_name(w, &names, start);
        }
        if (!mns_walk_value(&walk, &value)) {
            break;
        }
        put_form(w, &value);
    }
    mns_buf_char(w->out, '}');
    mns_name_set_release(&names);
}

static void put_elements(rewriter *w, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&w->lexer, open);
    mns_token element;
    if (w->to_json) {
        mns_buf_char(w->out, '[');
    } else {
        put_token(w, open);
    }
    for (bool first = true; mns_walk_next(&walk, &element) > 0; first = false) {
        if (!first) {
            mns_buf_char(w->out, w->to_json ? ',' : ' ');
        }
        put_form(w, &element);
    }
    mns_buf_char(w->out, w->to_json ? ']' : mns_token_close(open->kind));
}

/* Tags, then the form that they belong to. */
static void put_tagged_edn(rewriter *w, const mns_token *first) {
    mns_token token = *first;
    bool good = true;
    while (good && token.kind == MNS_TOKEN_TAG) {
        put_token(w, &token);
        mns_buf_char(w->out, ' ');
        good = mns_next(&w->lexer, &token);
    }
    if (good) {
        put_form(w, &token);
    }
}

static void put_tagged(rewriter *w, const mns_token *first) {
    if (!w->to_json) {
        put_tagged_edn(w, first);
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    rewriter edn = {.lexer = w->lexer, .to_json = false, .out = &text};
    put_tagged_edn(&edn, first);
    w->lexer = edn.lexer;
    mns_buf_json_string(w->out, text.data == NULL ? "" : text.data, text.size);
    w->out->failed |= text.failed;
    mns_buf_release(&text);
}

/* The form that starts with this token. */
static void put_form(rewriter *w, const mns_token *token) {
    if (token->kind == MNS_TOKEN_TAG) {
        put_tagged(w, token);
    } else if (token->kind == MNS_TOKEN_MAP) {
        put_map(w, token);
    } else if (mns_token_opens(token->kind)) {
        put_elements(w, token);
    } else {
        put_scalar(w, token);
    }
}

void mns_rewrite_value(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out) {
    rewriter w = {.to_json = rewrite.to_json, .out = out};
    mns_token token;
    mns_lexer_init(&w.lexer, text, end, rewrite.from_json);
    if (mns_next(&w.lexer, &token)) {
        put_form(&w, &token);
    }
}

/* ---- Operations ------------------------------------------------------------------------------
 */

/* [["w" 1 2]] with its functions as keywords: only JSON has strings there. */
static void put_mop(rewriter *w, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&w->lexer, open);
    mns_token token;
    mns_workload workload;
    mns_buf_char(w->out, '[');
    for (bool first = true; mns_walk_next(&walk, &token) > 0; first = false) {
        if (!first) {
            mns_buf_char(w->out, ' ');
        }
        if (first && (MNS_TOKEN_IS(&token, "r") || mns_workload_of_write(&token, &workload))) {
            put_keyword(w, &token);
        } else {
            put_form(w, &token);
        }
    }
    mns_buf_char(w->out, ']');
}

static void put_mops(rewriter *w, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&w->lexer, open);
    mns_token token;
    mns_buf_char(w->out, '[');
    for (bool first = true; mns_walk_next(&walk, &token) > 0; first = false) {
        if (!first) {
            mns_buf_char(w->out, ' ');
        }
        if (token.kind == MNS_TOKEN_VECTOR) {
            put_mop(w, &token);
        } else {
            put_form(w, &token);
        }
    }
    mns_buf_char(w->out, ']');
}

/* "nemesis" in JSON is :nemesis in EDN; ":alice" is :alice. */
static void put_process(rewriter *w, const mns_token *token) {
    size_t size = (size_t)(token->end - token->start);
    bool to_edn = w->lexer.json && !w->to_json;
    bool to_json = !w->lexer.json && w->to_json;
    if (to_edn && MNS_TOKEN_IS(token, "nemesis")) {
        put_keyword(w, token);
    } else if (to_edn && token->kind == MNS_TOKEN_STRING && token->start[1] == ':' &&
               is_keyword_name(token->start + 2, size - 3)) {
        mns_buf_bytes(w->out, token->start + 1, size - 2);
    } else if (to_json && token->kind == MNS_TOKEN_KEYWORD && !MNS_TOKEN_IS(token, "nemesis")) {
        mns_buf_json_string(w->out, token->start, size);
    } else {
        put_form(w, token);
    }
}

static void put_field(rewriter *w, const mns_token *name, const mns_token *value) {
    bool to_edn = w->lexer.json && !w->to_json;
    if (MNS_TOKEN_IS(name, "process")) {
        put_process(w, value);
    } else if (to_edn && MNS_TOKEN_IS(name, "value") && value->kind == MNS_TOKEN_VECTOR) {
        put_mops(w, value);
    } else if (to_edn && (MNS_TOKEN_IS(name, "type") || MNS_TOKEN_IS(name, "f") ||
                          MNS_TOKEN_IS(name, "sets"))) {
        put_keyword(w, value);
    } else {
        put_form(w, value);
    }
}

/* Where each name of an operation was written: two names of EDN may be one in JSON. */
typedef struct names {
    struct {
        size_t start, size;
    } items[MNS_LIMIT_OP_FIELDS];
    uint32_t count;
    bool mixed; /* not only keywords, which differ */
} names;

/* The second of two equal names of the operation, else of a map in it. */
static mns_rewrite_twice find_twice(const names *all, const rewriter *w) {
    const mns_buf *out = w->out;
    for (uint32_t i = 1; i < all->count && all->mixed && !out->failed; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (all->items[i].size == all->items[j].size &&
                memcmp(out->data + all->items[i].start, out->data + all->items[j].start,
                       all->items[i].size) == 0) {
                return (mns_rewrite_twice){.name = out->data + all->items[i].start};
            }
        }
    }
    bool nested = w->has_twice && !out->failed;
    return (mns_rewrite_twice){.name = nested ? out->data + w->twice : NULL, .nested = nested};
}

static mns_rewrite_twice put_op(rewriter *w, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&w->lexer, open);
    mns_token name, value;
    names all;
    all.count = 0;
    all.mixed = false;
    mns_buf_char(w->out, '{');
    for (bool first = true; mns_walk_next(&walk, &name) > 0; first = false) {
        if (!first) {
            mns_buf_str(w->out, w->to_json ? "," : ", ");
        }
        size_t start = w->out->size;
        put_name(w, &name);
        if (all.count < MNS_LIMIT_OP_FIELDS) {
            all.items[all.count].start = start;
            all.items[all.count++].size = w->out->size - start;
        }
        all.mixed |= name.kind != MNS_TOKEN_KEYWORD;
        if (!mns_walk_value(&walk, &value)) {
            break;
        }
        put_field(w, &name, &value);
    }
    mns_buf_char(w->out, '}');
    if (w->lexer.json || !w->to_json) {
        return (mns_rewrite_twice){.name = NULL};
    }
    return find_twice(&all, w);
}

bool mns_rewrite_op(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out,
                    mns_rewrite_twice *twice) {
    rewriter w = {.to_json = rewrite.to_json, .out = out};
    mns_token token;
    mns_lexer_init(&w.lexer, text, end, rewrite.from_json);
    bool good = mns_next(&w.lexer, &token);
    while (good && token.kind == MNS_TOKEN_TAG) {
        if (!rewrite.to_json) {
            mns_buf_bytes(out, token.start, (size_t)(token.end - token.start));
        }
        good = mns_next(&w.lexer, &token);
    }
    good = good && token.kind == MNS_TOKEN_MAP;
    *twice = good ? put_op(&w, &token) : (mns_rewrite_twice){.name = NULL};
    return good && w.lexer.error == NULL;
}
