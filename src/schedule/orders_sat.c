/*
 * orders_sat.c - finds values for connected variables, by CaDiCaL where it is built in.
 *
 * A problem is the new clause and all clauses that share variables with it, directly or through
 * others; the other clauses stay satisfied whatever these variables are. In real histories a
 * problem is small, however many clauses there are. A local variable is true if the value stays
 * what it is, which CaDiCaL tries first, so few values change.
 *
 * CaDiCaL is deterministic: the same problem gives the same values. Its budget is a number of
 * conflicts. The C++ library ends the program when memory runs out; clauses here are few and short
 * (the budgets of find_execution.c).
 */
#include "schedule/orders.h"

#ifdef MNS_HAVE_CADICAL

#include <ccadical.h>

#include "core/grow.h"

enum { CONFLICTS_PER_CALL = 10000 };

const char *mns_solver_name(void) { return ccadical_signature(); }

typedef struct connected {
    mns_orders *orders;
    CCaDiCaL *sat;
    uint32_t *variables; /* by local number, from 0 */
    size_t count, capacity;
    bool failed;
} connected;

/* The literal in CaDiCaL's problem; adds the variable to it if it is new. */
static int local_literal(connected *c, int32_t literal) {
    uint32_t variable = (uint32_t)(literal < 0 ? -literal : literal) - 1;
    mns_variable *v = &c->orders->variables[variable];
    if (v->round != c->orders->round) {
        c->failed = c->failed || !MNS_GROW(c->variables, c->count, c->capacity, 1);
        if (c->failed) {
            return 1;
        }
        v->round = c->orders->round;
        v->local = (uint32_t)c->count;
        c->variables[c->count++] = variable;
    }
    int local = (int)v->local + 1;
    return (literal > 0) == (v->value > 0) ? local : -local;
}

static void add_clause(connected *c, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        ccadical_add(c->sat, local_literal(c, c->orders->literals[i].literal));
    }
    ccadical_add(c->sat, 0);
}

/* A clause is added with the first of its variables that is looked at. */
static bool is_first(const connected *c, const mns_literal *place, uint32_t variable) {
    uint32_t local = c->orders->variables[variable].local;
    for (uint32_t i = place->first; i < place->first + place->count; i++) {
        int32_t literal = c->orders->literals[i].literal;
        const mns_variable *v = &c->orders->variables[(literal < 0 ? -literal : literal) - 1];
        if (v->round == c->orders->round && v->local < local) {
            return false;
        }
    }
    return true;
}

static void add_clauses(connected *c) {
    for (size_t i = 0; i < c->count && !c->failed; i++) {
        for (int side = 0; side < 2; side++) {
            uint32_t at = c->orders->variables[c->variables[i]].clauses[side];
            for (; at != MNS_NONE && !c->failed; at = c->orders->literals[at].previous) {
                const mns_literal *place = &c->orders->literals[at];
                if (is_first(c, place, c->variables[i])) {
                    add_clause(c, place->first, place->count);
                }
            }
        }
    }
}

static mns_orders_result take_values(connected *c) {
    for (size_t i = 0; i < c->count; i++) {
        mns_variable *v = &c->orders->variables[c->variables[i]];
        int local = (int)i + 1;
        v->fixed = v->fixed || ccadical_fixed(c->sat, local) != 0;
        int8_t changed = v->value > 0 ? -1 : 1;
        if (ccadical_val(c->sat, local) < 0 &&
            !mns_orders_set(c->orders, c->variables[i], changed)) {
            return MNS_ORDERS_NOMEM;
        }
    }
    return MNS_ORDERS_PROPOSED;
}

mns_orders_result mns_solver_solve(mns_orders *orders) {
    connected c = {.orders = orders, .sat = ccadical_init()};
    const mns_literal *last = &orders->literals[orders->literal_count - 1];
    mns_orders_result result = MNS_ORDERS_NOMEM;
    ccadical_set_option(c.sat, "quiet", 1);
    orders->round++;
    (void)local_literal(&c, last->literal);
    add_clauses(&c);
    if (!c.failed) {
        ccadical_limit(c.sat, "conflicts", CONFLICTS_PER_CALL);
        int answer = ccadical_solve(c.sat);
        result = answer == 20 ? MNS_ORDERS_CONTRADICTORY : MNS_ORDERS_LIMIT;
        result = answer == 10 ? take_values(&c) : result;
    }
    ccadical_release(c.sat);
    free(c.variables);
    return result;
}

#else

const char *mns_solver_name(void) { return NULL; }

mns_orders_result mns_solver_solve(mns_orders *orders) {
    (void)orders;
    return MNS_ORDERS_NO_SOLVER;
}

#endif
