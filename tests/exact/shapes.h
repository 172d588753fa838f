/*
 * shapes.h - random histories of 3 to 40 transactions that are hard to judge: everything
 * concurrent, few keys, blind writes, lists whose last appends are not read, many readers of one
 * version, keys that a transaction reads twice.
 *
 * Each shape is a row of a table (shapes.def): a database, a load and a timing. The databases are
 * exact executions of a model, most of them with a few reads changed afterwards, so that histories
 * lie on both sides of the border of each model, and near it. The same seed gives the same history.
 */
#ifndef TEST_EXACT_SHAPES_H
#define TEST_EXACT_SHAPES_H

#include "support/model.h"

enum { SHAPES = 16, SHAPE_TXNS = 40 };

extern const char *const shape_names[SHAPES];

/* most: at most that many transactions, SHAPE_TXNS or less. */
void shape_make(model *m, int which, datatype type, int most, uint64_t seed);

/* Adds two transactions that read each other's write, on keys and processes of their own and
 * concurrent with everything else: a G1c that touches nothing. */
void shape_add_g1c(model *m);

#endif
