/*
 * lost_write.c - an acknowledged append or add that is missing from the final reads, or from all
 * later reads.
 *
 *     T1 ok    append x 1                              T1 ok    add x 1
 *     T2 ok    append x 2                              T2 ok    r x #{1}
 *     T3 ok    r x [2]                                 T3 ok    r x #{}  :final true
 *
 * T3 began after T1 had completed, and does not show T1's write. Formally T3 is a stale read. A
 * database that serves old states causes such reads without losing anything. So more is needed:
 *
 *   final    T3 is marked as a final read (history/final_reads.h): all writes had ended, so it
 *            should show every acknowledged one. T1's write is lost if no final read of x that
 *            began after T1 had completed shows it, and no other read that began after the first of
 *            these. Earlier reads may have shown it. If a node lags, the final read of another node
 *            shows the write
 *   newer    without such a final read, T1's write is lost if no read of x that began after T1 had
 *            completed shows it, and one of them shows a write of another transaction that was
 *            invoked after T1 had completed, and so is newer than the missing one. The reader's own
 *            writes say nothing about the age of its snapshot
 *
 * It needs no version order: elements of lists and sets are never removed, and the reader's own
 * writes only add to the state. So it holds regardless of the reader's own writes, of other
 * anomalies of the list, and of reads that contradict each other (then all lists are searched).
 * Only ok transactions are acknowledged, and only reads that count are used. Histories without
 * invocations have no real time.
 *
 * O(elements read + micro-operations), plus sorting the reads of keys whose last read misses a
 * write, and searching the text of those after the write for the mark. In both cases the last read
 * of the key misses the write. For lists that agree, it is tested first: it nearly always shows
 * everything that it should.
 */
#include "core/grow.h"
#include "detect/later_reads.h"
#include "infer/last_reads.h"
#include "infer/newest_shown.h"

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    uint32_t *shown; /* by write: 1 + the last read that shows it, or 0 */
    uint32_t *last;  /* by key: 1 + when the last read of it began, or 0 */
    /* By key: */
    uint32_t *earliest; /* when the first write was complete that the last read misses, or
                           MNS_NONE */
    uint8_t *asked;     /* a write is lost if a read shows a newer one */
    uint32_t *proof;    /* the read that shows the newest write, if asked */
    uint32_t *proves;   /* 1 + the position before which lost writes must have been complete, or
                           0 */
    mns_later_reads reads;
} scan;

static uint32_t began(const scan *s, uint32_t mop) {
    return s->o->history->txns.invoke[mns_txn_of(s->o, mop)];
}

static uint32_t completed(const scan *s, uint32_t write) {
    return s->o->history->txns.complete[mns_txn_of(s->o, write)];
}

/* ---- Lists that cannot have lost anything ------------------------------------------------------
 */

typedef struct look {
    uint64_t latest;   /* 1 + when the last read of a key began; low half: how much it saw */
    uint32_t earliest; /* complement of when the first append that is not in the order completed */
} look;

static void look_at_keys(const mns_observation *o, look *looks) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint64_t time = (uint64_t)(txns->invoke[txn] + 1) << 32;
        uint32_t end = txns->type[txn] == MNS_TXN_OK ? ~txns->complete[txn] : 0;
        uint32_t last = mns_txn_counts(o, txn) ? txns->first_mop[txn + 1] : 0;
        for (uint32_t m = txns->first_mop[txn]; m < last; m++) {
            uint32_t position = o->versions.position[m];
            look *of_key = &looks[mops->key[m]];
            if (mops->function[m] == MNS_READ) {
                uint64_t saw = position == MNS_NONE ? 0 : time | position;
                of_key->latest = of_key->latest < saw ? saw : of_key->latest;
            } else if (position == MNS_NONE && of_key->earliest < end) {
                of_key->earliest = end;
            }
        }
    }
}

/* Whether the last read of a key misses an append that had completed before it began: one that is
 * not in the order, or that comes after what it saw. */
static bool misses_any(const mns_observation *o, uint32_t key, const look *of_key) {
    uint32_t time = (uint32_t)(of_key->latest >> 32);
    if (time > ~of_key->earliest) {
        return true;
    }
    for (uint32_t i = (uint32_t)of_key->latest; i < mns_version_count(o, key) && time > 0; i++) {
        uint32_t append = mns_version_writer(o, key, i + 1);
        uint32_t txn = append == MNS_NONE ? MNS_NONE : mns_txn_of(o, append);
        if (txn != MNS_NONE && o->history->txns.type[txn] == MNS_TXN_OK &&
            o->history->txns.complete[txn] < time) {
            return true;
        }
    }
    return false;
}

/* False only if no list has lost anything. If reads contradict each other, the order does not say
 * what they show. */
static bool may_be_lost(const mns_observation *o, mns_cases *cases) {
    if (o->history->workload != MNS_LIST_APPEND || o->versions.forked) {
        return true;
    }
    look *looks = MNS_NEW_ARRAY(look, o->history->tables.keys.count);
    bool missed = false;
    cases->failed |= looks == NULL;
    if (looks != NULL) {
        look_at_keys(o, looks);
    }
    for (uint32_t key = 0; key < o->history->tables.keys.count && !cases->failed && !missed;
         key++) {
        missed = misses_any(o, key, &looks[key]);
    }
    free(looks);
    return missed;
}

/* ---- What was lost ----------------------------------------------------------------------------
 */

