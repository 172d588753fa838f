/*
 * processes.h - the processes of a history: integers, strings and keywords, by dense id.
 *
 *   process   a number, or a name
 *   name      :alice or "bob"; its process, if it is a client
 *
 * Integers are clients. A named process is a client if any of its operations has micro-operations;
 * then all its operations belong to the client, also a completion without a value. The fast path
 * may skip an operation of a name before it sees micro-operations of that name. Such a history is
 * read again on the slow path, which collects the names first (history.c).
 */
#ifndef MNS_PROCESSES_H
#define MNS_PROCESSES_H

#include "core/index.h"
#include "read/op_reader.h"
#include "read/values.h"

typedef struct mns_processes {
    int64_t *number; /* by process id; 0 for a named process */
    mns_value *name; /* by process id: in names, or MNS_VALUE_NONE */
    uint32_t count;
    size_t capacity, name_capacity;
    mns_index index; /* number -> process id */
    mns_values names;
    struct mns_process_name {
        uint32_t process; /* MNS_NONE: not a client so far */
        bool skipped;     /* an operation of it was skipped */
        bool later;       /* has micro-operations in a later operation */
    } * named;            /* by name id */
    size_t named_count, named_capacity;
} mns_processes;

void mns_processes_init(mns_processes *processes);
void mns_processes_release(mns_processes *processes);

/* Adds a number that is new; MNS_NONE when out of memory. */
uint32_t mns_processes_add(mns_processes *processes, int64_t number);
/* The process of an integer, added if it is new; MNS_NONE when out of memory. */
static inline uint32_t mns_processes_number(mns_processes *processes, int64_t number) {
    uint32_t id = mns_index_get(&processes->index, (uint64_t)number);
    return id != MNS_NONE ? id : mns_processes_add(processes, number);
}
/* The id of the process name of an operation, client or not; MNS_NONE when out of memory. */
uint32_t mns_processes_name(mns_processes *processes, const mns_op *op);
/* The process of a name, added if it is new; MNS_NONE when out of memory. */
uint32_t mns_processes_named(mns_processes *processes, uint32_t name);
/* The id in this table of a process of another one, added if it is new; MNS_NONE when out of
 * memory. mns_processes_adopt_names adds its other names; false when out of memory. */
uint32_t mns_processes_adopt(mns_processes *processes, const mns_processes *from, uint32_t process);
bool mns_processes_adopt_names(mns_processes *processes, const mns_processes *from);
/* True if an operation of a client was skipped. */
bool mns_processes_overlooked(const mns_processes *processes);

/* Prints a process as EDN: 3, :alice, "bob". */
void mns_process_edn(const mns_processes *processes, uint32_t process, mns_buf *out);
/* Prints a process as JSON: 3, ":alice", "bob". */
void mns_process_json(const mns_processes *processes, uint32_t process, mns_buf *out);

#endif
