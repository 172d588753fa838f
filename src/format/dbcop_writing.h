/*
 * dbcop_writing.h - what the writers of dbcop's three formats share.
 *
 * Reads without a result, as in aborted transactions, are left out. Versions are whole numbers
 * below 2^64.
 */
#ifndef MNS_DBCOP_WRITING_H
#define MNS_DBCOP_WRITING_H

#include "format/writer.h"

#define MNS_DBCOP_INFO "converted by Minos"
/* dbcop needs a start and an end; a history in the tables has neither. */
#define MNS_DBCOP_TIME "1970-01-01T00:00:00+00:00"
#define MNS_DBCOP_NUMBER_HINT "dbcop's variables and versions are whole numbers from 0 to 2^64 - 1"

typedef struct mns_dbcop_totals {
    uint64_t txns, events;
} mns_dbcop_totals;

/* The transactions that are written, and their events. */
mns_dbcop_totals mns_dbcop_count(const mns_writing *writing);

/* Is this micro-operation written? */
bool mns_dbcop_is_written(const mns_writing *writing, uint32_t mop);

/* The number that a value of the tables is; false if it is none from 0 to 2^64 - 1. */
bool mns_dbcop_number(const mns_values *values, mns_value value, uint64_t *number);

/* The key of a micro-operation as a number. Fails with mns_writing_refuse. */
minos_status mns_dbcop_key(mns_writing *writing, uint32_t txn, uint32_t mop, uint64_t *key);
/* The version that a micro-operation writes or reads; *initial: it reads the initial state. A read
 * of 0 that nothing wrote is refused, because dbcop takes it for the initial state. */
minos_status mns_dbcop_version(mns_writing *writing, uint32_t txn, uint32_t mop, bool *initial,
                               uint64_t *version);

/* Refuses a micro-operation for a value, which is printed after `what`. */
minos_status mns_dbcop_refuse(mns_writing *writing, uint32_t txn, uint32_t mop, mns_value value,
                              const char *what, const char *problem, const char *hint);

#endif
