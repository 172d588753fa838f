/*
 * sentences.h - the sentences about writes, reads and dependencies, by datatype.
 *
 * Sentences are patterns, one row of sentences.c for each datatype: %A and %B are the places of two
 * transactions in the witness (0 is T1), %V and %N two values, %K a key. Keys and values are in the
 * notation of the history.
 */
#ifndef MNS_SENTENCES_H
#define MNS_SENTENCES_H

#include "explain/transaction.h"

typedef struct mns_sentences {
    /* Steps from A to B, as in depend.h: V is the value, N the next. NULL: no such steps. */
    const char *ww, *wr, *rw;
    const char *rw_initial; /* A read the initial state, and N is known to be the next version */
    const char *rw_unread;  /* the same, but N is not known to be the next version */
    /* Reads and writes of one transaction. */
    const char *wrote;         /* "%A appended %V to %K" */
    const char *then;          /* ", and then %N", after `wrote` */
    const char *updated;       /* ", then appended %N to it", after what it read */
    const char *ends_with;     /* "%B's read of %K ends with %V", where A went on to N */
    const char *without;       /* ", without %A's append of %V", after what was read */
    const char *was_read;      /* "its append of %V to %K was read" */
    const char *some_was_read; /* "what it appended was read" */
    const char *unwritten;     /* "No transaction of this history appended %V to %K" */
    const char *partly_known;  /* what must come before a value that is only known in part */
    const char *had_written;   /* "had appended" */
} mns_sentences;

typedef struct mns_terms {
    uint32_t a, b;         /* places */
    mns_value value, next; /* MNS_VALUE_NONE is nil */
    uint32_t key;
} mns_terms;

const mns_sentences *mns_sentences_of(const mns_history *history);
/* Writes the name of the transaction at a place of the witness: T1 for 0. */
void mns_name_txn(mns_buf *out, uint32_t place);
/* Writes a pattern with its terms. */
void mns_sentence_write(const mns_history *history, mns_buf *out, const char *pattern,
                        const mns_terms *terms);

#endif
