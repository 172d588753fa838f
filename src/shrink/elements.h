/*
 * elements.h - what a read saw, as elements, for every workload.
 */
#ifndef MNS_ELEMENTS_H
#define MNS_ELEMENTS_H

#include "history/history.h"

/* For an answered read: the list in order, the set ascending, the value of the register. None for
 * the initial state, and for counters: a sum does not show its increments. */
static inline const mns_value *mns_elements_read(const mns_history *history, uint32_t mop,
                                                 uint32_t *count) {
    const mns_value *value = &history->tables.mops.value[mop];
    assert(mns_mop_is_answered(&history->tables.mops, mop));
    switch (history->workload) {
    case MNS_LIST_APPEND: return mns_mop_list(&history->tables, mop, count);
    case MNS_SET: return mns_mop_set(&history->tables, mop, count);
    case MNS_RW_REGISTER: *count = *value != MNS_VALUE_INITIAL; return value;
    default: *count = 0; return NULL;
    }
}

#endif
