/*
 * proved.h - which models of a result executions prove. It hides Minos's own types, because some
 * tests use the same names for different things.
 */
#ifndef TEST_PROVED_H
#define TEST_PROVED_H

#include <stdbool.h>

#include "minos.h"

/* True if an execution that was replayed proves the model or, as the catalog says, one that implies
 * it. Unlike the reports this also counts histories from which nothing could be inferred. */
bool proved_by_execution(const minos_result *result, const char *model);

/* Why a search for this model alone finds no execution; NULL if it finds one. */
const char *proved_reason(const minos_result *result, const char *model);

/* False if Minos was built without a solver, so that some histories stay undecided. */
bool proved_has_solver(void);

/* True if the same executions were found. */
bool proved_alike(const minos_result *result, const minos_result *other);

#endif
