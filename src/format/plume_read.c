/*
 * plume_read.c - reads Plume's text, which PolySI, IsoVista and AWDIT read too: one operation on
 * each line (plume_line.h).
 *
 * Operations of different sessions may alternate. So each session has an open transaction, whose
 * text is kept until the session's next transaction begins:
 *
 *     w(1,5,0,7)      session 0 opens transaction 7
 *     r(1,5,1,8)      session 1 opens transaction 8
 *     r(2,0,0,7)      belongs to 7
 *     w(2,6,0,9)      closes 7, which is now translated, and opens 9
 *
 * The programs put an operation whose number was used before into the old transaction, wherever it
 * stands. Here that is an error, since a reader that keeps no transactions cannot do it, and none
 * of the programs writes such a file.
 *
 * Transaction -1: the operation was rolled back. The programs keep only its write. Nothing says
 * which of them belong together, so each is an aborted transaction of its own.
 *
 * Value 0 is the initial state: a read of it is a read of nil. No transaction may write 0, since
 * reads could not tell that write from the initial state. The exception is a first transaction of
 * the file that does nothing else: IsoVista records there that it set all keys to 0. It is left
 * out.
 *
 * Memory: the open transactions, and a few bytes for each transaction number (number_set.h).
 */
#include <inttypes.h>

#include "core/grow.h"
#include "core/index.h"
#include "format/number_set.h"
#include "format/plume_txn.h"

/* Each call of plume_next translates about this many bytes of EDN. */
#define PIECE 4096

typedef struct plume_state {
    mns_plume_txn *sessions; /* with their open transactions, in the order of their first lines */
    uint32_t session_count;
    size_t session_capacity;
    mns_index index;     /* number -> session */
    uint32_t current;    /* the session of the line before, or MNS_NONE */
    mns_number_set txns; /* the transaction numbers used so far */
    int64_t first_txn;   /* of the file */
    uint64_t zeros;      /* its writes of 0 */
    uint32_t closing;    /* at the end of the file: the next session to close */
    mns_plume_op op;     /* the line read last */
} plume_state;

static bool plume_begin(void *state, mns_reading *reading) {
    (void)reading;
    plume_state *plume = state;
    mns_index_init(&plume->index);
    mns_number_set_init(&plume->txns);
    plume->current = MNS_NONE;
    plume->first_txn = MNS_PLUME_ABORTED;
    return true;
}

static void plume_end(void *state) {
    plume_state *plume = state;
    for (uint32_t i = 0; i < plume->session_count; i++) {
        mns_plume_txn_release(&plume->sessions[i]);
    }
    free(plume->sessions);
    mns_index_release(&plume->index);
    mns_number_set_release(&plume->txns);
}

/* ---- Sessions and transactions -------------------------------------------------------------- */

static int add_session(plume_state *plume, mns_reading *reading, uint64_t number) {
    uint32_t id = plume->session_count;
    if (!MNS_GROW(plume->sessions, id, plume->session_capacity, 1) ||
        !mns_index_add(&plume->index, number, id)) {
        return mns_reading_no_memory(reading);
    }
    mns_plume_txn_init(&plume->sessions[id], number);
    plume->current = id;
    plume->session_count++;
    return 1;
}

/* The session of an operation becomes the current one. */
static int find_session(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    if (plume->current != MNS_NONE && plume->sessions[plume->current].session == op->session) {
        return 1;
    }
    plume->current = mns_index_get(&plume->index, op->session);
    return plume->current != MNS_NONE ? 1 : add_session(plume, reading, op->session);
}

/* Notes that a transaction number is used. */
static int use_number(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    bool added;
    if (!mns_number_set_add(&plume->txns, (uint64_t)op->txn, &added)) {
        return mns_reading_no_memory(reading);
    }
    return added ? 1
                 : mns_reading_fail(
                       reading, mns_plume_place(reading->inputs, op, MNS_PLUME_TXN),
                       "a transaction belongs to one session, and ends where the session's next "
                       "transaction begins",
                       "transaction %lld was used before, in this session or another one",
                       (long long)op->txn);
}

