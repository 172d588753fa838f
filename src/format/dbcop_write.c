/*
 * dbcop_write.c - writes dbcop's binary histories; dbcop_read.c shows the format.
 *
 * 0 is the initial state. dbcop, PolySI and VeriStrong reject a history that writes 0, so this
 * writer refuses it. The header has totals, as PolySI writes it. The events of an aborted
 * transaction failed as well: AWDIT reads that byte only, the others that of the transaction.
 */
#include "format/dbcop_writing.h"
#include "format/write_registers.h"

static void write_number(mns_buf *out, uint64_t number) {
    char bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (char)(number >> 8 * i & 0xFF);
    }
    mns_buf_bytes(out, bytes, sizeof bytes);
}

static void write_string(mns_buf *out, const char *string) {
    write_number(out, strlen(string));
    mns_buf_str(out, string);
}

static void write_header(const mns_writing *writing, mns_dbcop_totals totals) {
    mns_buf *out = &writing->sink->out;
    write_number(out, 0);
    write_number(out, writing->session_count);
    write_number(out, totals.variables);
    write_number(out, totals.txns);
    write_number(out, totals.events);
    write_string(out, MNS_DBCOP_INFO);
    write_string(out, MNS_DBCOP_TIME);
    write_string(out, MNS_DBCOP_TIME);
    write_number(out, writing->session_count);
}

static minos_status write_event(mns_writing *writing, uint32_t txn, uint32_t mop) {
    mns_buf *out = &writing->sink->out;
    uint64_t key = 0, version = 0;
    minos_status status = mns_writing_numbers(writing, txn, mop, &key, &version);
    if (status != MINOS_OK) {
        return status;
    }
    if (version == 0 && !mns_writing_reads_initial(writing, mop)) {
        return mns_writing_refuse_zero(
            writing, txn, mop,
            "0 is the initial state in dbcop; dbcop-json and dbcop-text can express it");
    }
    mns_buf_char(out, (char)!mns_mop_is_read(&writing->history->tables.mops, mop));
    write_number(out, key);
    write_number(out, version);
    mns_buf_char(out, writing->fate[txn] != MNS_FATE_ABORTED);
    return MINOS_OK;
}

static minos_status write_txn(mns_writing *writing, uint32_t txn) {
    const uint32_t *first_mop = writing->history->txns.first_mop;
    minos_status status = MINOS_OK;
    write_number(&writing->sink->out, mns_dbcop_event_count(writing, txn));
    for (uint32_t mop = first_mop[txn]; mop < first_mop[txn + 1] && status == MINOS_OK; mop++) {
        status = mns_writing_keeps(writing, mop) ? write_event(writing, txn, mop) : MINOS_OK;
    }
    mns_buf_char(&writing->sink->out, writing->fate[txn] != MNS_FATE_ABORTED);
    return status == MINOS_OK ? mns_sink_flush(writing->sink) : status;
}

static minos_status write_history(mns_writing *writing) {
    mns_dbcop_totals totals;
    minos_status status = mns_dbcop_count(writing, &totals) ? MINOS_OK : MINOS_ENOMEM;
    if (status == MINOS_OK) {
        write_header(writing, totals);
    }
    for (uint32_t s = 0; s < writing->session_count && status == MINOS_OK; s++) {
        uint32_t end = writing->session_first[s + 1];
        write_number(&writing->sink->out, end - writing->session_first[s]);
        for (uint32_t i = writing->session_first[s]; i < end && status == MINOS_OK; i++) {
            status = write_txn(writing, writing->session_txns[i]);
        }
    }
    return status;
}

const mns_writer mns_dbcop_writer = {.write = write_history};
