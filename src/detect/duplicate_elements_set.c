/*
 * duplicate_elements_set.c - a committed read of a set shows an element twice.
 *
 *     T1 ok    add x 1
 *     T2 ok    r x [1 1]           (JSON, or a client that returns rows)
 *
 * Every add has a unique element, so an add took effect twice. EDN sets cannot show this; arrays
 * can. O(micro-operations).
 */
#include "detect/detect.h"

void mns_detect_duplicate_elements_set(const mns_observation *o, mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (!mns_mop_is_answered(&tables->mops, m) || tables->mops.value[m] == 0 ||
            !mns_txn_counts(o, mns_txn_of(o, m))) {
            continue;
        }
        mns_value duplicated = tables->sets.items[tables->mops.content[m]].duplicated;
        if (duplicated != MNS_VALUE_NONE) {
            mns_cases_add(cases, MNS_A_DUPLICATE_ELEMENTS, tables->mops.key[m], duplicated, &m, 1);
        }
    }
}
