/*
 * snapshots_counter.c - sums that cannot be of the reader's snapshot; see snapshots.h.
 *
 *     T1 ok    inc x 1         1 to 4
 *     T2 ok    r x 1           3 to 5      above 0: saw T1's, which was committed later      G-SIa
 *     T3 ok    r x 0           6 to 7      below 1: missed T1's                              G-SIb
 *
 * A sum does not show its increments, so each read has bounds. Increments committed before its
 * start are certainly in it. Those committed at its start, or at an unknown time (info, or no time
 * revealed), may be in it: positive ones raise the upper bound, negative ones lower the lower
 * bound. A sum below its bound lacks a certain positive increment or includes a negative one from
 * after the start; above it, the reverse. With increments of one sign only one of the two is
 * possible. Failed increments are ignored: a read of one is a G1a, which every model concerned here
 * forbids too. If no increment can explain the sum, it is garbage and not a matter of times.
 *
 * Sums are of 128 bits: 10^9 increments of 64 bits fit. O(n log n).
 */
#include "core/grow.h"
#include "detect/snapshots.h"

/* The maximum number of increments of each side that a case names. */
#define LIMIT_NAMED 8

__extension__ typedef __int128 wide;

/* The increments of one sign. */
typedef struct side {
    mns_timeline timeline;
    wide *sum;     /* by place in the timeline: of the key's increments up to and with it */
    wide *undated; /* by key: of those at an unknown time */
} side;

typedef struct scan {
    const mns_observation *o;
    side rises, falls;
    mns_cases *cases;
} scan;

/* ---- Sides ---------------------------------------------------------------------------------- */

static wide sum_until(const side *s, uint32_t key, uint32_t place) {
    return place == s->timeline.first[key] ? 0 : s->sum[place - 1];
}

static void add_undated(const mns_observation *o, side *s, const bool *taken) {
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        bool dated = mns_txn_counts(o, txn) && mns_commit_ts(o, txn) != MNS_NO_TIMESTAMP;
        if (dated || o->outcome[txn] == MNS_ABORTED) {
            continue;
        }
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (taken[m]) {
                s->undated[o->history->tables.mops.key[m]] +=
                    mns_mop_number(&o->history->tables, m);
            }
        }
    }
}

static bool fill_side(const mns_observation *o, side *s, const bool *taken) {
    uint32_t keys = o->history->tables.keys.count;
    if (!mns_timeline_make(&s->timeline, o, taken)) {
        return false;
    }
    s->sum = MNS_NEW_ARRAY(wide, s->timeline.first[keys]);
    s->undated = MNS_NEW_ARRAY(wide, keys);
    if (s->sum == NULL || s->undated == NULL) {
        return false;
    }
    mns_timeline_by_commit(&s->timeline, keys);
    for (uint32_t key = 0; key < keys; key++) {
        for (uint32_t i = s->timeline.first[key]; i < s->timeline.first[key + 1]; i++) {
            s->sum[i] = sum_until(s, key, i) +
                        mns_mop_number(&o->history->tables, s->timeline.writes[i].mop);
        }
    }
    add_undated(o, s, taken);
    return true;
}

/* sign: 1 for positive increments, -1 for negative ones. */
static bool make_side(const mns_observation *o, side *s, int sign) {
    const mns_tables *tables = &o->history->tables;
    bool *taken = MNS_NEW_ARRAY(bool, tables->mops.count);
    for (uint32_t m = 0; taken != NULL && m < tables->mops.count; m++) {
        if (tables->mops.function[m] == MNS_WRITE) {
            int64_t amount = mns_mop_number(tables, m);
            taken[m] = sign > 0 ? amount > 0 : amount < 0;
        }
    }
    bool made = taken != NULL && fill_side(o, s, taken);
    free(taken);
    return made;
}

static void release_side(side *s) {
    mns_timeline_release(&s->timeline);
    free(s->sum);
    free(s->undated);
}

/* ---- Reads ---------------------------------------------------------------------------------- */

static wide certain(const side *s, const mns_snapshot_read *read) {
    return sum_until(s, read->key, mns_timeline_before(&s->timeline, read->key, read->start));
}

static wide possible(const side *s, const mns_snapshot_read *read) {
    return sum_until(s, read->key, mns_timeline_until(&s->timeline, read->key, read->start)) +
           s->undated[read->key];
}

/* Names increments that were committed before the start, the latest first. Returns how many. */
static uint32_t name_missed(const side *s, const mns_snapshot_read *read, uint32_t *named) {
    uint32_t first = s->timeline.first[read->key], count = 0;
    uint32_t i = mns_timeline_before(&s->timeline, read->key, read->start);
    for (; i > first && count < LIMIT_NAMED; i--) {
        named[count++] = s->timeline.writes[i - 1].mop;
    }
    return count;
}

/* Names increments of others that were committed after the start, the earliest first. A transaction
 * has one external read per key, so skipping its own increments costs O(n) in total. */
static uint32_t name_seen(const mns_observation *o, const side *s, const mns_snapshot_read *read,
                          uint32_t *named) {
    uint32_t end = s->timeline.first[read->key + 1], count = 0;
    uint32_t i = mns_timeline_until(&s->timeline, read->key, read->start);
    for (; i < end && count < LIMIT_NAMED; i++) {
        if (mns_is_late(o, read, s->timeline.writes[i].mop)) {
            named[count++] = s->timeline.writes[i].mop;
        }
    }
    return count;
}

/* The sum is out of bounds: increments of the one side were missed, or some of the other seen. */
static void add_case(const scan *s, const mns_snapshot_read *read, const side *missed,
                     const side *seen) {
    uint32_t named[1 + 2 * LIMIT_NAMED] = {read->mop};
    uint32_t missed_count = name_missed(missed, read, named + 1);
    uint32_t seen_count = name_seen(s->o, seen, read, named + 1 + missed_count);
    if (missed_count + seen_count > 0) {
        bool certainly_missed = seen_count == 0 && !read->overwrites;
        mns_cases_add(s->cases, certainly_missed ? MNS_A_G_SIB : MNS_A_G_SIA, read->key,
                      MNS_VALUE_NONE, named, 1 + missed_count + seen_count);
    }
}

static void judge(void *context, const mns_snapshot_read *read) {
    const scan *s = context;
    assert(certain(&s->rises, read) <= possible(&s->rises, read) &&
           certain(&s->falls, read) >= possible(&s->falls, read));
    int64_t sum = mns_mop_number(&s->o->history->tables, read->mop);
    if (sum < certain(&s->rises, read) + possible(&s->falls, read)) {
        add_case(s, read, &s->rises, &s->falls);
    } else if (sum > possible(&s->rises, read) + certain(&s->falls, read)) {
        add_case(s, read, &s->falls, &s->rises);
    }
}

void mns_snapshots_counter(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .cases = cases};
    cases->failed |= !make_side(o, &s.rises, 1) || !make_side(o, &s.falls, -1) ||
                     !mns_snapshot_reads(o, judge, &s);
    release_side(&s.rises);
    release_side(&s.falls);
}
