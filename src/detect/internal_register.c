/*
 * internal_register.c - a read of a register contradicts earlier reads or writes of its
 * transaction.
 *
 *     T1 ok    w x 1, r x 2
 *     T1 ok    r x 1, r x 2            a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. At most one case per transaction, because later
 * reads follow from the first wrong one. Only reads that are not external can be wrong, so
 * transactions without one are skipped. O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* Whether some answered read of a transaction is not external, or has no version. */
static bool may_be_wrong(const mns_observation *o, uint32_t begin, uint32_t end) {
    const mns_mops *mops = &o->history->tables.mops;
    bool may = false;
    for (uint32_t m = begin; m < end && !may; m++) {
        may = (o->version_graph.version[m] == MNS_NONE ||
               o->version_graph.apart[m] == MNS_NOT_EXTERNAL) &&
              mns_mop_is_answered(mops, m);
    }
    return may;
}

/* last: by key: what met it last, 1 + mop. */
static void look_at(const mns_observation *o, uint32_t begin, uint32_t end, uint32_t *last,
                    mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = begin; m < end; m++) {
        uint32_t key = mops->key[m], before = last[key];
        bool read = mops->function[m] == MNS_READ;
        if (read && !mns_mop_is_answered(mops, m)) {
            continue;
        }
        last[key] = m + 1;
        if (read && before > begin && mops->value[before - 1] != mops->value[m]) {
            uint32_t named[2] = {m, before - 1};
            mns_cases_add(cases, MNS_A_INTERNAL, key, MNS_VALUE_NONE, named, 2);
            return;
        }
    }
}

void mns_detect_internal_register(const mns_observation *o, mns_cases *cases) {
    const mns_txns *txns = &o->history->txns;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    if (last == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t begin = txns->first_mop[txn], end = txns->first_mop[txn + 1];
        if (mns_txn_counts(o, txn) && may_be_wrong(o, begin, end)) {
            look_at(o, begin, end, last, cases);
        }
    }
    free(last);
}
