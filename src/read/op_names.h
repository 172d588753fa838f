/*
 * op_names.h - the names of the fields of an operation; rejects duplicates.
 *
 * A map with two types or two values is ambiguous, and EDN readers reject duplicate keys as well.
 * Names are compared as written. Names of fields that Minos reads are also compared across
 * notations, because :type and "type" are the same field.
 */
#ifndef MNS_OP_NAMES_H
#define MNS_OP_NAMES_H

#include "core/lexer.h"

/* The most fields an operation may have. Each name is compared with all before it, so the limit
 * keeps reading linear. */
#define MNS_LIMIT_OP_FIELDS 256

typedef struct mns_op_names {
    struct mns_op_name {
        const char *start; /* without the colon or quote */
        uint32_t size;
        mns_token_kind kind;
    } items[MNS_LIMIT_OP_FIELDS];
    uint32_t count;
} mns_op_names;

/* True for a field that Minos neither reads nor shows and that has a value, such as :final? true.
 * name, value: first tokens. */
bool mns_op_field_is_other(const mns_token *name, const mns_token *value);

/* Adds the name of the next field; false, with an error of the lexer, for a duplicate. */
bool mns_op_names_add(mns_op_names *names, mns_lexer *lexer, const mns_token *name);

#endif
