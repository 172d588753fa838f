/*
 * future_read.c - a transaction read an element that it appended only afterwards.
 *
 *     T1 ok    r x [1], append x 1
 *
 * At most one case per transaction. Elements are unique to their append, so the element read can
 * only be the one appended later: a read dependency on the transaction itself (G1c of one). On the
 * main spine the longest read so far decides; other reads are scanned.
 */
#include "core/grow.h"
#include "detect/detect.h"

/* The longest read of a key by a transaction so far, by position. */
typedef struct longest {
    uint32_t stamp; /* txn + 1 */
    uint32_t position;
} longest;

/* The first read of the transaction that shows the append. */
static uint32_t first_reader(const mns_observation *o, uint32_t txn, uint32_t append) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = o->history->txns.first_mop[txn]; m < append; m++) {
        if (mns_mop_is_answered(mops, m) && mops->key[m] == mops->key[append] &&
            o->versions.position[m] != MNS_NONE &&
            o->versions.position[m] >= o->versions.position[append]) {
            return m;
        }
    }
    return MNS_NONE;
}

static void add_case(const mns_observation *o, uint32_t read, uint32_t append, mns_cases *cases) {
    uint32_t named[2] = {read, append};
    assert(read < append && mns_txn_of(o, read) == mns_txn_of(o, append));
    const mns_mops *mops = &o->history->tables.mops;
    mns_cases_add(cases, MNS_A_FUTURE_READ, mops->key[append], mops->value[append], named, 2);
}

/* For a read that is not on the main spine: a later append of its own transaction that it shows, or
 * MNS_NONE. */
static uint32_t own_later_append(const mns_observation *o, uint32_t txn, uint32_t read) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t i = 0; i < mops->value[read]; i++) {
        uint32_t writer = mns_spine_writer(o, mops->content[read], i);
        if (writer != MNS_NONE && writer > read && mns_txn_of(o, writer) == txn) {
            return writer;
        }
    }
    return MNS_NONE;
}

static void scan_txn(const mns_observation *o, uint32_t txn, longest *of_key, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = o->history->txns.first_mop[txn]; m < o->history->txns.first_mop[txn + 1];
         m++) {
        longest *l = &of_key[mops->key[m]];
        uint32_t position = o->versions.position[m];
        if (l->stamp != txn + 1) {
            *l = (longest){.stamp = txn + 1};
        }
        if (mops->function[m] == MNS_WRITE) {
            if (position != MNS_NONE && position <= l->position) {
                add_case(o, first_reader(o, txn, m), m, cases);
                return;
            }
        } else if (position != MNS_NONE) {
            l->position = position > l->position ? position : l->position;
        } else if (mns_mop_is_answered(mops, m)) {
            uint32_t append = own_later_append(o, txn, m);
            if (append != MNS_NONE) {
                add_case(o, m, append, cases);
                return;
            }
        }
    }
}

void mns_detect_future_read(const mns_observation *o, mns_cases *cases) {
    longest *of_key = MNS_NEW_ARRAY(longest, o->history->tables.keys.count);
    cases->failed |= of_key == NULL;
    for (uint32_t i = 0; i < o->repeated_keys.count && !cases->failed; i++) {
        if (mns_txn_counts(o, o->repeated_keys.txn[i])) {
            scan_txn(o, o->repeated_keys.txn[i], of_key, cases);
        }
    }
    free(of_key);
}
