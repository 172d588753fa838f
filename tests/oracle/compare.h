/*
 * compare.h - Minos against the definitions, on one history.
 *
 * Sound: whenever Minos rules a model out, no execution that the model allows explains the history
 * (oracle.h tries them all). Below read-committed it does so also without the reads that contradict
 * each other, unless one of them invents an element or repeats one. Complete, for lists and the
 * laws marked exact: where every version was observed, and below read-committed also nothing
 * contradicts, Minos rules out whatever has no explanation. Of the other datatypes it is counted
 * how much is found. A failure is shrunk and printed, ready for tests/golden.
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
    unsigned contested;  /* lists below read-committed: with reads that contradict each other */
    unsigned proved;     /* of these, ruled out by the others */
    unsigned lost;       /* ruled out, with a lost-write */
} tally;

/* Judges the history under every law; returns how many verdicts are wrong. origin: what made it. */
unsigned compare(const model *m, const char *origin, tally counts[LAW_COUNT]);

/* Prints the counts. False if some law was never broken or never kept, or (decides: for lists, of
 * which nothing is revealed) never decided, or if no history has a lost-write: a test that sees
 * only one side tests nothing. */
bool compare_report(const tally counts[LAW_COUNT], bool decides);

#endif
