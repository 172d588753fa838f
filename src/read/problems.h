/*
 * problems.h - errors in an input, each with position, message and hint.
 *
 * Problems are added by byte offset while reading and kept sorted; at the end mns_problems_locate
 * adds lines and columns. All are counted, the first MNS_LIMIT_PROBLEMS by offset are kept.
 */
#ifndef MNS_PROBLEMS_H
#define MNS_PROBLEMS_H

#include "core/base.h"

#define MNS_LIMIT_PROBLEMS 20

typedef struct mns_problem {
    uint64_t offset; /* MNS_NO_OFFSET: not at a position of the text */
    uint64_t line, column;
    char *message, *hint, *source_line;
    uint64_t caret;
} mns_problem;

typedef struct mns_problems {
    mns_problem items[MNS_LIMIT_PROBLEMS];
    uint32_t count;
    uint64_t total;
    char *file;  /* the file with the problems; NULL: the history */
    bool failed; /* out of memory while adding one */
} mns_problems;

#define MNS_NO_OFFSET UINT64_MAX

void mns_problems_init(mns_problems *problems);
void mns_problems_release(mns_problems *problems);
/* hint may be NULL. Keeps the problem unless the list is full of earlier ones. */
void mns_problems_add(mns_problems *problems, uint64_t offset, const char *hint,
                      const char *message, ...) MNS_PRINTF(4, 5);
/* Fills in line, column, source line and caret. */
void mns_problems_locate(mns_problems *problems, const char *data, size_t size);
/* The line and column of one offset, both from 1. O(offset). */
void mns_locate(const char *data, size_t size, uint64_t offset, uint64_t *line, uint64_t *column);

#endif
