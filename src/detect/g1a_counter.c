/*
 * g1a_counter.c - a committed transaction read a sum that only aborted increments can explain.
 *
 *     T1 fail  inc x 5
 *     T2 ok    inc x 1
 *     T3 ok    r x 5                more than all committed increments
 *
 * Adya 1999, G1a. Without the reader's own later increments, the sum is out of reach of the
 * increments that did not fail, and in reach with the failed ones (otherwise it is a future-read or
 * garbage). The reader's own increments before the read are optional, because not all models that
 * forbid G1a forbid `internal`. If it saw its own later ones instead, that is a G1c, which these
 * models forbid too. A counter does not show which failed increment was seen; the case names the
 * first one of the right sign.
 *
 * O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"
#include "infer/own_increments.h"

/* The first failed increments of a key, or MNS_NONE. */
typedef struct failed {
    uint32_t low, high; /* negative and positive */
} failed;

static void find_failed(const mns_observation *o, failed *of_key) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        of_key[key] = (failed){MNS_NONE, MNS_NONE};
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (tables->mops.function[m] != MNS_WRITE || o->outcome[mns_txn_of(o, m)] != MNS_ABORTED) {
            continue;
        }
        int64_t number = mns_mop_number(tables, m);
        failed *f = &of_key[tables->mops.key[m]];
        uint32_t *first = number < 0 ? &f->low : &f->high;
        *first = *first == MNS_NONE && number != 0 ? m : *first;
    }
}

static void judge_read(const mns_observation *o, const mns_own *own, const failed *of_key,
                       mns_cases *cases) {
    uint32_t key = o->history->tables.mops.key[own->read];
    mns_sum sum = mns_mop_number(&o->history->tables, own->read);
    mns_span all = mns_span_minus(o->counters.all[key], own->after);
    mns_span not_aborted = mns_span_minus(o->counters.not_aborted[key], own->after);
    if (!mns_span_has(all, sum) || mns_span_has(not_aborted, sum)) {
        return;
    }
    uint32_t seen = sum > not_aborted.high ? of_key[key].high : of_key[key].low;
    assert(seen != MNS_NONE);
    mns_cases_add(cases, MNS_A_G1A, key, MNS_VALUE_NONE, (uint32_t[]){own->read, seen}, 2);
}

void mns_detect_g1a_counter(const mns_observation *o, mns_cases *cases) {
    mns_own_scan scan;
    failed *of_key = MNS_NEW_ARRAY(failed, o->history->tables.keys.count);
    cases->failed |= !mns_own_scan_init(&scan, o) || of_key == NULL;
    if (!cases->failed) {
        find_failed(o, of_key);
    }
    for (uint32_t txn = 0; txn < o->history->txns.count && !cases->failed; txn++) {
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        mns_own_scan_txn(&scan, o, txn);
        for (uint32_t i = 0; i < scan.count; i++) {
            judge_read(o, &scan.items[i], of_key, cases);
        }
    }
    mns_own_scan_release(&scan);
    free(of_key);
}
