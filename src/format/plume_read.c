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
 * Transaction -1: the operation was rolled back. The programs keep only its write. Here such
 * operations of a session, up to its next transaction, are one aborted transaction.
 *
 * Value 0 is the initial state: a read of it is a read of nil. No transaction may write 0, since
 * reads could not tell that write from the initial state. The exception is the first transaction of
 * the file: IsoVista records there that it set all keys to 0. Those writes are left out.
 *
 * Memory: the open transactions, and a few bytes for each transaction number (number_set.h).
 */
#include "core/grow.h"
#include "core/index.h"
#include "format/number_set.h"
#include "format/plume_line.h"

/* A session, with its open transaction. */
typedef struct session {
    uint64_t number;
    int64_t txn;
    mns_place place; /* of its first operation */
    mns_buf text;    /* its micro-operations in EDN, each after a space; empty: no transaction */
    struct origin {
        size_t at; /* in text */
        mns_place place;
    } * origins; /* of the micro-operations; only if problems are being located */
    size_t origin_count, origin_capacity;
} session;

typedef struct plume_state {
    session *sessions; /* in the order of their first operations */
    uint32_t session_count;
    size_t session_capacity;
    mns_index index;     /* number -> session */
    uint32_t current;    /* the session of the line before, or MNS_NONE */
    mns_number_set txns; /* the transaction numbers used so far */
    int64_t first_txn;   /* of the file */
    uint32_t closing;    /* at the end of the file: the next session to close */
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
        mns_buf_release(&plume->sessions[i].text);
        free(plume->sessions[i].origins);
    }
    free(plume->sessions);
    mns_index_release(&plume->index);
    mns_number_set_release(&plume->txns);
}

/* ---- Translating a transaction -------------------------------------------------------------- */

/* Appends the micro-operations one by one, each with its place. */
static void emit_located(mns_emit *emit, const session *s) {
    for (size_t i = 0; i < s->origin_count; i++) {
        size_t from = s->origins[i].at + (i == 0);
        size_t to = i + 1 < s->origin_count ? s->origins[i + 1].at : s->text.size;
        mns_emit_mark(emit, s->origins[i].place);
        mns_buf_bytes(&emit->out, s->text.data + from, to - from);
    }
}

/* Translates the open transaction of a session, if there is one. */
static int close_txn(mns_reading *reading, session *s) {
    if (s->text.failed) {
        return mns_reading_no_memory(reading);
    }
    if (s->text.size == 0) {
        return 1;
    }
    mns_emit *emit = &reading->emit;
    bool aborted = s->txn == MNS_PLUME_ABORTED;
    mns_emit_begin(emit, s->place, aborted ? MNS_OP_FAIL : MNS_OP_OK, s->number);
    if (!aborted) {
        mns_emit_field(emit, "index", s->txn);
    }
    mns_emit_value(emit);
    if (s->origin_count > 0) {
        emit_located(emit, s);
    } else {
        mns_buf_bytes(&emit->out, s->text.data + 1, s->text.size - 1);
    }
    mns_emit_end(emit);
    mns_buf_clear(&s->text);
    s->origin_count = 0;
    return 1;
}

/* ---- Sessions and transactions -------------------------------------------------------------- */

static int add_session(plume_state *plume, mns_reading *reading, uint64_t number) {
    uint32_t id = plume->session_count;
    if (!MNS_GROW(plume->sessions, id, plume->session_capacity, 1) ||
        !mns_index_add(&plume->index, number, id)) {
        return mns_reading_no_memory(reading);
    }
    plume->sessions[id] = (session){.number = number, .txn = MNS_PLUME_ABORTED};
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

/* Closes the open transaction of the current session and opens that of the operation. */
static int open_txn(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    session *s = &plume->sessions[plume->current];
    if (close_txn(reading, s) < 0) {
        return -1;
    }
    s->txn = op->txn;
    if (op->txn == MNS_PLUME_ABORTED) {
        return 1;
    }
    bool added;
    if (!mns_number_set_add(&plume->txns, (uint64_t)op->txn, &added)) {
        return mns_reading_no_memory(reading);
    }
    if (!added) {
        return mns_reading_fail(
            reading, mns_plume_place(reading->inputs, op, MNS_PLUME_TXN),
            "a transaction belongs to one session, and ends where the session's "
            "next transaction begins",
            "transaction %lld was used before, in this session or another one", (long long)op->txn);
    }
    return 1;
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* True for a write of the first transaction that only says what the initial state is. */
static bool sets_initial(plume_state *plume, const mns_plume_op *op) {
    return op->write && op->initial && op->txn != MNS_PLUME_ABORTED && op->txn == plume->first_txn;
}

static int add_op(plume_state *plume, mns_reading *reading, const mns_plume_op *op) {
    session *s = &plume->sessions[plume->current];
    if (op->write && op->initial) {
        return sets_initial(plume, op)
                   ? 1
                   : mns_reading_fail(reading,
                                      mns_plume_place(reading->inputs, op, MNS_PLUME_VALUE),
                                      "0 is the value before the first write, so reads of it would "
                                      "be ambiguous",
                                      "a transaction must not write 0, except the first one");
    }
    if (s->text.size == 0) {
        s->place = mns_input_place(reading->inputs, op->line);
    }
    if (reading->emit.target_count > 0) {
        if (!MNS_GROW(s->origins, s->origin_count, s->origin_capacity, 1)) {
            return mns_reading_no_memory(reading);
        }
        s->origins[s->origin_count++] = (struct origin){
            .at = s->text.size, .place = mns_input_place(reading->inputs, op->line)};
    }
    mns_buf_bytes(&s->text, op->text, op->size);
    return 1;
}

/* Translates the transactions that are open at the end of the file, one in each call. */
static int close_next(plume_state *plume, mns_reading *reading) {
    if (plume->closing == plume->session_count) {
        return 0;
    }
    return close_txn(reading, &plume->sessions[plume->closing++]);
}

static int plume_next(void *state, mns_reading *reading) {
    plume_state *plume = state;
    size_t before = reading->emit.out.size;
    mns_plume_op op;
    while (reading->emit.out.size == before) {
        int found = mns_plume_line(reading, reading->inputs, &op);
        if (found <= 0) {
            return found < 0 ? found : close_next(plume, reading);
        }
        if (plume->session_count == 0) {
            plume->first_txn = op.txn;
        }
        if (find_session(plume, reading, &op) < 0 ||
            (plume->sessions[plume->current].txn != op.txn && open_txn(plume, reading, &op) < 0) ||
            add_op(plume, reading, &op) < 0) {
            return -1;
        }
    }
    return 1;
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
                                     .fits = plume_fits};
