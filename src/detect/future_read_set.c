/*
 * future_read_set.c - a transaction read an element that it added only afterwards.
 *
 *     T1 ok    r x #{1}, add x 1
 *
 * Elements are unique to their add, so the element read can only be the one added later: a read
 * dependency on the transaction itself (G1c of one). At most one case for each transaction.
 * O(elements read).
 */
#include "detect/detect.h"

/* The first element of a read, by its add, that the transaction adds later; MNS_NONE for none. */
static uint32_t later_add(const mns_observation *o, uint32_t read) {
    uint32_t count;
    const uint32_t *writers = mns_set_writers(&o->sets, &o->history->tables, read, &count);
    for (uint32_t i = 0; i < count && o->sets.next_add[read] != MNS_NONE; i++) {
        if (mns_writer_is_known(writers[i]) && writers[i] > read &&
            mns_txn_of(o, writers[i]) == mns_txn_of(o, read)) {
            return writers[i];
        }
    }
    return MNS_NONE;
}

static void scan_txn(const mns_observation *o, uint32_t txn, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint32_t *first = o->history->txns.first_mop;
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        uint32_t add = mns_mop_is_answered(mops, m) ? later_add(o, m) : MNS_NONE;
        if (add != MNS_NONE) {
            uint32_t named[2] = {m, add};
            mns_cases_add(cases, MNS_A_FUTURE_READ, mops->key[m], mops->value[add], named, 2);
            return;
        }
    }
}

void mns_detect_future_read_set(const mns_observation *o, mns_cases *cases) {
    for (uint32_t txn = 0; txn < o->history->txns.count; txn++) {
        if (mns_txn_counts(o, txn)) {
            scan_txn(o, txn, cases);
        }
    }
}
