/*
 * shrunk.h - checks the promises of minos_shrink on a history and each of its anomalies.
 */
#ifndef TEST_SHRUNK_H
#define TEST_SHRUNK_H

#include "minos.h"

typedef struct shrunk {
    unsigned count, wrong; /* anomalies so far */
} shrunk;

/* Shrinks a history to each of its anomalies. The result must
 *
 *   - be read without a problem, in both notations, and be the same each time;
 *   - show the anomaly, and none that the history neither shows nor implies;
 *   - be part of the history (part.h);
 *   - not show the anomaly if any one of its transactions (and its writes) is removed. Counters are
 *     exempt: their sums would change.
 *
 * Operations must have their position as index. The first few failures are printed with the origin
 * of the history. */
void shrunk_try(shrunk *all, const char *history, const minos_options *options, const char *origin);

#endif
