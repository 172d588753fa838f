/*
 * assumptions.h - what the user says of each key, besides what the models say.
 */
#ifndef MNS_ASSUMPTIONS_H
#define MNS_ASSUMPTIONS_H

#include "core/base.h"

typedef struct mns_assumptions {
    bool wfr;          /* a transaction that reads a key and writes it follows what it read */
    bool sequential;   /* a process meets the versions of a key in their order */
    bool linearizable; /* so does everybody, in real time */
    const int64_t *transaction_order; /* by txn: a number that the database gave, or NULL */
} mns_assumptions;

#endif
