/*
 * increments.c - sums that contradict process order or real time: early- and missed-increment-*.
 *
 *     T1 ok    inc x 1                       T1 ok    r x 1
 *     T2 ok    r x 0     T2 after T1         T2 ok    inc x 1     T2 after T1, no other increments
 *
 * With respect to an order, the increments of other transactions that may be in a sum are those
 * that did not fail and do not come after the reader; those that ended before it began are
 * certainly in it. With low and high the sums of negative and positive ones (mns_span), including
 * the reader's own before the read:
 *
 *   early     the sum is out of reach of any subset of what may be in it: it includes something
 *             that came after. G1c with the order, or otherwise a garbage-read, a G1a or a
 *             future-read
 *   missed    it is in reach, but not if all certain ones and the reader's own are included: it
 *             lacks something that came before. G-single with the order, or otherwise `internal` or
 *             one of the above
 *
 * The models that forbid either of these also forbid the alternatives (counters.h). The test for
 * early does not require the certain ones, since strong read-committed allows a read to miss them.
 * Reads that are wrong without any order are left to other detectors. The real-time form is not
 * reported where the process form is, nor missed where early is.
 *
 * After: in process order what the same process began later; in real time what was invoked after
 * the reader completed. Before: what had completed with ok when the reader began, in the same
 * process or in any. Info transactions may come after a reader but never certainly before one.
 * Histories without invocations have process order, by completion, and no real time.
 *
 * Each order takes two passes over the history: backward, to sum up what comes after each read;
 * forward, to sum up what comes before and judge. Sums are kept by key, or by process and key.
 *
 * O(operations + micro-operations).
 */
#include "core/grow.h"
#include "core/map.h"
#include "detect/detect.h"
#include "infer/own_increments.h"

/* The maximum number of increments that a case names. */
#define LIMIT_NAMED 8

/* The sum of increments so far, and the last ones: a linked list for each sign. */
typedef struct tally {
    mns_span sum;
    uint32_t low, high; /* the last negative and positive one, or MNS_NONE */
} tally;

/* What was found for a read. */
enum { EARLY = 1, MISSED = 2 };

typedef struct scan {
    const mns_observation *o;
    const mns_tables *tables;
    mns_order order;
    uint32_t *timeline; /* by position: txn << 1 | is_completion, MNS_NONE for anything else */
    uint32_t *slot;     /* by mop, or NULL: by process and key */
    uint32_t slot_count;
    tally *at;            /* by slot, or by key: the sums of the current pass */
    tally *after;         /* by first read, in the order of their micro-operations */
    uint32_t *read_index; /* by txn: its first place in after and found */
    uint8_t *found;       /* by first read */
    uint32_t *next,
        *previous; /* by increment: the one before it in the backward and forward pass */
    mns_own_scan own;
    mns_cases *cases;
} scan;

/* ---- Sweeping ------------------------------------------------------------------------------- */

static tally *tally_of(scan *s, uint32_t mop) {
    return &s->at[s->slot != NULL ? s->slot[mop] : s->tables->mops.key[mop]];
}

static void clear_tallies(scan *s) {
    uint32_t count = s->slot != NULL ? s->slot_count : s->tables->keys.count;
    for (uint32_t i = 0; i < count; i++) {
        s->at[i] = (tally){.low = MNS_NONE, .high = MNS_NONE};
    }
}

static void meet(scan *s, uint32_t mop, uint32_t *chain) {
    if (s->tables->mops.function[mop] != MNS_WRITE) {
        return;
    }
    int64_t number = mns_mop_number(s->tables, mop);
    tally *t = tally_of(s, mop);
    uint32_t *last = number < 0 ? &t->low : &t->high;
    t->sum = mns_span_add(t->sum, number);
    if (number != 0) {
        chain[mop] = *last;
        *last = mop;
    }
}

