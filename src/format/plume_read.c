/*
 * plume_read.c - reads Plume's text, which PolySI, IsoVista and AWDIT read too: one operation on
 * each line (plume_line.h).
 *
 * Operations of different sessions may alternate. So each session has an open transaction, whose
 * text is kept until the session's next transaction begins (plume_queue.h):
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
 * Transaction -1: the operation was rolled back. Nothing tells which of them were one transaction,
 * so each is one: two writes of a key in one would make a read of the first an intermediate read
 * (G1b) too, which nothing shows.
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
#include "format/plume_queue.h"

/* Each call of plume_next translates about this many bytes of EDN. */
#define PIECE 4096

typedef struct plume_state {
    mns_plume_session *sessions;
    uint32_t session_count;
    size_t session_capacity;
    mns_index index;     /* number -> session */
    uint32_t current;    /* the session of the line before, or MNS_NONE */
    mns_number_set txns; /* the transaction numbers used so far */
    int64_t first_txn;   /* of the file */
    uint64_t zeros;      /* its writes of 0 */
    mns_plume_queue queue;
    mns_plume_op op; /* the line read last */
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
    mns_plume_queue_release(&plume->queue);
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
    mns_plume_session_init(&plume->sessions[id], number);
    plume->current = id;
    plume->session_count++;
    return 1;
}

/* The session of an operation becomes the current one. */
static int find_session(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    if (plume->current != MNS_NONE && plume->sessions[plume->current].number == op->session) {
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
    uint64_t open = plume->sessions[plume->current].open;
    bool aborted = op->txn == MNS_PLUME_ABORTED;
    if (open != MNS_PLUME_NO_TXN && !aborted &&
        mns_plume_queue_at(&plume->queue, open)->number == op->txn) {
        return 1;
    }
    if (!aborted && use_number(plume, reading, op) < 0) {
        return -1;
    }
    mns_plume_queue_close(&plume->queue, plume->sessions, plume->current, &reading->emit);
    return mns_plume_queue_open(&plume->queue, plume->sessions, plume->current, op)
               ? 1
               : mns_reading_no_memory(reading);
}

/* The transaction of the line before; NULL before the first line. */
static mns_plume_txn *current_txn(const plume_state *plume) {
    return plume->current == MNS_NONE
               ? NULL
               : mns_plume_queue_at(&plume->queue, plume->sessions[plume->current].open);
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* A write of 0: left out if the first transaction does nothing else. */
static int write_of_initial(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    bool first = op->txn != MNS_PLUME_ABORTED && op->txn == plume->first_txn;
    if (first && current_txn(plume)->empty) {
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
    mns_plume_txn *txn = current_txn(plume);
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

static int plume_next(void *state, mns_reading *reading) {
    plume_state *plume = state;
    mns_plume_op *op = &plume->op;
    bool locate = reading->emit.target_count > 0;
    size_t enough = reading->emit.out.size + PIECE;
    while (reading->emit.out.size < enough && !reading->emit.out.failed) {
        int found =
            mns_plume_line(reading, reading->inputs, op, locate ? NULL : current_txn(plume));
        if (found <= 0) {
            plume->current = MNS_NONE;
            return found < 0 ? found : mns_plume_queue_drain(&plume->queue, &reading->emit);
        }
        if ((!op->same && find_txn(plume, reading, op) < 0) || add_op(plume, reading, op) < 0) {
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
