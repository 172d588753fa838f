/*
 * orders.h - open orders of two writers of a key, and what was learnt about them.
 *
 * A variable is "a before b" for two transactions that write the same key. It is made only when a
 * conflict names it; a conflict is a clause: not all of these orders. Every variable has a value,
 * and all values together satisfy all clauses; the frontier obeys them. A new clause is satisfied
 * by changing one value if that violates no other clause, which nearly always works. Otherwise
 * CaDiCaL, where it is built in, proposes values for all variables, or shows that there are none.
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
    bool changed;                     /* is in the list of changes */
    uint32_t round, local;            /* of the solver's last problem that it was part of */
    uint32_t clauses[2]; /* the last place in the list of clauses where it stands as false, true */
} mns_variable;

/* A place of a clause: a literal, 1 + a variable's index, negative for false. */
typedef struct mns_literal {
    int32_t literal;
    uint32_t first, count; /* the clause: literals[first .. first + count) */
    uint32_t previous;     /* the place before this one with the same literal, or MNS_NONE */
} mns_literal;

typedef enum mns_orders_result {
    MNS_ORDERS_PROPOSED,      /* every variable has a value that satisfies all clauses */
    MNS_ORDERS_CONTRADICTORY, /* there is none */
    MNS_ORDERS_LIMIT,         /* the solver's budget ended */
    MNS_ORDERS_NO_SOLVER,     /* needs a solver, and none is built in */
    MNS_ORDERS_NOMEM
} mns_orders_result;

typedef struct mns_orders {
    const uint32_t *estimate; /* by txn; the first value tried is the estimated order */
    mns_variable *variables;
    size_t count, capacity;
    mns_map variable_of;   /* smaller txn << 32 | larger txn */
    uint32_t *of_txn;      /* by txn: the first variable that names it, or MNS_NONE */
    mns_literal *literals; /* of all clauses, one after another */
    size_t literal_count, literal_capacity;
    uint32_t *changes; /* variables whose value is new since mns_orders_forget_changes */
    size_t change_count, change_capacity;
    uint32_t round; /* problems given to the solver so far */
} mns_orders;

bool mns_orders_init(mns_orders *orders, uint32_t txn_count, const uint32_t *estimate);
void mns_orders_release(mns_orders *orders);

/* The pair's variable as a literal: 1 + its index, negative if it names the pair in reverse; 0 if
 * it has none. */
int32_t mns_orders_find(const mns_orders *orders, mns_pair pair);
/* True if the reverse of the pair is impossible. */
bool mns_orders_is_fixed(const mns_orders *orders, mns_pair pair);
/* Learns that not all of these hold; they come in the order in which they should be changed.
 * Clauses must be implied by the history. */
mns_orders_result mns_orders_learn(mns_orders *orders, const mns_pair *pairs, size_t count);

/* Empties the list of changes. */
void mns_orders_forget_changes(mns_orders *orders);

/* Iterates over what must come before a transaction by the proposed orders: *variable starts with
 * orders->of_txn[txn]. MNS_NONE at the end. */
uint32_t mns_orders_before(const mns_orders *orders, uint32_t txn, uint32_t *variable);

/* orders_sat.c: */
/* Finds values that satisfy the last clause and all that are connected with it; sets them by
 * mns_orders_set. */
mns_orders_result mns_solver_solve(mns_orders *orders);
/* Gives a variable a value and lists the change. False when out of memory. */
bool mns_orders_set(mns_orders *orders, uint32_t variable, int8_t value);
/* "CaDiCaL 1.5.3", or NULL if no solver is built in. */
const char *mns_solver_name(void);

#endif
