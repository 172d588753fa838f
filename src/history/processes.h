/*
 * processes.h - who ran the transactions: integers, strings and keywords, by dense id.
 *
 *   process   number, or a name
 *   name      :alice or "bob"; the process that has it, if it is a client
 *
 * Integers are clients. A process with a name is one if some operation of it carries micro-operations;
 * then all its operations are, also a completion without a value. Reading meets operations one after
 * the other, so it may pass over one of a name and meet its micro-operations later: such a history is
 * read again (history.c), with the names known beforehand.
 */
#ifndef MNS_PROCESSES_H
#define MNS_PROCESSES_H

#include "core/index.h"
#include "read/op_reader.h"
#include "read/values.h"

typedef struct mns_processes {
    int64_t *number; /* by process id; of a name 0 */
    mns_value *name; /* by process id: in names, or MNS_VALUE_NONE */
    uint32_t count;
    size_t capacity, name_capacity;
    mns_index index; /* number -> process id */
    mns_values names;
    struct mns_process_name {
        uint32_t process; /* MNS_NONE: not a client so far */
        bool passed;      /* an operation of it was passed over */
        bool later;       /* known to carry micro-operations later on */
    } * named;            /* by name id */
    size_t named_count, named_capacity;
} mns_processes;

void mns_processes_init(mns_processes *processes);
void mns_processes_release(mns_processes *processes);

/* Adds a number that is new; MNS_NONE when out of memory. */
uint32_t mns_processes_add(mns_processes *processes, int64_t number);
/* The process of an integer, made if it is new; MNS_NONE when out of memory. */
static inline uint32_t mns_processes_number(mns_processes *processes, int64_t number) {
    uint32_t id = mns_index_get(&processes->index, (uint64_t)number);
    return id != MNS_NONE ? id : mns_processes_add(processes, number);
}
/* The id of the name that a client or another has in an operation; MNS_NONE when out of memory. */
uint32_t mns_processes_name(mns_processes *processes, const mns_op *op);
/* The process of a name, made if it is new; MNS_NONE when out of memory. */
uint32_t mns_processes_named(mns_processes *processes, uint32_t name);
/* The process of another table in this one, and whatever other names it has; false when out of
 * memory. */
uint32_t mns_processes_adopt(mns_processes *processes, const mns_processes *from, uint32_t process);
bool mns_processes_adopt_names(mns_processes *processes, const mns_processes *from);
/* True if an operation of a client was passed over. */
bool mns_processes_overlooked(const mns_processes *processes);

/* Writes a process: 3, :alice, "bob". */
void mns_process_edn(const mns_processes *processes, uint32_t process, mns_buf *out);
/* The same for JSON: 3, ":alice", "bob". */
void mns_process_json(const mns_processes *processes, uint32_t process, mns_buf *out);

#endif
