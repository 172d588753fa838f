/*
 * incompatible_order.c - a committed read of a list contradicts another read, or a transaction that
 * appended to it.
 *
 *     T1 ok    r x [1 2]                         T1 ok    append x 1, append x 2
 *     T2 ok    r x [2 1]                         T2 ok    r x [2 1]    (or r x [2])
 *
 * Of two states of a list that only grows, one is a prefix of the other. Otherwise at least one of
 * the reads saw a state that was never part of the committed list: the paper's inconsistent
 * observation (section 4.2), which implies G1a. And a transaction appends in the order of its
 * micro-operations, so a list that shows one of its appends shows the earlier ones before it;
 * otherwise it is not a state that the committed transaction produces (for an aborted transaction
 * it is a G1a). One case per key. O(micro-operations + elements of spines), O(1) if no key is
 * contested (infer/list_contested.c).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* The append before this one by the same transaction, which starts at `first`, to the same key;
 * MNS_NONE if there is none. Called for all appends in order; `last` is by key: 1 + the last
 * append. */
static uint32_t previous_append(const mns_mops *mops, uint32_t append, uint32_t first,
                                uint32_t *last) {
    uint32_t before = last[mops->key[append]];
    last[mops->key[append]] = append + 1;
    return before > first ? before - 1 : MNS_NONE;
}

/* By append: 1 + the previous append, or 0. */
static void find_previous(const mns_observation *o, uint32_t *last, uint32_t *previous) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint32_t *first = o->history->txns.first_mop;
    for (uint32_t i = 0; i < o->repeated_keys.count; i++) {
        uint32_t txn = o->repeated_keys.txn[i];
        for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
            if (mops->function[m] == MNS_WRITE) {
                previous[m] = previous_append(mops, m, first[txn], last) + 1;
            }
        }
    }
}

/* The first append that a spine shows without the one before it, or MNS_NONE. */
static uint32_t out_of_order(const mns_observation *o, uint32_t spine, const uint32_t *previous,
                             uint32_t *stamp) {
    for (uint32_t i = 0; i < o->versions.seen[spine]; i++) {
        uint32_t writer = mns_spine_writer(o, spine, i);
        if (writer == MNS_NONE || !mns_txn_counts(o, mns_txn_of(o, writer))) {
            continue;
        }
        if (previous[writer] != 0 && stamp[previous[writer] - 1] != spine + 1) {
            return writer;
        }
        stamp[writer] = spine + 1;
    }
    return MNS_NONE;
}

static void scan(const mns_observation *o, const uint32_t *previous, uint32_t *stamp, bool *done,
                 mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t s = 0; s < tables->spines.count; s++) {
        uint32_t key = tables->spines.items[s].key;
        uint32_t append = done[key] ? MNS_NONE : out_of_order(o, s, previous, stamp);
        if (o->versions.seen[s] > o->versions.shared[s] && !done[key]) {
            uint32_t named[2] = {mns_shown_by(o, key), o->versions.seen_by[s]};
            assert(mns_is_contested(o, key) && named[0] != named[1]);
            mns_cases_add(cases, MNS_A_INCOMPATIBLE_ORDER, key, MNS_VALUE_NONE, named, 2);
            done[key] = true;
        } else if (append != MNS_NONE) {
            uint32_t named[3] = {o->versions.seen_by[s], previous[append] - 1, append};
            assert(mns_txn_of(o, named[1]) == mns_txn_of(o, append));
            mns_cases_add(cases, MNS_A_INCOMPATIBLE_ORDER, key, tables->mops.value[append], named,
                          3);
            done[key] = true;
        }
    }
}

static void look_through(const mns_observation *o, uint32_t *last, mns_cases *cases) {
    bool *done = MNS_NEW_ARRAY(bool, o->history->tables.keys.count);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, o->history->tables.mops.count);
    uint32_t *previous = MNS_NEW_ARRAY(uint32_t, o->history->tables.mops.count);
    if (done == NULL || stamp == NULL || previous == NULL) {
        cases->failed = true;
    } else {
        find_previous(o, last, previous);
        scan(o, previous, stamp, done, cases);
    }
    free(done);
    free(stamp);
    free(previous);
}

void mns_detect_incompatible_order(const mns_observation *o, mns_cases *cases) {
    if (!o->versions.forked && o->versions.contested == NULL) {
        return;
    }
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    if (last == NULL) {
        cases->failed = true;
    } else {
        look_through(o, last, cases);
    }
    free(last);
}
