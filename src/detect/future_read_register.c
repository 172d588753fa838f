/*
 * future_read_register.c - a transaction read from a register what it wrote only later itself.
 *
 *     T1 ok    r x 1, w x 1
 *
 * A transaction that depends on itself: Adya's G1c within one transaction. At most one case per
 * transaction. O(unversioned reads).
 */
#include "detect/detect.h"

void mns_detect_future_read_register(const mns_observation *o, mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t reported = MNS_NONE;
    for (size_t i = 0; i < r->unversioned_count; i++) {
        uint32_t read = r->unversioned[i].read, writer = r->unversioned[i].write,
                 txn = mns_txn_of(o, read);
        if (writer != MNS_NONE && mns_txn_of(o, writer) == txn && reported != txn) {
            uint32_t named[2] = {read, writer};
            assert(read < writer);
            mns_cases_add(cases, MNS_A_FUTURE_READ, mops->key[read], mops->value[read], named, 2);
            reported = txn;
        }
    }
}
