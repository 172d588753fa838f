/*
 * future_read_register.c - a transaction read from a register what it wrote only later itself.
 *
 *     T1 ok    r x 1, w x 1
 *
 * A transaction that depends on itself: Adya's G1c within one transaction. At most one case per
 * transaction.
 */
#include "detect/detect.h"

void mns_detect_future_read_register(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t reported = MNS_NONE;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t writer = o->registers.shown[m], txn = mns_txn_of(o, m);
        if (writer != MNS_NONE && writer != MNS_AMBIGUOUS && writer > m &&
            mns_txn_of(o, writer) == txn && reported != txn) {
            uint32_t named[2] = {m, writer};
            mns_cases_add(cases, MNS_A_FUTURE_READ, mops->key[m], mops->value[m], named, 2);
            reported = txn;
        }
    }
}
