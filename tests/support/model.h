/*
 * model.h - small histories in memory, for the tests that make them by seed: how to build and print
 * them, random numbers, and what the tests ask of Minos about them.
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
#include "support/datatype.h"

enum { MAX_MOPS = 4, MAX_LIST = 128, MAX_TXNS = 256, MAX_KEYS = 4 };

typedef enum outcome { OUTCOME_OK, OUTCOME_INFO, OUTCOME_FAIL, OUTCOME_NONE } outcome;

typedef struct mop {
    bool is_read;
    bool answered; /* of a read: what it saw is known */
    int key;
    int element;        /* of a write: what it appends, sets, adds or adds up */
    int list[MAX_LIST]; /* of a read: the contents of the key, see datatype.h */
    int length;
    bool numbered; /* the database revealed the version read or written */
    int version;
} mop;

typedef struct txn {
    outcome outcome;
    bool bare; /* the completion carries no value */
    int process;
    int invoke, complete; /* places in the sequence of events; complete means nothing for
                             OUTCOME_NONE */
    bool stamped;         /* the database revealed when it read and when it committed */
    int start_ts, commit_ts;
    mop mops[MAX_MOPS];
    int mop_count;
} txn;

/* What is known of every key besides the history; see oracle/oracle.h. */
typedef struct assumptions {
    bool wfr, sequential, linearizable;
    bool objects; /* a set is one object; else each of its elements is a row */
} assumptions;

typedef struct model {
    txn txns[MAX_TXNS];
    int txn_count;
    int event_count;
    bool completions_only; /* invocations are not recorded */
    datatype type;
    assumptions assume;
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

/* Where a read of a transaction says something: it was answered, and the completion recorded it. */
bool model_shows(const txn *t, const mop *m);
/* How much was read: an ok read of nil is of nothing. */
int model_length(const mop *read);
/* Whose write an element of a key is, or -1. Not for counters, whose writes have no names. */
int model_writer(const model *m, int key, int element);

/* How a history is written. All zero: EDN, one operation a line, numbers as they are. */
typedef struct style {
    bool json;
    bool array;   /* one vector or array, not one operation a line */
    int keys;     /* 0: numbers, 1: other numbers in another order, 2: strings, 3: vectors (EDN) */
    int elements; /* 0: numbers, 1: other numbers in another order, 2: strings */
    bool processes; /* other numbers, in another order */
    bool named;     /* operations have an index and a time */
    bool spread;    /* odd white space, comments (EDN), fields and processes of no meaning */
} style;

/* The history as text, to be freed. */
char *model_print(const model *m, const style *how);
/* The same in the plainest style. */
char *model_edn(const model *m);

/* Spoils reads at random: elements dropped, exchanged, repeated, invented, taken from anywhere; and
 * lets a few committed transactions have failed. */
void model_spoil(model *m, dice *d);

/* Ways to take something away that most models cannot mind: whatever execution explained the
 * history explains, without what was taken, what is left (tests/oracle/closed.c). */
typedef enum thinning {
    THIN_READ,    /* one read */
    THIN_APPEND,  /* one append, and its element wherever it was read */
    THIN_TXN,     /* one transaction, and its elements wherever they were read */
    THIN_OUTCOME, /* that a transaction committed, or also what it read: it becomes info, or never
                     completes and its process goes on under another number */
    THIN_CUT,     /* all that came after some moment: what was running then never completes, what
                     came later was never there */
    THINNINGS
} thinning;
void model_thin(model *m, thinning how, dice *d);

/* Takes away from the history what is not needed for keeps(). */
void model_shrink(model *m, bool (*keeps)(const model *m, const void *context),
                  const void *context);

/* Judges a history under no expectation; an input that is refused ends the test, printing it. */
minos_result *model_check(const char *text, unsigned threads);
minos_result *model_check_with(const char *text, const minos_options *options);

#endif
