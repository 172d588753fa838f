/*
 * tiny.h - random histories of a handful of transactions, of any datatype.
 *
 * Made in several ways, so that all that can be wrong with a history is met: executions of weak
 * databases, serial executions with a few reads bent, and reads that have nothing behind them.
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
    TINY_DIRTY,     /* reads see what is there, committed or not, as it comes */
    TINY_LISTS,     /* writes are in random order, reads see some first of them */
    TINY_NOISE,     /* reads are of anything */
    TINY_WAYS
} tiny_way;

typedef struct tiny_shape {
    datatype type;
    bool versions, timestamps; /* the database reveals them, not always rightly */
    bool blind;                /* mostly writes, more transactions, and most reads are right */
    assumptions assume;
} tiny_shape;

/* The way goes by the seed. Lists have up to seven transactions, the others up to five: less is
 * known of them, so there is more to try. Blind ones have up to seven of any datatype. */
void tiny_make(model *m, const tiny_shape *shape, uint64_t seed);

#endif
