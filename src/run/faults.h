/*
 * faults.h - the kinds of faults there are (faults.def), and lists of them as users write them.
 */
#ifndef MNS_RUN_FAULTS_H
#define MNS_RUN_FAULTS_H

#include "core/buf.h"

typedef enum mns_fault_kind {
#define FAULT(id, name, needs, summary) MNS_FAULT_##id,
#include "run/faults.def"
#undef FAULT
    MNS_FAULT_COUNT
} mns_fault_kind;

/* What a fault takes: the server's process, a proxy in front of it, a clock or a disk of its own.
 * The latter two must be there when the server starts. */
typedef enum mns_fault_needs {
    MNS_NEEDS_PROCESS,
    MNS_NEEDS_NETWORK,
    MNS_NEEDS_CLOCK,
    MNS_NEEDS_DISK
} mns_fault_needs;

/* A bit for each kind. */
typedef unsigned mns_fault_set;

const char *mns_fault_name(mns_fault_kind kind);
const char *mns_fault_summary(mns_fault_kind kind);

/* "kill,pause"; NULL is none. False: message, with what there is. */
bool mns_faults_read(const char *list, mns_fault_set *set, mns_buf *message);
bool mns_faults_need(mns_fault_set set, mns_fault_needs what);

#endif
