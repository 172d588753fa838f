/* by_timestamps.c - see by_timestamps.h. */
#include "schedule/by_timestamps.h"

#include "core/grow.h"

typedef struct stamped {
    int64_t commit;
    uint32_t txn;
} stamped;

static bool writes(const mns_observation *o, uint32_t txn) {
    const mns_history *h = o->history;
    bool found = false;
    for (uint32_t m = h->txns.first_mop[txn]; m < h->txns.first_mop[txn + 1] && !found; m++) {
        found = !mns_mop_is_read(&h->tables.mops, m);
    }
    return found;
}

static int by_commit(const void *a, const void *b) {
    const stamped *x = a, *y = b;
    if (x->commit != y->commit) {
        return x->commit < y->commit ? -1 : 1;
    }
    return (x->txn > y->txn) - (x->txn < y->txn); /* by completion */
}

/* The members with their commit times; a reader without one takes effect when it starts. False if a
 * time is missing. */
static bool list_commits(const mns_observation *o, stamped *commits, uint32_t *count) {
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        int64_t commit = txns->commit_ts == NULL ? MNS_NO_TIMESTAMP : txns->commit_ts[txn];
        int64_t start = txns->start_ts == NULL ? MNS_NO_TIMESTAMP : txns->start_ts[txn];
        if (commit == MNS_NO_TIMESTAMP && !writes(o, txn)) {
            commit = start;
        }
        if (commit == MNS_NO_TIMESTAMP || start == MNS_NO_TIMESTAMP) {
            return false;
        }
        commits[(*count)++] = (stamped){commit, txn};
    }
    return true;
}

/* How many of the first `count` commits a snapshot taken at `start` holds. */
static uint32_t count_seen(const stamped *commits, uint32_t count, int64_t start, bool ties_seen) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (commits[middle].commit < start || (ties_seen && commits[middle].commit == start)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

minos_status mns_schedule_by_timestamps(const mns_observation *o, bool ties_seen,
                                        mns_execution *execution, const char **reason) {
    uint32_t most = o->history->txns.count, count = 0;
    stamped *commits = MNS_NEW_ARRAY(stamped, most);
    *execution = (mns_execution){MNS_NEW_ARRAY(uint32_t, most), MNS_NEW_ARRAY(uint32_t, most), 0};
    *reason = NULL;
    bool good = commits != NULL && execution->order != NULL && execution->sees != NULL;
    if (good && !list_commits(o, commits, &count)) {
        *reason = "some committed transactions have no :start-ts or :commit-ts";
    } else if (good) {
        qsort(commits, count, sizeof *commits, by_commit);
        for (uint32_t i = 0; i < count; i++) {
            int64_t start = o->history->txns.start_ts[commits[i].txn];
            execution->order[i] = commits[i].txn;
            execution->sees[i] = count_seen(commits, i, start, ties_seen);
        }
        execution->count = count;
    }
    free(commits);
    if (!good || *reason != NULL) {
        mns_execution_release(execution);
    }
    return good ? MINOS_OK : MINOS_ENOMEM;
}
