/*
 * faults.h - the kinds of faults there are (faults.def), and lists of them as users write them.
 */
#ifndef MNS_RUN_SERVER_FAULT_KINDS_H
#define MNS_RUN_SERVER_FAULT_KINDS_H

#include "core/buf.h"

typedef enum mns_fault_kind {
#define FAULT(id, name, begins, ends, needs, summary) MNS_FAULT_##id,
#include "run/server/fault_kinds.def"
#undef FAULT
    MNS_FAULT_COUNT
} mns_fault_kind;

/* What a fault takes: a process of the server's or one that the user named, a server that we
 * started, a proxy in front of it, a clock or a disk of its own, a command. Clock and disk must be
 * there when the server starts. */
typedef enum mns_fault_needs {
    MNS_NEEDS_PROCESS,
    MNS_NEEDS_SERVER,
    MNS_NEEDS_NETWORK,
    MNS_NEEDS_CLOCK,
    MNS_NEEDS_DISK,
    MNS_NEEDS_COMMAND
} mns_fault_needs;

/* A bit for each kind. */
typedef unsigned mns_fault_set;

const char *mns_fault_name(mns_fault_kind kind);
const char *mns_fault_summary(mns_fault_kind kind);
mns_fault_needs mns_fault_need(mns_fault_kind kind);
/* What its operations in the history are called; NULL is the end of what is over when done. */
const char *mns_fault_begin_name(mns_fault_kind kind);
const char *mns_fault_end_name(mns_fault_kind kind);

/* "kill,pause"; NULL is none. False: message, with what there is. */
bool mns_faults_read(const char *list, mns_fault_set *set, mns_buf *message);
bool mns_faults_need(mns_fault_set set, mns_fault_needs what);

/* ---- On whom --------------------------------------------------------------------------------- */

typedef enum mns_fault_scope {
    MNS_SCOPE_ONE,
    MNS_SCOPE_PRIMARY, /* whichever node decides when it happens */
    MNS_SCOPE_MAJORITY,
    MNS_SCOPE_ALL,
    MNS_SCOPE_COUNT
} mns_fault_scope;

const char *mns_fault_scope_name(mns_fault_scope on);
/* "one,all" as a bit for each; NULL is one. False: message, with what there is. */
bool mns_fault_scopes_read(const char *list, unsigned *set, mns_buf *message);

#endif
