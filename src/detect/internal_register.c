/*
 * internal_register.c - a transaction's read of a register contradicts what the same transaction read
 * or wrote before.
 *
 *     T1 ok    w x 1, r x 2
 *     T1 ok    r x 1, r x 2            a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. At most one case per transaction, as later reads
 * follow from the first wrong one. O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"

void mns_detect_internal_register(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t keys = o->history->tables.keys.count, reported = MNS_NONE;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, keys); /* by key: what met it last, 1 + mop */
    if (last == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t txn = mns_txn_of(o, m), key = mops->key[m], before = last[key];
        bool read = mops->function[m] == MNS_READ;
        if (!mns_txn_counts(o, txn) || (read && !mns_mop_is_answered(mops, m))) {
            continue;
        }
        last[key] = m + 1;
        if (read && before > 0 && mns_txn_of(o, before - 1) == txn && reported != txn &&
            mops->value[before - 1] != mops->value[m]) {
            uint32_t named[2] = {m, before - 1};
            mns_cases_add(cases, MNS_A_INTERNAL, key, MNS_VALUE_NONE, named, 2);
            reported = txn;
        }
    }
    free(last);
}
