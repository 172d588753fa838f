/*
 * timekiller_write.c - writes histories for TimeKiller (Chronos and Aion); timekiller_read.c
 * describes the format.
 *
 * TimeKiller judges by the timestamps of the database, so every transaction must have them. Keys
 * are indexes of an array that the program makes, from 0 on. Its initial transaction has the
 * timestamp 0 and must be the first. Transactions are written in the order of the history, which is
 * also that of each session.
 */
#include "format/committed_only.h"
#include "format/write_registers.h"

/* The program allocates an array of all keys, whose size is an int of 32 bits. */
#define LARGEST_KEY (INT32_MAX - 1)

typedef struct timekiller_writer {
    mns_writing *writing;
    const mns_history *history;
    uint32_t *session; /* by transaction that is not dropped */
    uint32_t written;  /* transactions so far; the tid of the next */
    uint32_t first;    /* the transaction that the file starts with, */
    bool precedes;     /* if it committed before all others of the file started */
    bool reads_nil;    /* some transaction of the file reads the initial state of a register */
} timekiller_writer;

static mns_buf *out(const timekiller_writer *w) { return &w->writing->sink->out; }

/* ---- Checks ---------------------------------------------------------------------------------- */

static minos_status check_times(const timekiller_writer *w, uint32_t txn) {
    const mns_txns *txns = &w->history->txns;
    int64_t start = txns->start_ts == NULL ? MNS_NO_TIMESTAMP : txns->start_ts[txn];
    int64_t commit = txns->commit_ts == NULL ? MNS_NO_TIMESTAMP : txns->commit_ts[txn];
    if (start == MNS_NO_TIMESTAMP || commit == MNS_NO_TIMESTAMP) {
        return mns_writing_refuse(
            w->writing, txn, MNS_NONE,
            "TimeKiller judges a history by the timestamps of its database; with invented ones it "
            "would report what the database never did",
            "this transaction has no %s",
            start == MNS_NO_TIMESTAMP ? ":start-ts, the timestamp of its snapshot"
                                      : ":commit-ts, the timestamp of its commit");
    }
    if (start < 0 || commit < start) {
        return mns_writing_refuse(w->writing, txn, MNS_NONE, NULL,
                                  start < 0 ? "TimeKiller reads no timestamps below 0"
                                            : "this transaction has a :commit-ts before its "
                                              ":start-ts, which TimeKiller does not read");
    }
    return MINOS_OK;
}

static bool is_integer(const timekiller_writer *w, mns_value value) {
    int64_t number;
    return mns_value_integer(&w->history->tables.values, value, &number);
}

static minos_status bad_value(const timekiller_writer *w, uint32_t txn, uint32_t mop,
                              mns_value value) {
    return mns_writing_refuse_value(w->writing, txn, mop, "values must be integers of 64 bits",
                                    "value", value);
}

static minos_status check_list(const timekiller_writer *w, uint32_t txn, uint32_t mop) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&w->history->tables, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_integer(w, list[i])) {
            return bad_value(w, txn, mop, list[i]);
        }
    }
    return MINOS_OK;
}

/* True if only writes precede this write, in the file and by the timestamps: then a value of 0 is
 * the initial state. */
static bool starts_file(const timekiller_writer *w, uint32_t mop) {
    const mns_mops *mops = &w->history->tables.mops;
    uint32_t txn = w->history->txn_of_mop[mop];
    bool first = txn == w->first && w->precedes;
    for (uint32_t m = w->history->txns.first_mop[txn]; m < mop && first; m++) {
        first = !mns_mop_is_answered(mops, m);
    }
    return first;
}

/* The file does not say whether the initial value is null or 0. So a read of 0 that a transaction
 * wrote is ambiguous, unless some read shows null or the file starts with that write. */
static minos_status check_zero(const timekiller_writer *w, uint32_t txn, uint32_t mop) {
    const mns_mops *mops = &w->history->tables.mops;
    minos_status status = mns_writing_check_zero(w->writing, txn, mop);
    if (status != MINOS_OK || w->reads_nil || !mns_mop_is_read(mops, mop) ||
        mops->value[mop] != mns_value_of_small(0)) {
        return status;
    }
    uint32_t writer = mns_history_writer(w->history, mops->key[mop], mops->value[mop]);
    return starts_file(w, writer)
               ? MINOS_OK
               : mns_writing_refuse(w->writing, txn, mop,
                                    "it may be the initial value too, unless some transaction "
                                    "reads nil",
                                    "this read of 0 would be ambiguous in timekiller");
}

