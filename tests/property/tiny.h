/*
 * tiny.h - random histories of a handful of transactions, most of them almost right.
 */
#ifndef TEST_TINY_H
#define TEST_TINY_H

#include "property/model.h"

/* observed: every transaction is :ok and one of them reads the whole of every key, so that nothing
 * about the order of versions is left open. */
void tiny_make(model *m, uint64_t seed, bool observed);

#endif
