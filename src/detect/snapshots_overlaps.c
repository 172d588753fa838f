/*
 * snapshots_overlaps.c - two transactions that overlap by their times wrote one key and committed.
 *
 *     T1 ok    append x 1          1 to 3
 *     T2 ok    append x 2          2 to 4
 *
 * One of the two versions came first. Its writer had not committed when the other started, so some
 * ww step between them is not in start order: G-SIa (Adya 1999), in every version order. Only for
 * lists and registers: a set may be stored as rows, and increments commute.
 *
 * By start, each write is compared with the one before it that was committed last: a case for each
 * write that overlaps an earlier one. Of those that start at one time the first to commit comes
 * first, so one that starts where another began and ended does not overlap it. O(n log n).
 */
#include "detect/snapshots.h"

static void sweep_key(const mns_timeline *timeline, uint32_t key, mns_cases *cases) {
    const mns_timed_write *last = NULL; /* to commit, so far */
    for (uint32_t i = timeline->first[key]; i < timeline->first[key + 1]; i++) {
        const mns_timed_write *write = &timeline->writes[i];
        if (write->start == MNS_NO_TIMESTAMP) {
            continue;
        }
        if (last != NULL && last->commit > write->start) {
            assert(last->start < write->commit);
            uint32_t named[2] = {last->mop, write->mop};
            mns_cases_add(cases, MNS_A_G_SIA, key, MNS_VALUE_NONE, named, 2);
        }
        if (last == NULL || write->commit > last->commit) {
            last = write;
        }
    }
}

void mns_snapshots_overlaps(const mns_observation *o, mns_timeline *timeline, mns_cases *cases) {
    uint32_t keys = o->history->tables.keys.count;
    mns_timeline_by_start(timeline, keys);
    for (uint32_t key = 0; key < keys; key++) {
        sweep_key(timeline, key, cases);
    }
}
