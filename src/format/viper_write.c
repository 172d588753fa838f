/*
 * viper_write.c - writes histories for Viper: a folder of J*.log, one for each session;
 * viper_read.c describes the format.
 *
 * Viper takes a read of a value that no transaction wrote as one of the initial state, unless the
 * history contains the initial state. So it is written, to Jinitial.log: 0, the value of a row that
 * does not exist, for every key. Then Viper rejects reads that nothing explains, as Minos does.
 */
#include <stdio.h>

#include "core/grow.h"
#include "format/committed_only.h"
#include "format/viper_mops.h"
#include "format/write_registers.h"

typedef struct viper_writer {
    mns_writing *writing;
    const mns_history *history;
    uint8_t *used; /* by key: a transaction of the file accesses it */
} viper_writer;

static mns_buf *out(const viper_writer *w) { return &w->writing->sink->out; }

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool is_key(const mns_values *values, mns_value key) {
    int64_t number;
    return mns_value_integer(values, key, &number) ||
           ((key & 1) != 0 && values->items[key >> 1].kind == MNS_VALUE_STRING);
}

static minos_status check_mop(const viper_writer *w, uint32_t txn, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    mns_value value = tables->mops.value[mop];
    int64_t number;
    if (!is_key(&tables->values, tables->keys.name[tables->mops.key[mop]])) {
        return mns_writing_refuse_value(w->writing, txn, mop,
                                        "keys must be 64-bit integers or strings", "key",
                                        tables->keys.name[tables->mops.key[mop]]);
    }
    if (value == MNS_VALUE_INITIAL) {
        return MINOS_OK;
    }
    if (!mns_value_integer(&tables->values, value, &number)) {
        return mns_writing_refuse_value(w->writing, txn, mop, "values must be 64-bit integers",
                                        "value", value);
    }
    return number != 0
               ? MINOS_OK
               : mns_writing_refuse_zero(w->writing, txn, mop, "0 is the initial state in viper");
}

/* Checks a transaction of the file and notes its keys. */
static minos_status check_transaction(const viper_writer *w, uint32_t txn) {
    const mns_txns *txns = &w->history->txns;
    const mns_mops *mops = &w->history->tables.mops;
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        if (mns_mop_is_read(mops, mop) && !mns_mop_is_answered(mops, mop)) {
            continue; /* not written */
        }
        minos_status status = check_mop(w, txn, mop);
        if (status != MINOS_OK) {
            return status;
        }
        w->used[mops->key[mop]] = 1;
    }
    return MINOS_OK;
}

