/*
 * assumptions.h - what the user, or the program that recorded the history, asserts about each key,
 * in addition to the models.
 */
#ifndef MNS_CLAIM_ASSUMPTIONS_H
#define MNS_CLAIM_ASSUMPTIONS_H

#include "core/base.h"

typedef struct mns_assumptions {
    bool wfr; /* writes follow reads: a write follows the version that its transaction read */
    bool sequential;       /* each process accesses the versions of a key in their order */
    bool linearizable;     /* and so do all processes together, in real time */
    bool sets_are_objects; /* a set is one object; otherwise each element is a row */
    const int64_t *transaction_order; /* by txn: a number that the database assigned, or NULL */
} mns_assumptions;

#endif
