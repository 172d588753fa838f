/* committed_only.c - see committed_only.h. */
#include "format/committed_only.h"

static bool is_aborted_write(const mns_writing *writing, uint32_t key, mns_value value) {
    const mns_history *history = writing->history;
    uint32_t mop = mns_writes_find(&history->writes, &history->tables.mops, key, value);
    return mop != MNS_NONE && writing->fate[history->txn_of_mop[mop]] == MNS_FATE_ABORTED;
}

/* Does this read of a committed transaction show a write of an aborted one? */
static bool reads_aborted(const mns_writing *writing, uint32_t mop) {
    const mns_history *history = writing->history;
    const mns_tables *tables = &history->tables;
    if (!mns_mop_is_answered(&tables->mops, mop)) {
        return false;
    }
    uint32_t key = tables->mops.key[mop], count = 0;
    if (history->workload == MNS_RW_REGISTER) {
        return is_aborted_write(writing, key, tables->mops.value[mop]);
    }
    const mns_value *list =
        history->workload == MNS_LIST_APPEND ? mns_mop_list(tables, mop, &count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (is_aborted_write(writing, key, list[i])) {
            return true;
        }
    }
    return false;
}

minos_status mns_writing_drop_aborted(mns_writing *writing) {
    const mns_txns *txns = &writing->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        writing->dropped_aborted += writing->fate[txn] == MNS_FATE_ABORTED;
    }
    for (uint32_t txn = 0; txn < txns->count && writing->dropped_aborted > 0; txn++) {
        for (uint32_t mop = txns->first_mop[txn];
             mns_writing_is_committed(writing, txn) && mop < txns->first_mop[txn + 1]; mop++) {
            if (reads_aborted(writing, mop)) {
                return mns_writing_refuse(
                    writing, txn, mop,
                    "aborted transactions are dropped, so the value would have no writer",
                    "%s cannot express a read of a write of an aborted transaction",
                    writing->format);
            }
        }
    }
    return MINOS_OK;
}