static void sweep_backward(scan *s) {
    const mns_history *history = s->o->history;
    const mns_txns *txns = &history->txns;
    clear_tallies(s);
    for (uint64_t i = history->operations; i > 0; i--) {
        if (s->timeline[i - 1] == MNS_NONE) {
            continue;
        }
        uint32_t txn = s->timeline[i - 1] >> 1;
        bool ends = (s->timeline[i - 1] & 1) != 0;
        uint32_t first = txns->first_mop[txn], read = s->read_index[txn];
        for (uint32_t m = first; ends && m < txns->first_mop[txn + 1]; m++) {
            if (s->o->counters.role[m] >= MNS_ROLE_OWN) {
                s->after[read++] = *tally_of(s, m);
            }
        }
        bool begins = !ends || history->completions_only;
        for (uint32_t m = txns->first_mop[txn + 1]; begins && m > first; m--) {
            meet(s, m - 1, s->next);
        }
    }
}

/* ---- Judging -------------------------------------------------------------------------------- */

static const mns_anomaly early_of[] = {[MNS_ORDER_PROCESS] = MNS_A_EARLY_INCREMENT_PROCESS,
                                       [MNS_ORDER_REALTIME] = MNS_A_EARLY_INCREMENT_REALTIME};
static const mns_anomaly missed_of[] = {[MNS_ORDER_PROCESS] = MNS_A_MISSED_INCREMENT_PROCESS,
                                        [MNS_ORDER_REALTIME] = MNS_A_MISSED_INCREMENT_REALTIME};

static void add_case(scan *s, mns_anomaly anomaly, uint32_t read, uint32_t increment,
                     const uint32_t *chain) {
    uint32_t named[1 + LIMIT_NAMED] = {read}, count = 1;
    assert(increment != MNS_NONE);
    for (; increment != MNS_NONE && count <= LIMIT_NAMED; increment = chain[increment]) {
        named[count++] = increment;
    }
    mns_cases_add(s->cases, anomaly, s->tables->mops.key[read], MNS_VALUE_NONE, named, count);
}

static void judge_read(scan *s, const mns_own *own, const tally *before, uint32_t read) {
    mns_sum sum = mns_mop_number(s->tables, own->read);
    mns_span not_aborted = s->o->counters.not_aborted[s->tables->mops.key[own->read]];
    mns_span others = mns_span_minus(mns_span_minus(not_aborted, own->before), own->after);
    mns_span forced = mns_span_forced(own->before);
    if (!mns_span_has(mns_span_plus(others, forced), sum)) {
        return; /* wrong without any order */
    }
    const tally *after = &s->after[read];
    mns_span possible = mns_span_minus(others, after->sum);
    assert(possible.low <= 0 && possible.high >= 0); /* what comes after is among the others */
    mns_span loose = mns_span_plus(possible, own->before);
    if (!mns_span_has(loose, sum)) {
        if ((s->found[read] & EARLY) == 0) {
            add_case(s, early_of[s->order], own->read, sum > loose.high ? after->high : after->low,
                     s->next);
        }
        s->found[read] |= EARLY;
        return;
    }
    mns_span open = mns_span_minus(possible, before->sum);
    assert(open.low <= 0 && open.high >= 0); /* what came before is possible */
    mns_span bound = mns_span_plus(mns_span_plus(open, mns_span_forced(before->sum)), forced);
    uint32_t lacking = sum < bound.low ? before->high : before->low;
    if (s->found[read] == 0 && !mns_span_has(bound, sum) && lacking != MNS_NONE) {
        add_case(s, missed_of[s->order], own->read, lacking, s->previous);
        s->found[read] |= MISSED;
    }
}

static void sweep_forward(scan *s) {
    const mns_history *history = s->o->history;
    const mns_txns *txns = &history->txns;
    clear_tallies(s);
    for (uint64_t i = 0; i < history->operations && !s->cases->failed; i++) {
        if (s->timeline[i] == MNS_NONE) {
            continue;
        }
        uint32_t txn = s->timeline[i] >> 1;
        bool ends = (s->timeline[i] & 1) != 0, ok = txns->type[txn] == MNS_TXN_OK;
        if (ok && (!ends || history->completions_only)) {
            mns_own_scan_txn(&s->own, s->o, txn);
            for (uint32_t r = 0; r < s->own.count; r++) {
                const mns_own *own = &s->own.items[r];
                judge_read(s, own, tally_of(s, own->read), s->read_index[txn] + r);
            }
        }
        for (uint32_t m = txns->first_mop[txn]; ok && ends && m < txns->first_mop[txn + 1]; m++) {
            meet(s, m, s->previous);
        }
    }
}

