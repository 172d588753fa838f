/*
 * sets.h - the sets that reads returned.
 *
 * A set is a range of distinct elements, ascending by reference, in one array for all sets. Memory
 * is linear in the bytes of the history. Consecutive reads of the same set share it.
 */
#ifndef MNS_SETS_H
#define MNS_SETS_H

#include "core/base.h"
#include "core/lexer.h"
#include "read/values.h"

typedef struct mns_set {
    uint64_t first;       /* into elements */
    uint32_t count;       /* distinct elements */
    mns_value duplicated; /* an element that was written more than once, or MNS_VALUE_NONE */
} mns_set;

typedef struct mns_sets {
    mns_set *items;
    size_t count, capacity;
    mns_value *elements;
    size_t element_count, element_capacity;
    mns_value *scratch; /* a set while it is read */
    size_t scratch_capacity;
} mns_sets;

void mns_sets_release(mns_sets *sets);

/* Reads the set, vector or list that `open` starts. *set is its id, MNS_NONE for an empty one, and
 * *count the number of its distinct elements. `like` is a set that it is likely to equal, or
 * MNS_NONE. MINOS_EINPUT: the lexer holds the error. O(n log n) in its elements. */
minos_status mns_sets_read(mns_sets *sets, mns_values *values, mns_lexer *lexer,
                           const mns_token *open, uint32_t like, uint32_t *set, uint32_t *count);

/* Appends all sets of another table, in order; `sort`: their elements are not ascending and must be
 * sorted. False when out of memory. */
bool mns_sets_append(mns_sets *sets, const mns_sets *others, bool sort);

static inline const mns_value *mns_sets_elements(const mns_sets *sets, uint32_t set) {
    return sets->elements + sets->items[set].first;
}

/* The index of an element among ascending ones, or MNS_NONE. */
uint32_t mns_set_find(const mns_value *elements, uint32_t count, mns_value element);

#endif
