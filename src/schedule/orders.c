/*
 * orders.c - see orders.h: variables and what they say about a transaction.
 */
#include "schedule/orders.h"

#include "core/grow.h"

bool mns_orders_init(mns_orders *orders, uint32_t txn_count, const uint32_t *estimate) {
    memset(orders, 0, sizeof *orders);
    orders->estimate = estimate;
    mns_map_init(&orders->variable_of);
    orders->of_txn = MNS_NEW_ARRAY(uint32_t, txn_count);
    if (orders->of_txn == NULL) {
        return false;
    }
    memset(orders->of_txn, 0xFF, txn_count * sizeof *orders->of_txn); /* MNS_NONE */
    return true;
}

void mns_orders_release(mns_orders *orders) {
    free(orders->variables);
    free(orders->of_txn);
    free(orders->literals);
    free(orders->changes);
    mns_map_release(&orders->variable_of);
    memset(orders, 0, sizeof *orders);
}

static uint64_t map_key(mns_pair pair) {
    uint32_t low = pair.before < pair.after ? pair.before : pair.after;
    uint32_t high = pair.before < pair.after ? pair.after : pair.before;
    return (uint64_t)low << 32 | high;
}

int32_t mns_orders_find(const mns_orders *orders, mns_pair pair) {
    uint32_t variable =
        orders->count == 0 ? MNS_NONE : mns_map_get(&orders->variable_of, map_key(pair));
    if (variable == MNS_NONE) {
        return 0;
    }
    int32_t literal = (int32_t)variable + 1;
    return orders->variables[variable].pair.before == pair.before ? literal : -literal;
}

bool mns_orders_is_fixed(const mns_orders *orders, mns_pair pair) {
    int32_t literal = mns_orders_find(orders, pair);
    if (literal == 0) {
        return false;
    }
    const mns_variable *v = &orders->variables[(literal < 0 ? -literal : literal) - 1];
    return v->fixed && (v->value > 0) == (literal > 0);
}

/* A solver tries true first, so true is the estimated order. */
static bool add_variable(mns_orders *orders, mns_pair pair) {
    if (orders->count >= INT32_MAX / 2 ||
        !MNS_GROW(orders->variables, orders->count, orders->capacity, 1) ||
        !mns_map_add(&orders->variable_of, map_key(pair), (uint32_t)orders->count)) {
        return false;
    }
    uint32_t a = orders->estimate[pair.before], b = orders->estimate[pair.after];
    bool reversed = a > b || (a == b && pair.before > pair.after);
    mns_pair estimated = reversed ? (mns_pair){pair.after, pair.before} : pair;
    uint32_t variable = (uint32_t)orders->count++;
    orders->variables[variable] = (mns_variable){.pair = estimated,
                                                 .next_before = orders->of_txn[estimated.before],
                                                 .next_after = orders->of_txn[estimated.after],
                                                 .value = -1,
                                                 .clauses = {MNS_NONE, MNS_NONE}};
    orders->of_txn[estimated.before] = variable;
    orders->of_txn[estimated.after] = variable;
    return mns_orders_set(orders, variable, 1);
}

/* ---- Values --------------------------------------------------------------------------------- */

bool mns_orders_set(mns_orders *orders, uint32_t variable, int8_t value) {
    mns_variable *v = &orders->variables[variable];
    if (v->value == value) {
        return true;
    }
    v->value = value;
    if (!v->changed) {
        if (!MNS_GROW(orders->changes, orders->change_count, orders->change_capacity, 1)) {
            return false;
        }
        orders->changes[orders->change_count++] = variable;
        v->changed = true;
    }
    return true;
}

void mns_orders_forget_changes(mns_orders *orders) {
    for (size_t i = 0; i < orders->change_count; i++) {
        orders->variables[orders->changes[i]].changed = false;
    }
    orders->change_count = 0;
}

static uint32_t variable_of(int32_t literal) {
    return (uint32_t)(literal < 0 ? -literal : literal) - 1;
}

