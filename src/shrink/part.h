/*
 * part.h - a part of a history, written out to be judged by itself.
 *
 * Judging runs the whole pipeline, which is built on top of this folder. So the caller passes in
 * the function that does it.
 */
#ifndef MNS_SHRINK_PART_H
#define MNS_SHRINK_PART_H

#include "claim/assumptions.h"
#include "read/workload.h"

typedef struct mns_part {
    const mns_buf *text;
    minos_format format;
    mns_workload workload;
    bool ambiguous; /* a value may be written to a key more than once */
    const mns_assumptions *assumptions;
    int64_t *transaction_order; /* by transaction of the part, or NULL; the check frees it */
} mns_part;

/* Judges the part as the whole history was judged; found[a]: anomaly a was found. */
typedef minos_status (*mns_part_check)(const mns_part *part, bool found[MNS_ANOMALY_COUNT]);

#endif
