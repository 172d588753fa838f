/* timeline.c - see timeline.h. */
#include "detect/timeline.h"

#include "core/grow.h"

/* ---- Times ---------------------------------------------------------------------------------- */

static bool contradicts_itself(const mns_txns *txns, uint32_t txn) {
    return txns->commit_ts[txn] != MNS_NO_TIMESTAMP && txns->commit_ts[txn] < txns->start_ts[txn];
}

int64_t mns_start_ts(const mns_observation *o, uint32_t txn) {
    const mns_txns *txns = &o->history->txns;
    assert(txns->start_ts != NULL);
    return contradicts_itself(txns, txn) ? MNS_NO_TIMESTAMP : txns->start_ts[txn];
}

int64_t mns_commit_ts(const mns_observation *o, uint32_t txn) {
    const mns_txns *txns = &o->history->txns;
    assert(txns->commit_ts != NULL);
    return contradicts_itself(txns, txn) ? MNS_NO_TIMESTAMP : txns->commit_ts[txn];
}

/* ---- Making --------------------------------------------------------------------------------- */

/* Counts the writes of each key in first[key + 1], or stores them from first[key + 1] on. */
static void walk(mns_timeline *timeline, const mns_observation *o, const bool *taken, bool fill) {
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        int64_t commit = mns_commit_ts(o, txn);
        if (commit == MNS_NO_TIMESTAMP || !mns_txn_counts(o, txn)) {
            continue;
        }
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (!taken[m]) {
                continue;
            }
            uint32_t *at = &timeline->first[o->history->tables.mops.key[m] + 1];
            if (fill) {
                timeline->writes[*at] =
                    (mns_timed_write){.start = mns_start_ts(o, txn), .commit = commit, .mop = m};
            }
            ++*at;
        }
    }
}

bool mns_timeline_make(mns_timeline *timeline, const mns_observation *o, const bool *taken) {
    uint32_t keys = o->history->tables.keys.count, count = 0;
    *timeline = (mns_timeline){.first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 1)};
    if (timeline->first == NULL) {
        return false;
    }
    walk(timeline, o, taken, false);
    for (uint32_t key = 1; key <= keys; key++) { /* each becomes where its own writes begin */
        uint32_t own = timeline->first[key];
        timeline->first[key] = count;
        count += own;
    }
    timeline->writes = MNS_NEW_ARRAY(mns_timed_write, count);
    if (timeline->writes == NULL) {
        return false;
    }
    walk(timeline, o, taken, true); /* and then where they end */
    assert(timeline->first[0] == 0 && timeline->first[keys] == count);
    return true;
}

/* By mop: is it the last write of its transaction to its key? NULL when out of memory. */
static bool *find_last_writes(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    bool *last = MNS_NEW_ARRAY(bool, mops->count);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count); /* txn + 1 */
    for (uint32_t txn = 0; last != NULL && stamp != NULL && txn < txns->count; txn++) {
        for (uint32_t m = txns->first_mop[txn + 1]; m > txns->first_mop[txn]; m--) {
            if (mops->function[m - 1] == MNS_WRITE) {
                last[m - 1] = stamp[mops->key[m - 1]] != txn + 1;
                stamp[mops->key[m - 1]] = txn + 1;
            }
        }
    }
    if (stamp == NULL) {
        free(last);
        last = NULL;
    }
    free(stamp);
    return last;
}

bool mns_timeline_of_last_writes(mns_timeline *timeline, const mns_observation *o) {
    memset(timeline, 0, sizeof *timeline);
    bool *last = find_last_writes(o);
    bool made = last != NULL && mns_timeline_make(timeline, o, last);
    free(last);
    return made;
}

void mns_timeline_release(mns_timeline *timeline) {
    free(timeline->first);
    free(timeline->writes);
    memset(timeline, 0, sizeof *timeline);
}

/* ---- Order ---------------------------------------------------------------------------------- */

static int compare_mops(const mns_timed_write *a, const mns_timed_write *b) {
    return (a->mop > b->mop) - (a->mop < b->mop);
}

static int compare_commits(const void *left, const void *right) {
    const mns_timed_write *a = left, *b = right;
    return a->commit != b->commit ? (a->commit > b->commit) - (a->commit < b->commit)
                                  : compare_mops(a, b);
}

static int compare_starts(const void *left, const void *right) {
    const mns_timed_write *a = left, *b = right;
    return a->start != b->start ? (a->start > b->start) - (a->start < b->start)
                                : compare_commits(a, b);
}

static void sort_each_key(mns_timeline *timeline, uint32_t key_count,
                          int (*compare)(const void *, const void *)) {
    for (uint32_t key = 0; key < key_count; key++) {
        mns_timed_write *writes = timeline->writes + timeline->first[key];
        uint32_t count = timeline->first[key + 1] - timeline->first[key];
        uint32_t in_order = 1;
        while (in_order < count && compare(&writes[in_order - 1], &writes[in_order]) < 0) {
            in_order++;
        }
        if (in_order < count) {
            qsort(writes, count, sizeof *writes, compare);
        }
    }
}

void mns_timeline_by_commit(mns_timeline *timeline, uint32_t key_count) {
    sort_each_key(timeline, key_count, compare_commits);
}

void mns_timeline_by_start(mns_timeline *timeline, uint32_t key_count) {
    sort_each_key(timeline, key_count, compare_starts);
}

uint32_t mns_timeline_before(const mns_timeline *timeline, uint32_t key, int64_t time) {
    uint32_t low = timeline->first[key], high = timeline->first[key + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (timeline->writes[middle].commit < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low == timeline->first[key] || timeline->writes[low - 1].commit < time);
    assert(low == timeline->first[key + 1] || timeline->writes[low].commit >= time);
    return low;
}

uint32_t mns_timeline_until(const mns_timeline *timeline, uint32_t key, int64_t time) {
    return time == INT64_MAX ? timeline->first[key + 1]
                             : mns_timeline_before(timeline, key, time + 1);
}
