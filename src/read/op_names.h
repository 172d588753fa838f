/*
 * op_names.h - the names of an operation's fields, each of which may stand there once.
 *
 * EDN readers refuse a map with a key twice, and of two types or two values nobody can tell which is
 * meant. Names are compared as they are written; those of the fields that Minos reads also across
 * notations, because :type and "type" are the same field to it.
 */
#ifndef MNS_OP_NAMES_H
#define MNS_OP_NAMES_H

#include "core/lexer.h"

/* The most fields an operation may have. Each name is compared with all before it, so this keeps
 * reading linear. */
#define MNS_LIMIT_OP_FIELDS 256

typedef struct mns_op_names {
    struct mns_op_name {
        const char *start; /* without the colon or quote */
        uint32_t size;
        mns_token_kind kind;
    } items[MNS_LIMIT_OP_FIELDS];
    uint32_t count;
} mns_op_names;

/* Adds the name of the next field; false, with an error of the lexer, if it is there already. */
bool mns_op_names_add(mns_op_names *names, mns_lexer *lexer, const mns_token *name);

#endif
