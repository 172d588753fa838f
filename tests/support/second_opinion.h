/*
 * second_opinion.h - judges a history, and once more without the shortcut for acyclic ones.
 *
 * Minos builds no graph where an order of transactions shows that it has no cycle
 * (depend/acyclic.h), and infers the order of versions in full only where there is one. A mistake
 * there hides whatever the history shows, so every history that the tests judge is judged the long
 * way too: all orders, the whole graph, the search as it is.
 */
#ifndef TEST_SECOND_OPINION_H
#define TEST_SECOND_OPINION_H

#include <stddef.h>

#include "minos.h"

/* minos_check_memory. Ends the test if the long way finds a cycle where the short one saw none. */
minos_status check_twice(const char *name, const void *data, size_t size,
                         const minos_options *options, minos_result **result);
/* The second half of it, for results of another origin. */
void second_opinion(minos_result *result, const void *data, size_t size);
/* How many results were looked at again so far, having been given without a graph. */
unsigned second_opinions(void);

#endif
