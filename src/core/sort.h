/*
 * sort.h - numbers in ascending order.
 */
#ifndef MNS_SORT_H
#define MNS_SORT_H

#include "core/base.h"

/* O(count log count); O(count) if few items are out of order, which is common: ids mostly ascend
 * with time. */
void mns_sort_u64(uint64_t *items, size_t count);

#endif
