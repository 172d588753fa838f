/*
 * shrunk.h - what minos_shrink promises, held against a history and each of its anomalies.
 */
#ifndef TEST_SHRUNK_H
#define TEST_SHRUNK_H

#include "minos.h"

typedef struct shrunk {
    unsigned count, wrong; /* anomalies so far */
} shrunk;

/* Shrinks a history to each of its anomalies. What is left must
 *
 *   - be read without a complaint, in both notations, and be the same each time;
 *   - show the anomaly, and none that the history neither shows nor implies;
 *   - be part of the history (part.h);
 *   - lose this without any one of its transactions (and what that wrote), counters apart: their sums
 *     would change.
 *
 * Operations must have their position as index. The first few that are wrong are printed, with
 * where the history comes from. */
void shrunk_try(shrunk *all, const char *history, const minos_options *options, const char *origin);

#endif
