/*
 * g1b.c - intermediate read: a committed transaction read a version that its writer went on to
 * change before it committed.
 *
 *     T1 ok    append x 1, append x 2
 *     T2 ok    r x [1]
 *
 * Adya 1999, G1b. The last element of the list decides. If the writer is info, then either it
 * committed, and this is G1b, or it did not, and this is G1a: either way the read is not of
 * committed data, so no interpretation is read-committed.
 */
#include "core/grow.h"
#include "detect/detect.h"

bool *mns_intermediate_writes(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    bool *intermediate = MNS_NEW_ARRAY(bool, mops->count);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    bool made = intermediate != NULL && stamp != NULL;
    for (uint32_t i = 0; made && i < o->revisits.count; i++) {
        uint32_t txn = o->revisits.txn[i];
        for (uint32_t m = txns->first_mop[txn + 1]; m > txns->first_mop[txn]; m--) {
            if (mops->function[m - 1] == MNS_WRITE) {
                intermediate[m - 1] = stamp[mops->key[m - 1]] == txn + 1;
                stamp[mops->key[m - 1]] = txn + 1;
            }
        }
    }
    if (stamp == NULL) {
        free(intermediate);
        intermediate = NULL;
    }
    free(stamp);
    return intermediate;
}

void mns_detect_g1b(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    bool *intermediate = mns_intermediate_writes(o);
    if (intermediate == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_answered(mops, m) || mops->value[m] == 0 ||
            !mns_txn_counts(o, mns_txn_of(o, m))) {
            continue;
        }
        uint32_t writer = mns_spine_writer(o, mops->content[m], mops->value[m] - 1);
        if (writer != MNS_NONE && intermediate[writer] &&
            mns_txn_of(o, writer) != mns_txn_of(o, m)) {
            uint32_t named[2] = {m, writer};
            mns_cases_add(cases, MNS_A_G1B, mops->key[m], mops->value[writer], named, 2);
        }
    }
    free(intermediate);
}
