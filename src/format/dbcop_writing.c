/* dbcop_writing.c - see dbcop_writing.h. */
#include "format/dbcop_writing.h"

#include "core/grow.h"

/* A read without a result is not written. */
static bool is_written(const mns_mops *mops, uint32_t mop) {
    return !mns_mop_is_read(mops, mop) || mns_mop_is_answered(mops, mop);
}

uint64_t mns_dbcop_event_count(const mns_writing *writing, uint32_t txn) {
    const mns_mops *mops = &writing->history->tables.mops;
    const uint32_t *first_mop = writing->history->txns.first_mop;
    uint64_t events = 0;
    for (uint32_t mop = first_mop[txn]; mop < first_mop[txn + 1]; mop++) {
        events += is_written(mops, mop);
    }
    return events;
}

bool mns_dbcop_count(const mns_writing *writing, mns_dbcop_totals *totals) {
    const mns_history *history = writing->history;
    const mns_mops *mops = &history->tables.mops;
    bool *seen = MNS_NEW_ARRAY(bool, history->tables.keys.count);
    if (seen == NULL) {
        return false;
    }
    *totals = (mns_dbcop_totals){.txns = writing->session_first[writing->session_count]};
    for (uint64_t i = 0; i < totals->txns; i++) {
        uint32_t txn = writing->session_txns[i], end = history->txns.first_mop[txn + 1];
        for (uint32_t mop = history->txns.first_mop[txn]; mop < end; mop++) {
            bool written = is_written(mops, mop);
            totals->events += written;
            totals->variables += written && !seen[mops->key[mop]];
            seen[mops->key[mop]] |= written;
        }
    }
    free(seen);
    return true;
}
