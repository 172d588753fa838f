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
    uint64_t offset;       /* MNS_NO_OFFSET: not at a position of the text */
    uint64_t earlier;      /* the position that MNS_EARLIER in the message stands for, or
                              MNS_NO_OFFSET */
    uint64_t line, column; /* 0: none */
    bool binary;           /* the position is `byte`, from 0, instead */
    uint64_t byte;
    char *file; /* NULL: the file of all problems */
    char *message, *hint, *source_line;
    uint64_t caret;
} mns_problem;

/* In a message: an earlier position, which is written when it is located. */
#define MNS_EARLIER "\1"

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
/* The same for a message that refers to an earlier position, as MNS_EARLIER. */
void mns_problems_add_second(mns_problems *problems, uint64_t offset, uint64_t earlier,
                             const char *hint, const char *message, ...) MNS_PRINTF(5, 6);
/* Fills in line, column, source line and caret, and writes earlier positions. */
void mns_problems_locate(mns_problems *problems, const char *data, size_t size);
/* The same for one problem, at a given offset of a text. */
void mns_problem_locate(mns_problem *problem, const char *data, size_t size, uint64_t offset,
                        bool *failed);
/* Writes the words for its earlier position, such as "line 3, column 4", into the message. */
void mns_problem_name_earlier(mns_problem *problem, const char *words, bool *failed);
/* The line and column of one offset, both from 1. O(offset). */
void mns_locate(const char *data, size_t size, uint64_t offset, uint64_t *line, uint64_t *column);

#endif
