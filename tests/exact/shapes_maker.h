/*
 * shapes_maker.h - a history under construction: shared by the files that draw transactions
 * (shapes.c), their reads (shapes_answers.c) and their times (shapes_timing.c).
 */
#ifndef TEST_EXACT_SHAPES_MAKER_H
#define TEST_EXACT_SHAPES_MAKER_H

#include "exact/shapes.h"

/* What a transaction sees. Transactions commit in the order of their ids. */
typedef enum shape_database {
    SEES_ALL,       /* all before it: serial */
    SEES_SNAPSHOT,  /* the first few, with the last writer of each key it writes */
    SEES_BEGINNING, /* the first few: updates may be lost */
    SEES_FORK,      /* some and all that they saw, with the last writer of each key it writes */
    SEES_SOME,      /* any: read-atomic */
    SEES_EACH,      /* the first few, for each read on its own: read-committed */
    SEES_NOTHING    /* the initial state */
} shape_database;

typedef enum shape_timing {
    ALL_CONCURRENT,
    FEW_SESSIONS, /* two to four processes that pay no attention to the order of commits */
    MIXED         /* each runs around its commit, some for long */
} shape_timing;

typedef struct shape {
    const char *name;
    shape_database database;
    shape_timing timing;
    int most;             /* transactions */
    int keys;             /* at most */
    int read_percent;     /* of micro-operations */
    int reader_percent;   /* of transactions that only read */
    int same_key_percent; /* of micro-operations on the key of the one before */
    int recent;           /* how far back snapshots reach; 0: any distance */
    int bends;            /* at most so many reads are changed afterwards */
    int unsure_percent;   /* of transactions whose outcome is not ok */
    int skew_percent;     /* of histories with two transactions that write what the other reads */
} shape;

typedef struct shape_maker {
    model *m;
    dice d;
    const shape *s;
    int keys;
    int elements;
    bool applied[SHAPE_TXNS];  /* its writes took effect */
    uint64_t sees[SHAPE_TXNS]; /* a bit for each transaction that one sees */
} shape_maker;

/* Decides what every read saw. */
void shape_answer(shape_maker *k);
/* Decides processes, invocations and completions. */
void shape_run(shape_maker *k);

#endif
