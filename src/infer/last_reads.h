/*
 * last_reads.h - of each append or add, the last read that shows it.
 */
#ifndef MNS_LAST_READS_H
#define MNS_LAST_READS_H

#include "infer/infer.h"

/* Lists and sets. By write: 1 + the read of a transaction that counts which shows it and began last
 * (of equal ones the first), or 0. NULL when out of memory. */
uint32_t *mns_last_reads(const mns_observation *o);

#endif
