/*
 * sort.h - numbers in ascending order.
 */
#ifndef MNS_SORT_H
#define MNS_SORT_H

#include "core/base.h"

/* O(count log count); O(count) where few are out of place, which is common: what is numbered as it
 * happened mostly is in order. */
void mns_sort_u64(uint64_t *items, size_t count);

#endif