static void find_last(scan *s) {
    for (uint32_t m = 0; m < s->mops->count; m++) {
        uint32_t *last = &s->last[s->mops->key[m]];
        if (mns_read_counts(s->o, m) && *last < began(s, m) + 1) {
            *last = began(s, m) + 1;
        }
    }
}

/* True if an acknowledged write is missing from the last read of its key, and that began later. */
static bool is_missed(const scan *s, uint32_t mop) {
    uint32_t last = s->last[s->mops->key[mop]];
    return s->mops->function[mop] == MNS_WRITE && mns_write_is_unique(s->o->history, mop) &&
           s->o->history->txns.type[mns_txn_of(s->o, mop)] == MNS_TXN_OK &&
           last > completed(s, mop) &&
           (s->shown[mop] == 0 || began(s, s->shown[mop] - 1) + 1 < last);
}

/* False if the last read of every key shows all writes. */
static bool find_earliest(scan *s) {
    bool any = false;
    for (uint32_t m = 0; m < s->mops->count; m++) {
        if (is_missed(s, m)) {
            uint32_t *earliest = &s->earliest[s->mops->key[m]];
            *earliest = completed(s, m) < *earliest ? completed(s, m) : *earliest;
            any = true;
        }
    }
    return any;
}

/* True if no read that began after a position shows the write. */
static bool is_gone(const scan *s, uint32_t write, uint32_t position) {
    return s->shown[write] == 0 || began(s, s->shown[write] - 1) < position;
}

/* The place of the first final read that began after a write had completed, or MNS_NONE. */
static uint32_t first_final(const scan *s, uint32_t write) {
    return mns_later_reads_final(&s->reads, s->mops->key[write], completed(s, write));
}

/* ---- Without final reads ------------------------------------------------------------------------
 */

/* True if all later reads miss a write, and none of them is final. */
static bool needs_newer(const scan *s, uint32_t mop) {
    return is_missed(s, mop) && is_gone(s, mop, completed(s, mop)) &&
           first_final(s, mop) == MNS_NONE;
}

static bool find_asked(scan *s) {
    bool any = false;
    for (uint32_t m = 0; m < s->mops->count; m++) {
        if (needs_newer(s, m)) {
            s->asked[s->mops->key[m]] = 1;
            any = true;
        }
    }
    return any;
}

/* A read proves the loss of missing writes that had completed before it began and before the newest
 * write that it shows was invoked. For each key the read that proves most is kept. */
static bool find_proofs(scan *s) {
    mns_newest_shown newest;
    bool enough = mns_newest_shown_init(&newest, s->o);
    for (uint32_t r = 0; r < s->reads.count && enough; r++) {
        const mns_later_read *read = &s->reads.items[r];
        if (s->asked[read->key] == 0) {
            continue;
        }
        uint32_t all = read->began + 1, shown = mns_newest_of_read(&newest, read->mop);
        uint32_t proves = shown < all ? shown : all;
        if (proves > s->proves[read->key]) {
            s->proves[read->key] = proves;
            s->proof[read->key] = read->mop;
        }
    }
    mns_newest_shown_release(&newest);
    return enough;
}

/* ---- Cases --------------------------------------------------------------------------------------
 */

static void add_if_lost(scan *s, uint32_t write, mns_cases *cases) {
    uint32_t key = s->mops->key[write], final = first_final(s, write);
    if (final != MNS_NONE) {
        if (is_gone(s, write, s->reads.items[final].began)) {
            uint32_t shown = s->shown[write] == 0 ? MNS_NONE : s->shown[write] - 1;
            mns_later_reads_add_final(&s->reads, s->o, write, final, shown, cases);
        }
    } else if (is_gone(s, write, completed(s, write)) && s->proves[key] > completed(s, write)) {
        mns_later_reads_add_case(&s->reads, s->o, write, s->proof[key], cases);
    }
}

static void find_lost(scan *s, mns_cases *cases) {
    find_last(s);
    if (!find_earliest(s)) {
        return;
    }
    cases->failed |= !mns_later_reads_sort(&s->reads, s->o, s->earliest);
    if (!cases->failed && find_asked(s)) {
        cases->failed |= !find_proofs(s);
    }
    for (uint32_t m = 0; m < s->mops->count && !cases->failed; m++) {
        if (is_missed(s, m)) {
            add_if_lost(s, m, cases);
        }
    }
}

void mns_detect_lost_write(const mns_observation *o, mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    uint32_t keys = tables->keys.count;
    if (o->history->completions_only || !may_be_lost(o, cases)) {
        return;
    }
    scan s = {.o = o,
              .mops = &tables->mops,
              .shown = mns_last_reads(o),
              .last = MNS_NEW_ARRAY(uint32_t, keys),
              .earliest = MNS_NEW_ARRAY(uint32_t, keys),
              .asked = MNS_NEW_ARRAY(uint8_t, keys),
              .proof = MNS_NEW_ARRAY(uint32_t, keys),
              .proves = MNS_NEW_ARRAY(uint32_t, keys)};
    cases->failed |= s.shown == NULL || s.last == NULL || s.earliest == NULL || s.asked == NULL ||
                     s.proof == NULL || s.proves == NULL;
    if (!cases->failed) {
        memset(s.earliest, 0xFF, keys * sizeof *s.earliest); /* MNS_NONE */
        find_lost(&s, cases);
    }
    free(s.shown);
    free(s.last);
    free(s.earliest);
    free(s.asked);
    free(s.proof);
    free(s.proves);
    mns_later_reads_release(&s.reads);
}