/* Finds the session and the transaction of a line that is not like the line before. */
static int find_txn(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    if (plume->session_count == 0) {
        plume->first_txn = op->txn;
    }
    if (find_session(plume, reading, op) < 0) {
        return -1;
    }
    mns_plume_txn *txn = &plume->sessions[plume->current];
    if (txn->number == op->txn && txn->size > 0 && op->txn != MNS_PLUME_ABORTED) {
        return 1;
    }
    if (op->txn != MNS_PLUME_ABORTED && use_number(plume, reading, op) < 0) {
        return -1;
    }
    mns_plume_txn_close(txn, &reading->emit);
    return mns_plume_txn_open(txn, op) ? 1 : mns_reading_no_memory(reading);
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* A write of 0: left out if the first transaction does nothing else. */
static int write_of_initial(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    bool first = op->txn != MNS_PLUME_ABORTED && op->txn == plume->first_txn;
    if (first && plume->sessions[plume->current].empty) {
        plume->zeros++;
        return 1;
    }
    return mns_reading_fail(
        reading, mns_plume_place(reading->inputs, op, MNS_PLUME_VALUE),
        "0 is the value before the first write, so reads of it would be ambiguous",
        "a transaction must not write 0, unless it is the first one and does nothing else");
}

static int add_op(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    if (op->initial && op->function == 'w') {
        return write_of_initial(plume, reading, op);
    }
    if (plume->zeros > 0 && op->txn == plume->first_txn) {
        return mns_reading_fail(
            reading, mns_input_place(reading->inputs, op->line),
            "0 is the value before the first write, so reads of it would be ambiguous",
            "the first transaction writes 0, the initial state, and must not do anything else");
    }
    mns_plume_txn *txn = &plume->sessions[plume->current];
    uint64_t offset = mns_input_place(reading->inputs, op->line).offset;
    if (txn->empty) {
        txn->offset = offset;
        txn->empty = false;
    }
    if ((!mns_plume_txn_has_room(txn) && !mns_plume_txn_grow(txn)) ||
        (reading->emit.target_count > 0 && !mns_plume_txn_locate(txn, offset))) {
        return mns_reading_no_memory(reading);
    }
    mns_plume_txn_put(txn, op->function, op->key, op->value);
    return 1;
}

/* Translates the transactions that are open at the end of the file, one in each call. */
static int close_next(plume_state *plume, mns_reading *reading) {
    if (plume->closing == plume->session_count) {
        return 0;
    }
    mns_plume_txn_close(&plume->sessions[plume->closing++], &reading->emit);
    return 1;
}

static int plume_next(void *state, mns_reading *reading) {
    plume_state *plume = state;
    mns_plume_op *op = &plume->op;
    bool locate = reading->emit.target_count > 0;
    size_t enough = reading->emit.out.size + PIECE;
    while (reading->emit.out.size < enough && !reading->emit.out.failed) {
        mns_plume_txn *txn = plume->current == MNS_NONE ? NULL : &plume->sessions[plume->current];
        bool apart = locate || txn == NULL || txn->number == MNS_PLUME_ABORTED;
        int found = mns_plume_line(reading, reading->inputs, op, apart ? NULL : txn);
        if (found <= 0) {
            return found < 0 ? found : close_next(plume, reading);
        }
        bool other = !op->same || op->txn == MNS_PLUME_ABORTED;
        if ((other && find_txn(plume, reading, op) < 0) || add_op(plume, reading, op) < 0) {
            return -1;
        }
    }
    return 1;
}

static void plume_notes(const void *state, mns_buf *out) {
    const plume_state *plume = state;
    if (plume->zeros > 0) {
        mns_buf_printf(out,
                       "the first transaction sets keys to 0, the initial state (%" PRIu64
                       " write%s), and is left out\n",
                       plume->zeros, plume->zeros == 1 ? "" : "s");
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static bool plume_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    return size > 1 && (data[0] == 'r' || data[0] == 'w') && data[1] == '(';
}

const mns_reader mns_plume_reader = {.state_size = sizeof(plume_state),
                                     .begin = plume_begin,
                                     .next = plume_next,
                                     .end = plume_end,
                                     .notes = plume_notes,
                                     .fits = plume_fits};