static bool is_true(const mns_orders *orders, int32_t literal) {
    return (orders->variables[variable_of(literal)].value > 0) == (literal > 0);
}

/* ---- Clauses -------------------------------------------------------------------------------- */

static bool add_clause(mns_orders *orders, const int32_t *literals, size_t count) {
    uint32_t first = (uint32_t)orders->literal_count;
    if (first + count >= MNS_LIMIT_IDS ||
        !MNS_GROW(orders->literals, orders->literal_count, orders->literal_capacity, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t *last = &orders->variables[variable_of(literals[i])].clauses[literals[i] > 0];
        orders->literals[orders->literal_count] =
            (mns_literal){literals[i], first, (uint32_t)count, *last};
        *last = (uint32_t)orders->literal_count++;
    }
    return true;
}

/* Whether every clause has another true literal than this one, which is true. */
static bool is_spare(const mns_orders *orders, int32_t literal) {
    const mns_variable *v = &orders->variables[variable_of(literal)];
    for (uint32_t at = v->clauses[literal > 0]; at != MNS_NONE;
         at = orders->literals[at].previous) {
        const mns_literal *place = &orders->literals[at];
        bool other = false;
        for (uint32_t i = place->first; i < place->first + place->count && !other; i++) {
            int32_t l = orders->literals[i].literal;
            other = l != literal && is_true(orders, l);
        }
        if (!other) {
            return false;
        }
    }
    return true;
}

/* Makes a clause true, whose literals are all false, by changing one value. False if every change
 * violates another clause, or out of memory (*failed). */
static bool repair(mns_orders *orders, const int32_t *literals, size_t count, bool *failed) {
    for (size_t i = 0; i < count; i++) {
        uint32_t variable = variable_of(literals[i]);
        if (!orders->variables[variable].fixed && is_spare(orders, -literals[i])) {
            *failed = !mns_orders_set(orders, variable, literals[i] > 0 ? 1 : -1);
            return !*failed;
        }
    }
    return false;
}

static mns_orders_result satisfy(mns_orders *orders, const int32_t *literals, size_t count) {
    bool satisfied = false, failed = false, all_fixed = true;
    for (size_t i = 0; i < count && !satisfied; i++) {
        satisfied = is_true(orders, literals[i]);
        all_fixed = all_fixed && orders->variables[variable_of(literals[i])].fixed;
    }
    if (!satisfied && all_fixed) {
        return MNS_ORDERS_CONTRADICTORY;
    }
    satisfied = satisfied || repair(orders, literals, count, &failed);
    if (failed) {
        return MNS_ORDERS_NOMEM;
    }
    if (satisfied && count == 1) {
        orders->variables[variable_of(literals[0])].fixed = true;
    }
    return satisfied ? MNS_ORDERS_PROPOSED : mns_solver_solve(orders);
}

mns_orders_result mns_orders_learn(mns_orders *orders, const mns_pair *pairs, size_t count) {
    int32_t *literals = MNS_NEW_ARRAY(int32_t, count);
    bool good = literals != NULL;
    for (size_t i = 0; i < count && good; i++) {
        good = mns_orders_find(orders, pairs[i]) != 0 || add_variable(orders, pairs[i]);
        literals[i] = good ? -mns_orders_find(orders, pairs[i]) : 0;
    }
    good = good && add_clause(orders, literals, count);
    mns_orders_result result = good ? satisfy(orders, literals, count) : MNS_ORDERS_NOMEM;
    free(literals);
    return result;
}

uint32_t mns_orders_before(const mns_orders *orders, uint32_t txn, uint32_t *variable) {
    while (*variable != MNS_NONE) {
        const mns_variable *v = &orders->variables[*variable];
        bool is_after = v->pair.after == txn;
        *variable = is_after ? v->next_after : v->next_before;
        if (is_after == (v->value > 0)) {
            return is_after ? v->pair.before : v->pair.after;
        }
    }
    return MNS_NONE;
}
