/*
 * phrase.h - a step of a witness as a sentence, and the parts of sentences.
 *
 * Transactions are named T1, T2, ... by their place in the witness; keys and elements are in the
 * notation of the history.
 */
#ifndef MNS_PHRASE_H
#define MNS_PHRASE_H

#include "explain/explain.h"
#include "explain/transaction.h"

/* "T2 observed T1's append of 8 to 255", without a full stop. */
void mns_phrase_step(const mns_history *history, const mns_witness *witness, const mns_step *step,
                     mns_buf *out);
/* The same for a step between any two transactions, which need not be in a witness. */
void mns_phrase_between(const mns_history *history, const uint32_t txns[2], const mns_step *step,
                        mns_buf *out);

/* A line of the Let block: "  T1 = {:index 17, ...}". */
void mns_phrase_let(const mns_history *history, const mns_witness *witness, uint32_t place,
                    const mns_focus *focus, mns_buf *out);

/* Writes a pattern in which %T is the place of a transaction (0 is T1), %V a value and %K a key,
 * each a uint32_t, in order. */
void mns_phrase(const mns_history *history, mns_buf *out, const char *pattern, ...);
/* ":info" or "info": the type of a transaction as the history writes it. */
const char *mns_phrase_type(const mns_history *history, mns_txn_type type);

#endif
