/*
 * hostile_shapes.h - a table of histories that would make a naive checker slow.
 *
 * A shape is data: the number of transactions, how many run concurrently, on how many processes,
 * and a function that writes the micro-operations of the i-th. hostile.c turns it into a history.
 */
#ifndef BENCH_HOSTILE_SHAPES_H
#define BENCH_HOSTILE_SHAPES_H

#include "hostile_writer.h"

#define ALL UINT64_MAX /* the size of the history */

/* The workloads that a shape supports: bits of 1 << workload. */
enum { LISTS = 1 << LIST_APPEND, REGISTERS = 1 << RW_REGISTER, SETS = 1 << SET };

typedef struct shape {
    const char *name;
    unsigned workloads;
    int status;            /* exit status of `minos check`: 0, 1 or 255 */
    bool twin;             /* has a clean history of the same form, which is acyclic */
    uint64_t fraction;     /* its usual size is a million divided by this */
    uint64_t transactions; /* if not ALL, the size counts something else */
    uint64_t overlap;      /* so many are invoked before the first of them completes */
    uint64_t processes;    /* the i-th is run by process i modulo this */
    uint64_t field_depth, element_depth; /* see hostile_writer.h */
    bool (*crashes)(uint64_t i);         /* NULL: none do */
    void (*mops)(writer *w, uint64_t i);
    const char *about;
} shape;

extern const shape shapes[];
extern const size_t shape_count;

#endif
