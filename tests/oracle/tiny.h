/*
 * tiny.h - random histories of a handful of transactions.
 *
 * Made in several ways, so that all that can be wrong with a history is met: executions of weak
 * databases, serial executions with a few reads bent, and lists that have nothing behind them.
 * Outcomes are mixed, completions may be missing or carry no value, and now and then no invocation
 * is recorded at all. In most of them somebody reads every key in the end.
 */
#ifndef TEST_TINY_H
#define TEST_TINY_H

#include "oracle/oracle.h"

typedef enum tiny_way {
    TINY_BENT,      /* one after another; then some reads are cut, extended or shuffled */
    TINY_SNAPSHOTS, /* every transaction reads some earlier state */
    TINY_COMMITTED, /* every read is of some earlier state */
    TINY_DIRTY,     /* reads see what is in the lists, committed or not, as it comes */
    TINY_LISTS,     /* reads are beginnings of lists in random order */
    TINY_NOISE,     /* reads are random elements in random order */
    TINY_WAYS
} tiny_way;

/* The way goes by the seed. */
void tiny_make(model *m, uint64_t seed);

#endif
