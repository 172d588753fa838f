/*
 * value_reader.h - reads a key or element from tokens into a value reference.
 */
#ifndef MNS_VALUE_READER_H
#define MNS_VALUE_READER_H

#include "core/lexer.h"
#include "read/values.h"

/* The deepest nesting of vectors in a key or an element. */
#define MNS_LIMIT_VALUE_DEPTH 32

/* Reads the form that starts with token. MINOS_EINPUT: the lexer holds the error. */
minos_status mns_value_read(mns_lexer *lexer, const mns_token *token, mns_values *values,
                            mns_value *value);

#endif
