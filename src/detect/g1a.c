/*
 * g1a.c - aborted read: a committed transaction read what a failed one appended.
 *
 *     T1 fail  append x 1
 *     T2 ok    r x [1]
 *
 * Adya 1999, G1a. Holds in every interpretation: `fail` says that T1 certainly did not commit.
 */
#include "detect/marks.h"

static bool is_aborted(const mns_observation *o, uint32_t writer) {
    return writer != MNS_NONE && o->outcome[mns_txn_of(o, writer)] == MNS_ABORTED;
}

void mns_detect_g1a(const mns_observation *o, mns_cases *cases) {
    bool list = o->history->workload == MNS_LIST_APPEND;
    if (list ? o->versions.aborted : o->history->fail > 0) {
        mns_detect_marked(o, is_aborted, MNS_A_G1A, cases);
    }
}
