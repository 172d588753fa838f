/*
 * satisfy.c - the only file that uses CaDiCaL (https://github.com/arminbiere/cadical, Debian:
 * libcadical-dev). Without it the tests that need a solver are skipped.
 */
#include <stdlib.h>

#include "exact/clauses.h"
#include "exact/exact.h"

#ifdef TEST_HAVE_CADICAL

#include <ccadical.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

bool exact_is_available(void) { return true; }

bool clauses_are_satisfiable(const clauses *c) {
    if (c->contradictory) {
        return false;
    }
    CCaDiCaL *solver = ccadical_init();
    ccadical_set_option(solver, "quiet", 1);
    ccadical_add(solver, LIT_TRUE);
    ccadical_add(solver, 0);
    for (size_t i = 0; i < c->count; i++) {
        ccadical_add(solver, c->literals[i]);
    }
    int answer = ccadical_solve(solver);
    ccadical_release(solver);
    if (answer != SATISFIABLE && answer != UNSATISFIABLE) {
        abort();
    }
    return answer == SATISFIABLE;
}

#else

bool exact_is_available(void) { return false; }

bool clauses_are_satisfiable(const clauses *c) {
    (void)c;
    abort();
}

#endif
