/*
 * pairing.h - from operations to rows of the transaction table, one operation at a time.
 */
#ifndef MNS_PAIRING_H
#define MNS_PAIRING_H

#include "history/history.h"
#include "read/mop_reader.h"
#include "read/op_reader.h"

/* An invocation that is waiting for its completion; position MNS_NONE: none is. */
typedef struct mns_open_invocation {
    uint32_t position;
    uint32_t process;
    uint64_t offset;
    const char *value;
    int64_t start_ts; /* MNS_NO_TIMESTAMP: not revealed */
} mns_open_invocation;

typedef struct mns_pairing {
    mns_history *history;
    mns_problems *problems;
    mns_mop_reader reader;     /* of what becomes the transaction */
    mns_mop_reader invoked;    /* of invocations that are only compared with their completion */
    mns_open_invocation *open; /* by process id */
    size_t open_capacity;
    uint64_t orphans[MNS_LIMIT_PROBLEMS]; /* offsets of completions without an invocation */
    uint64_t orphan_count;
    bool ambiguous;            /* values may be written twice */
    size_t ambiguous_capacity; /* of history->ambiguous */
} mns_pairing;

void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool ambiguous);
void mns_pairing_release(mns_pairing *pairing);

/* Each returns MINOS_OK also where the operation is refused: the problem is then written down. */
minos_status mns_pairing_invoke(mns_pairing *pairing, const mns_op *op, uint32_t position);
minos_status mns_pairing_complete(mns_pairing *pairing, const mns_op *op, uint32_t position);
/* Turns the invocations that are still open into info transactions. */
minos_status mns_pairing_finish(mns_pairing *pairing);

#endif
