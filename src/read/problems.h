/*
 * problems.h - what is wrong with an input, with its place, message and hint.
 *
 * Problems are added by byte offset while reading; at the end mns_problems_locate sorts them and
 * works out lines and columns in one pass. Only the first MNS_LIMIT_PROBLEMS places are kept, all
 * are counted.
 */
#ifndef MNS_PROBLEMS_H
#define MNS_PROBLEMS_H

#include "core/base.h"

#define MNS_LIMIT_PROBLEMS 20

typedef struct mns_problem {
    uint64_t offset; /* UINT64_MAX: not at a place in the text */
    uint64_t line, column;
    char *message, *hint, *source_line;
    uint64_t caret;
} mns_problem;

typedef struct mns_problems {
    mns_problem items[MNS_LIMIT_PROBLEMS];
    uint32_t count;
    uint64_t total;
    char *file;  /* what they are about, where that is not the history; else NULL */
    bool failed; /* out of memory while writing one down */
} mns_problems;

#define MNS_NO_OFFSET UINT64_MAX

void mns_problems_init(mns_problems *problems);
void mns_problems_release(mns_problems *problems);
/* hint may be NULL. Keeps the problem unless a full list holds only earlier ones. */
void mns_problems_add(mns_problems *problems, uint64_t offset, const char *hint,
                      const char *message, ...) MNS_PRINTF(4, 5);
/* Fills in line, column, source line and caret. */
void mns_problems_locate(mns_problems *problems, const char *data, size_t size);
/* The line and column of one offset, both from 1. O(offset). */
void mns_locate(const char *data, size_t size, uint64_t offset, uint64_t *line, uint64_t *column);

#endif
