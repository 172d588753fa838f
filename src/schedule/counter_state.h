/*
 * counter_state.h - the transactions placed so far in a search for an execution of counters.
 *
 * The state is the set of placed transactions; everything else follows from it. Placing one and
 * taking back the last are exact opposites, so that lists need no copies:
 *
 *   window    the ok transactions that are not placed and may come next by real time, in the order
 *             of their invocation; without real time all, in the order of completion
 *   readers   by level, the ok transactions that only read and are not placed
 *
 * Sets of keys are masks of 64 bits: keys share bits, so a mask may name more keys than meant.
 */
#ifndef MNS_COUNTER_STATE_H
#define MNS_COUNTER_STATE_H

#include "schedule/counter_sums.h"
#include "schedule/frontier.h"

typedef struct mns_counter_state {
    mns_counter_sums sums;
    mns_candidates kept;
    uint32_t txn_count, ok_count;
    uint64_t hash;   /* of the placed transactions */
    uint64_t walked; /* transactions and levels passed by oldest and need */
    /* By txn: */
    bool *placed;
    uint32_t *rank;                          /* ok: in by_begin */
    uint32_t *window_next, *window_previous; /* the last node, txn_count, is both ends */
    uint32_t *predecessor; /* the ok one before it in its process; NULL unless that order is kept */
    uint32_t *by_begin;    /* ok transactions; those of unknown outcome follow */
    uint32_t info_count;
    uint32_t released; /* of by_begin */
    uint32_t oldest;   /* the first ok one that keeps the order and is not placed; or txn_count */
    uint32_t horizon;  /* those that began later must wait; MNS_NONE: none must */
    /* By key: */
    mns_sum *sum;
    uint32_t *need; /* the least level that an ok transaction has still to find */
    /* By touch, and by touch_count + level for the ends; NULL if windows hold all readers. */
    uint32_t *reader_next, *reader_previous;
} mns_counter_state;

/* False when out of memory. */
bool mns_counter_state_init(mns_counter_state *state, const mns_history *history,
                            mns_candidates kept);
void mns_counter_state_release(mns_counter_state *state);

void mns_counter_place(mns_counter_state *state, uint32_t txn);
/* txn was placed last. */
void mns_counter_take_back(mns_counter_state *state, uint32_t txn);

/* Rule 1 of counter_search.h. */
bool mns_counter_may_come(const mns_counter_state *state, uint32_t txn);
/* Rules 2 and 3: the keys that forbid it. */
uint64_t mns_counter_misfits(const mns_counter_state *state, uint32_t txn);
/* Whether it changes nothing that is still to be read. */
bool mns_counter_is_harmless(const mns_counter_state *state, uint32_t txn);
/* The keys that it adds to, or touches. */
uint64_t mns_counter_adds_to(const mns_counter_state *state, uint32_t txn);
uint64_t mns_counter_keys_of(const mns_counter_state *state, uint32_t txn);
/* The level of the current sum of a key, or MNS_NONE. */
uint32_t mns_counter_level(const mns_counter_state *state, uint32_t key);

/* The position at which a transaction began. */
static inline uint32_t mns_counter_begin(const mns_counter_state *s, uint32_t txn) {
    const mns_txns *txns = &s->sums.history->txns;
    return txns->invoke[txn] != MNS_NONE ? txns->invoke[txn] : txns->complete[txn];
}

static inline bool mns_counter_is_ok(const mns_counter_state *s, uint32_t txn) {
    return s->sums.history->txns.type[txn] == MNS_TXN_OK;
}

/* A well-mixed number for a transaction; the hash of a set is their XOR. */
static inline uint64_t mns_counter_mix(uint32_t txn) {
    uint64_t x = ((uint64_t)txn + 1) * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

#endif
