/*
 * second_opinion.h - judges a history, then again without the shortcut for acyclic ones.
 *
 * Minos builds no graph if an order of transactions shows that it has no cycle
 * (depend/acyclic.h), and infers the full order of versions only if there is one. A mistake
 * there hides every anomaly of the history, so tests judge each history a second time without the
 * shortcut: all orders, the whole graph, the unmodified search. It looks for no anomaly at all if
 * an execution proves that there is none (certify/certify.h); then the second time is a full run.
 */
#ifndef TEST_SECOND_OPINION_H
#define TEST_SECOND_OPINION_H

#include <stddef.h>

#include "minos.h"

/* minos_check_memory. Ends the test if the second judgement finds an anomaly and the first did not.
 */
minos_status check_twice(const char *name, const void *data, size_t size,
                         const minos_options *options, minos_result **result);
/* Only the second judgement, for an existing result. */
void second_opinion(minos_result *result, const void *data, size_t size);
/* How many results that used the shortcut were judged again so far. */
unsigned second_opinions(void);

#endif
