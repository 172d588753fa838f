/*
 * load.h - a written history as the oracle takes it, through the checker's reader.
 */
#ifndef TEST_LOAD_H
#define TEST_LOAD_H

#include "oracle/oracle.h"

/* False if it is refused, or too large for the oracle. */
bool model_load(model *m, const char *text, size_t size);

#endif
