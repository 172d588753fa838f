/* dbcop.c - see dbcop.h. */
#include "format/dbcop.h"

#include <inttypes.h>

#include "core/grow.h"

bool mns_dbcop_begin(void *state, mns_reading *reading) {
    (void)reading;
    mns_dbcop *dbcop = state;
    mns_name_set_init(&dbcop->zeros);
    mns_buf_init(&dbcop->text);
    return true;
}

void mns_dbcop_end(void *state) {
    mns_dbcop *dbcop = state;
    free(dbcop->events);
    mns_name_set_release(&dbcop->zeros);
    mns_buf_release(&dbcop->text);
}

void mns_dbcop_notes(const void *state, mns_buf *out) {
    const mns_dbcop *dbcop = state;
    if (dbcop->partial > 0) {
        mns_buf_printf(out,
                       "failed events of %" PRIu64 " committed transaction%s were left out, as "
                       "dbcop does; the database may have rolled back such a transaction\n",
                       dbcop->partial, dbcop->partial == 1 ? "" : "s");
    }
}

bool mns_dbcop_add(mns_dbcop *dbcop, mns_reading *reading, const mns_dbcop_event *event) {
    if (!MNS_GROW(dbcop->events, dbcop->count, dbcop->capacity, 1)) {
        mns_reading_no_memory(reading);
        return false;
    }
    dbcop->events[dbcop->count++] = *event;
    return true;
}

/* ---- Writes of 0 ---------------------------------------------------------------------------- */

static const void *key_bytes(const mns_dbcop_event *event, size_t *size) {
    *size = event->name == NULL ? sizeof event->key : event->name_size;
    return event->name == NULL ? (const void *)&event->key : event->name;
}

static bool has_zero_write(const mns_dbcop *dbcop, const mns_dbcop_event *event) {
    size_t size;
    const void *key = key_bytes(event, &size);
    return mns_name_set_has(&dbcop->zeros, key, size);
}

/* Adds the transaction's writes of 0, also failed ones: a read cannot tell. */
static bool collect_zeros(mns_dbcop *dbcop) {
    bool added, stored = true;
    for (size_t i = 0; i < dbcop->count && stored; i++) {
        const mns_dbcop_event *event = &dbcop->events[i];
        if (event->write && event->value == 0) {
            size_t size;
            const void *key = key_bytes(event, &size);
            stored = mns_name_set_add(&dbcop->zeros, key, size, &added);
        }
    }
    return stored;
}

/* True if a read of 0 may show a write later in the file. */
static bool is_unclear(const mns_dbcop *dbcop) {
    bool unclear = false;
    for (size_t i = 0; i < dbcop->count && !dbcop->scanned && !unclear; i++) {
        const mns_dbcop_event *event = &dbcop->events[i];
        unclear =
            !event->write && !event->initial && event->value == 0 && !has_zero_write(dbcop, event);
    }
    return unclear;
}

/* Runs the reader over the whole file, without translating it, and goes back to the start of the
 * transaction. Errors in the file are ignored: the translation finds them too. */
static void scan(mns_dbcop *dbcop, mns_reading *reading, const mns_reader *reader,
                 const mns_dbcop_txn *txn) {
    mns_input *input = &reading->inputs[txn->place.file];
    mns_reading trial = {.inputs = reading->inputs, .input_count = reading->input_count};
    mns_dbcop *state = mns_new_array(1, reader->state_size);
    if (state == NULL) {
        mns_reading_no_memory(reading);
        return;
    }
    mns_buf_init(&trial.emit.out);
    if (mns_input_back(&trial, input, 0)) {
        reader->begin(state, &trial);
        state->scanning = true;
        while (reader->next(state, &trial) > 0) {
        }
    }
    mns_name_set all = state->zeros;
    state->zeros = dbcop->zeros;
    dbcop->zeros = all;
    dbcop->scanned = true;
    reader->end(state);
    free(state);
    mns_buf_release(&trial.emit.out);
    free(trial.message);
    free(trial.hint);
    if (trial.status != MINOS_EINPUT) {
        reading->status = trial.status;
    }
    mns_input_back(reading, input, txn->start);
}

