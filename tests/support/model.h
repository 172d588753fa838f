/*
 * model.h - small histories in memory, for tests that generate them by seed: how to build and print
 * them, random numbers, and how to judge them with Minos.
 *
 * A transaction's invocation and completion are positions in one sequence of events. Sizes are
 * bounded by the constants below: tests use many small histories.
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
    bool answered; /* of a read: its result is known */
    int key;
    int element;        /* of a write: the element, value or increment */
    int list[MAX_LIST]; /* of a read: the contents of the key, see datatype.h */
    int length;
    bool numbered; /* the database revealed the version read or written */
    int version;
} mop;

typedef struct txn {
    outcome outcome;
    bool bare; /* the completion has no value */
    int process;
    int invoke, complete; /* places in the sequence of events; complete means nothing for
                             OUTCOME_NONE */
    bool stamped;         /* the database revealed when it read and when it committed */
    int start_ts, commit_ts;
    mop mops[MAX_MOPS];
    int mop_count;
} txn;

/* Assumptions about every key; see oracle/oracle.h. */
typedef struct assumptions {
    bool wfr, sequential, linearizable;
    bool objects; /* a set is one object; otherwise each element is a row */
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
/* True with this probability. */
bool dice_percent(dice *d, int percent);

/* ---- Histories ------------------------------------------------------------------------------ */

/* True if the result of a read is known: it was answered, and the completion recorded it. */
bool model_shows(const txn *t, const mop *m);
/* The length of a read: an ok read of nil is empty. */
int model_length(const mop *read);
/* The transaction that wrote an element of a key, or -1. Not for counters. */
int model_writer(const model *m, int key, int element);

/* How a history is printed. All zero: EDN, one operation a line, numbers unchanged. */
typedef struct style {
    bool json;
    bool array;   /* one vector or array, not one operation a line */
    int keys;     /* 0: numbers, 1: other numbers in another order, 2: strings, 3: vectors (EDN) */
    int elements; /* 0: numbers, 1: other numbers in another order, 2: strings */
    bool processes; /* other numbers, in another order */
    bool named;     /* print index and time of operations */
    bool final;     /* mark every ok transaction that only reads as a final read */
    bool spread;    /* odd white space, comments (EDN), meaningless fields and processes */
} style;

/* The history as text, to be freed. */
char *model_print(const model *m, const style *how);
/* The same in the plainest style. */
char *model_edn(const model *m);

/* Corrupts reads at random: elements dropped, swapped, repeated, invented, taken from elsewhere;
 * and marks a few committed transactions as failed. */
void model_spoil(model *m, dice *d);

/* Ways to remove something without violating most models: an execution that explained the
 * history explains, without the removed part, the rest (tests/oracle/closed.c). */
typedef enum thinning {
    THIN_READ,    /* one read */
    THIN_APPEND,  /* one append, and its element wherever it was read */
    THIN_TXN,     /* one transaction, and its elements wherever they were read */
    THIN_OUTCOME, /* the outcome of a transaction, or also its reads: it becomes info, or never
                     completes and its process continues under another number */
    THIN_CUT,     /* everything after some time: running transactions never complete, later ones
                     are removed */
    THINNINGS
} thinning;
void model_thin(model *m, thinning how, dice *d);

/* Removes from the history what keeps() does not need. */
void model_shrink(model *m, bool (*keeps)(const model *m, const void *context),
                  const void *context);

/* Judges a history; a rejected input is printed and ends the test. */
minos_result *model_check(const char *text, unsigned threads);
minos_result *model_check_with(const char *text, const minos_options *options);

#endif
