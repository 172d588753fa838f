/*
 * dbcop_json_write.c - writes dbcop's JSON histories, a transaction on a line; dbcop_json_read.c
 * shows the format. Events have the long form, which every version of dbcop reads.
 */
#include <inttypes.h>

#include "format/dbcop_writing.h"
#include "format/write_registers.h"

static void write_header(const mns_writing *writing, mns_dbcop_totals totals) {
    mns_buf_printf(&writing->sink->out,
                   "{\"params\":{\"id\":0,\"n_node\":%" PRIu32 ",\"n_variable\":%" PRIu64
                   ",\"n_transaction\":%" PRIu64 ",\"n_event\":%" PRIu64 "},\n"
                   "\"info\":\"" MNS_DBCOP_INFO "\",\n"
                   "\"start\":\"" MNS_DBCOP_TIME "\",\n\"end\":\"" MNS_DBCOP_TIME "\",\n\"data\":[",
                   writing->session_count, totals.variables, totals.txns, totals.events);
}

static minos_status write_event(mns_writing *writing, uint32_t txn, uint32_t mop) {
    const mns_history *history = writing->history;
    mns_buf *out = &writing->sink->out;
    uint64_t key = 0, version = 0;
    bool initial = mns_writing_reads_initial(writing, mop);
    minos_status status = mns_writing_numbers(writing, txn, mop, &key, &version);
    if (status == MINOS_OK && !initial) {
        status = mns_writing_check_zero(writing, txn, mop);
    }
    mns_buf_str(out, mns_mop_is_read(&history->tables.mops, mop) ? "{\"Read\":{\"variable\":"
                                                                 : "{\"Write\":{\"variable\":");
    mns_buf_unsigned(out, key);
    mns_buf_str(out, ",\"version\":");
    if (initial) {
        mns_buf_str(out, "null");
    } else {
        mns_buf_unsigned(out, version);
    }
    mns_buf_str(out, "}}");
    return status;
}

static minos_status write_txn(mns_writing *writing, uint32_t txn) {
    const uint32_t *first_mop = writing->history->txns.first_mop;
    mns_buf *out = &writing->sink->out;
    const char *comma = "";
    minos_status status = MINOS_OK;
    mns_buf_str(out, "{\"events\":[");
    for (uint32_t mop = first_mop[txn]; mop < first_mop[txn + 1] && status == MINOS_OK; mop++) {
        if (mns_writing_keeps(writing, mop)) {
            mns_buf_str(out, comma);
            comma = ",";
            status = write_event(writing, txn, mop);
        }
    }
    mns_buf_str(out, writing->fate[txn] == MNS_FATE_ABORTED ? "],\"committed\":false}"
                                                            : "],\"committed\":true}");
    return status == MINOS_OK ? mns_sink_flush(writing->sink) : status;
}

static minos_status write_history(mns_writing *writing) {
    mns_buf *out = &writing->sink->out;
    mns_dbcop_totals totals;
    minos_status status = mns_dbcop_count(writing, &totals) ? MINOS_OK : MINOS_ENOMEM;
    if (status == MINOS_OK) {
        write_header(writing, totals);
    }
    for (uint32_t s = 0; s < writing->session_count && status == MINOS_OK; s++) {
        uint32_t first = writing->session_first[s], end = writing->session_first[s + 1];
        mns_buf_str(out, s == 0 ? "\n[" : ",\n[");
        for (uint32_t i = first; i < end && status == MINOS_OK; i++) {
            mns_buf_str(out, i == first ? "" : ",\n");
            status = write_txn(writing, writing->session_txns[i]);
        }
        mns_buf_str(out, "]");
    }
    mns_buf_str(out, "]}\n");
    return status;
}

const mns_writer mns_dbcop_json_writer = {.write = write_history};
