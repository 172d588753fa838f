/*
 * execution.h - an explicit execution of a history: the proof that a model holds.
 *
 * An execution says which transactions committed, in which order, and what each of them saw.
 * Whoever finds one (schedule), writes it to a file or reads it back (certify) and replays it
 * (verify) uses this type; it knows nothing of inference.
 */
#ifndef MNS_EXECUTION_H
#define MNS_EXECUTION_H

#include "core/base.h"

typedef struct mns_execution {
    uint32_t *order; /* the committed transactions (ids of history->txns), first to last */
    uint32_t *sees;  /* by place in the order: the snapshot of that transaction holds the first so
                        many of the order; NULL: everything before it */
    uint32_t count;
} mns_execution;

static inline void mns_execution_release(mns_execution *execution) {
    free(execution->order);
    free(execution->sees);
    *execution = (mns_execution){NULL, NULL, 0};
}

#endif
