/*
 * hostile_writer.h - writes operations of every datatype as EDN.
 *
 * A shape (hostile_shapes.c) says what a transaction does: writes of numbered elements, and reads
 * that see the elements first to last of a key. An invocation leaves out what was read. Reads of
 * lists and sets show all these elements, reads of registers the last one.
 *
 * Output is buffered and goes to stdout. A write error is remembered and reported once, at the end.
 */
#ifndef BENCH_HOSTILE_WRITER_H
#define BENCH_HOSTILE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum workload { LIST_APPEND, RW_REGISTER, SET, WORKLOADS } workload;

typedef struct writer {
    workload workload;
    bool clean;             /* the same history without its fault */
    uint64_t size;          /* of the shape: transactions, or micro-operations of the only one */
    uint64_t field_depth;   /* levels of nesting in a field that is ignored; 0: no such field */
    uint64_t element_depth; /* levels of nesting around each element */
    uint64_t index;         /* of the next operation */
    bool known;             /* a completion: reads show what they saw */
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

/* Sees the elements first, first + 1, ..., last; nothing if last < first. */
void read_elements(writer *w, uint64_t key, uint64_t first, uint64_t last);

/* Flushes the buffer. False after any write error. */
bool writer_finish(writer *w);

#endif
