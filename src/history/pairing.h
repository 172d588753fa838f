/*
 * pairing.h - from operations to rows of the transaction table, one operation at a time.
 *
 * The operations may be those of a whole history or of a part of it (parts.h). A part does not know
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
    int64_t start_ts; /* MNS_NO_TIMESTAMP: not revealed */
    bool came_first;  /* the first operation of the process was an invocation */
} mns_open_invocation;

/* A completion of a process that had nothing open. */
typedef struct mns_orphan {
    uint32_t txn, position;
    bool bare; /* it carries no micro-operations: they are those of its invocation */
} mns_orphan;

typedef struct mns_pairing {
    mns_history *history;
    mns_problems *problems;
    mns_mop_reader reader;     /* of what becomes the transaction */
    mns_mop_reader invoked;    /* of invocations that are only compared with their completion */
    mns_quick_mops quick;      /* reads both where they are in the common shape */
    mns_open_invocation *open; /* by process id */
    size_t open_capacity;
    mns_orphan *orphans;
    size_t orphan_count, orphan_capacity;
    /* Every operation was read by its tokens, so that there is a place to name for each problem: */
    bool careful;
    mns_written written; /* and its writes so far are kept, to name the one that is repeated, */
    bool ambiguous;      /* unless that is allowed */
} mns_pairing;

void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool careful);
void mns_pairing_release(mns_pairing *pairing);

/* Each returns MINOS_OK also where the operation is refused: the problem is then written down. */
minos_status mns_pairing_invoke(mns_pairing *pairing, const mns_op *op, uint32_t position);
minos_status mns_pairing_complete(mns_pairing *pairing, const mns_op *op, uint32_t position);
/* At the end of the history: turns the invocations that are still open into info transactions. */
minos_status mns_pairing_finish(mns_pairing *pairing);

/* The id of a process, made if it is new; MNS_NONE when out of memory. */
uint32_t mns_pairing_process(mns_pairing *pairing, int64_t process);

#endif
