/* snapshots.c - external reads, and the detector of each datatype; see snapshots.h. */
#include "detect/snapshots.h"

#include "core/grow.h"

/* By key: txn + 1 of the last transaction that ... */
typedef struct stamp {
    uint32_t written; /* ... writes the key */
    uint32_t touched; /* ... has accessed it so far */
} stamp;

static void read_txn(const mns_observation *o, uint32_t txn, stamp *stamps, mns_judge_read judge,
                     void *context) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        if (mops->function[m] == MNS_WRITE) {
            stamps[mops->key[m]].written = txn + 1;
        }
    }
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        stamp *s = &stamps[mops->key[m]];
        if (s->touched != txn + 1 && mns_mop_is_answered(mops, m)) {
            mns_snapshot_read read = {.mop = m,
                                      .key = mops->key[m],
                                      .start = mns_start_ts(o, txn),
                                      .overwrites = s->written == txn + 1};
            judge(context, &read);
        }
        s->touched = txn + 1;
    }
}

bool mns_snapshot_reads(const mns_observation *o, mns_judge_read judge, void *context) {
    stamp *stamps = MNS_NEW_ARRAY(stamp, o->history->tables.keys.count);
    for (uint32_t txn = 0; stamps != NULL && txn < o->history->txns.count; txn++) {
        if (mns_txn_counts(o, txn) && mns_start_ts(o, txn) != MNS_NO_TIMESTAMP) {
            read_txn(o, txn, stamps, judge, context);
        }
    }
    bool done = stamps != NULL;
    free(stamps);
    return done;
}

bool mns_is_late(const mns_observation *o, const mns_snapshot_read *read, uint32_t write) {
    if (write == MNS_NONE || write == MNS_AMBIGUOUS) {
        return false;
    }
    /* The least number, so a commit without a timestamp is never late. */
    static_assert(MNS_NO_TIMESTAMP == INT64_MIN, "not revealed is before everything");
    uint32_t writer = mns_txn_of(o, write);
    return writer != mns_txn_of(o, read->mop) && mns_txn_counts(o, writer) &&
           mns_commit_ts(o, writer) > read->start;
}

void mns_detect_snapshots(const mns_observation *o, mns_cases *cases) {
    if (o->history->txns.start_ts == NULL) {
        return;
    }
    switch (o->history->workload) {
    case MNS_RW_REGISTER: mns_snapshots_register(o, cases); break;
    case MNS_SET: mns_snapshots_set(o, cases); break;
    case MNS_COUNTER: mns_snapshots_counter(o, cases); break;
    default: mns_snapshots_list(o, cases); break;
    }
}
