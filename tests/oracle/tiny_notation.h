/*
 * tiny_notation.h - a history in one line, of any datatype.
 *
 *     "0: wx1 / 1: rx / ok 0: wx1@3 / ok 1 (2,5): rx1@3"
 *
 * Operations are separated by "/": a type (ok, fail, info; none: invoke), the process, where there
 * are timestamps both of them, a colon, and the micro-operations. These are a function (r, or any
 * other letter for a write), a key (x, y, z) and numbers with whatever punctuation; a read without
 * any is of nil. The version that the database revealed stands behind a @.
 *
 * Read by its own few lines, not by the checker's reader.
 */
#ifndef TEST_NOTATION_H
#define TEST_NOTATION_H

#include "oracle/oracle.h"

/* Ends the test where the notation makes no sense. */
void notation_read(model *m, datatype type, const char *notation);

#endif
