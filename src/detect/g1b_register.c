/*
 * g1b_register.c - intermediate read of a register: a transaction read a value that its writer
 * overwrote.
 *
 *     T1 ok    w x 1, w x 2
 *     T2 ok    r x 1
 *
 * Adya 1999, G1b; see g1b.c for writers of unknown outcome. O(micro-operations); O(1) if every read
 * has a version.
 */
#include "core/grow.h"
#include "detect/detect.h"

void mns_detect_g1b_register(const mns_observation *o, mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    const mns_mops *mops = &o->history->tables.mops;
    bool *intermediate = r->unversioned_count == 0 ? NULL : mns_intermediate_writes(o);
    if (intermediate == NULL) {
        cases->failed = r->unversioned_count > 0;
        return;
    }
    for (size_t i = 0; i < r->unversioned_count; i++) {
        uint32_t read = r->unversioned[i].read, writer = r->unversioned[i].write;
        if (writer != MNS_NONE && intermediate[writer] &&
            mns_txn_of(o, writer) != mns_txn_of(o, read)) {
            uint32_t named[2] = {read, writer};
            mns_cases_add(cases, MNS_A_G1B, mops->key[read], mops->value[read], named, 2);
        }
    }
    free(intermediate);
}
