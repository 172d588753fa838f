/*
 * fault_names.h - which faults last until another action ends them, by name.
 */
#ifndef MNS_FAULT_NAMES_H
#define MNS_FAULT_NAMES_H

#include "core/base.h"

/* The :f of an operation as written, or a part of it. */
typedef struct mns_fault_name {
    const char *text;
    size_t size;
} mns_fault_name;

/* The name without colon or quotes. */
mns_fault_name mns_fault_name_of(const char *form, size_t size);
bool mns_fault_name_is(mns_fault_name a, mns_fault_name b);

/* True if a fault of this name lasts until another action ends it. */
bool mns_fault_lasts(mns_fault_name name);
/* True if an action of this name ends a fault of that name. */
bool mns_fault_ends(mns_fault_name action, mns_fault_name fault);

#endif
