/*
 * progress.h - the progress of a check as one line for a terminal:
 *
 *     minos: reading 62 % · 210 MB of 340 MB · 400 MB/s · 1 s left
 *     minos: 2 of 5, store/history.edn: searching for cycles · 4 s
 *
 * The line depends only on its arguments; progress.c decides when to show it.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

typedef struct progress_state {
    const char *name;    /* of the history */
    int place, count;    /* of this history among all, from 1 */
    uint64_t size_bytes; /* of its file; 0: not known */
    const char *stage;
    double fraction;  /* of the stage that is done; 0: unknown */
    int64_t stage_ms; /* duration of the stage */
    int64_t check_ms; /* and of the check */
} progress_state;

/* Writes the line, cut to so many columns; any size is safe. */
void progress_line(const progress_state *state, size_t columns, char *text, size_t size);

#endif
