/*
 * snapshots_set.c - reads of sets that show an element from after the reader's start, or lack one
 * from before it; see snapshots.h.
 *
 *     T1 ok    add x 1         2 to 4
 *     T2 ok    r x #{1}        3 to 5      G-SIa
 *     T3 ok    r x #{}         6 to 7      G-SIb
 *
 * Counting decides whether anything is missed: how many adds were committed before the start, and
 * how many of them are shown. Only if these differ, the first missing one is searched for, in at
 * most as many steps as the set has elements. If the reader adds to the set itself, and the set is
 * one object, its own version may be the one after what it read.
 *
 * O(n log n) in micro-operations and elements of reads.
 */
#include "core/grow.h"
#include "detect/snapshots.h"

typedef struct scan {
    const mns_observation *o;
    mns_timeline timeline;
    mns_cases *cases;
} scan;

/* How many elements of a read were committed before its start. *late: the one committed last, if
 * after the start, or MNS_NONE. */
static uint32_t look_at_elements(const scan *s, const mns_snapshot_read *read, uint32_t *late) {
    const mns_observation *o = s->o;
    uint32_t count, before = 0;
    const mns_value *elements = mns_mop_set(&o->history->tables, read->mop, &count);
    *late = MNS_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t add = mns_history_writer(o->history, read->key, elements[i]);
        if (add == MNS_NONE || add == MNS_AMBIGUOUS || !mns_txn_counts(o, mns_txn_of(o, add))) {
            continue;
        }
        int64_t commit = mns_commit_ts(o, mns_txn_of(o, add));
        before += commit != MNS_NO_TIMESTAMP && commit < read->start;
        if (mns_is_late(o, read, add) &&
            (*late == MNS_NONE || commit > mns_commit_ts(o, mns_txn_of(o, *late)))) {
            *late = add;
        }
    }
    return before;
}

static uint32_t first_missing(const scan *s, const mns_snapshot_read *read) {
    const mns_tables *tables = &s->o->history->tables;
    uint32_t count, i = s->timeline.first[read->key];
    const mns_value *elements = mns_mop_set(tables, read->mop, &count);
    while (mns_set_find(elements, count, tables->mops.value[s->timeline.writes[i].mop]) !=
           MNS_NONE) {
        i++;
    }
    assert(s->timeline.writes[i].commit < read->start);
    return s->timeline.writes[i].mop;
}

static void judge(void *context, const mns_snapshot_read *read) {
    const scan *s = context;
    const mns_value *value = s->o->history->tables.mops.value;
    uint32_t late, shown = look_at_elements(s, read, &late);
    if (late != MNS_NONE) {
        uint32_t named[2] = {read->mop, late};
        mns_cases_add(s->cases, MNS_A_G_SIA, read->key, value[late], named, 2);
    }
    uint32_t before =
        mns_timeline_before(&s->timeline, read->key, read->start) - s->timeline.first[read->key];
    assert(shown <= before);
    if (shown < before) {
        uint32_t named[2] = {read->mop, first_missing(s, read)};
        mns_cases_add(s->cases, read->overwrites ? MNS_A_G_SIA : MNS_A_G_SIB, read->key,
                      value[named[1]], named, 2);
    }
}

/* By mop: is it an add of an element that only it adds to its key? */
static bool *find_adds(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    bool *adds = MNS_NEW_ARRAY(bool, mops->count);
    for (uint32_t m = 0; adds != NULL && m < mops->count; m++) {
        adds[m] = mops->function[m] == MNS_WRITE && mns_write_is_unique(o->history, m);
    }
    return adds;
}

void mns_snapshots_set(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .cases = cases};
    bool *adds = find_adds(o);
    bool made = adds != NULL && mns_timeline_make(&s.timeline, o, adds);
    free(adds);
    if (made) {
        mns_timeline_by_commit(&s.timeline, o->history->tables.keys.count);
        made = mns_snapshot_reads(o, judge, &s);
    }
    cases->failed |= !made;
    mns_timeline_release(&s.timeline);
}