static minos_status check_mop(const timekiller_writer *w, uint32_t txn, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    const mns_mops *mops = &tables->mops;
    int64_t key;
    if (!mns_value_integer(&tables->values, tables->keys.name[mops->key[mop]], &key) || key < 0 ||
        key > LARGEST_KEY) {
        return mns_writing_refuse_value(w->writing, txn, mop,
                                        "keys must be integers from 0 to 2147483646", "key",
                                        tables->keys.name[mops->key[mop]]);
    }
    if (w->history->workload == MNS_LIST_APPEND && mns_mop_is_read(mops, mop)) {
        return check_list(w, txn, mop);
    }
    if (mops->value[mop] != MNS_VALUE_INITIAL && !is_integer(w, mops->value[mop])) {
        return bad_value(w, txn, mop, mops->value[mop]);
    }
    return w->history->workload == MNS_RW_REGISTER ? check_zero(w, txn, mop) : MINOS_OK;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void write_time(const timekiller_writer *w, const char *name, int64_t number) {
    mns_buf_str(out(w), name);
    mns_buf_integer(out(w), number);
    mns_buf_str(out(w), ",\"l\":0}");
}

static void write_value(const timekiller_writer *w, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    mns_value value = tables->mops.value[mop];
    if (w->history->workload == MNS_LIST_APPEND && mns_mop_is_read(&tables->mops, mop)) {
        uint32_t count;
        const mns_value *list = mns_mop_list(tables, mop, &count);
        mns_buf_char(out(w), '[');
        for (uint32_t i = 0; i < count; i++) {
            mns_buf_bytes(out(w), ",", i > 0);
            mns_value_json(&tables->values, list[i], out(w));
        }
        mns_buf_char(out(w), ']');
    } else if (value == MNS_VALUE_INITIAL) {
        mns_buf_str(out(w), "null");
    } else {
        mns_value_json(&tables->values, value, out(w));
    }
}

static void write_mop(const timekiller_writer *w, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    bool read = mns_mop_is_read(&tables->mops, mop);
    char change = w->history->workload == MNS_LIST_APPEND ? 'a' : 'w';
    mns_buf_str(out(w), "{\"t\":\"");
    mns_buf_char(out(w), read ? 'r' : change);
    mns_buf_str(out(w), "\",\"k\":");
    mns_value_json(&tables->values, tables->keys.name[tables->mops.key[mop]], out(w));
    mns_buf_str(out(w), ",\"v\":");
    write_value(w, mop);
    mns_buf_char(out(w), '}');
}

/* {"tid": ..., "sid": ..., "sts": ..., "cts": ..., "ops": [ */
static void write_head(const timekiller_writer *w, uint32_t txn) {
    const mns_txns *txns = &w->history->txns;
    mns_buf_str(out(w), w->written == 0 ? "\n{\"tid\":" : ",\n{\"tid\":");
    mns_buf_unsigned(out(w), w->written);
    mns_buf_str(out(w), ",\"sid\":");
    mns_buf_unsigned(out(w), w->writing->session_number[w->session[txn]]);
    write_time(w, ",\"sts\":{\"p\":", txns->start_ts[txn]);
    write_time(w, ",\"cts\":{\"p\":", txns->commit_ts[txn]);
    mns_buf_str(out(w), ",\"ops\":[");
}

static minos_status write_transaction(timekiller_writer *w, uint32_t txn) {
    const mns_txns *txns = &w->history->txns;
    minos_status status = check_times(w, txn);
    if (status != MINOS_OK) {
        return status;
    }
    write_head(w, txn);
    bool first_mop = true;
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        if (!mns_writing_keeps(w->writing, mop)) {
            continue;
        }
        status = check_mop(w, txn, mop);
        if (status != MINOS_OK) {
            return status;
        }
        mns_buf_bytes(out(w), ",", !first_mop);
        first_mop = false;
        write_mop(w, mop);
    }
    mns_buf_str(out(w), "]}");
    w->written++;
    return mns_sink_flush(w->writing->sink);
}

/* ---- The writer ------------------------------------------------------------------------------ */

/* Finds the first transaction of the file, and whether one reads nil. */
static void find_initial(timekiller_writer *w) {
    const mns_txns *txns = &w->history->txns;
    bool timed = txns->start_ts != NULL && txns->commit_ts != NULL;
    w->first = MNS_NONE;
    w->precedes = timed;
    for (uint32_t txn = 0; txn < txns->count && !w->reads_nil; txn++) {
        if (!mns_writing_is_committed(w->writing, txn)) {
            continue;
        }
        w->first = w->first == MNS_NONE ? txn : w->first;
        w->precedes &=
            txn == w->first || (timed && txns->commit_ts[w->first] < txns->start_ts[txn]);
        for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
            w->reads_nil |= mns_writing_reads_initial(w->writing, mop);
        }
    }
}

static minos_status write_all(timekiller_writer *w) {
    w->session = mns_writing_sessions(w->writing);
    minos_status status = w->session == NULL ? MINOS_ENOMEM : MINOS_OK;
    find_initial(w);
    mns_buf_char(out(w), '[');
    for (uint32_t txn = 0; status == MINOS_OK && txn < w->history->txns.count; txn++) {
        if (mns_writing_is_committed(w->writing, txn)) {
            status = write_transaction(w, txn);
        }
    }
    mns_buf_str(out(w), w->written == 0 ? "]\n" : "\n]\n");
    free(w->session);
    return status == MINOS_OK ? mns_sink_finish(w->writing->sink) : status;
}

static minos_status write(mns_writing *writing) {
    const mns_history *history = writing->history;
    timekiller_writer w = {.writing = writing, .history = history};
    if (history->tables.mops.count > 0 && history->workload != MNS_LIST_APPEND &&
        history->workload != MNS_RW_REGISTER) {
        return mns_writing_refuse(
            writing, history->txn_of_mop[0], 0, "edn and json can express every history",
            "timekiller has lists and registers only, and this history has %s",
            history->workload == MNS_SET ? "sets" : "counters");
    }
    minos_status status = mns_writing_drop_aborted(writing);
    return status == MINOS_OK ? write_all(&w) : status;
}

const mns_writer mns_timekiller_writer = {.write = write, .timestamps = true};
