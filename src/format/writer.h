/*
 * writer.h - what a writer of another format is: it writes the transactions of a history, in any
 * order it needs, to a sink.
 *
 * Before a writer runs, mns_writing_begin decides what becomes of each transaction and sorts them
 * by session:
 *
 *   ok                          written
 *   fail                        written as aborted, or dropped if the format has no such thing
 *   info, a committed           it did commit: written as committed, with its writes and the reads
 *   transaction read a write    that have a result
 *   info, otherwise             dropped and counted: it may not have happened, and no verdict
 *                               depends on it (infer/outcomes.h)
 *
 * A session has the transactions of one process, in their order. An info transaction may take
 * effect long after its process went on. So one that others follow in its process is a session of
 * its own; otherwise the file would order it before them.
 *
 * The initial state is nil in the tables, and what the format says in the file.
 */
#ifndef MNS_WRITER_H
#define MNS_WRITER_H

#include "format/sink.h"
#include "history/history.h"

typedef enum mns_fate {
    MNS_FATE_COMMITTED,
    MNS_FATE_WRITES, /* an info that committed; usually only its writes are known */
    MNS_FATE_ABORTED,
    MNS_FATE_DROPPED
} mns_fate;

typedef struct mns_writing {
    const mns_history *history;
    const char *format; /* its name, for messages */
    mns_sink *sink;
    uint8_t *fate;            /* by transaction: mns_fate */
    uint32_t *session_first;  /* by session, and one more: into session_txns */
    uint32_t *session_txns;   /* transactions that are not dropped, by session, in their order */
    uint64_t *session_number; /* by session: for formats that number them. The number of its
                                 process if all are integers from 0 on, else its index */
    uint32_t session_count;   /* none is empty */
    mns_problems *problems;   /* offsets into the text of the history */
    uint64_t apart;           /* infos that did commit and are a session of their own, because their
                                 process went on: they may have taken effect later */
    uint64_t dropped_info;    /* info transactions that may not have committed */
    uint64_t dropped_aborted; /* aborted transactions that the writer left out */
    uint64_t dropped_reads;   /* reads without a result that the writer left out */
    mns_buf notes; /* sentences of the writer itself about what it dropped, one per line */
} mns_writing;

typedef struct mns_writer {
    /* Writes the whole history. MINOS_EINPUT: mns_writing_refuse was called. */
    minos_status (*write)(mns_writing *writing);
    bool timestamps; /* writes :start-ts and :commit-ts; else they are dropped */
} mns_writer;

/* Decides the fates and sorts the sessions. format: the name of the format to write. False when out
 * of memory. O(history). */
bool mns_writing_begin(mns_writing *writing, const mns_history *history, const char *format,
                       mns_sink *sink, mns_problems *problems);
void mns_writing_release(mns_writing *writing);

/* The session of each transaction that is not dropped, to be freed; NULL when out of memory. */
uint32_t *mns_writing_sessions(const mns_writing *writing);

/* True for a micro-operation that reads the initial state of a register. */
static inline bool mns_writing_reads_initial(const mns_writing *writing, uint32_t mop) {
    const mns_mops *mops = &writing->history->tables.mops;
    return mns_mop_is_read(mops, mop) && mops->value[mop] == MNS_VALUE_INITIAL;
}

/* True for a micro-operation that is written: a write, or a read with a result. A read without one,
 * as in an aborted transaction, is counted as dropped. */
static inline bool mns_writing_keeps(mns_writing *writing, uint32_t mop) {
    const mns_mops *mops = &writing->history->tables.mops;
    bool keeps = !mns_mop_is_read(mops, mop) || mns_mop_is_answered(mops, mop);
    writing->dropped_reads += !keeps;
    return keeps;
}

/* The format cannot express this micro-operation, or this transaction (mop MNS_NONE): adds a
 * problem at its place and returns MINOS_EINPUT. hint may be NULL. */
minos_status mns_writing_refuse(mns_writing *writing, uint32_t txn, uint32_t mop, const char *hint,
                                const char *message, ...) MNS_PRINTF(5, 6);
/* The same for a key or value: "FORMAT cannot express the key :x", where `what` is "key". */
minos_status mns_writing_refuse_value(mns_writing *writing, uint32_t txn, uint32_t mop,
                                      const char *hint, const char *what, mns_value value);

extern const mns_writer mns_plume_writer, mns_dbcop_writer, mns_dbcop_json_writer,
    mns_dbcop_text_writer, mns_cobra_writer, mns_awdit_writer, mns_timekiller_writer,
    mns_viper_writer;

#endif
