/*
 * interleave.h - the same history with its lines in another order.
 */
#ifndef TEST_INTERLEAVE_H
#define TEST_INTERLEAVE_H

#include "support/model.h"

/* The lines of an EDN history in a random order that shows the same. To be freed.
 *
 *     without invocations   the order of each process is kept
 *     with invocations      neighbouring invocations, and neighbouring completions, are shuffled:
 *                           real-time order asks only which completions precede which invocations
 */
char *interleave(const char *edn, dice *d);

#endif
