/* final_reads.c - see final_reads.h. */
#include "history/final_reads.h"

#include "history/op_fields.h"

static bool is_marked(const mns_history *history, uint32_t position) {
    static const char *const names[] = {"final", "final?"};
    for (size_t i = 0; i < MNS_COUNT_OF(names) && position != MNS_NONE; i++) {
        const char *text;
        size_t size;
        if (mns_op_field(history, position, names[i], &text, &size) && size == 4 &&
            memcmp(text, "true", 4) == 0) {
            return true;
        }
    }
    return false;
}

bool mns_is_final_read(const mns_history *history, uint32_t txn) {
    const mns_txns *txns = &history->txns;
    assert(txn < txns->count);
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        if (!mns_mop_is_read(&history->tables.mops, m)) {
            return false;
        }
    }
    return is_marked(history, txns->complete[txn]) || is_marked(history, txns->invoke[txn]);
}
