/*
 * shrink.h - the smallest part of a history that still shows an anomaly.
 */
#ifndef MNS_SHRINK_H
#define MNS_SHRINK_H

#include "explain/explain.h"
#include "shrink/part.h"

/* A finished check. */
typedef struct mns_shrink_input {
    const char *name; /* of the history */
    const mns_observation *observation;
    const mns_assumptions *assumptions; /* under which it was judged */
    const mns_witnesses *witnesses;
    const bool *found; /* by anomaly */
    mns_anomaly worst; /* of those found; MNS_ANOMALY_COUNT: none */
    mns_part_check check;
} mns_shrink_input;

/* MINOS_EARGUMENT, with a message that names the nearest anomaly, for an unknown name. NULL is
 * allowed. */
minos_status mns_shrink_name_check(const char *name, mns_buf *message);

/* anomaly: a name, or NULL for the worst that was found. format: auto for that of the history.
 * MINOS_EARGUMENT: unknown anomaly. MINOS_OK with an empty `out`: there is nothing to shrink.
 * *message is one line with the result or the reason. */
minos_status mns_shrink(const mns_shrink_input *input, const char *anomaly, minos_format format,
                        mns_buf *out, mns_buf *message);

#endif
