/*
 * g1b_set.c - intermediate read of a set: a committed transaction saw an add of another one, but
 * not one that the other made after it, to the same key.
 *
 *     T1 ok    add x 1, add x 2
 *     T2 ok    r x #{1}
 *
 * Adya 1999, G1b. What T2 read is the set as T1 had left it in the middle of its work. The outcome
 * of T1 does not matter: detect/g1b.c has the argument. This takes a read of a key as one action on
 * one object; that it shows the later add and not the earlier is no version at all, and is left to
 * the cycle that both make. One case for each read. O(elements read * log of them).
 */
#include "detect/detect.h"

/* The first add that a read shows without the one that follows it, or MNS_NONE. */
static uint32_t intermediate_add(const mns_observation *o, uint32_t read) {
    const mns_tables *tables = &o->history->tables;
    uint32_t count;
    const mns_value *elements = mns_mop_set(tables, read, &count);
    const uint32_t *writers = mns_set_writers(&o->sets, tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!mns_writer_is_known(writers[i]) || o->sets.next_add[writers[i]] == MNS_NONE ||
            mns_txn_of(o, writers[i]) == mns_txn_of(o, read)) {
            continue;
        }
        mns_value next = tables->mops.value[o->sets.next_add[writers[i]]];
        if (mns_set_find(elements, count, next) == MNS_NONE) {
            return writers[i];
        }
    }
    return MNS_NONE;
}

void mns_detect_g1b_set(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_answered(mops, m) || !mns_txn_counts(o, mns_txn_of(o, m))) {
            continue;
        }
        uint32_t add = intermediate_add(o, m);
        if (add != MNS_NONE) {
            uint32_t named[3] = {m, add, o->sets.next_add[add]};
            mns_cases_add(cases, MNS_A_G1B, mops->key[m], mops->value[add], named, 3);
        }
    }
}
