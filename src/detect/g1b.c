/*
 * g1b.c - intermediate read: a committed transaction read a version that its writer went on to
 * change before it committed.
 *
 *     T1 ok    append x 1, append x 2
 *     T2 ok    r x [1]
 *
 * Adya 1999, G1b. The last element of the list decides. If the writer is info, then either it
 * committed and this is G1b, or it did not and this is G1a: in both cases the read is not of
 * committed data, so no interpretation is read-committed.
 */
#include "core/choose.h"
#include "core/grow.h"
#include "detect/detect.h"

bool *mns_intermediate_writes(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    bool *intermediate = MNS_NEW_ARRAY(bool, mops->count);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    bool made = intermediate != NULL && stamp != NULL;
    for (uint32_t i = 0; made && i < o->repeated_keys.count; i++) {
        uint32_t txn = o->repeated_keys.txn[i];
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

/* By element of all spines: did its transaction append to the key again? NULL when out of memory.
 */
static bool *find_intermediate_elements(const mns_observation *o) {
    const mns_versions *v = &o->versions;
    uint64_t count = v->spine_first[o->history->tables.spines.count];
    bool *of_mop = mns_intermediate_writes(o);
    bool *of_element = of_mop == NULL ? NULL : MNS_NEW_ARRAY(bool, count);
    for (uint64_t i = 0; of_element != NULL && i < count; i++) {
        of_element[i] = v->writer[i] != MNS_NONE && of_mop[v->writer[i]];
    }
    free(of_mop);
    return of_element;
}

/* Without a branch for reads, which would be unpredictable: every other micro-operation is treated
 * as a read that ends at element 0. The branch for an intermediate element is almost never taken.
 */
static void find_stops(const mns_observation *o, const bool *intermediate, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint64_t *spine_first = o->versions.spine_first;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t length = mops->value[m];
        bool shows = (mops->function[m] == MNS_READ) & (length != MNS_VALUE_NONE) & (length > 0) &
                     mns_txn_counts(o, mns_txn_of(o, m));
        uint64_t last =
            spine_first[mns_choose(shows, mops->content[m], 0)] + mns_choose(shows, length - 1, 0);
        if (intermediate[last] && shows) {
            uint32_t named[2] = {m, o->versions.writer[last]};
            assert(mops->key[named[1]] == mops->key[m]);
            if (mns_txn_of(o, named[1]) != mns_txn_of(o, m)) {
                mns_cases_add(cases, MNS_A_G1B, mops->key[m], mops->value[named[1]], named, 2);
            }
        }
    }
}

void mns_detect_g1b(const mns_observation *o, mns_cases *cases) {
    if (o->history->tables.spines.count == 0) {
        return; /* there are no reads */
    }
    bool *intermediate = find_intermediate_elements(o);
    if (intermediate == NULL) {
        cases->failed = true;
        return;
    }
    find_stops(o, intermediate, cases);
    free(intermediate);
}
