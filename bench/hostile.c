/*
 * hostile.c - writes a history of a hostile shape; the same arguments give the same bytes.
 *
 *     hostile SHAPE SIZE [WORKLOAD [clean]]
 *     hostile --list
 *
 * SIZE is the number of transactions, or of what the shape has many of instead. `clean` omits the
 * fault of a shape that has one, which gives an acyclic history of the same form to compare with.
 * --list prints a line for each shape and workload: shape, workload, exit status of `minos check`,
 * divisor of its usual size (a million), whether it has a clean twin, description.
 *
 * Transactions run in groups: all transactions of a group are invoked before the first of them
 * completes. O(output).
 */
#include "hostile_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Levels of nesting per unit of size, so that a small history exceeds the limit too. */
enum { ENDLESS_FACTOR = 8 };

static void put_operation(writer *w, const shape *s, uint64_t i, const char *type) {
    uint64_t processes = s->processes == ALL ? w->size : s->processes;
    operation_begin(w, type, i % processes);
    s->mops(w, i);
    operation_end(w);
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void put_history(writer *w, const shape *s) {
    uint64_t count = least(s->transactions, w->size);
    uint64_t group = least(s->overlap, count);
    for (uint64_t start = 0; start < count; start += group) {
        uint64_t end = least(start + group, count);
        w->known = false;
        for (uint64_t i = start; i < end; i++) {
            put_operation(w, s, i, "invoke");
        }
        for (uint64_t i = start; i < end; i++) {
            bool crashed = s->crashes != NULL && s->crashes(i);
            w->known = !crashed;
            put_operation(w, s, i, crashed ? "info" : "ok");
        }
    }
}

static void list(void) {
    for (size_t i = 0; i < shape_count; i++) {
        const shape *s = &shapes[i];
        for (unsigned kind = 0; kind < WORKLOADS; kind++) {
            if ((s->workloads & (1U << kind)) != 0) {
                printf("%s %s %d %d %s %s\n", s->name, workload_names[kind], s->status,
                       (int)s->fraction, s->twin ? "twin" : "-", s->about);
            }
        }
    }
}

static const shape *find_shape(const char *name) {
    for (size_t i = 0; i < shape_count; i++) {
        if (strcmp(shapes[i].name, name) == 0) {
            return &shapes[i];
        }
    }
    return NULL;
}

/* WORKLOADS if there is none of that name. */
static workload find_workload(const char *name) {
    unsigned kind = 0;
    while (kind < WORKLOADS && strcmp(workload_names[kind], name) != 0) {
        kind++;
    }
    return (workload)kind;
}

static bool parse(int argc, char **argv, const shape **s, writer *w) {
    if (argc < 3 || argc > 5 || (*s = find_shape(argv[1])) == NULL) {
        return false;
    }
    char *end;
    w->size = strtoull(argv[2], &end, 10);
    w->workload = argc > 3 ? find_workload(argv[3]) : LIST_APPEND;
    w->clean = argc > 4;
    w->field_depth = (*s)->field_depth == ALL ? ENDLESS_FACTOR * w->size : (*s)->field_depth;
    w->element_depth = (*s)->element_depth;
    return *end == '\0' && w->size > 1 && w->size <= 1000000000 && w->workload < WORKLOADS &&
           ((*s)->workloads & (1U << w->workload)) != 0 &&
           (!w->clean || ((*s)->twin && strcmp(argv[4], "clean") == 0));
}

int main(int argc, char **argv) {
    static writer w; /* zeroed, and too large for a stack */
    const shape *s = NULL;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list();
        return 0;
    }
    if (!parse(argc, argv, &s, &w)) {
        fputs("usage: hostile SHAPE SIZE [list-append|rw-register|set [clean]]\n"
              "       hostile --list\n",
              stderr);
        return 2;
    }
    put_history(&w, s);
    if (!writer_finish(&w)) {
        perror("hostile");
        return 1;
    }
    return 0;
}
