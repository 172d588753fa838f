/* fault_kinds.h - the kinds of faults (fault_kinds.def), and parsing of fault lists. */
#ifndef MNS_RUN_SERVER_FAULT_KINDS_H
#define MNS_RUN_SERVER_FAULT_KINDS_H

#include "core/buf.h"

typedef enum mns_fault_kind {
#define FAULT(id, name, begins, ends, needs, summary) MNS_FAULT_##id,
#include "run/server/fault_kinds.def"
#undef FAULT
    MNS_FAULT_COUNT
} mns_fault_kind;

/* What a fault needs: a process of the server or named by the user, a server that we started, a
 * proxy in front of it, its own clock or disk, or a command. Clock and disk must be prepared when
 * the server starts. */
typedef enum mns_fault_needs {
    MNS_NEEDS_PROCESS,
    MNS_NEEDS_SERVER,
    MNS_NEEDS_NETWORK,
    MNS_NEEDS_CLOCK,
    MNS_NEEDS_DISK,
    MNS_NEEDS_COMMAND
} mns_fault_needs;

/* One bit for each kind. */
typedef unsigned mns_fault_set;

const char *mns_fault_name(mns_fault_kind kind);
mns_fault_needs mns_fault_need(mns_fault_kind kind);
/* Names of its operations in the history; the end is NULL for a fault without duration. */
const char *mns_fault_begin_name(mns_fault_kind kind);
const char *mns_fault_end_name(mns_fault_kind kind);

/* "kill,pause"; NULL: none. False: message that lists the valid names. */
bool mns_faults_read(const char *list, mns_fault_set *set, mns_buf *message);
bool mns_faults_need(mns_fault_set set, mns_fault_needs what);

/* ---- Scope: which nodes ---------------------------------------------------------------------- */

typedef enum mns_fault_scope {
    MNS_SCOPE_ONE,
    MNS_SCOPE_PRIMARY, /* the primary or leader at injection */
    MNS_SCOPE_MAJORITY,
    MNS_SCOPE_ALL,
    MNS_SCOPE_COUNT
} mns_fault_scope;

const char *mns_fault_scope_name(mns_fault_scope scope);
/* "one,all" as one bit for each; NULL: one. False: message that lists the valid names. */
bool mns_fault_scopes_read(const char *list, unsigned *set, mns_buf *message);

#endif