/* ---- Translation ---------------------------------------------------------------------------- */

/* A name that is a number, without a leading zero, is that number; any other is a string. */
static bool is_number(const char *name, size_t size) {
    size_t digits = 0;
    while (digits < size && name[digits] >= '0' && name[digits] <= '9') {
        digits++;
    }
    return digits == size && (size == 1 || name[0] != '0');
}

static void emit_named(mns_dbcop *dbcop, mns_emit *emit, mns_place place,
                       const mns_dbcop_event *event, bool initial) {
    const char *quote = is_number(event->name, event->name_size) ? "" : "\"";
    mns_buf *text = &dbcop->text;
    mns_buf_clear(text);
    mns_buf_str(text, quote);
    mns_buf_bytes(text, event->name, event->name_size);
    mns_buf_str(text, quote);
    size_t key_size = text->size;
    if (initial) {
        mns_buf_str(text, "nil");
    } else {
        mns_buf_unsigned(text, event->value);
    }
    if (text->failed) {
        emit->out.failed = true; /* the translation ends: out of memory */
        return;
    }
    mns_text key = {text->data, key_size};
    mns_text value = {text->data + key_size, text->size - key_size};
    mns_emit_mop(emit, place, event->write ? 'w' : 'r', key, value);
}

static void emit_event(mns_dbcop *dbcop, mns_emit *emit, uint32_t file,
                       const mns_dbcop_event *event) {
    mns_place place = {.file = file, .offset = event->offset};
    bool initial =
        !event->write && (event->initial || (event->value == 0 && !has_zero_write(dbcop, event)));
    if (event->name != NULL) {
        emit_named(dbcop, emit, place, event, initial);
    } else if (event->write) {
        mns_emit_write(emit, place, event->key, event->value);
    } else {
        mns_emit_read(emit, place, event->key, event->value, initial);
    }
}

/* True if an aborted transaction shows the event. A failed read has a value only in files that mark
 * every event of an aborted transaction as failed, as dbcop_write.c does. */
static bool shown_if_aborted(const mns_dbcop_event *event) {
    return !event->failed || event->write || event->value != 0;
}

/* Failed reads of a committed transaction have no value. Its failed writes were aborted. */
static void emit_txn(mns_dbcop *dbcop, mns_emit *emit, const mns_dbcop_txn *txn) {
    size_t failed = 0, failed_writes = 0;
    mns_emit_begin(emit, txn->place, txn->committed ? MNS_OP_OK : MNS_OP_FAIL, txn->session);
    mns_emit_value(emit);
    for (size_t i = 0; i < dbcop->count; i++) {
        const mns_dbcop_event *event = &dbcop->events[i];
        failed += event->failed;
        failed_writes += event->failed && event->write;
        if (txn->committed ? !event->failed : shown_if_aborted(event)) {
            emit_event(dbcop, emit, txn->place.file, event);
        }
    }
    mns_emit_end(emit);
    dbcop->partial += txn->committed && failed > 0;
    if (!txn->committed || failed_writes == 0) {
        return;
    }
    mns_emit_begin(emit, txn->place, MNS_OP_FAIL, txn->session);
    mns_emit_value(emit);
    for (size_t i = 0; i < dbcop->count; i++) {
        if (dbcop->events[i].failed && dbcop->events[i].write) {
            emit_event(dbcop, emit, txn->place.file, &dbcop->events[i]);
        }
    }
    mns_emit_end(emit);
}

int mns_dbcop_finish(mns_dbcop *dbcop, mns_reading *reading, const mns_reader *reader,
                     const mns_dbcop_txn *txn, bool *again) {
    *again = false;
    if (!collect_zeros(dbcop)) {
        return mns_reading_no_memory(reading);
    }
    if (!dbcop->scanning && is_unclear(dbcop)) {
        *again = true;
        scan(dbcop, reading, reader, txn);
    } else if (!dbcop->scanning) {
        emit_txn(dbcop, &reading->emit, txn);
    }
    dbcop->count = 0;
    return reading->status == MINOS_OK ? 1 : -1;
}
