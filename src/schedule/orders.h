/*
 * orders.h - open orders of two writers of a key, and what was learnt about them.
 *
 * A variable is "a before b" for two transactions that write the same key. It is made only when a
 * conflict names it; a conflict is a clause: not all of these orders. After each clause the solver
 * proposes a value for every variable, which the frontier obeys. With CaDiCaL (orders_sat.c) that
 * decides; without it only clauses of one order decide, and a clause of several is answered by
 * changing the first that may be changed.
 */
#ifndef MNS_ORDERS_H
#define MNS_ORDERS_H

#include "core/base.h"
#include "core/map.h"

/* An order that a choice rests on. */
typedef struct mns_pair {
    uint32_t before, after; /* transactions */
} mns_pair;

typedef struct mns_variable {
    mns_pair pair;                    /* true: before comes before after; false: the reverse */
    uint32_t next_after, next_before; /* the next variable of that transaction, or MNS_NONE */
    int8_t value;                     /* 1: true, -1: false */
    bool fixed;                       /* the value holds in every execution */
} mns_variable;

typedef enum mns_orders_result {
    MNS_ORDERS_PROPOSED,      /* every variable has a value that satisfies all clauses */
    MNS_ORDERS_CONTRADICTORY, /* there is none */
    MNS_ORDERS_LIMIT,         /* the solver's budget ended */
    MNS_ORDERS_NO_SOLVER,     /* needs a solver, and none is built in */
    MNS_ORDERS_NOMEM
} mns_orders_result;

typedef struct mns_solver mns_solver; /* orders_sat.c */

typedef struct mns_orders {
    const uint32_t *estimate; /* by txn; the first value tried is the estimated order */
    mns_variable *variables;
    size_t count, capacity;
    mns_map variable_of; /* smaller txn << 32 | larger txn */
    uint32_t *of_txn;    /* by txn: the first variable that names it, or MNS_NONE */
    mns_solver *solver;
} mns_orders;

bool mns_orders_init(mns_orders *orders, uint32_t txn_count, const uint32_t *estimate);
void mns_orders_release(mns_orders *orders);

/* The pair's variable as a literal: 1 + its index, negative if it names the pair in reverse; 0 if
 * it has none. */
int32_t mns_orders_find(const mns_orders *orders, mns_pair pair);
/* True if the reverse of the pair is impossible. */
bool mns_orders_is_fixed(const mns_orders *orders, mns_pair pair);
/* Learns that not all of these hold. Clauses must be implied by the history. */
mns_orders_result mns_orders_learn(mns_orders *orders, const mns_pair *pairs, size_t count);

/* Iterates over what must come before a transaction by the proposed orders: *variable starts with
 * orders->of_txn[txn]. MNS_NONE at the end. */
uint32_t mns_orders_before(const mns_orders *orders, uint32_t txn, uint32_t *variable);

/* orders_sat.c: */
mns_solver *mns_solver_new(void);
void mns_solver_free(mns_solver *solver);
mns_orders_result mns_solver_learn(mns_orders *orders, const int32_t *literals, size_t count);
/* "CaDiCaL 1.5.3", or NULL if no solver is built in. */
const char *mns_solver_name(void);

#endif
