/* txns.c - see txns.h. */
#include "history/txns.h"

#include "core/grow.h"

const char *mns_type_word(mns_txn_type type) {
    static const char *const words[] = {
        [MNS_TXN_OK] = "ok", [MNS_TXN_INFO] = "info", [MNS_TXN_FAIL] = "fail"};
    return words[type];
}

void mns_txns_release(mns_txns *txns) {
    free(txns->type);
    free(txns->process);
    free(txns->invoke);
    free(txns->complete);
    free(txns->first_mop);
    free(txns->start_ts);
    free(txns->commit_ts);
    memset(txns, 0, sizeof *txns);
}

bool mns_txns_reserve(mns_txns *txns, size_t extra) {
    if (txns->count + extra <= txns->capacity) {
        return true;
    }
    size_t capacity = txns->capacity < 32 ? 64 : txns->capacity * 2;
    capacity = capacity < txns->count + extra ? txns->count + extra : capacity;
    bool grown = mns_resize(&txns->type, capacity, sizeof *txns->type) &&
                 mns_resize(&txns->process, capacity, sizeof *txns->process) &&
                 mns_resize(&txns->invoke, capacity, sizeof *txns->invoke) &&
                 mns_resize(&txns->complete, capacity, sizeof *txns->complete) &&
                 mns_resize(&txns->first_mop, capacity + 1, sizeof *txns->first_mop);
    if (txns->start_ts != NULL) {
        grown = grown && mns_resize(&txns->start_ts, capacity, sizeof *txns->start_ts) &&
                mns_resize(&txns->commit_ts, capacity, sizeof *txns->commit_ts);
    }
    txns->capacity = grown ? capacity : txns->capacity;
    return grown;
}

bool mns_txns_reveal(mns_txns *txns, int64_t start_ts, int64_t commit_ts) {
    assert(txns->count > 0 && txns->count <= txns->capacity);
    bool revealed = start_ts != MNS_NO_TIMESTAMP || commit_ts != MNS_NO_TIMESTAMP;
    if (txns->start_ts == NULL && revealed) {
        txns->start_ts = MNS_NEW_ARRAY(int64_t, txns->capacity);
        txns->commit_ts = MNS_NEW_ARRAY(int64_t, txns->capacity);
        if (txns->start_ts == NULL || txns->commit_ts == NULL) {
            return false;
        }
        for (uint32_t t = 0; t < txns->count; t++) {
            txns->start_ts[t] = txns->commit_ts[t] = MNS_NO_TIMESTAMP;
        }
    }
    if (txns->start_ts != NULL) {
        txns->start_ts[txns->count - 1] = start_ts;
        txns->commit_ts[txns->count - 1] = commit_ts;
    }
    return true;
}

bool mns_txns_add(mns_txns *txns, const mns_txn_row *row) {
    assert(row->first_mop == (txns->count == 0 ? 0 : txns->first_mop[txns->count]));
    assert(row->first_mop <= row->end_mop);
    assert(row->invoke == MNS_NONE || row->invoke < row->complete); /* MNS_NONE: not completed */
    if (!mns_txns_reserve(txns, 1)) {
        return false;
    }
    uint32_t txn = txns->count++;
    txns->type[txn] = (uint8_t)row->type;
    txns->process[txn] = row->process;
    txns->invoke[txn] = row->invoke;
    txns->complete[txn] = row->complete;
    txns->first_mop[txn] = row->first_mop;
    txns->first_mop[txn + 1] = row->end_mop;
    return mns_txns_reveal(txns, row->start_ts, row->commit_ts);
}
