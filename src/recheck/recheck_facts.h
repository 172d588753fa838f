/*
 * recheck_facts.h - facts about the whole history for the re-checker.
 *
 * Derived from transactions and micro-operations alone, each fact once:
 *
 *   - which transactions count: ok ones, and info ones if a counting transaction read a value that
 *     only they wrote (a read proves that the write happened; a failed transaction whose write was
 *     read is a G1a and does not count); for counters, whose increments cannot be identified, only
 *     ok ones (recheck_outcomes.c);
 *   - lists: the longest list of a key that counting transactions read (of equally long ones, the
 *     first read): the order of its elements is the order of the appends (recheck_orders.c), but
 *     only a guess if lists disagree (recheck_contested.c);
 *   - counters: sums of increments up to a position (recheck_increments.c);
 *   - the reads of a key by time, for lost-write (recheck_reads.h);
 *   - answers to questions that are collected from the witnesses: was this value ever written, did
 *     another transaction read it, did a read contain it that should (recheck_later.c)?
 *
 * Cost: O(micro-operations and the values read), the sums O(n log n); each only if needed.
 */
#ifndef MNS_RECHECK_RECHECK_FACTS_H
#define MNS_RECHECK_RECHECK_FACTS_H

#include "claim/assumptions.h"
#include "claim/witness.h"
#include "history/history.h"
#include "recheck/recheck_increments.h"
#include "recheck/recheck_reads.h"

/* The least class of cycle that a step may be part of: cycles of lesser classes could have another
 * cause (edge_kinds.def). */
typedef struct mns_condition {
    mns_form form;
    mns_order order;
} mns_condition;

/* Questions about pairs of key and value, each answered yes or no. */
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
    uint8_t *asked;     /* by key: a step needs its order */
    uint32_t *distinct; /* by spine, longest of asked keys: distinct elements that were read */
    mns_map rank; /* (spine, element), of the same spines: place by first occurrence, from 1 */
    mns_map last; /* (key, element): the last new element of a longest list of an asked key */
    uint8_t *contested; /* by asked key: no order explains all reads and appends that count */
} mns_list_facts;

typedef struct mns_facts {
    const mns_history *history;
    const mns_assumptions *assumptions;
    uint8_t *counts; /* by txn */
    mns_list_facts lists;
    mns_increments sums;
    mns_reads reads;
    mns_questions written; /* does any transaction write it, whatever its outcome? */
    mns_questions later;   /* lists, sets: does a read contain it that decides on lost-write? */
    mns_questions seen;    /* registers: did another transaction read it? */
    /* By txn: revealed times, MNS_NO_TIMESTAMP if there are none or they contradict each other;
     * NULL if not needed. */
    int64_t *start, *commit;
    /* Registers, for the current witness: the derivations checked so far. */
    const mns_derivation *derivations;
    mns_condition *derived; /* the condition of each */
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

/* True if a question was asked; answers a question with yes, if it was asked. */
bool mns_questions_has(const mns_questions *questions, uint32_t key, mns_value value);
void mns_questions_affirm(mns_questions *questions, uint32_t key, mns_value value);
/* The answer to a question; `otherwise` if it was not asked, which the caller chooses such that it
 * proves nothing. */
bool mns_questions_answer(const mns_questions *questions, uint32_t key, mns_value value,
                          bool otherwise);

/* ---- Lists ---------------------------------------------------------------------------------- */

/* The place of an element in a longest list, from 1; MNS_NONE if it is not in it. */
uint32_t mns_facts_rank(const mns_facts *facts, uint32_t spine, mns_value element);
/* How many distinct elements the first `length` of a longest list have. */
uint32_t mns_facts_distinct(const mns_facts *facts, uint32_t spine, uint32_t length);
/* True if the longest list of a key contains the element / ends with it. */
bool mns_facts_in_order(const mns_facts *facts, uint32_t key, mns_value element);
bool mns_facts_is_last(const mns_facts *facts, uint32_t key, mns_value element);
/* True if reads that count contradict each other, or the order of a counting transaction's appends:
 * then the longest list proves the order only if read-committed is assumed. */
bool mns_facts_is_contested(const mns_facts *facts, uint32_t key);
/* Compares prefixes of answered reads of lists, also across spines. */
bool mns_facts_begins(const mns_facts *facts, uint32_t spine, uint32_t mop);

/* ---- Micro-operations ----------------------------------------------------------------------- */

static inline uint64_t mns_facts_pair(uint32_t high, uint32_t low) {
    return (uint64_t)high << 32 | low;
}

/* True if the micro-operation exists and belongs to the transaction / to one that counts. */
bool mns_facts_owns(const mns_facts *facts, uint32_t txn, uint32_t mop);
bool mns_facts_counts(const mns_facts *facts, uint32_t mop);
/* True for a write to the key / for the only write of this value to it. */
bool mns_facts_changes(const mns_facts *facts, uint32_t mop, uint32_t key);
bool mns_facts_writes(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);
/* True for an answered read of the key. */
bool mns_facts_reads(const mns_facts *facts, uint32_t mop, uint32_t key);
/* True if an answered read of a list or set contains the element, or of a register has the value.
 * */
bool mns_facts_shows(const mns_facts *facts, uint32_t read, mns_value value);
/* True if a read is external: its transaction had no write and no answered read of the key before
 * it. O(micro-operations of the transaction). */
bool mns_facts_is_external(const mns_facts *facts, uint32_t read);
/* True if its transaction had no answered read of the key before, whatever it wrote. */
bool mns_facts_is_first(const mns_facts *facts, uint32_t read);
/* True if its transaction did not write the key again. O(micro-operations of the transaction). */
bool mns_facts_is_final(const mns_facts *facts, uint32_t write);
/* True if the first transaction precedes the second in process order or in real time. Only an ok
 * transaction ends at its completion; an info one may take effect at any later time. */
bool mns_facts_precedes(const mns_facts *facts, mns_order order, uint32_t from, uint32_t to);

#endif
