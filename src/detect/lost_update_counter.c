/*
 * lost_update_counter.c - several committed transactions read the same sum of a counter, then added
 * to it.
 *
 *     T1 ok    r x 3, inc x 1
 *     T2 ok    r x 3, inc x 2                where all increments are positive
 *
 * Berenson et al. 1995, P4. If all increments of a key are positive, no two of its versions have
 * the same sum, so both read one version, and the second writer did not see the first. The read
 * must come before the transaction's own first increment of the key. One case per key and sum,
 * which names the first few transactions. O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* Two transactions prove it; a few more show its extent. */
#define LIMIT_NAMED 8

/* What a transaction did to a key so far; valid only for the transaction in `stamp`. */
typedef struct update {
    uint32_t stamp; /* txn + 1 */
    uint32_t read;  /* its first read, MNS_NONE after an increment */
} update;

/* By mop: the increment that follows a read of the same transaction, or MNS_NONE. */
static void find_updates(const mns_observation *o, update *of_key, uint32_t *increment) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        update *u = &of_key[mops->key[m]];
        uint32_t txn = mns_txn_of(o, m);
        increment[m] = MNS_NONE;
        if (o->counters.role[m] == MNS_ROLE_FIRST) {
            *u = (update){.stamp = txn + 1, .read = m};
        } else if (mops->function[m] == MNS_WRITE && u->stamp == txn + 1 && u->read != MNS_NONE) {
            increment[u->read] = m;
            u->read = MNS_NONE;
        }
    }
}

/* The reads of one key and sum: places begin .. end-1. */
static void judge_sum(const mns_observation *o, const uint32_t *increment, uint32_t begin,
                      uint32_t end, mns_cases *cases) {
    uint32_t named[2 * LIMIT_NAMED], count = 0;
    for (uint32_t i = begin; i < end && count < 2 * LIMIT_NAMED; i++) {
        uint32_t read = o->counters.read[i];
        if (increment[read] != MNS_NONE) {
            named[count++] = read;
            named[count++] = increment[read];
        }
    }
    if (count > 2) {
        mns_cases_add(cases, MNS_A_LOST_UPDATE, o->history->tables.mops.key[named[0]],
                      MNS_VALUE_NONE, named, count);
    }
}

void mns_detect_lost_update_counter(const mns_observation *o, mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    const mns_counters *c = &o->counters;
    update *of_key = MNS_NEW_ARRAY(update, tables->keys.count);
    uint32_t *increment = MNS_NEW_ARRAY(uint32_t, tables->mops.count);
    if (of_key == NULL || increment == NULL) {
        cases->failed = true;
    } else {
        find_updates(o, of_key, increment);
        uint32_t reads = c->read_first[tables->keys.count];
        for (uint32_t begin = 0, end; begin < reads; begin = end) {
            uint32_t first = c->read[begin];
            end = begin + 1;
            while (end < reads && tables->mops.key[c->read[end]] == tables->mops.key[first] &&
                   tables->mops.value[c->read[end]] == tables->mops.value[first]) {
                end++;
            }
            judge_sum(o, increment, begin, end, cases);
        }
    }
    free(of_key);
    free(increment);
}
