/*
 * viper_fast.h - the fast path to the next transaction of Viper.
 */
#ifndef MNS_VIPER_FAST_H
#define MNS_VIPER_FAST_H

#include "format/json_input.h"

/* The next transaction, if it is {"value": [...]} and its text is readable: its start, the bracket
 * that opens its value, and just past it. comma: one separates it from the transaction before it.
 * The lexer does not move. */
bool mns_viper_fast_txn(const mns_lexer *lexer, bool comma, const char **start, mns_token *value,
                        const char **past);

#endif
