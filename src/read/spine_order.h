/*
 * spine_order.h - makes the order of spines independent of how the text was split into chunks.
 *
 * Lists that contradict each other are separate spines of a key. Of equally long ones the first is
 * used (infer/list_append.c), and a read that is a prefix of several belongs to one of them. Chunks
 * are joined spine by spine, so for lists that fork the order of spines depends on the split.
 * Placing every read again, in order, gives the spines of the slow path.
 */
#ifndef MNS_SPINE_ORDER_H
#define MNS_SPINE_ORDER_H

#include "read/tables.h"

/* False when out of memory. O(1) if no list forks, else O(micro-operations + elements of reads of
 * keys with several spines). */
bool mns_spines_reorder(mns_tables *tables);

#endif
