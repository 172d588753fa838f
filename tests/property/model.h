/*
 * model.h - small histories in memory, for the property tests: how to build and print them, random
 * numbers by seed, and what the tests ask of Minos about them.
 *
 * A transaction's invocation and completion are places in one sequence of events. Sizes are bounded
 * by the constants below: these histories are made to be many, not large.
 */
#ifndef TEST_MODEL_H
#define TEST_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "minos.h"

enum { MAX_MOPS = 4, MAX_LIST = 128, MAX_TXNS = 256, MAX_KEYS = 4 };

typedef enum outcome { OUTCOME_OK, OUTCOME_INFO, OUTCOME_FAIL, OUTCOME_NONE } outcome;

typedef struct mop {
    bool is_read;
    bool answered; /* of a read: the list is known */
    int key;
    int element; /* of an append */
    int list[MAX_LIST];
    int length;
} mop;

typedef struct txn {
    outcome outcome;
    bool bare; /* the completion carries no value */
    int process;
    int invoke, complete; /* places in the sequence of events; complete is -1 for OUTCOME_NONE */
    mop mops[MAX_MOPS];
    int mop_count;
} txn;

typedef struct model {
    txn txns[MAX_TXNS];
    int txn_count;
    int event_count;
} model;

/* ---- Random numbers by seed ----------------------------------------------------------------- */

typedef struct dice {
    uint64_t state;
} dice;

/* From 0 to limit - 1. */
int dice_below(dice *d, int limit);
/* True in that many of 100 cases. */
bool dice_percent(dice *d, int percent);

/* ---- Histories ------------------------------------------------------------------------------ */

/* The history as EDN, one operation a line, to be freed. */
char *model_edn(const model *m);

/* Judges a history under no expectation; an input that is refused ends the test, printing it. */
minos_result *model_check(const char *edn, unsigned threads);

#endif
