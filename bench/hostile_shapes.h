/*
 * hostile_shapes.h - the histories that would make a careless checker slow, as a table.
 *
 * A shape is data: how many transactions there are, how many of them run at a time, who runs them,
 * and a function that says what the i-th does. hostile.c turns it into a history.
 */
#ifndef BENCH_HOSTILE_SHAPES_H
#define BENCH_HOSTILE_SHAPES_H

#include "hostile_writer.h"

#define ALL UINT64_MAX /* as many as the size says */

/* Which workloads a shape makes sense for: bits of 1 << workload. */
enum { LISTS = 1 << LIST_APPEND, REGISTERS = 1 << RW_REGISTER, SETS = 1 << SET };

typedef struct shape {
    const char *name;
    unsigned workloads;
    int status;            /* what `minos check` ends with: 0, 1 or 255 */
    bool twin;             /* there is a clean one of the same form, which is acyclic */
    uint64_t fraction;     /* its usual size is this part of a million */
    uint64_t transactions; /* where not ALL, the size counts something else */
    uint64_t overlap;      /* this many are invoked before the first of them completes */
    uint64_t processes;    /* the i-th is run by process i modulo this */
    uint64_t field_depth, element_depth; /* see hostile_writer.h */
    bool (*crashes)(uint64_t i);         /* NULL: none do */
    void (*mops)(writer *w, uint64_t i);
    const char *about;
} shape;

extern const shape shapes[];
extern const size_t shape_count;

#endif