static minos_status check_all(const viper_writer *w) {
    minos_status status = MINOS_OK;
    for (uint32_t txn = 0; status == MINOS_OK && txn < w->history->txns.count; txn++) {
        if (mns_writing_is_committed(w->writing, txn)) {
            status = check_transaction(w, txn);
        }
    }
    return status;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void write_key(const viper_writer *w, uint32_t key) {
    mns_value_json(&w->history->tables.values, w->history->tables.keys.name[key], out(w));
}

/* A key as it is sorted: numbers first, then strings by their bytes. */
typedef struct sorted_key {
    uint32_t key, size;
    const char *bytes; /* of a string; else NULL */
    int64_t number;
} sorted_key;

static int compare_keys(const void *a, const void *b) {
    const sorted_key *x = a, *y = b;
    if (x->bytes == NULL || y->bytes == NULL) {
        int strings = (x->bytes != NULL) - (y->bytes != NULL);
        return strings != 0 ? strings : (x->number > y->number) - (x->number < y->number);
    }
    int order = memcmp(x->bytes, y->bytes, x->size < y->size ? x->size : y->size);
    return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

/* The keys of the file, sorted, so that a history has the same bytes in any order of its logs. NULL
 * when out of memory. */
static sorted_key *sort_keys(const viper_writer *w, uint32_t *count) {
    const mns_tables *tables = &w->history->tables;
    sorted_key *keys = MNS_NEW_ARRAY(sorted_key, tables->keys.count);
    *count = 0;
    for (uint32_t key = 0; keys != NULL && key < tables->keys.count; key++) {
        mns_value name = tables->keys.name[key];
        if (w->used[key] == 0) {
            continue;
        }
        sorted_key *sorted = &keys[(*count)++];
        *sorted = (sorted_key){.key = key};
        if (!mns_value_integer(&tables->values, name, &sorted->number)) {
            uint64_t offset = tables->values.items[name >> 1].offset;
            sorted->bytes = tables->values.bytes.data + offset;
            sorted->size = tables->values.items[name >> 1].size;
        }
    }
    if (*count > 0) {
        qsort(keys, *count, sizeof *keys, compare_keys);
    }
    return keys;
}

static minos_status write_initial(const viper_writer *w) {
    uint32_t count;
    sorted_key *keys = sort_keys(w, &count);
    if (keys == NULL) {
        return MINOS_ENOMEM;
    }
    mns_sink_file(w->writing->sink, MNS_VIPER_INITIAL_LOG);
    mns_buf_str(out(w), "{\"value\": [");
    for (uint32_t i = 0; i < count && mns_sink_flush(w->writing->sink) == MINOS_OK; i++) {
        mns_buf_str(out(w), i == 0 ? "[\"w\", " : ", [\"w\", ");
        write_key(w, keys[i].key);
        mns_buf_str(out(w), ", 0, true]");
    }
    mns_buf_str(out(w), "], \"isInitial\": true}\n");
    free(keys);
    return w->writing->sink->status;
}

static void write_mop(const viper_writer *w, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    bool read = mns_mop_is_read(&tables->mops, mop);
    mns_value value = tables->mops.value[mop];
    mns_buf_str(out(w), read ? "[\"r\", " : "[\"w\", ");
    write_key(w, tables->mops.key[mop]);
    mns_buf_str(out(w), ", ");
    if (value == MNS_VALUE_INITIAL) {
        mns_buf_char(out(w), '0');
    } else {
        mns_value_json(&tables->values, value, out(w));
    }
    mns_buf_str(out(w), read ? ", false]" : ", true]");
}

static minos_status write_transaction(const viper_writer *w, uint32_t txn) {
    const mns_txns *txns = &w->history->txns;
    const char *separator = "";
    mns_buf_str(out(w), "{\"value\": [");
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        if (mns_writing_keeps(w->writing, mop)) {
            mns_buf_str(out(w), separator);
            write_mop(w, mop);
            separator = ", ";
        }
    }
    mns_buf_str(out(w), "]}\n");
    return mns_sink_flush(w->writing->sink);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static void start_log(const viper_writer *w, uint32_t session) {
    char name[40];
    snprintf(name, sizeof name, "J%llu.log",
             (unsigned long long)w->writing->session_number[session]);
    mns_sink_file(w->writing->sink, name);
}

/* Viper does not read empty files, so a session without transactions has none. */
static minos_status write_session(const viper_writer *w, uint32_t session) {
    const mns_writing *writing = w->writing;
    bool started = false;
    for (uint32_t i = writing->session_first[session];
         writing->sink->status == MINOS_OK && i < writing->session_first[session + 1]; i++) {
        uint32_t txn = writing->session_txns[i];
        if (!mns_writing_is_committed(writing, txn)) {
            continue;
        }
        if (!started) {
            start_log(w, session);
            started = true;
        }
        write_transaction(w, txn);
    }
    return writing->sink->status;
}

static minos_status write_all(const viper_writer *w) {
    minos_status status = check_all(w);
    status = status == MINOS_OK ? write_initial(w) : status;
    for (uint32_t session = 0; status == MINOS_OK && session < w->writing->session_count;
         session++) {
        status = write_session(w, session);
    }
    return status == MINOS_OK ? mns_sink_finish(w->writing->sink) : status;
}

static minos_status write(mns_writing *writing) {
    const mns_history *history = writing->history;
    minos_status status = mns_writing_drop_aborted(writing);
    if (status != MINOS_OK) {
        return status;
    }
    viper_writer w = {.writing = writing,
                      .history = history,
                      .used = MNS_NEW_ARRAY(uint8_t, history->tables.keys.count)};
    status = w.used == NULL ? MINOS_ENOMEM : write_all(&w);
    free(w.used);
    return status;
}

const mns_writer mns_viper_writer = {.write = write};
