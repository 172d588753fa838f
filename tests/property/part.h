/*
 * part.h - parts of histories, worked out from the histories themselves with none of the code that
 * shrinks them.
 */
#ifndef TEST_PART_H
#define TEST_PART_H

#include "pipeline.h"

/* True if the transactions of `small` are some of those of `whole`, in the same order, with the
 * same times and versions, with some micro-operations left out, some elements of their lists and
 * sets, and nothing else changed but the sums of counters. Every operation of `whole` must have its
 * position as its index, and every key and element must be a small integer. */
bool part_is(const mns_history *small, const mns_history *whole);

/* The history without one transaction and all that it wrote: reads of registers that show it are
 * left out, as are such elements of lists and sets. EDN, to be freed. Not for counters. */
char *part_without(const mns_history *history, uint32_t txn);

/* Shows the anomaly, and nothing that is not allowed. */
bool part_shows(const minos_result *result, mns_anomaly anomaly, const bool *allowed);

#endif
