/*
 * snapshots_list.c - lists that show an append from after the reader's start, or lack one from
 * before it; see snapshots.h.
 *
 *     T1 ok    append x 1        2 to 4
 *     T2 ok    r x [1]           3 to 5      G-SIa
 *     T3 ok    r x []            6 to 7      G-SIb
 *
 * A read is a prefix of a spine, so its latest commit is a prefix maximum along the spine. It
 * misses something if, among the appends committed before its start, the one with the greatest
 * position is beyond it: a prefix maximum in commit order. Unseen appends are beyond everything.
 * The last append of each transaction represents all of them: a read that shows the last and not
 * the others is an incompatible-order, as is a read that contradicts the key's order, which is not
 * tested for missed appends.
 *
 * O(n log n) in micro-operations, plus the elements of spines.
 */
#include "core/grow.h"
#include "detect/snapshots.h"

typedef struct scan {
    const mns_observation *o;
    mns_timeline timeline;
    uint32_t *newest; /* by element of a spine: the append up to there with the latest known commit,
                         or MNS_NONE */
    uint32_t *furthest; /* by place in the timeline: the append of the key up to there with the
                           greatest position */
    mns_cases *cases;
} scan;

static int64_t commit_of(const mns_observation *o, uint32_t append) {
    bool known = append != MNS_NONE && append != MNS_AMBIGUOUS;
    uint32_t txn = known ? mns_txn_of(o, append) : MNS_NONE;
    return known && mns_txn_counts(o, txn) ? mns_commit_ts(o, txn) : MNS_NO_TIMESTAMP;
}

static bool find_newest(scan *s) {
    const mns_observation *o = s->o;
    size_t spines = o->history->tables.spines.count;
    s->newest = MNS_NEW_ARRAY(uint32_t, o->versions.spine_first[spines]);
    for (uint32_t spine = 0; spine < spines && s->newest != NULL; spine++) {
        int64_t latest = MNS_NO_TIMESTAMP;
        uint32_t newest = MNS_NONE;
        for (uint32_t i = 0; i < o->versions.seen[spine]; i++) {
            uint32_t append = mns_spine_writer(o, spine, i);
            if (commit_of(o, append) > latest) {
                latest = commit_of(o, append);
                newest = append;
            }
            s->newest[o->versions.spine_first[spine] + i] = newest;
        }
    }
    return s->newest != NULL;
}

static bool find_furthest(scan *s) {
    const uint32_t *position = s->o->versions.position; /* MNS_NONE (unseen) is the greatest */
    uint32_t keys = s->o->history->tables.keys.count;
    s->furthest = MNS_NEW_ARRAY(uint32_t, s->timeline.first[keys]);
    for (uint32_t key = 0; key < keys && s->furthest != NULL; key++) {
        uint32_t furthest = MNS_NONE;
        for (uint32_t i = s->timeline.first[key]; i < s->timeline.first[key + 1]; i++) {
            uint32_t append = s->timeline.writes[i].mop;
            if (furthest == MNS_NONE || position[append] > position[furthest]) {
                furthest = append;
            }
            s->furthest[i] = furthest;
        }
    }
    return s->furthest != NULL;
}

static void judge_shown(const scan *s, const mns_snapshot_read *read) {
    const mns_mops *mops = &s->o->history->tables.mops;
    uint32_t length = mops->value[read->mop];
    if (length == 0) {
        return;
    }
    uint64_t first = s->o->versions.spine_first[mops->content[read->mop]];
    uint32_t newest = s->newest[first + length - 1];
    if (mns_is_late(s->o, read, newest)) {
        assert(mops->key[newest] == read->key);
        uint32_t named[2] = {read->mop, newest};
        mns_cases_add(s->cases, MNS_A_G_SIA, read->key, mops->value[newest], named, 2);
    }
}

/* Whether the version after the one that was read may be the reader's own. */
static bool may_be_next(const mns_observation *o, const mns_snapshot_read *read) {
    uint32_t position = o->versions.position[read->mop];
    if (position == mns_version_count(o, read->key)) {
        return read->overwrites;
    }
    uint32_t next = mns_version_writer(o, read->key, position + 1);
    return next != MNS_NONE && next != MNS_AMBIGUOUS &&
           mns_txn_of(o, next) == mns_txn_of(o, read->mop);
}

static void judge_missed(const scan *s, const mns_snapshot_read *read) {
    const mns_versions *v = &s->o->versions;
    uint32_t before = mns_timeline_before(&s->timeline, read->key, read->start);
    if (before == s->timeline.first[read->key]) {
        return;
    }
    uint32_t missed = s->furthest[before - 1];
    assert(mns_txn_of(s->o, missed) != mns_txn_of(s->o, read->mop));
    if (v->position[missed] >
        v->position[read->mop]) { /* never, if the read contradicts the order */
        uint32_t named[2] = {read->mop, missed};
        mns_cases_add(s->cases, may_be_next(s->o, read) ? MNS_A_G_SIA : MNS_A_G_SIB, read->key,
                      s->o->history->tables.mops.value[missed], named, 2);
    }
}

static void judge(void *context, const mns_snapshot_read *read) {
    judge_shown(context, read);
    judge_missed(context, read);
}

void mns_snapshots_list(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .cases = cases};
    bool made = mns_timeline_of_last_writes(&s.timeline, o);
    if (made) {
        mns_snapshots_overlaps(o, &s.timeline, cases);
        mns_timeline_by_commit(&s.timeline, o->history->tables.keys.count);
        made = find_newest(&s) && find_furthest(&s) && mns_snapshot_reads(o, judge, &s);
    }
    cases->failed |= !made;
    free(s.newest);
    free(s.furthest);
    mns_timeline_release(&s.timeline);
}
