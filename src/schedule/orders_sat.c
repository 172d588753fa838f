/*
 * orders_sat.c - proposes orders that satisfy all clauses, by CaDiCaL where it is built in.
 *
 * CaDiCaL is deterministic: the same clauses in the same order give the same proposals. Its budget
 * is a number of conflicts. The C++ library ends the program when memory runs out; clauses here are
 * few and short (the budgets of find_execution.c).
 */
#include "schedule/orders.h"

#ifdef MNS_HAVE_CADICAL

#include <ccadical.h>

enum { CONFLICTS_PER_CALL = 10000 };

struct mns_solver {
    CCaDiCaL *sat;
};

const char *mns_solver_name(void) { return ccadical_signature(); }

mns_solver *mns_solver_new(void) {
    mns_solver *solver = calloc(1, sizeof *solver);
    if (solver != NULL) {
        solver->sat = ccadical_init();
        ccadical_set_option(solver->sat, "quiet", 1);
    }
    return solver;
}

void mns_solver_free(mns_solver *solver) {
    if (solver != NULL) {
        ccadical_release(solver->sat);
        free(solver);
    }
}

mns_orders_result mns_solver_learn(mns_orders *orders, const int32_t *literals, size_t count) {
    if (orders->solver == NULL && (orders->solver = mns_solver_new()) == NULL) {
        return MNS_ORDERS_NOMEM;
    }
    CCaDiCaL *sat = orders->solver->sat;
    for (size_t i = 0; i < count; i++) {
        ccadical_add(sat, literals[i]);
    }
    ccadical_add(sat, 0);
    ccadical_limit(sat, "conflicts", CONFLICTS_PER_CALL);
    int answer = ccadical_solve(sat);
    if (answer != 10) {
        return answer == 20 ? MNS_ORDERS_CONTRADICTORY : MNS_ORDERS_LIMIT;
    }
    for (size_t i = 0; i < orders->count; i++) {
        int variable = (int)i + 1;
        orders->variables[i].value = ccadical_val(sat, variable) > 0 ? 1 : -1;
        orders->variables[i].fixed = ccadical_fixed(sat, variable) != 0;
    }
    return MNS_ORDERS_PROPOSED;
}

#else

const char *mns_solver_name(void) { return NULL; }

mns_solver *mns_solver_new(void) { return NULL; }

void mns_solver_free(mns_solver *solver) { (void)solver; }

/* The value of a clause's first literal that is not fixed becomes true; a clause of one literal
 * fixes it. Earlier clauses of several literals may be violated then; so a clause that is violated
 * although all its variables were changed before needs a solver. */
mns_orders_result mns_solver_learn(mns_orders *orders, const int32_t *literals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        mns_variable *v = &orders->variables[(literals[i] < 0 ? -literals[i] : literals[i]) - 1];
        if (!v->fixed) {
            v->value = literals[i] < 0 ? -1 : 1;
            v->fixed = true; /* a guess if count > 1: what contradicts it stays undecided */
            return MNS_ORDERS_PROPOSED;
        }
    }
    return MNS_ORDERS_NO_SOLVER;
}

#endif
