/*
 * model_load.h - a written history as the oracle takes it, through the checker's reader.
 */
#ifndef TEST_LOAD_H
#define TEST_LOAD_H

#include "oracle/oracle.h"

/* workload: of which the history is, or NULL to recognise it. False if it is refused, too large for
 * the oracle, or has only one of two timestamps. */
bool model_load(model *m, const char *text, size_t size, const char *workload);

#endif
