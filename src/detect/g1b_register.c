/*
 * g1b_register.c - intermediate read of a register: a transaction read what another wrote and then
 * overwrote itself.
 *
 *     T1 ok    w x 1, w x 2
 *     T2 ok    r x 1
 *
 * Adya 1999, G1b; see g1b.c for writers of unknown outcome.
 */
#include "core/grow.h"
#include "detect/detect.h"

void mns_detect_g1b_register(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    bool *intermediate = mns_intermediate_writes(o);
    if (intermediate == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t writer = o->registers.shown[m];
        if (writer != MNS_NONE && writer != MNS_AMBIGUOUS && intermediate[writer] &&
            mns_txn_of(o, writer) != mns_txn_of(o, m)) {
            uint32_t named[2] = {m, writer};
            mns_cases_add(cases, MNS_A_G1B, mops->key[m], mops->value[m], named, 2);
        }
    }
    free(intermediate);
}
