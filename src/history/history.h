/*
 * history.h - transactions, paired from invocations and completions.
 *
 * In: operations in file order. Out: one row per transaction, in the order of completion; those
 * never completed come last, in the order of invocation.
 *
 *   txn   type | process | invoke and complete position | first mop
 *
 * Positions count operations from 0 and are the only clock: position a < b means that a came
 * first. An invocation that never completed has type info and no completion. An `info` completion
 * keeps its position, but its transaction may take effect at any time after its invocation. The
 * micro-operations are those of the completion if it has any, else those of the invocation.
 */
#ifndef MNS_HISTORY_H
#define MNS_HISTORY_H

#include "core/base.h"
#include "history/processes.h"
#include "history/times.h"
#include "history/txns.h"
#include "history/writes.h"
#include "read/op_offsets.h"
#include "read/problems.h"
#include "read/source.h"
#include "read/tables.h"
#include "read/workload.h"

typedef struct mns_history {
    mns_workload workload;
    mns_tables tables;
    mns_txns txns;
    uint32_t *txn_of_mop; /* by mop id; filled by mns_history_index */
    mns_processes processes;
    uint32_t process_count;
    mns_times times;
    uint64_t operations;       /* including those of non-clients */
    mns_op_offsets op_offsets; /* where each of them starts in the source */
    uint64_t invocations;
    uint64_t ok, info, fail;
    mns_writes writes;     /* empty for counters: increments have no identity */
    uint8_t *ambiguous;    /* by write mop: another mop writes the same value to the key, so reads
                              of it do not show the writer; NULL if there is none */
    bool completions_only; /* without any invocation there is no real-time order */
    bool json;             /* the source was JSON, so show values as JSON does */
    bool other_fields; /* some operation has a field that is not read; only minos convert asks */
    const mns_source *source;
} mns_history;

typedef struct mns_read_options {
    minos_format format;
    bool recognise;        /* detect the workload; else use */
    mns_workload workload; /* this one */
    bool ambiguous;        /* accept values that are written twice to a key */
    unsigned threads;      /* 0 and 1: only the caller's */
    size_t chunk_bytes;    /* minimum size of a chunk; 0: chosen by the size of the text */
    bool slow_path;        /* skip the fast path; the result is the same */
    void (*progress)(void *context, const char *stage, double fraction);
    void *progress_context;
} mns_read_options;

/* Reads the whole source. MINOS_EINPUT, MINOS_EIO: *problems has the errors. */
minos_status mns_history_read(mns_history *history, mns_source *source,
                              const mns_read_options *options, mns_problems *problems);
void mns_history_init(mns_history *history, const mns_source *source);
void mns_history_release(mns_history *history);

/* More than one micro-operation wrote it. */
#define MNS_AMBIGUOUS (UINT32_MAX - 1)

/* The mop that wrote a value to a key, whether or not its transaction committed; MNS_NONE if none
 * did, MNS_AMBIGUOUS if several did. */
static inline uint32_t mns_history_writer(const mns_history *history, uint32_t key,
                                          mns_value value) {
    uint32_t mop = mns_writes_find(&history->writes, &history->tables.mops, key, value);
    return mop != MNS_NONE && history->ambiguous != NULL && history->ambiguous[mop] != 0
               ? MNS_AMBIGUOUS
               : mop;
}

/* True for a write of a value that only this micro-operation writes to its key. */
static inline bool mns_write_is_unique(const mns_history *history, uint32_t mop) {
    return history->ambiguous == NULL || history->ambiguous[mop] == 0;
}

/* The :index of an operation (its position among all operations if it has none) and its :time in
 * nanoseconds (-1 if none). Only explanations need them, so they are read again from the source. */
typedef struct mns_op_details {
    int64_t index;
    int64_t time_ns;
} mns_op_details;
mns_op_details mns_history_details(const mns_history *history, uint32_t position);

#endif
