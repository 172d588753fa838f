/*
 * cobra_write.c - writes the logs of Cobra (cobra.h): T<session>.log for each session.
 *
 * The id of a transaction is the position of its completion in the history, which is its :index in
 * most histories. The id of a write is that of its micro-operation, moved away from the keys:
 * Cobra's verifier uses the key as the write id of the initial state. O(micro-operations + keys).
 */
#include <inttypes.h>
#include <stdio.h>

#include "format/cobra.h"
#include "format/committed_only.h"

typedef struct cobra {
    mns_writing *writing;
    const mns_history *history;
    int64_t first_write; /* the write id of micro-operation 0 */
} cobra;

/* ---- Ids ------------------------------------------------------------------------------------ */

static int64_t txn_id(const mns_history *history, uint32_t txn) {
    uint32_t position = history->txns.complete[txn];
    return position == MNS_NONE ? history->txns.invoke[txn] : position;
}

static int64_t write_id(const cobra *state, uint32_t mop) {
    int64_t id = state->first_write + (int64_t)mop;
    return id + (id >= MNS_COBRA_GC_ON && state->first_write < MNS_COBRA_GC_ON);
}

/* True if some key is a write id of this history. */
static bool meets_keys(const mns_history *history, int64_t first) {
    const mns_tables *tables = &history->tables;
    for (uint32_t k = 0; k < tables->keys.count; k++) {
        int64_t key;
        if (mns_value_integer(&tables->values, tables->keys.name[k], &key) && key >= first &&
            key - first <= tables->mops.count) {
            return true;
        }
    }
    return false;
}

static int64_t choose_first_write(const mns_history *history) {
    static const int64_t firsts[] = {INT64_C(1) << 28, INT64_C(1) << 34, INT64_C(1) << 42,
                                     INT64_C(1) << 50, INT64_C(1) << 58, INT64_C(1) << 62};
    for (size_t i = 0; i < MNS_COUNT_OF(firsts); i++) {
        if (!meets_keys(history, firsts[i])) {
            return firsts[i];
        }
    }
    return firsts[0]; /* only Cobra's own verifier needs them apart */
}

/* ---- Records -------------------------------------------------------------------------------- */

static void put_record(mns_buf *out, char type, const int64_t *numbers, size_t count) {
    char bytes[33] = {type};
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < 8; b++) {
            bytes[1 + 8 * i + b] = (char)((uint64_t)numbers[i] >> (56 - 8 * b));
        }
    }
    mns_buf_bytes(out, bytes, 1 + 8 * count);
}

#define NUMBERS_HINT "keys and values must be 64-bit integers"

/* Writer and write id of what a read saw, as a log says it. */
static void find_writer(const cobra *state, uint32_t read, int64_t *writer, int64_t *write) {
    const mns_history *history = state->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t mop = mns_history_writer(history, mops->key[read], mops->value[read]);
    if (mop == MNS_NONE) { /* ids that nothing else has */
        *writer = (int64_t)history->operations + read;
        *write = write_id(state, read);
        return;
    }
    assert(mop != MNS_AMBIGUOUS); /* such histories are refused for every format */
    *writer = txn_id(history, history->txn_of_mop[mop]);
    *write = write_id(state, mop);
}

static minos_status put_read(cobra *state, uint32_t txn, uint32_t mop, int64_t key) {
    const mns_tables *tables = &state->history->tables;
    mns_value value = tables->mops.value[mop];
    int64_t numbers[] = {MNS_COBRA_INITIAL, MNS_COBRA_INITIAL, key, 0};
    assert(value != MNS_VALUE_NONE);
    if (value != MNS_VALUE_INITIAL) {
        if (!mns_value_integer(&tables->values, value, &numbers[3])) {
            return mns_writing_refuse_value(state->writing, txn, mop, NUMBERS_HINT, "value", value);
        }
        find_writer(state, mop, &numbers[0], &numbers[1]);
    }
    put_record(&state->writing->sink->out, 'R', numbers, 4);
    return MINOS_OK;
}

static minos_status put_mop(cobra *state, uint32_t txn, uint32_t mop) {
    const mns_tables *tables = &state->history->tables;
    const mns_mops *mops = &tables->mops;
    mns_value name = tables->keys.name[mops->key[mop]];
    int64_t numbers[] = {write_id(state, mop), 0, 0};
    if (!mns_value_integer(&tables->values, name, &numbers[1])) {
        return mns_writing_refuse_value(state->writing, txn, mop, NUMBERS_HINT, "key", name);
    }
    if (mns_mop_is_read(mops, mop)) {
        return put_read(state, txn, mop, numbers[1]);
    }
    if (!mns_value_integer(&tables->values, mops->value[mop], &numbers[2])) {
        return mns_writing_refuse_value(state->writing, txn, mop, NUMBERS_HINT, "value",
                                        mops->value[mop]);
    }
    put_record(&state->writing->sink->out, 'W', numbers, 3);
    return MINOS_OK;
}

/* ---- Transactions and sessions -------------------------------------------------------------- */

static minos_status put_txn(cobra *state, uint32_t txn) {
    const mns_history *history = state->history;
    mns_sink *sink = state->writing->sink;
    int64_t id = txn_id(history, txn);
    put_record(&sink->out, 'S', &id, 1);
    for (uint32_t mop = history->txns.first_mop[txn]; mop < history->txns.first_mop[txn + 1];
         mop++) {
        bool keeps = mns_writing_keeps(state->writing, mop);
        minos_status status = keeps ? put_mop(state, txn, mop) : MINOS_OK;
        if (status != MINOS_OK) {
            return status;
        }
    }
    put_record(&sink->out, 'C', &id, 1);
    return mns_sink_flush(sink);
}

/* A log for a session with a committed transaction. */
static minos_status put_session(cobra *state, uint32_t session, bool *started) {
    mns_writing *writing = state->writing;
    minos_status status = MINOS_OK;
    *started = false;
    for (uint32_t i = writing->session_first[session];
         i < writing->session_first[session + 1] && status == MINOS_OK; i++) {
        uint32_t txn = writing->session_txns[i];
        if (!mns_writing_is_committed(writing, txn)) {
            continue;
        }
        if (!*started) {
            char name[32];
            snprintf(name, sizeof name, "T%" PRIu64 ".log", writing->session_number[session]);
            mns_sink_file(writing->sink, name);
            *started = true;
        }
        status = put_txn(state, txn);
    }
    return status;
}

static minos_status write_logs(mns_writing *writing) {
    cobra state = {.writing = writing,
                   .history = writing->history,
                   .first_write = choose_first_write(writing->history)};
    minos_status status = mns_writing_drop_aborted(writing);
    bool any = false;
    for (uint32_t s = 0; s < writing->session_count && status == MINOS_OK; s++) {
        bool started;
        status = put_session(&state, s, &started);
        any |= started;
    }
    if (status == MINOS_OK && !any) {
        mns_sink_file(writing->sink, "T0.log"); /* a history without transactions has a log too */
    }
    return status;
}

const mns_writer mns_cobra_writer = {.write = write_logs};
