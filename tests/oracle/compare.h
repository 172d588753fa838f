/*
 * compare.h - Minos against the definitions, on one history.
 *
 * Sound: whenever Minos rules a model out, no execution that the model allows explains the history
 * (oracle.h tries them all). Complete, for the laws marked exact: where every version was
 * observed, and below read-committed also nothing contradicts, Minos rules out whatever has no
 * explanation. A failure is shrunk and printed, ready for tests/golden.
 *
 * One thing Minos does not look at, so it is left out of the second half: whether the appends of
 * one transaction to a key stand in the list in the order in which it made them.
 */
#ifndef TEST_COMPARE_H
#define TEST_COMPARE_H

#include "oracle/oracle.h"

/* Of one law. */
typedef struct tally {
    unsigned judged, ruled_out;
    unsigned impossible; /* what the law does not allow, ruled out or not */
    unsigned decided;    /* where Minos is to rule out all of these */
    unsigned kept;       /* of the decided, those that the law allows */
} tally;

/* Judges the history under every law; returns how many verdicts are wrong. origin: what made it. */
unsigned compare(const model *m, const char *origin, tally counts[LAW_COUNT]);

/* Prints the counts. False if some law was never broken, never kept or never decided: a test that
 * sees only one side tests nothing. */
bool compare_report(const tally counts[LAW_COUNT]);

#endif
