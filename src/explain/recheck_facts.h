/*
 * recheck_facts.h - what the re-checker must know of the whole history.
 *
 * Derived from transactions, micro-operations and lists alone, in one pass over the history and
 * one over the lists of the keys that witnesses speak of:
 *
 *   - which transactions count: ok ones, and info ones of which a counting transaction read an
 *     element (a read cannot show what never happened; a fail that shows is G1a, and counts not);
 *   - the longest list that counting transactions read of a key (of equally long ones, the one read
 *     first): the order of its elements is the order of the appends;
 *   - answers to "was this element ever appended", asked beforehand by the witnesses.
 *
 * Repeated elements have the place of their first occurrence. Cost: O(micro-operations) and the
 * lists of the asked keys.
 */
#ifndef MNS_RECHECK_FACTS_H
#define MNS_RECHECK_FACTS_H

#include "explain/explain.h"

/* Pairs of key and element that are asked about, each answered yes or no. */
typedef struct mns_questions {
    mns_map index; /* (key, element) -> place in yes */
    uint8_t *yes;
    uint32_t count;
    size_t capacity;
} mns_questions;

typedef struct mns_facts {
    const mns_history *history;
    uint8_t *counts;    /* by txn */
    uint32_t *seen;     /* by spine: how much of it a counting transaction read */
    uint32_t *longest;  /* by key: the most elements that a counting transaction read */
    uint32_t *main;     /* by key: the spine of its longest list, MNS_NONE if nothing was read */
    uint8_t *asked;     /* by key: some step is about its order */
    uint32_t *distinct; /* by spine, longest of asked keys: distinct elements in what was seen */
    mns_map rank; /* (spine, element), of the same spines: place by first occurrence, from 1 */
    mns_map last; /* (key, element): the last new element of a longest list of an asked key */
    mns_questions appended; /* does any transaction append it, whatever its outcome? */
    uint32_t *stamp;        /* by txn: scratch for marking transactions, see mns_facts_stamp */
    uint32_t stamped;
} mns_facts;

minos_status mns_facts_derive(mns_facts *facts, const mns_history *history,
                              const mns_witnesses *witnesses);
void mns_facts_release(mns_facts *facts);

/* The answer to a question that the witnesses asked; a question that was not asked is "yes" so
 * that nothing is ever proven by it. */
bool mns_questions_answer(const mns_questions *questions, uint32_t key, mns_value element);

/* The place of an element in a longest list, from 1; MNS_NONE if it is not in it. */
uint32_t mns_facts_rank(const mns_facts *facts, uint32_t spine, mns_value element);
/* How many distinct elements the first `length` of a longest list have. */
uint32_t mns_facts_distinct(const mns_facts *facts, uint32_t spine, uint32_t length);
/* True if the longest list of a key has the element. */
bool mns_facts_in_order(const mns_facts *facts, uint32_t key, mns_value element);
bool mns_facts_is_last(const mns_facts *facts, uint32_t key, mns_value element);

/* Lists of answered reads: equal beginnings, whatever spines they are kept on. */
bool mns_facts_begins(const mns_facts *facts, uint32_t spine, uint32_t mop);

/* True if the micro-operation exists and belongs to the transaction / to one that counts. */
bool mns_facts_owns(const mns_facts *facts, uint32_t txn, uint32_t mop);
bool mns_facts_counts(const mns_facts *facts, uint32_t mop);
/* True for an append of the element to the key / for an answered read of the key. */
bool mns_facts_appends(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value element);
bool mns_facts_reads(const mns_facts *facts, uint32_t mop, uint32_t key);

#endif
