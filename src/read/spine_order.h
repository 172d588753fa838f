/*
 * spine_order.h - spines as reading in one go would have made them.
 *
 * Lists that contradict each other are several spines of a key. Of equally long ones the first counts
 * (infer/list_append.c), and a read that is a prefix of several is on one of them. Chunks are joined a
 * spine at a time, so where lists fork, spines stand in another order than they were read in, which
 * depends on where the text was cut. Placing every read once more, in order, puts that right.
 */
#ifndef MNS_SPINE_ORDER_H
#define MNS_SPINE_ORDER_H

#include "read/tables.h"

/* False when out of memory. Nothing to do where no list forks; else O(micro-operations, and elements
 * that are read of keys with several spines). */
bool mns_spines_reorder(mns_tables *tables);

#endif
