/*
 * incompatible_order.c - two committed reads of a key disagree on its past.
 *
 *     T1 ok    r x [1 2]
 *     T2 ok    r x [2 1]
 *
 * Of two states of a list that only grows, one is a prefix of the other. If not, at least one of
 * the reads was of something that never became part of the committed list: the paper's inconsistent
 * observation (section 4.2), which implies G1a. One case per key.
 */
#include "core/grow.h"
#include "detect/detect.h"

void mns_detect_incompatible_order(const mns_observation *o, mns_cases *cases) {
    const mns_spines *spines = &o->history->tables.spines;
    bool *done = MNS_NEW_ARRAY(bool, o->history->tables.keys.count);
    if (done == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key;
        if (o->versions.seen[s] > o->versions.shared[s] && !done[key]) {
            uint32_t named[2] = {mns_shown_by(o, key), o->versions.seen_by[s]};
            done[key] = true;
            mns_cases_add(cases, MNS_A_INCOMPATIBLE_ORDER, key, MNS_VALUE_NONE, named, 2);
        }
    }
    free(done);
}
