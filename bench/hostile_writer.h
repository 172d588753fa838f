/*
 * hostile_writer.h - operations as text, whatever the datatype.
 *
 * A shape (hostile_shapes.c) says what a transaction does: writes of numbered elements, and reads
 * that see the elements first to last of a key. The writer makes EDN of it, for an invocation
 * without what was read. A list shows all that a read saw, a set too, a register the last of it.
 *
 * Output is buffered and goes to stdout. A failure to write is kept and told once, at the end.
 */
#ifndef BENCH_HOSTILE_WRITER_H
#define BENCH_HOSTILE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum workload { LIST_APPEND, RW_REGISTER, SET, WORKLOADS } workload;

typedef struct writer {
    workload workload;
    bool clean;           /* the same history without its fault */
    uint64_t size;        /* of the shape: transactions, or micro-operations of the one there is */
    uint64_t field_depth; /* levels of nesting in a field that nobody reads; 0: no such field */
    uint64_t element_depth; /* levels of nesting around each element */
    uint64_t index;         /* of the next operation */
    bool known;             /* what reads saw is written */
    bool first;             /* no micro-operation of this operation has been written yet */
    bool failed;
    size_t used;
    char buffer[1 << 16];
} writer;

extern const char *const workload_names[WORKLOADS];

/* An operation: begin, its micro-operations, end. */
void operation_begin(writer *w, const char *type, uint64_t process);
void operation_end(writer *w);

void write_element(writer *w, uint64_t key, uint64_t element);

/* Sees the elements first, first + 1, ..., last; nothing where last < first. */
void read_elements(writer *w, uint64_t key, uint64_t first, uint64_t last);

/* Writes what is left. False if anything could not be written. */
bool writer_finish(writer *w);

#endif
