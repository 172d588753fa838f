/* expectations.c - see expectations.h. */
#include "detect/expectations.h"

#include "core/grow.h"

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    mns_meets meets;
    void *context;
    mns_expectation *of_key;
    mns_own_writes own;
    size_t own_capacity;
    uint32_t *named;
    size_t named_capacity;
    mns_cases *cases;
} scan;

/* The case: the read, then the base and the writes since. */
static void add_case(scan *s, uint32_t read, const mns_expectation *e) {
    uint32_t count = (e->base != MNS_NONE ? 2 : 1) + e->count;
    if (!MNS_GROW(s->named, 0, s->named_capacity, count)) {
        s->cases->failed = true;
        return;
    }
    s->named[0] = read;
    uint32_t i = count;
    for (uint32_t w = e->last; w != MNS_NONE; w = mns_previous_write(&s->own, w)) {
        s->named[--i] = w;
    }
    assert(i == count - e->count); /* as many writes as were counted */
    if (e->base != MNS_NONE) {
        s->named[1] = e->base;
    }
    mns_cases_add(s->cases, MNS_A_INTERNAL, s->mops->key[read], MNS_VALUE_NONE, s->named, count);
}

static void scan_txn(scan *s, uint32_t txn) {
    const uint32_t *first = s->o->history->txns.first_mop;
    s->own.first = first[txn];
    if (!MNS_GROW(s->own.previous, 0, s->own_capacity, first[txn + 1] - first[txn] + 1)) {
        s->cases->failed = true;
        return;
    }
    assert(s->own.previous != NULL);
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        mns_expectation *e = &s->of_key[s->mops->key[m]];
        if (e->stamp != txn + 1) {
            *e = (mns_expectation){.stamp = txn + 1, .base = MNS_NONE, .last = MNS_NONE};
        }
        if (s->mops->function[m] == MNS_WRITE) {
            s->own.previous[m - s->own.first] = e->last;
            e->last = m;
            e->count++;
        } else if (mns_mop_is_answered(s->mops, m)) {
            if (!s->meets(s->context, s->o, m, e, &s->own)) {
                add_case(s, m, e);
                return;
            }
            *e = (mns_expectation){.stamp = txn + 1, .base = m, .last = MNS_NONE};
        }
    }
}

void mns_detect_expectations(const mns_observation *o, mns_meets meets, void *context,
                             mns_cases *cases) {
    scan s = {.o = o,
              .mops = &o->history->tables.mops,
              .meets = meets,
              .context = context,
              .of_key = MNS_NEW_ARRAY(mns_expectation, o->history->tables.keys.count),
              .cases = cases};
    cases->failed |= s.of_key == NULL;
    for (uint32_t i = 0; i < o->repeated_keys.count && !cases->failed; i++) {
        if (mns_txn_counts(o, o->repeated_keys.txn[i])) {
            scan_txn(&s, o->repeated_keys.txn[i]);
        }
    }
    free(s.of_key);
    free(s.own.previous);
    free(s.named);
}
