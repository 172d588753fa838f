/*
 * internal_counter.c - a transaction's read contradicts what the same transaction read or added.
 *
 *     T1 ok    r x 3, inc x 1, r x 3          its own increment is missing
 *     T1 ok    r x 3, r x 4                   a read that did not repeat
 *     T1 ok    inc x 2, r x 1                 where all increments are positive
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. After a read of the key the sum must be exactly
 * what was read plus what was added since. At the first read it must be in reach with all own
 * increments included (infer/counters.h); if it is not in reach without them either, it is a G1a or
 * worse. At most one case per transaction, because later reads follow from the first wrong one.
 * O(micro-operations).
 */
#include "detect/expectations.h"
#include "infer/own_increments.h"

typedef struct sums {
    mns_own_scan own;    /* of the current transaction */
    const mns_own *next; /* its first reads come in this order */
    uint32_t txn;
} sums;

/* Whether the sum of a first read is in reach with the own increments before it. */
static bool is_in_reach(const mns_observation *o, const mns_own *own) {
    const mns_tables *tables = &o->history->tables;
    mns_sum sum = mns_mop_number(tables, own->read);
    mns_span not_aborted = o->counters.not_aborted[tables->mops.key[own->read]];
    mns_span past = mns_span_minus(not_aborted, own->after);
    mns_span others = mns_span_minus(past, own->before);
    return !mns_span_has(past, sum) ||
           mns_span_has(mns_span_plus(others, mns_span_forced(own->before)), sum);
}

static bool meets(void *context, const mns_observation *o, uint32_t read, const mns_expectation *e,
                  const mns_own_writes *own) {
    const mns_tables *tables = &o->history->tables;
    sums *s = context;
    if (mns_txn_of(o, read) != s->txn) {
        s->txn = mns_txn_of(o, read);
        mns_own_scan_txn(&s->own, o, s->txn);
        s->next = s->own.items;
    }
    if (e->base == MNS_NONE) {
        return is_in_reach(o, s->next++);
    }
    mns_sum expected = mns_mop_number(tables, e->base);
    for (uint32_t increment = e->last; increment != MNS_NONE;
         increment = mns_previous_write(own, increment)) {
        expected += mns_mop_number(tables, increment);
    }
    return mns_mop_number(tables, read) == expected;
}

void mns_detect_internal_counter(const mns_observation *o, mns_cases *cases) {
    sums s = {.txn = MNS_NONE};
    if (mns_own_scan_init(&s.own, o)) {
        mns_detect_expectations(o, meets, &s, cases);
    } else {
        cases->failed = true;
    }
    mns_own_scan_release(&s.own);
}
