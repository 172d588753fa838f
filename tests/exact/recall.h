/*
 * recall.h - Minos against the exact solver, on one history: what it rules out wrongly, and how
 * much it finds of what is impossible.
 */
#ifndef TEST_EXACT_RECALL_H
#define TEST_EXACT_RECALL_H

#include "exact/exact.h"

/* Of one law. */
typedef struct recall {
    unsigned judged;
    unsigned impossible;   /* no execution that the law allows explains the history */
    unsigned found;        /* of these, ruled out */
    unsigned missed_plain; /* of these, not ruled out though propagation refutes it */
    unsigned
        missed_by_cases; /* of these, not ruled out, and to refute it takes a case distinction */
} recall;

/* What Minos says of a history of the tests, under no expectation. */
minos_result *check_model(const model *m);

/* Judges the history under every law; returns how many are ruled out though an execution explains
 * the history. These are shrunk and printed, ready for tests/golden. origin: what made it. */
unsigned recall_count(const model *m, const char *origin, recall counts[EXACT_LAWS]);
/* If the law does not allow the history and Minos does not rule it out: prints it, shrunk, and
 * returns true. */
bool recall_show_missed(const model *m, const exact_law *l, const char *origin);
void recall_add(recall *to, const recall *from);
/* The share that is found, in percent: of what is impossible, and of that without what takes
 * cases. */
double recall_percent(const recall *r);
double recall_plain_percent(const recall *r);

#endif
