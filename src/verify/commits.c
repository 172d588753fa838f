/*
 * commits.c - which transactions an execution says committed; see replay.h.
 *
 * Every ok transaction did, no failed one, any of unknown outcome. The order is untrusted: its
 * numbers may be of no transaction. O(transactions).
 */
#include "verify/replay.h"

static minos_status place_next(mns_replay *r, uint32_t n) {
    uint32_t txn = r->execution->order[n];
    if (txn >= r->history->txns.count) {
        return mns_replay_reject(r, MNS_NONE, MNS_NONE, MNS_NONE,
                                 "the order names a transaction that the history does not have");
    }
    if (r->place[txn] != MNS_NONE) {
        return mns_replay_reject(r, txn, MNS_NONE, MNS_NONE,
                                 "the order names this transaction twice");
    }
    if (r->history->txns.type[txn] == MNS_TXN_FAIL) {
        return mns_replay_reject(r, txn, MNS_NONE, MNS_NONE,
                                 "this transaction failed, so it cannot be in the order");
    }
    if (mns_replay_sees(r, n) > n) {
        return mns_replay_reject(r, txn, MNS_NONE, MNS_NONE,
                                 "the snapshot of this transaction contains itself or a later one");
    }
    if (mns_replay_sees(r, n) < n && r->law <= MNS_LAW_REPEATABLE) {
        return mns_replay_reject(r, txn, MNS_NONE, MNS_NONE,
                                 "this transaction does not see all transactions before it, which "
                                 "the model requires");
    }
    r->place[txn] = n;
    return MINOS_OK;
}

minos_status mns_replay_commits(mns_replay *r) {
    minos_status status = MINOS_OK;
    for (uint32_t n = 0; n < r->execution->count && status == MINOS_OK; n++) {
        status = place_next(r, n);
    }
    for (uint32_t txn = 0; txn < r->history->txns.count && status == MINOS_OK; txn++) {
        if (r->place[txn] == MNS_NONE && mns_replay_is_ok(r, txn)) {
            status = mns_replay_reject(r, txn, MNS_NONE, MNS_NONE,
                                       "this transaction committed, but the order lacks it");
        }
    }
    return status;
}
