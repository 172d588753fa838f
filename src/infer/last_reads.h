/*
 * last_reads.h - for each append or add, the last read that shows it.
 */
#ifndef MNS_LAST_READS_H
#define MNS_LAST_READS_H

#include "infer/infer.h"

/* Lists and sets. By write: 1 + the read that shows it and belongs to the transaction that counts
 * and was invoked last (the first such read), or 0. NULL when out of memory. */
uint32_t *mns_last_reads(const mns_observation *o);

#endif
