/*
 * shape.h - the well-known name of a cycle or case, where it is exactly that.
 */
#ifndef MNS_SHAPE_H
#define MNS_SHAPE_H

#include "explain/explain.h"

/* "write skew", or NULL. The steps of a cycle are those of the witness, rotated as it is. */
const char *mns_shape_of_cycle(const mns_witness *witness, mns_workload workload);
const char *mns_shape_of_case(mns_anomaly anomaly);

#endif
