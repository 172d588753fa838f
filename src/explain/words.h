/*
 * words.h - how each datatype speaks of its writes, its reads and what relates them.
 *
 * Sentences are patterns, one row of words.c for each datatype: %A and %B are the places of two
 * transactions in the witness (0 is T1), %V and %N two values, %K a key. Keys and values are shown
 * as the history wrote them.
 */
#ifndef MNS_WORDS_H
#define MNS_WORDS_H

#include "explain/transaction.h"

typedef struct mns_words {
    /* Steps from A to B, as depend.h has them: V is the value, N the next. NULL: there are none. */
    const char *ww, *wr, *rw;
    const char *rw_initial; /* A read the initial state, and N is known to be what followed it */
    const char *rw_unread;  /* the same, but N is not known to be the first */
    /* What a transaction did. */
    const char *wrote;    /* "%A appended %V to %K" */
    const char *then;     /* ", and then %N", after `wrote` */
    const char *updated;  /* ", then appended %N to it", after what it read */
    const char *stopped;  /* "%B's read of %K ends with %V", where A went on to N */
    const char *without;  /* ", without %A's append of %V", after what was read */
    const char *proof;    /* "its append of %V to %K was read" */
    const char *showed;   /* "what it appended was read" */
    const char *nobody;   /* "No transaction of this history appended %V to %K" */
    const char *expected; /* what must come before a value that is only known in part */
    const char *had;      /* "had appended" */
} mns_words;

typedef struct mns_terms {
    uint32_t a, b;         /* places */
    mns_value value, next; /* MNS_VALUE_NONE is nil */
    uint32_t key;
} mns_terms;

const mns_words *mns_words_of(const mns_history *history);
/* What a transaction is called by its place in a witness: T1 is at 0. */
void mns_name_txn(mns_buf *out, uint32_t place);
/* Writes a pattern. */
void mns_say(const mns_history *history, mns_buf *out, const char *pattern, const mns_terms *terms);

#endif
