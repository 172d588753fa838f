/*
 * precedence.c - the order keeps session order or real time; see replay.h.
 *
 * A transaction precedes another by real time if it is ok and completed before the other began; by
 * session order if it is also of the same process. A model that asks for either asks that each
 * transaction sees all that precede it. One of unknown outcome precedes none. O(transactions).
 */
#include "core/grow.h"
#include "verify/replay.h"

/* The place, from n on, of the ok transaction that completed first; MNS_NONE where there is none.
 */
static void find_first_completions(const mns_replay *r, uint32_t *first) {
    const uint32_t *complete = r->history->txns.complete;
    uint32_t best = MNS_NONE;
    first[r->execution->count] = MNS_NONE;
    for (uint32_t n = r->execution->count; n-- > 0;) {
        uint32_t txn = r->execution->order[n];
        if (mns_replay_is_ok(r, txn) &&
            (best == MNS_NONE || complete[txn] < complete[r->execution->order[best]])) {
            best = n;
        }
        first[n] = best;
    }
}

static minos_status check_realtime(mns_replay *r) {
    const mns_txns *txns = &r->history->txns;
    uint32_t *first = MNS_NEW_ARRAY(uint32_t, (size_t)r->execution->count + 1);
    if (first == NULL) {
        return MINOS_ENOMEM;
    }
    find_first_completions(r, first);
    minos_status status = MINOS_OK;
    for (uint32_t n = 0; n < r->execution->count && status == MINOS_OK; n++) {
        uint32_t txn = r->execution->order[n], missed = first[mns_replay_sees(r, n)];
        uint32_t other = missed == MNS_NONE ? MNS_NONE : r->execution->order[missed];
        if (other != MNS_NONE && txns->complete[other] < mns_replay_begin(r, txn)) {
            status = mns_replay_reject(r, txn, MNS_NONE, other,
                                       "this transaction does not see the other one, which had "
                                       "completed before it began");
        }
    }
    free(first);
    return status;
}

/* Transactions have the order of their completion, and a process runs one at a time: those of a
 * process before a transaction in the table are those before it in its session. */
static minos_status check_sessions(mns_replay *r) {
    const mns_txns *txns = &r->history->txns;
    uint32_t *latest = MNS_NEW_ARRAY(uint32_t, r->history->process_count); /* of ok ones: txn + 1 */
    if (latest == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = MINOS_OK;
    for (uint32_t txn = 0; txn < txns->count && status == MINOS_OK; txn++) {
        uint32_t place = r->place[txn];
        if (place == MNS_NONE) {
            continue;
        }
        uint32_t *last = &latest[txns->process[txn]];
        uint32_t before = *last == 0 ? MNS_NONE : *last - 1;
        if (before != MNS_NONE && r->place[before] >= mns_replay_sees(r, place)) {
            status = mns_replay_reject(r, txn, MNS_NONE, before,
                                       "this transaction does not see the other one, which its "
                                       "process had completed before");
        }
        if (mns_replay_is_ok(r, txn) && (before == MNS_NONE || r->place[before] < r->place[txn])) {
            *last = txn + 1;
        }
    }
    free(latest);
    return status;
}

minos_status mns_replay_precedence(mns_replay *r) {
    if (r->orders == MNS_ORDER_REALTIME && r->history->completions_only) {
        return mns_replay_reject(r, MNS_NONE, MNS_NONE, MNS_NONE,
                                 "the model needs real-time order, and the history has no "
                                 "invocations");
    }
    if (r->orders == MNS_ORDER_NONE) {
        return MINOS_OK;
    }
    return r->orders == MNS_ORDER_REALTIME ? check_realtime(r) : check_sessions(r);
}
