/*
 * shape.h - the well-known name of a cycle or case, such as "write skew".
 */
#ifndef MNS_SHAPE_H
#define MNS_SHAPE_H

#include "explain/explain.h"

/* The name, or NULL if there is none. The steps of a cycle are rotated as in cycle_witness.c. */
const char *mns_shape_of_cycle(const mns_witness *witness, mns_workload workload);
const char *mns_shape_of_case(mns_anomaly anomaly);

#endif
