/*
 * lost_write.c - an acknowledged append or add that no later read shows, although there are such reads.
 *
 *     T1 ok    append x 1                              T1 ok    add x 1
 *     T2 ok    r x []                                  T2 ok    r x #{}
 *                        T2 began after T1 had completed, and no read of x that did shows 1
 *
 * Each of these reads missed something that was complete before it began, so this is the stale read
 * of each of them; that there is none which shows it says more to whoever looks for the cause. It
 * needs no order of versions: where a transaction reads a state that has all that was complete before
 * it began, lists and sets keep what they have, and its own writes only add to it. So it holds
 * whatever the reader wrote itself, whatever else is wrong with the list, and where lists contradict
 * each other (then it is looked for in all of them). Only an ok transaction was acknowledged, and
 * only reads that count are looked at. Histories of completions only have no real time.
 *
 * O(elements read + micro-operations), and sorting the reads if something was lost. Lists that agree
 * are first asked by the last read of each key alone, which nearly always shows all that it should.
 */
#include "core/grow.h"
#include "detect/detect.h"
#include "infer/showings.h"

/* How many reads are named, at most. */
#define LIMIT_NAMED 8

typedef struct read_at {
    uint32_t key, began, mop; /* began: position of the invocation */
} read_at;

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    uint32_t *shown; /* by write: 1 + the last read that shows it, or 0 */
    uint32_t *last;  /* by key: 1 + when the last read of it began, or 0 */
    read_at *reads;  /* by key, then by when they began; made when something was lost */
    uint32_t count;
} scan;

static bool is_counted(const scan *s, uint32_t mop) {
    return mns_mop_is_answered(s->mops, mop) && mns_txn_counts(s->o, mns_txn_of(s->o, mop));
}

static uint32_t began(const scan *s, uint32_t mop) {
    return s->o->history->txns.invoke[mns_txn_of(s->o, mop)];
}

static uint32_t completed(const scan *s, uint32_t write) {
    return s->o->history->txns.complete[mns_txn_of(s->o, write)];
}

/* ---- Lists that cannot have lost anything ------------------------------------------------------ */

typedef struct look {
    uint64_t latest; /* when the last read of a key began, plus 1, and below that how far it saw */
    uint32_t earliest; /* complement of when the first append that the order lacks was complete */
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

/* Whether the last read of a key misses an append that was complete before it began: one that the
 * order lacks, or that comes behind what it saw. */
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

/* False only if no list has lost anything. Where reads disagree, the order does not say what they
 * show. */
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

/* ---- What was lost ---------------------------------------------------------------------------- */

static void find_last(scan *s) {
    for (uint32_t m = 0; m < s->mops->count; m++) {
        uint32_t *last = &s->last[s->mops->key[m]];
        if (is_counted(s, m) && *last < began(s, m) + 1) {
            *last = began(s, m) + 1;
        }
    }
}

static bool is_lost(const scan *s, uint32_t mop) {
    return s->mops->function[mop] == MNS_WRITE && mns_write_is_unique(s->o->history, mop) &&
           s->o->history->txns.type[mns_txn_of(s->o, mop)] == MNS_TXN_OK &&
           s->last[s->mops->key[mop]] > completed(s, mop) &&
           (s->shown[mop] == 0 || began(s, s->shown[mop] - 1) < completed(s, mop));
}

static int by_key_and_time(const void *a, const void *b) {
    const read_at *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->began != y->began) {
        return x->began < y->began ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

static bool sort_reads(scan *s) {
    s->reads = MNS_NEW_ARRAY(read_at, s->mops->count);
    if (s->reads == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < s->mops->count; m++) {
        if (is_counted(s, m)) {
            s->reads[s->count++] =
                (read_at){.key = s->mops->key[m], .began = began(s, m), .mop = m};
        }
    }
    qsort(s->reads, s->count, sizeof *s->reads, by_key_and_time);
    return true;
}

/* The first read of the key that began after a position; there is one. */
static uint32_t first_after(const scan *s, uint32_t key, uint32_t position) {
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const read_at *r = &s->reads[middle];
        if (r->key < key || (r->key == key && r->began < position)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low < s->count && s->reads[low].key == key);
    return low;
}

static void add_case(scan *s, uint32_t write, mns_cases *cases) {
    uint32_t named[1 + LIMIT_NAMED] = {write}, count = 1, key = s->mops->key[write];
    if (s->reads == NULL && !sort_reads(s)) {
        cases->failed = true;
        return;
    }
    for (uint32_t r = first_after(s, key, completed(s, write));
         r < s->count && s->reads[r].key == key && count <= LIMIT_NAMED; r++) {
        if (s->reads[r].began != began(s, named[count - 1])) { /* one for each transaction */
            named[count++] = s->reads[r].mop;
        }
    }
    mns_cases_add(cases, MNS_A_LOST_WRITE, key, s->mops->value[write], named, count);
}

void mns_detect_lost_write(const mns_observation *o, mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    if (o->history->completions_only || !may_be_lost(o, cases)) {
        return;
    }
    scan s = {.o = o,
              .mops = &tables->mops,
              .shown = mns_last_showings(o),
              .last = MNS_NEW_ARRAY(uint32_t, tables->keys.count)};
    cases->failed |= s.shown == NULL || s.last == NULL;
    if (!cases->failed) {
        find_last(&s);
    }
    for (uint32_t m = 0; m < tables->mops.count && !cases->failed; m++) {
        if (is_lost(&s, m)) {
            add_case(&s, m, cases);
        }
    }
    free(s.shown);
    free(s.last);
    free(s.reads);
}
