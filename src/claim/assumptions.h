/*
 * assumptions.h - what the user, or the program that recorded the history, says of each key, besides
 * what the models say.
 */
#ifndef MNS_CLAIM_ASSUMPTIONS_H
#define MNS_CLAIM_ASSUMPTIONS_H

#include "core/base.h"

typedef struct mns_assumptions {
    bool wfr;              /* a transaction that reads a key and writes it follows what it read */
    bool sequential;       /* a process meets the versions of a key in their order */
    bool linearizable;     /* so does everybody, in real time */
    bool sets_are_objects; /* a set is one object; else each of its elements is a row */
    const int64_t *transaction_order; /* by txn: a number that the database gave, or NULL */
} mns_assumptions;

#endif