/* ---- Preparing ------------------------------------------------------------------------------ */

/* The transactions that did not fail. */
static void fill_timeline(scan *s) {
    const mns_txns *txns = &s->o->history->txns;
    for (uint64_t i = 0; i < s->o->history->operations; i++) {
        s->timeline[i] = MNS_NONE;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (txns->type[txn] == MNS_TXN_FAIL) {
            continue;
        }
        if (txns->invoke[txn] != MNS_NONE) {
            s->timeline[txns->invoke[txn]] = txn << 1;
        }
        if (txns->complete[txn] != MNS_NONE) {
            s->timeline[txns->complete[txn]] = txn << 1 | 1;
        }
    }
}

static uint32_t count_first_reads(scan *s) {
    const mns_txns *txns = &s->o->history->txns;
    uint32_t count = 0;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        s->read_index[txn] = count;
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            count += s->o->counters.role[m] >= MNS_ROLE_OWN;
        }
    }
    return count;
}

/* A slot for each process and key that it accessed. */
static bool fill_slots(scan *s) {
    const mns_mops *mops = &s->tables->mops;
    mns_map index;
    mns_map_init(&index);
    bool filled = true;
    s->slot_count = 0;
    for (uint32_t m = 0; m < mops->count && filled; m++) {
        uint32_t process = s->o->history->txns.process[mns_txn_of(s->o, m)];
        uint64_t pair = (uint64_t)process << 32 | mops->key[m];
        s->slot[m] = mns_map_get(&index, pair);
        if (s->slot[m] == MNS_NONE) {
            s->slot[m] = s->slot_count;
            filled = mns_map_add(&index, pair, s->slot_count++);
        }
    }
    mns_map_release(&index);
    return filled;
}

static bool prepare(scan *s) {
    uint32_t mops = s->tables->mops.count;
    s->timeline = MNS_NEW_ARRAY(uint32_t, s->o->history->operations);
    s->read_index = MNS_NEW_ARRAY(uint32_t, s->o->history->txns.count);
    s->slot = MNS_NEW_ARRAY(uint32_t, mops);
    s->next = MNS_NEW_ARRAY(uint32_t, mops);
    s->previous = MNS_NEW_ARRAY(uint32_t, mops);
    if (!mns_own_scan_init(&s->own, s->o) || s->timeline == NULL || s->read_index == NULL ||
        s->slot == NULL || s->next == NULL || s->previous == NULL || !fill_slots(s)) {
        return false;
    }
    fill_timeline(s);
    uint32_t reads = count_first_reads(s), keys = s->tables->keys.count;
    s->found = MNS_NEW_ARRAY(uint8_t, reads);
    s->after = MNS_NEW_ARRAY(tally, reads);
    s->at = MNS_NEW_ARRAY(tally, s->slot_count > keys ? s->slot_count : keys);
    return s->found != NULL && s->after != NULL && s->at != NULL;
}

static void release(scan *s) {
    free(s->timeline);
    free(s->slot);
    free(s->at);
    free(s->after);
    free(s->read_index);
    free(s->found);
    free(s->next);
    free(s->previous);
    mns_own_scan_release(&s->own);
}

void mns_detect_increments(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .tables = &o->history->tables, .order = MNS_ORDER_PROCESS, .cases = cases};
    cases->failed |= !prepare(&s);
    if (!cases->failed) {
        sweep_backward(&s);
        sweep_forward(&s);
    }
    if (!cases->failed && !o->history->completions_only) {
        free(s.slot);
        s.slot = NULL;
        s.order = MNS_ORDER_REALTIME;
        sweep_backward(&s);
        sweep_forward(&s);
    }
    release(&s);
}
