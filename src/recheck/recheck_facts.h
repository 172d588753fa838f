/*
 * recheck_facts.h - what the re-checker must know of the whole history.
 *
 * Derived from transactions and micro-operations alone, each fact once:
 *
 *   - which transactions count: ok ones, and info ones of which a counting transaction read what
 *     only they wrote (a read cannot show what never happened; a fail that shows is G1a, and counts
 *     not); of counters, whose increments have no identity, the ok ones only (recheck_outcomes.c);
 *   - lists: the longest that counting transactions read of a key (of equally long ones, the one
 *     read first): the order of its elements is the order of the appends (recheck_orders.c), a mere
 *     guess where lists disagree (recheck_contested.c);
 *   - counters: sums of increments up to a position (recheck_increments.c);
 *   - answers to questions that the witnesses ask beforehand: was this value ever written, did
 *     anybody see it, did a read that began after its write completed show it?
 *
 * Cost: O(micro-operations and what they read), the sums O(n log n); each only where asked for.
 */
#ifndef MNS_RECHECK_RECHECK_FACTS_H
#define MNS_RECHECK_RECHECK_FACTS_H

#include "claim/assumptions.h"
#include "claim/witness.h"
#include "history/history.h"
#include "recheck/recheck_increments.h"

/* The least class of cycle that a step may be part of: of lesser ones something else could be the
 * cause (edge_kinds.def). */
typedef struct mns_footing {
    mns_form form;
    mns_order order;
} mns_footing;

/* Pairs of key and value that are asked about, each answered yes or no. */
typedef struct mns_questions {
    mns_map index; /* (key, value) -> place in yes */
    uint8_t *yes;
    uint32_t count;
    size_t capacity;
} mns_questions;

/* Lists. Repeated elements have the place of their first occurrence. */
typedef struct mns_list_facts {
    uint32_t *seen;     /* by spine: how much of it a counting transaction read */
    uint32_t *longest;  /* by key: the most elements that a counting transaction read */
    uint32_t *main;     /* by key: the spine of its longest list, MNS_NONE if nothing was read */
    uint8_t *asked;     /* by key: some step is about its order */
    uint32_t *distinct; /* by spine, longest of asked keys: distinct elements in what was seen */
    mns_map rank; /* (spine, element), of the same spines: place by first occurrence, from 1 */
    mns_map last; /* (key, element): the last new element of a longest list of an asked key */
    uint8_t *contested; /* by key, of asked ones: no order explains all that counting ones did */
} mns_list_facts;

typedef struct mns_facts {
    const mns_history *history;
    const mns_assumptions *assumptions;
    uint8_t *counts; /* by txn */
    mns_list_facts lists;
    mns_increments sums;
    mns_questions written; /* does any transaction write it, whatever its outcome? */
    mns_questions later;   /* does a read show it that began after its write had completed? */
    mns_questions seen;    /* registers: does a read of somebody else show it? */
    int64_t *start,
        *commit; /* by txn: revealed times, MNS_NO_TIMESTAMP where there are none or they
                                contradict themselves; NULL where nobody asks */
    /* Registers, of the witness at hand: the derivations that were checked, from the first on. */
    const mns_derivation *derivations;
    mns_footing *derived; /* what each rests on */
    uint32_t derived_count;
    size_t derived_capacity;
    uint32_t *stamp; /* by txn: scratch for marking transactions */
    uint32_t stamped;
    bool failed; /* out of memory */
} mns_facts;

minos_status mns_facts_derive(mns_facts *facts, const mns_history *history,
                              const mns_assumptions *assumptions, const mns_witnesses *witnesses);
void mns_facts_release(mns_facts *facts);

/* The parts, each in its file; false when out of memory. */
bool mns_facts_prove(mns_facts *facts);
bool mns_facts_order(mns_facts *facts);
bool mns_facts_contest(mns_facts *facts);
bool mns_facts_find_later(mns_facts *facts);

/* Whether a question was asked, and how one is answered with yes; nothing happens if it was not. */
bool mns_questions_has(const mns_questions *questions, uint32_t key, mns_value value);
void mns_questions_affirm(mns_questions *questions, uint32_t key, mns_value value);
/* The answer to a question that the witnesses asked; `otherwise` is for one that was not asked, to be
 * chosen such that nothing is ever proven by it. */
bool mns_questions_answer(const mns_questions *questions, uint32_t key, mns_value value,
                          bool otherwise);

/* ---- Lists ---------------------------------------------------------------------------------- */

/* The place of an element in a longest list, from 1; MNS_NONE if it is not in it. */
uint32_t mns_facts_rank(const mns_facts *facts, uint32_t spine, mns_value element);
/* How many distinct elements the first `length` of a longest list have. */
uint32_t mns_facts_distinct(const mns_facts *facts, uint32_t spine, uint32_t length);
/* True if the longest list of a key has the element / ends with it. */
bool mns_facts_in_order(const mns_facts *facts, uint32_t key, mns_value element);
bool mns_facts_is_last(const mns_facts *facts, uint32_t key, mns_value element);
/* True if reads that count contradict each other, or the order in which a counting transaction
 * appended: then a longest list proves the order only where read-committed is assumed. */
bool mns_facts_is_contested(const mns_facts *facts, uint32_t key);
/* Lists of answered reads: equal beginnings, whatever spines they are kept on. */
bool mns_facts_begins(const mns_facts *facts, uint32_t spine, uint32_t mop);

/* ---- Micro-operations ----------------------------------------------------------------------- */

static inline uint64_t mns_facts_pair(uint32_t high, uint32_t low) {
    return (uint64_t)high << 32 | low;
}

/* True if the micro-operation exists and belongs to the transaction / to one that counts. */
bool mns_facts_owns(const mns_facts *facts, uint32_t txn, uint32_t mop);
bool mns_facts_counts(const mns_facts *facts, uint32_t mop);
/* True for a write to the key / for one of this value, which nobody else writes to it. */
bool mns_facts_changes(const mns_facts *facts, uint32_t mop, uint32_t key);
bool mns_facts_writes(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);
/* True for an answered read of the key. */
bool mns_facts_reads(const mns_facts *facts, uint32_t mop, uint32_t key);
/* True if an answered read of a list or set has the element in it, of a register has the value. */
bool mns_facts_shows(const mns_facts *facts, uint32_t read, mns_value value);
/* True if nothing that its transaction did to the key before a read can have decided it: no write,
 * and no read that was answered. O(micro-operations of the transaction). */
bool mns_facts_is_external(const mns_facts *facts, uint32_t read);
/* True if no read of the key by its transaction before was answered, whatever that wrote. */
bool mns_facts_is_first(const mns_facts *facts, uint32_t read);
/* True if its transaction did not write the key again. O(micro-operations of the transaction). */
bool mns_facts_is_final(const mns_facts *facts, uint32_t write);
/* True if the first transaction came before the second by order of process or in real time. Only
 * the completion of an ok transaction is an end; an info one may take effect any time. */
bool mns_facts_precedes(const mns_facts *facts, mns_order order, uint32_t from, uint32_t to);

#endif
