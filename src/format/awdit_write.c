/*
 * awdit_write.c - writes AWDIT's own text (awdit_read.c).
 *
 * The format has no initial state: AWDIT takes a read of a value that nobody wrote for a thin-air
 * read. So for reads of nil the writer adds a transaction, in a session of its own, that writes
 * the initial value of each key that was read before its first write. AWDIT's converter adds such a
 * transaction too, but to AWDIT it is one like the others: nothing says that it came first, so a
 * session may write a key and then read its initial state. Here each transaction that writes such a
 * key, and does not read an initial value itself, first reads a marker: a key that only the added
 * transaction writes. So the initial values precede every write that could follow them, and AWDIT
 * and Minos give the verdict of the original. For example (keys 0 and 1, marker 2, initial value
 * 0):
 *
 *     T1: [:r 0 nil] [:w 1 7]      w 0 0            the added transaction
 *     T2: [:w 0 8]                 w 2 0
 *                                  =====
 *                                  r 0 0            T1
 *                                  w 1 7
 *                                  =====
 *                                  r 2 0            T2 writes key 0, so it reads the marker
 *                                  w 0 8
 *
 * The marker is the smallest number that is no key, the initial value the smallest that nobody
 * wrote or read. A history without reads of nil is written as it is.
 *
 * The format has no aborted transactions either. They are dropped, unless a committed transaction
 * read from one: without its writer that read would look like one of a value from nowhere.
 *
 * O(micro-operations), and a bit of memory for each.
 */
#include "core/grow.h"
#include "format/committed_only.h"
#include "format/write_registers.h"

typedef struct awdit_writer {
    mns_writing *writing;
    const mns_history *history;
    uint8_t *read_first; /* by key: a committed transaction read its initial state */
    bool any_first;
    uint64_t marker, initial;
    uint64_t markers; /* reads of the marker */
    uint64_t empty;   /* transactions without operations */
} awdit_writer;

/* ---- The initial state ---------------------------------------------------------------------- */

/* The smallest number that is not among the values. */
static minos_status smallest_other(const mns_values *values, const mns_value *used, uint32_t count,
                                   uint64_t *number) {
    uint8_t *taken = MNS_NEW_ARRAY(uint8_t, (size_t)count / 8 + 1);
    if (taken == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t n;
        if (mns_value_unsigned(values, used[i], &n) && n < count) {
            taken[n / 8] |= (uint8_t)(1u << (n % 8));
        }
    }
    *number = 0;
    while (*number < count && (taken[*number / 8] & 1u << (*number % 8)) != 0) {
        ++*number;
    }
    free(taken);
    return MINOS_OK;
}

/* Finds the keys whose initial state was read, and numbers for marker and initial value. */
static minos_status find_initial(awdit_writer *awdit) {
    const mns_history *history = awdit->history;
    const mns_tables *tables = &history->tables;
    awdit->read_first = MNS_NEW_ARRAY(uint8_t, tables->keys.count);
    if (awdit->read_first == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < history->txns.count; txn++) {
        uint32_t end =
            mns_writing_is_committed(awdit->writing, txn) ? history->txns.first_mop[txn + 1] : 0;
        for (uint32_t mop = history->txns.first_mop[txn]; mop < end; mop++) {
            if (mns_writing_reads_initial(awdit->writing, mop)) {
                awdit->read_first[tables->mops.key[mop]] = 1;
                awdit->any_first = true;
            }
        }
    }
    minos_status status =
        smallest_other(&tables->values, tables->keys.name, tables->keys.count, &awdit->marker);
    return status != MINOS_OK ? status
                              : smallest_other(&tables->values, tables->mops.value,
                                               tables->mops.count, &awdit->initial);
}

static void write_line(mns_buf *out, char function, uint64_t key, uint64_t value) {
    const char start[] = {function, ' '};
    mns_buf_bytes(out, start, sizeof start);
    mns_buf_unsigned(out, key);
    mns_buf_char(out, ' ');
    mns_buf_unsigned(out, value);
    mns_buf_char(out, '\n');
}

/* The transaction that is added. Its keys are numbers, or their reads will be refused. */
static void write_initial(awdit_writer *awdit) {
    const mns_tables *tables = &awdit->history->tables;
    mns_buf *out = &awdit->writing->sink->out;
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        uint64_t number;
        if (awdit->read_first[key] != 0 &&
            mns_value_unsigned(&tables->values, tables->keys.name[key], &number)) {
            write_line(out, 'w', number, awdit->initial);
        }
    }
    write_line(out, 'w', awdit->marker, awdit->initial);
}

