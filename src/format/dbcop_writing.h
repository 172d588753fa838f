/*
 * dbcop_writing.h - what the writers of dbcop's three formats share.
 */
#ifndef MNS_DBCOP_WRITING_H
#define MNS_DBCOP_WRITING_H

#include "format/writer.h"

#define MNS_DBCOP_INFO "converted by Minos"
/* dbcop needs a start and an end. The tables have neither. */
#define MNS_DBCOP_TIME "1970-01-01T00:00:00+00:00"

typedef struct mns_dbcop_totals {
    uint64_t variables, txns, events;
} mns_dbcop_totals;

/* Counts what is written; false when out of memory. */
bool mns_dbcop_count(const mns_writing *writing, mns_dbcop_totals *totals);
/* The events of one transaction. */
uint64_t mns_dbcop_event_count(const mns_writing *writing, uint32_t txn);

#endif
