/*
 * replayed.h - the replay of executions (src/verify), for tests that have the oracle's types: it
 * and Minos use the same names for different things.
 */
#ifndef TEST_REPLAYED_H
#define TEST_REPLAYED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct replayed replayed;

/* A history that Minos has read; a rejected one is printed and ends the test. */
replayed *replayed_open(const char *workload, const char *edn);
void replayed_close(replayed *history);

/* An execution, by Minos's ids; sees: NULL for a serial one. */
typedef struct replayed_order {
    uint32_t *order, *sees;
    uint32_t count;
    bool wfr, sequential, linearizable, objects; /* assumptions */
} replayed_order;

/* What mns_verify says; if it rejects, *why is the reason. */
bool replayed_accepts(const replayed *history, const char *model, const replayed_order *given,
                      const char **why);

#endif