/* True if only the marker shows that the initial state came before this transaction. */
static bool needs_marker(const awdit_writer *awdit, uint32_t txn) {
    const mns_mops *mops = &awdit->history->tables.mops;
    bool needs = false;
    for (uint32_t mop = awdit->history->txns.first_mop[txn];
         mop < awdit->history->txns.first_mop[txn + 1]; mop++) {
        if (mns_writing_reads_initial(awdit->writing, mop)) {
            return false;
        }
        needs |= !mns_mop_is_read(mops, mop) && awdit->read_first[mops->key[mop]] != 0;
    }
    return needs;
}

/* ---- Transactions --------------------------------------------------------------------------- */

static minos_status write_mop(awdit_writer *awdit, uint32_t txn, uint32_t mop) {
    uint64_t key = 0, value = awdit->initial;
    minos_status status = mns_writing_numbers(awdit->writing, txn, mop, &key, &value);
    if (status != MINOS_OK) {
        return status;
    }
    bool read = mns_mop_is_read(&awdit->history->tables.mops, mop);
    write_line(&awdit->writing->sink->out, read ? 'r' : 'w', key, value);
    return MINOS_OK;
}

/* *first: nothing was written in this session. */
static minos_status write_txn(awdit_writer *awdit, uint32_t txn, bool *first) {
    const uint32_t *first_mop = awdit->history->txns.first_mop;
    mns_buf *out = &awdit->writing->sink->out;
    size_t before = out->size;
    mns_buf_str(out, *first ? "" : "-----\n");
    size_t start = out->size;
    if (awdit->any_first && needs_marker(awdit, txn)) {
        write_line(out, 'r', awdit->marker, awdit->initial);
        awdit->markers++;
    }
    minos_status status = MINOS_OK;
    for (uint32_t mop = first_mop[txn]; status == MINOS_OK && mop < first_mop[txn + 1]; mop++) {
        status = mns_writing_keeps(awdit->writing, mop) ? write_mop(awdit, txn, mop) : MINOS_OK;
    }
    if (out->size == start && !out->failed) {
        mns_buf_truncate(out, before);
        awdit->empty++;
        return status;
    }
    *first = false;
    return status == MINOS_OK ? mns_sink_flush(awdit->writing->sink) : status;
}

/* *first: nothing was written so far. */
static minos_status write_session(awdit_writer *awdit, uint32_t session, bool *first) {
    const mns_writing *writing = awdit->writing;
    mns_buf *out = &writing->sink->out;
    minos_status status = MINOS_OK;
    bool first_txn = true;
    size_t before = out->size;
    mns_buf_str(out, *first ? "" : "=====\n");
    for (uint32_t i = writing->session_first[session];
         status == MINOS_OK && i < writing->session_first[session + 1]; i++) {
        if (mns_writing_is_committed(writing, writing->session_txns[i])) {
            status = write_txn(awdit, writing->session_txns[i], &first_txn);
        }
    }
    if (first_txn && !out->failed) {
        mns_buf_truncate(out, before);
    }
    *first &= first_txn;
    return status;
}

/* Notes what was added. */
static void note_initial(const awdit_writer *awdit) {
    mns_buf *notes = &awdit->writing->notes;
    mns_buf_str(notes, "a transaction that writes the initial values");
    if (awdit->markers > 0) {
        mns_buf_str(notes, ", and ");
        mns_buf_thousands(notes, awdit->markers);
        mns_buf_printf(notes, " %s of its key ", awdit->markers == 1 ? "read" : "reads");
        mns_buf_unsigned(notes, awdit->marker);
        mns_buf_char(notes, ',');
    }
    mns_buf_str(notes, " added: awdit has no initial state\n");
}

static minos_status awdit_write(mns_writing *writing) {
    awdit_writer awdit = {.writing = writing, .history = writing->history};
    minos_status status = mns_writing_drop_aborted(writing);
    status = status == MINOS_OK ? find_initial(&awdit) : status;
    if (status == MINOS_OK && awdit.any_first) {
        write_initial(&awdit);
    }
    bool first = !awdit.any_first;
    for (uint32_t session = 0; status == MINOS_OK && session < writing->session_count; session++) {
        status = write_session(&awdit, session, &first);
    }
    if (awdit.any_first) {
        note_initial(&awdit);
    }
    mns_writing_note_empty(writing, awdit.empty);
    free(awdit.read_first);
    return status;
}

const mns_writer mns_awdit_writer = {.write = awdit_write};
