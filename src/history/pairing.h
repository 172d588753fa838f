/*
 * pairing.h - from operations to rows of the transaction table, one operation at a time.
 *
 * The operations may be those of a whole history or of a chunk of it (chunks.h). A chunk does not know
 * what was invoked before it: completions of such invocations are orphans, until they are joined.
 */
#ifndef MNS_PAIRING_H
#define MNS_PAIRING_H

#include "history/history.h"
#include "read/mop_reader.h"
#include "read/op_reader.h"
#include "read/quick_mops.h"

/* An invocation that is waiting for its completion; position MNS_NONE: none is. */
typedef struct mns_open_invocation {
    uint32_t position;
    uint32_t process;
    const char *value;
    const char *end;  /* the value ends before it */
    int64_t start_ts; /* MNS_NO_TIMESTAMP: not revealed */
    uint32_t f;       /* id of its :f, or MNS_NONE */
    bool came_first;  /* the first operation of the process was an invocation */
} mns_open_invocation;

/* A completion of a process that had nothing open. */
typedef struct mns_orphan {
    uint32_t txn, position;
    uint32_t keys, values; /* how many of them were known before it */
    uint32_t f;            /* id of its :f, or MNS_NONE */
    bool bare;             /* it carries no micro-operations: they are those of its invocation */
} mns_orphan;

typedef struct mns_pairing {
    mns_history *history;
    mns_problems *problems;
    mns_mop_reader reader;     /* of what becomes the transaction */
    mns_mop_reader invoked;    /* of invocations that are only compared with their completion */
    mns_quick_mops quick;      /* reads both where they are in the common shape */
    mns_open_invocation *open; /* by process id */
    size_t open_capacity;
    char **kept; /* by process id: its value, where the text may have been forgotten */
    size_t kept_count, kept_capacity;
    mns_orphan *orphans;
    size_t orphan_count, orphan_capacity;
    mns_values functions; /* every :f, as written */
    const char *last_f;   /* the :f that was met last, */
    uint32_t last_f_id;   /* and its id */
    bool looked_ahead;    /* the names of all clients are known */
    /* Every operation was read by its tokens, so that there is a place to name for each problem: */
    bool careful;
    mns_written written; /* and its writes so far are kept, to name the one that is repeated, */
    bool ambiguous;      /* unless that is allowed */
} mns_pairing;

/* What is paired is the text from `begin` to `end`. */
void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool careful, const char *begin, const char *end);
void mns_pairing_release(mns_pairing *pairing);

/* Adds an operation, if it is one of a client. MINOS_OK also where it is refused: the problem is then
 * written down. */
minos_status mns_pairing_add(mns_pairing *pairing, const mns_op *op, uint32_t position);
/* At the end of the history: turns the invocations that are still open into info transactions. */
minos_status mns_pairing_finish(mns_pairing *pairing);

/* Keeps what a process invoked, a value of `from`, beyond the text that it is part of. False when out of
 * memory. */
bool mns_pairing_keep(mns_pairing *pairing, uint32_t process, const mns_open_invocation *from);
/* Makes room for a process that may be new: returns it, or MNS_NONE if it is that or memory is out. */
uint32_t mns_pairing_process(mns_pairing *pairing, uint32_t process);
/* The id of an :f of another pairing in this one, MNS_NONE for MNS_NONE. Out of memory is a failure
 * of pairing->problems. */
uint32_t mns_pairing_adopt_f(mns_pairing *pairing, const mns_pairing *from, uint32_t f);

#endif
