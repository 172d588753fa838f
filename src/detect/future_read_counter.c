/*
 * future_read_counter.c - a sum that only the reader's own later increments can explain.
 *
 *     T1 ok    r x 5, inc x 5                there are no other increments
 *
 * Adya's G1c within one transaction. The sum is out of reach of all increments of the key, failed
 * ones included, without those that the transaction makes after the read, and in reach with them
 * (otherwise it is garbage). Its own increments before the read are optional, because not all
 * models that forbid G1c forbid `internal`. The case names the first later increment of the right
 * sign.
 *
 * O(micro-operations).
 */
#include "detect/detect.h"
#include "infer/own_increments.h"

static void judge_read(const mns_observation *o, const mns_own *own, mns_cases *cases) {
    uint32_t key = o->history->tables.mops.key[own->read];
    mns_sum sum = mns_mop_number(&o->history->tables, own->read);
    mns_span all = o->counters.all[key];
    mns_span past = mns_span_minus(all, own->after);
    if (!mns_span_has(all, sum) || mns_span_has(past, sum)) {
        return;
    }
    uint32_t later = sum > past.high ? own->next_high : own->next_low;
    assert(later != MNS_NONE);
    mns_cases_add(cases, MNS_A_FUTURE_READ, key, MNS_VALUE_NONE, (uint32_t[]){own->read, later}, 2);
}

void mns_detect_future_read_counter(const mns_observation *o, mns_cases *cases) {
    mns_own_scan scan;
    cases->failed |= !mns_own_scan_init(&scan, o);
    for (uint32_t txn = 0; txn < o->history->txns.count && !cases->failed; txn++) {
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        mns_own_scan_txn(&scan, o, txn);
        for (uint32_t i = 0; i < scan.count; i++) {
            judge_read(o, &scan.items[i], cases);
        }
    }
    mns_own_scan_release(&scan);
}
