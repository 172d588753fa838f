/*
 * internal_counter.c - a transaction's read contradicts what the same transaction read or added.
 *
 *     T1 ok    r x 3, inc x 1, r x 3          its own increment is missing
 *     T1 ok    r x 3, r x 4                   a read that did not repeat
 *     T1 ok    inc x 2, r x 1                 where nobody ever subtracts
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. After a read of the key the sum must be exactly what
 * was read and what was added since. Before the first one it must be within reach with the own increments
 * in it, whatever of the others' is (infer/counters.h); where it is not even within reach without them,
 * it is a G1a or worse. At most one case per transaction, as later reads follow from the
 * first wrong one. O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"
#include "infer/own_increments.h"

/* What a transaction expects of a key. Valid while stamp is the transaction's. */
typedef struct expectation {
    uint32_t stamp; /* txn + 1 */
    uint32_t base;  /* the last read of the key, or MNS_NONE */
    uint32_t count; /* how many increments since */
    uint32_t last;  /* the last of these, or MNS_NONE */
    mns_sum sum;    /* what was read last, and what was added since */
} expectation;

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    mns_own_scan own;
    expectation *of_key;
    uint32_t *previous; /* by mop: the increment before this one, in the same expectation */
    uint32_t *named;
    size_t named_capacity;
    mns_cases *cases;
} scan;

/* A first read, with the own increments before it. */
static bool is_in_reach(const scan *s, const mns_own *own) {
    mns_sum sum = mns_mop_number(&s->o->history->tables, own->read);
    mns_span standing = s->o->counters.standing[s->mops->key[own->read]];
    mns_span past = mns_span_minus(standing, own->after);
    mns_span others = mns_span_minus(past, own->before);
    return !mns_span_has(past, sum) ||
           mns_span_has(mns_span_plus(others, mns_span_forced(own->before)), sum);
}

/* The case: the read, then the base and the increments since. */
static void add_case(scan *s, uint32_t read, const expectation *e) {
    uint32_t count = (e->base != MNS_NONE ? 2 : 1) + e->count;
    if (!MNS_GROW(s->named, 0, s->named_capacity, count)) {
        s->cases->failed = true;
        return;
    }
    s->named[0] = read;
    uint32_t increment = e->last;
    for (uint32_t i = count; increment != MNS_NONE; increment = s->previous[increment]) {
        s->named[--i] = increment;
    }
    if (e->base != MNS_NONE) {
        s->named[1] = e->base;
    }
    mns_cases_add(s->cases, MNS_A_INTERNAL, s->mops->key[read], MNS_VALUE_NONE, s->named, count);
}

static void scan_txn(scan *s, uint32_t txn) {
    const mns_tables *tables = &s->o->history->tables;
    const mns_txns *txns = &s->o->history->txns;
    mns_own_scan_txn(&s->own, s->o, txn);
    const mns_own *next = s->own.items; /* first reads come in this order */
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        expectation *e = &s->of_key[s->mops->key[m]];
        if (e->stamp != txn + 1) {
            *e = (expectation){.stamp = txn + 1, .base = MNS_NONE, .last = MNS_NONE};
        }
        if (s->mops->function[m] == MNS_WRITE) {
            s->previous[m] = e->last;
            e->last = m;
            e->count++;
            e->sum += mns_mop_number(tables, m);
        } else if (mns_mop_is_answered(s->mops, m)) {
            mns_sum sum = mns_mop_number(tables, m);
            bool meets = e->base == MNS_NONE ? is_in_reach(s, next++) : sum == e->sum;
            if (!meets) {
                add_case(s, m, e);
                return;
            }
            *e = (expectation){.stamp = txn + 1, .base = m, .last = MNS_NONE, .sum = sum};
        }
    }
}

void mns_detect_internal_counter(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .mops = &o->history->tables.mops, .cases = cases};
    s.of_key = MNS_NEW_ARRAY(expectation, o->history->tables.keys.count);
    s.previous = MNS_NEW_ARRAY(uint32_t, s.mops->count);
    cases->failed |= !mns_own_scan_init(&s.own, o) || s.of_key == NULL || s.previous == NULL;
    for (uint32_t txn = 0; txn < o->history->txns.count && !cases->failed; txn++) {
        if (mns_txn_counts(o, txn)) {
            scan_txn(&s, txn);
        }
    }
    mns_own_scan_release(&s.own);
    free(s.of_key);
    free(s.previous);
    free(s.named);
}
