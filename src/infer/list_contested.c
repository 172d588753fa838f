/*
 * list_contested.c - the keys whose reads contradict each other or the transactions that appended.
 *
 *     T1 ok    r x [1 2]                         T1 ok    append x 1, append x 2
 *     T2 ok    r x [2 1]                         T2 ok    r x [2 1]    (or r x [2])
 *
 * No version order explains such reads. The longest list (the first of several) is still taken as
 * the order, to show what follows if it is right. But that is a guess, so models that allow reads
 * of uncommitted data must not be ruled out by it. The contradiction itself (incompatible-order)
 * rules out all others.
 *
 * O(spines + micro-operations of transactions that access a key twice).
 */
#include "core/grow.h"
#include "infer/list_steps.h"

static bool contest(mns_observation *o, uint32_t key) {
    mns_versions *v = &o->versions;
    if (v->contested == NULL) {
        v->contested = MNS_NEW_ARRAY(bool, o->history->tables.keys.count);
    }
    if (v->contested != NULL) {
        v->contested[key] = true;
    }
    return v->contested != NULL;
}

static bool contest_forks(mns_observation *o) {
    const mns_spines *spines = &o->history->tables.spines;
    const mns_versions *v = &o->versions;
    bool contested = true;
    for (uint32_t s = 0; v->forked && contested && s < spines->count; s++) {
        contested = v->shared[s] >= v->seen[s] || contest(o, spines->items[s].key);
    }
    return contested;
}

/* Of two successive appends of a transaction to a key, the order must not contain the later one
 * alone or first. `last` is by key: 1 + the last append to it. */
static bool contest_program_order(mns_observation *o, uint32_t txn, uint32_t *last) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint32_t *first = o->history->txns.first_mop, *position = o->versions.position;
    bool contested = true;
    for (uint32_t m = first[txn]; m < first[txn + 1] && contested; m++) {
        if (mops->function[m] == MNS_WRITE) {
            uint32_t *before = &last[mops->key[m]];
            /* MNS_NONE, for an append that is not in the order, is the largest position. */
            bool disordered = *before > first[txn] && position[*before - 1] > position[m];
            contested = !disordered || contest(o, mops->key[m]);
            *before = m + 1;
        }
    }
    return contested;
}

minos_status mns_list_contested(mns_observation *o) {
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    bool contested = last != NULL && contest_forks(o);
    for (uint32_t i = 0; i < o->repeated_keys.count && contested; i++) {
        if (mns_txn_counts(o, o->repeated_keys.txn[i])) {
            contested = contest_program_order(o, o->repeated_keys.txn[i], last);
        }
    }
    free(last);
    return contested ? MINOS_OK : MINOS_ENOMEM;
}
