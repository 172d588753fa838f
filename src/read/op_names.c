/* op_names.c - see op_names.h. */
#include "read/op_names.h"

#include "core/unescape.h"

static const char *const known[] = {"type", "process",  "f",         "value", "index",
                                    "time", "start-ts", "commit-ts", "error", "version"};

static bool is_known(const char *name, size_t size) {
    for (size_t i = 0; i < MNS_COUNT_OF(known); i++) {
        if (strlen(known[i]) == size && memcmp(known[i], name, size) == 0) {
            return true;
        }
    }
    return false;
}

bool mns_op_field_is_other(const mns_token *name, const mns_token *value) {
    bool named = name->kind == MNS_TOKEN_KEYWORD || name->kind == MNS_TOKEN_STRING;
    size_t size = (size_t)(name->end - name->start) - (name->kind == MNS_TOKEN_STRING ? 2 : 1);
    return value->kind != MNS_TOKEN_NIL &&
           !(named && (is_known(name->start + 1, size) || MNS_TOKEN_IS(name, "node")));
}

/* "typ\u0065" also names the type. No known writer escapes names, so such a name is rejected. */
static bool hides_known(const char *name, size_t size) {
    if (memchr(name, '\\', size) == NULL) {
        return false;
    }
    mns_buf plain;
    mns_buf_init(&plain);
    mns_unescape(name, name + size, &plain);
    bool hides = !plain.failed && plain.data != NULL && is_known(plain.data, plain.size);
    mns_buf_release(&plain);
    return hides;
}

static bool same(const struct mns_op_name *a, const struct mns_op_name *b) {
    return a->size == b->size && memcmp(a->start, b->start, a->size) == 0 &&
           (a->kind == b->kind || is_known(a->start, a->size));
}

bool mns_op_names_add(mns_op_names *names, mns_lexer *lexer, const mns_token *name) {
    if (name->kind < MNS_TOKEN_NIL || name->kind > MNS_TOKEN_SYMBOL ||
        name->end - name->start > UINT32_MAX) {
        return true; /* a collection or a tagged form is never the name of a field that is read */
    }
    if (names->count == MNS_LIMIT_OP_FIELDS) {
        return mns_lexer_fail(lexer, name->start, "an operation has too many fields",
                              "the limit is 256");
    }
    bool string = name->kind == MNS_TOKEN_STRING, keyword = name->kind == MNS_TOKEN_KEYWORD;
    assert(name->end - name->start >=
           1 + keyword + string); /* a keyword has a name, a string two quotes */
    struct mns_op_name own = {.start = name->start + (string || keyword),
                              .size = (uint32_t)(name->end - name->start) - keyword - 2u * string,
                              .kind = name->kind};
    if (string && hides_known(own.start, own.size)) {
        return mns_lexer_fail(lexer, name->start, "the name of this field contains an escape",
                              "write type, process, f, value, index and time without escapes");
    }
    for (uint32_t i = 0; i < names->count; i++) {
        if (same(&names->items[i], &own)) {
            return mns_lexer_fail(lexer, name->start, "this field occurs twice",
                                  "each field may occur only once; remove one of them");
        }
    }
    names->items[names->count++] = own;
    return true;
}
