/*
 * focus.h - what matters in the transactions of a witness, and so must not be elided.
 *
 * Elements and micro-operations of the steps around a transaction; of a case its element, what was
 * written, and where two reads differ. A focus points to room that the caller has.
 */
#ifndef MNS_FOCUS_H
#define MNS_FOCUS_H

#include "explain/explain.h"
#include "explain/notation.h"

/* Elements and micro-operations that a shortened transaction keeps, at most. */
#define MNS_LIMIT_FOCUS 8

typedef struct mns_focus_room {
    mns_value values[MNS_LIMIT_FOCUS];
    uint32_t mops[2];
} mns_focus_room;

/* Of the transaction at this place in a cycle. */
mns_focus mns_focus_of_cycle(const mns_witness *witness, uint32_t place, mns_focus_room *room);
/* Of all transactions of a case; its micro-operations are left to the caller. O(elements of the reads
 * that are compared). */
mns_focus mns_focus_of_case(const mns_observation *o, const mns_witness *witness,
                            mns_focus_room *room);

/* How many elements two lists have in common at their beginning. */
uint32_t mns_first_difference(const mns_value *a, uint32_t a_count, const mns_value *b,
                              uint32_t b_count);
/* Sets: an element of the one read that the other one lacks, as incomparable-reads has it. */
mns_value mns_only_element(const mns_observation *o, uint32_t read, uint32_t other);

#endif
