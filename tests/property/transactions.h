/*
 * transactions.h - the transactions of a history as a text by which histories of different formats
 * are compared.
 */
#ifndef TEST_TRANSACTIONS_H
#define TEST_TRANSACTIONS_H

#include "support/form.h"

/* What a format keeps of a history. */
typedef struct transactions_style {
    bool numbers; /* the numbers of the sessions */
    bool aborted; /* aborted transactions */
    bool split;   /* each operation of an aborted transaction is one */
    bool values;  /* the values; else each read names its write by its position */
} transactions_style;

transactions_style transactions_style_of(const form *f);

/* One line for each session, sorted unless they have numbers: its transactions with their
 * micro-operations. Left out: info transactions of which nothing was read, reads without a result,
 * and transactions without micro-operations. To be freed. */
char *transactions_list(const form *f, const transactions_style *style);

#endif
