/*
 * tiny_maker.h - a history while it is drawn: shared by the files that draw transactions (tiny.c),
 * answers (tiny_answers.c) and what the database reveals (tiny_revealed.c).
 */
#ifndef TEST_TINY_MAKER_H
#define TEST_TINY_MAKER_H

#include "oracle/tiny.h"

/* A write: the i-th micro-operation of a transaction. */
typedef struct tiny_write {
    int txn, i;
} tiny_write;

typedef struct maker {
    model *m;
    dice d;
    int keys;
    int read_percent;                      /* of micro-operations */
    bool blind;                            /* see tiny_shape */
    int elements;                          /* drawn so far */
    int increments;                        /* 0: all are 1, 1: all are positive, 2: any */
    tiny_write writes[MAX_KEYS][MAX_LIST]; /* to each key, in order, while answers are drawn */
    int length[MAX_KEYS];
    int before[ORACLE_MOST + 1][MAX_KEYS]; /* lengths before each transaction, by id */
    int snapshot[ORACLE_MOST];             /* which of these a transaction read, where it has one */
    int saw[ORACLE_MOST][MAX_MOPS];        /* how many of the writes a read shows */
    int own[ORACLE_MOST][MAX_MOPS];        /* the own write that it shows on top, or -1 */
} maker;

/* Answers all reads, in the given way. */
void tiny_answer(maker *k, tiny_way way);
/* Spoils some read. */
void tiny_bend(maker *k);
/* Numbers versions and transactions as the answers were drawn; then spoils a few. */
void tiny_reveal_versions(maker *k);
void tiny_reveal_timestamps(maker *k, tiny_way way);

#endif
