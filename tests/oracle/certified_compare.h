/*
 * certified_compare.h - certified models against the definitions, on one history.
 *
 * Right: a model that Minos certifies is one that the definitions allow. Complete: a model that
 * they allow is certified; if not, it is undecided, and counted with the reason of the search. A
 * history without invocations has no real time, so the models that ask for it are not certified.
 */
#ifndef TEST_CERTIFIED_COMPARE_H
#define TEST_CERTIFIED_COMPARE_H

#include "oracle/oracle.h"

enum { CERTIFIED_MODELS = 6 };
extern const char *const certified_models[CERTIFIED_MODELS];

/* Of one model. */
typedef struct certified_tally {
    unsigned asked, allowed;
    unsigned certified;
    unsigned undecided; /* allowed, and not certified, or not if it is asked alone */
    unsigned open;      /* neither allowed nor ruled out */
} certified_tally;

typedef struct certified_run {
    /* True if the definitions allow the history under certified_models[which]. */
    bool (*allows)(const model *m, int which);
    unsigned shown; /* undecided histories printed so far */
    unsigned most;  /* to print of them */
    unsigned wrong; /* certified, but not allowed */
    certified_tally tallies[CERTIFIED_MODELS];
} certified_run;

/* Judges the history. What is wrong or undecided is shrunk and printed. origin: what made it. */
void certified_compare(certified_run *run, const model *m, const char *origin);

/* Prints the counts; returns how many are undecided. *telling: each model was seen certified and
 * refuted. */
unsigned certified_report(const certified_run *run, const char *name, bool *telling);

#endif
