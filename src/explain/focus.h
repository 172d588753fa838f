/*
 * focus.h - the elements and micro-operations of a witness that must not be elided.
 *
 * In a cycle: those of the steps into and out of a transaction. In a case: its element, the written
 * values, and where two reads differ. The arrays of a focus are owned by the caller.
 */
#ifndef MNS_FOCUS_H
#define MNS_FOCUS_H

#include "explain/explain.h"
#include "explain/notation.h"

/* Elements that a shortened transaction keeps, at most. */
#define MNS_LIMIT_FOCUS 8

typedef struct mns_focus_storage {
    mns_value values[MNS_LIMIT_FOCUS];
    uint32_t mops[2];
} mns_focus_storage;

/* The focus of the transaction at this place in the txns of a cycle. */
mns_focus mns_focus_of_cycle(const mns_witness *witness, uint32_t place,
                             mns_focus_storage *storage);
/* The focus of all transactions of a case; the caller sets its micro-operations. O(elements of the
 * reads that are compared). */
mns_focus mns_focus_of_case(const mns_observation *o, const mns_witness *witness,
                            mns_focus_storage *storage);

/* The length of the common prefix of two lists. */
uint32_t mns_first_difference(const mns_value *a, uint32_t a_count, const mns_value *b,
                              uint32_t b_count);
/* Sets: an element of the first read that is missing from the other, as in incomparable-reads. */
mns_value mns_only_element(const mns_observation *o, uint32_t read, uint32_t other);

#endif
