/*
 * plume_write.c - writes Plume's text, which PolySI, IsoVista and AWDIT read too (plume_read.c).
 *
 *     w(36,512,8,6)     transaction 6 of session 8 wrote 512 to key 36
 *     r(49,0,8,6)       and read the initial state of key 49
 *     w(36,513,8,-1)    a write of a transaction that aborted
 *
 * Transactions are numbered from 0 in the order of the history, so those of a session ascend. A
 * transaction without micro-operations has no line.
 *
 * 0 is the initial state, so a history that writes 0, or reads a 0 that was not there initially, is
 * refused.
 */
#include "format/write_registers.h"

typedef struct plume_writer {
    mns_writing *writing;
    uint32_t *session; /* by transaction */
    mns_buf suffix;    /* of the lines of a transaction: ",session,transaction)" */
    int64_t next;      /* transaction number */
    uint64_t empty;    /* transactions without a line */
} plume_writer;

static minos_status write_mop(plume_writer *plume, uint32_t txn, uint32_t mop) {
    const mns_mops *mops = &plume->writing->history->tables.mops;
    mns_buf *out = &plume->writing->sink->out;
    bool read = mns_mop_is_read(mops, mop);
    uint64_t key = 0, value = 0;
    minos_status status = mns_writing_numbers(plume->writing, txn, mop, &key, &value);
    if (status != MINOS_OK) {
        return status;
    }
    if (value == 0 && mops->value[mop] != MNS_VALUE_INITIAL) {
        return mns_writing_refuse_zero(plume->writing, txn, mop, "0 is the initial state in plume");
    }
    mns_buf_bytes(out, read ? "r(" : "w(", 2);
    mns_buf_unsigned(out, key);
    mns_buf_char(out, ',');
    mns_buf_unsigned(out, value);
    mns_buf_bytes(out, plume->suffix.data, plume->suffix.size);
    return MINOS_OK;
}

static minos_status write_txn(plume_writer *plume, uint32_t txn) {
    mns_writing *writing = plume->writing;
    const uint32_t *first_mop = writing->history->txns.first_mop;
    bool aborted = writing->fate[txn] == MNS_FATE_ABORTED;
    mns_buf *suffix = &plume->suffix;
    mns_buf_clear(suffix);
    mns_buf_char(suffix, ',');
    mns_buf_unsigned(suffix, writing->session_number[plume->session[txn]]);
    mns_buf_char(suffix, ',');
    mns_buf_integer(suffix, aborted ? -1 : plume->next);
    mns_buf_bytes(suffix, ")\n", 2);
    minos_status status = suffix->failed ? MINOS_ENOMEM : MINOS_OK;
    size_t before = writing->sink->out.size;
    for (uint32_t mop = first_mop[txn]; status == MINOS_OK && mop < first_mop[txn + 1]; mop++) {
        status = mns_writing_keeps(writing, mop) ? write_mop(plume, txn, mop) : MINOS_OK;
    }
    bool empty = writing->sink->out.size == before;
    plume->empty += empty;
    plume->next += !empty && !aborted;
    return status == MINOS_OK ? mns_sink_flush(writing->sink) : status;
}

static minos_status plume_write(mns_writing *writing) {
    plume_writer plume = {.writing = writing, .session = mns_writing_sessions(writing)};
    mns_buf_init(&plume.suffix);
    minos_status status = plume.session == NULL ? MINOS_ENOMEM : MINOS_OK;
    for (uint32_t txn = 0; status == MINOS_OK && txn < writing->history->txns.count; txn++) {
        status = writing->fate[txn] == MNS_FATE_DROPPED ? MINOS_OK : write_txn(&plume, txn);
    }
    mns_writing_note_empty(writing, plume.empty);
    mns_buf_release(&plume.suffix);
    free(plume.session);
    return status;
}

const mns_writer mns_plume_writer = {.write = plume_write};
