/*
 * snapshots_register.c - reads of registers that show a write from after the reader's start, or an
 * outdated one; see snapshots.h.
 *
 *     T1 ok    w x 1         1 to 2
 *     T2 ok    w x 2         3 to 4
 *     T3 ok    r x 1         5 to 6      G-SIa or G-SIb
 *     T4 ok    r x nil       7 to 8      G-SIb
 *
 * A register shows one write, which is compared with the last one committed before the start. T3:
 * if 2 replaced 1, T2 was missed, a G-SIb; if 1 replaced 2, T1 wrote after T2 but committed before
 * it, a G-SIa. Revealed version numbers may decide which (if they are wrong, every model is ruled
 * out anyway). The initial state precedes all versions.
 *
 * O(n log n).
 */
#include "detect/snapshots.h"

typedef struct scan {
    const mns_observation *o;
    mns_timeline timeline;
    mns_cases *cases;
} scan;

/* Whether version numbers say that the write came after what was read, which `shown` wrote. */
static bool is_revealed_later(const mns_mops *mops, uint32_t read, uint32_t shown, uint32_t write) {
    int64_t version = mns_mop_version(mops, read);
    version = version == MNS_NO_VERSION ? mns_mop_version(mops, shown) : version;
    return version != MNS_NO_VERSION && mns_mop_version(mops, write) > version;
}

/* shown: the write that was read, or MNS_NONE for the initial state. */
static void judge_missed(const scan *s, const mns_snapshot_read *read, uint32_t shown) {
    const mns_mops *mops = &s->o->history->tables.mops;
    uint32_t before = mns_timeline_before(&s->timeline, read->key, read->start);
    if (before == s->timeline.first[read->key]) {
        return;
    }
    const mns_timed_write *last = &s->timeline.writes[before - 1];
    if (shown != MNS_NONE && last->commit <= mns_commit_ts(s->o, mns_txn_of(s->o, shown))) {
        return;
    }
    assert(mns_txn_of(s->o, last->mop) != mns_txn_of(s->o, read->mop));
    bool later = shown == MNS_NONE || is_revealed_later(mops, read->mop, shown, last->mop);
    uint32_t named[3] = {read->mop, last->mop, shown};
    mns_cases_add(s->cases, later && !read->overwrites ? MNS_A_G_SIB : MNS_A_G_SIA, read->key,
                  mops->value[last->mop], named, shown == MNS_NONE ? 2 : 3);
}

static void judge(void *context, const mns_snapshot_read *read) {
    const scan *s = context;
    mns_value value = s->o->history->tables.mops.value[read->mop];
    if (value == MNS_VALUE_INITIAL) {
        judge_missed(s, read, MNS_NONE);
        return;
    }
    uint32_t shown = mns_history_writer(s->o->history, read->key, value);
    if (shown == MNS_NONE || shown == MNS_AMBIGUOUS) {
        return;
    }
    uint32_t writer = mns_txn_of(s->o, shown);
    if (mns_is_late(s->o, read, shown)) {
        uint32_t named[2] = {read->mop, shown};
        mns_cases_add(s->cases, MNS_A_G_SIA, read->key, value, named, 2);
    } else if (mns_txn_counts(s->o, writer) && mns_commit_ts(s->o, writer) != MNS_NO_TIMESTAMP) {
        /* The reader's own write is committed after its start, so it is never outdated. */
        judge_missed(s, read, shown);
    }
}

void mns_snapshots_register(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .cases = cases};
    bool made = mns_timeline_of_last_writes(&s.timeline, o);
    if (made) {
        mns_snapshots_overlaps(o, &s.timeline, cases);
        mns_timeline_by_commit(&s.timeline, o->history->tables.keys.count);
        made = mns_snapshot_reads(o, judge, &s);
    }
    cases->failed |= !made;
    mns_timeline_release(&s.timeline);
}
