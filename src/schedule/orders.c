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
    mns_map_release(&orders->variable_of);
    mns_solver_free(orders->solver);
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
                                                 .value = 1};
    orders->of_txn[estimated.before] = variable;
    orders->of_txn[estimated.after] = variable;
    return true;
}

mns_orders_result mns_orders_learn(mns_orders *orders, const mns_pair *pairs, size_t count) {
    int32_t *literals = MNS_NEW_ARRAY(int32_t, count);
    bool good = literals != NULL;
    for (size_t i = 0; i < count && good; i++) {
        good = mns_orders_find(orders, pairs[i]) != 0 || add_variable(orders, pairs[i]);
        literals[i] = good ? -mns_orders_find(orders, pairs[i]) : 0;
    }
    mns_orders_result result = good ? mns_solver_learn(orders, literals, count) : MNS_ORDERS_NOMEM;
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
