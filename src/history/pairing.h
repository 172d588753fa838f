/*
 * pairing.h - pairs invocations with completions and adds rows to the transaction table.
 *
 * The operations are those of a whole history or of a chunk (chunks.h). Invocations of earlier
 * chunks are unknown: their completions are orphans until the chunks are joined.
 */
#ifndef MNS_PAIRING_H
#define MNS_PAIRING_H

#include "history/history.h"
#include "read/fast_mops.h"
#include "read/mop_reader.h"
#include "read/op_reader.h"

/* The open invocation of a process; position MNS_NONE: there is none. */
typedef struct mns_open_invocation {
    uint32_t position;
    uint32_t process;
    const char *value;
    const char *end;  /* the value ends before this */
    int64_t start_ts; /* MNS_NO_TIMESTAMP: not revealed */
    uint32_t f;       /* id of its :f, or MNS_NONE */
    bool came_first;  /* the first operation of the process was an invocation */
} mns_open_invocation;

/* A completion of a process without an open invocation. */
typedef struct mns_orphan {
    uint32_t txn, position;
    uint32_t keys, values; /* sizes of these tables before it */
    uint32_t f;            /* id of its :f, or MNS_NONE */
    bool bare;             /* has no micro-operations: they are those of its invocation */
} mns_orphan;

typedef struct mns_pairing {
    mns_history *history;
    mns_problems *problems;
    mns_mop_reader reader;     /* of the micro-operations of transactions */
    mns_mop_reader invoked;    /* of invocations that are compared with their completion */
    mns_fast_mops fast;        /* reads both if they are in the common shape */
    mns_open_invocation *open; /* by process id */
    size_t open_capacity;
    char **kept; /* by process id: a copy of its value, whose text may be discarded */
    size_t kept_count, kept_capacity;
    mns_orphan *orphans;
    size_t orphan_count, orphan_capacity;
    mns_values functions; /* every :f, as written */
    const char *last_f;   /* the :f seen last, */
    uint32_t last_f_id;   /* and its id */
    bool looked_ahead;    /* the names of all clients are known */
    /* On the slow path every operation is read by its tokens, and problems have offsets: */
    bool slow_path;
    mns_write_map written; /* the writes so far, to find duplicates, */
    bool ambiguous;        /* which are allowed */
} mns_pairing;

/* Pairs the operations of the text from `begin` to `end`. */
void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool slow_path, const char *begin, const char *end);
void mns_pairing_release(mns_pairing *pairing);

/* Adds an operation of a client; ignores others. Also MINOS_OK if it is rejected with a problem. */
minos_status mns_pairing_add(mns_pairing *pairing, const mns_op *op, uint32_t position);
/* At the end of the history: open invocations become info transactions. */
minos_status mns_pairing_finish(mns_pairing *pairing);

/* Copies the value of the open invocation `from`, whose text is about to be discarded. False when
 * out of memory. */
bool mns_pairing_keep(mns_pairing *pairing, uint32_t process, const mns_open_invocation *from);
/* Makes room for a process that may be new and returns it; MNS_NONE for MNS_NONE or when out of
 * memory. */
uint32_t mns_pairing_process(mns_pairing *pairing, uint32_t process);
/* The id in this pairing of an :f of another one, MNS_NONE for MNS_NONE. Out of memory sets
 * pairing->problems->failed. */
uint32_t mns_pairing_adopt_f(mns_pairing *pairing, const mns_pairing *from, uint32_t f);

#endif
