/*
 * lemma_closure.h - which transactions a walk of the current rule would reach, for all transactions
 * at once.
 *
 * A walk visits places: a transaction and the state of the path from there, or all transactions
 * that completed up to some point. These are the nodes here. A strongly connected component of them
 * has one row of bits: the transactions from which a path leads to it. Rows are filled component by
 * component, predecessors first.
 *
 * With the rows, a walk is made only if it finds something, and visits only nodes on the way to
 * that. So all orders of a round are found at the cost of the paths that prove them.
 *
 * O(edges * transactions / 64), so it is used only up to a bound (mns_closure_open).
 */
#ifndef MNS_LEMMA_CLOSURE_H
#define MNS_LEMMA_CLOSURE_H

#include "infer/lemmas.h"

/* A direct predecessor of a transaction. */
typedef struct mns_step_in {
    uint32_t txn, lemma;
    uint32_t kind;
} mns_step_in;

typedef struct mns_components_in {
    uint32_t *of;    /* by node: its component; predecessors have lower or equal ones */
    uint32_t *nodes; /* grouped by component, ascending */
    uint32_t *first; /* by component, and one more: into nodes */
    uint32_t count;
} mns_components_in;

struct mns_closure {
    uint32_t *first; /* by txn, and one more: into steps */
    mns_step_in *steps;
    size_t step_count, step_capacity;
    size_t most_steps;
    uint32_t states; /* of paths: 1 or 2 */
    uint32_t words;  /* of a row */
    mns_components_in nodes;
    uint64_t *rows;   /* by component */
    uint64_t *sought; /* a row: writers of what the current walk needs */
    /* By key: which of its versions precede which others, as a square of bits. */
    uint64_t *square_first; /* by key, and one more: into squares, in words */
    uint64_t *squares;
    uint64_t *versions; /* bits of one key's versions, twice */
};

/* Creates w->closure, unless the history is too large for it. False when out of memory. */
bool mns_closure_open(mns_walker *w);
void mns_closure_release(mns_closure *c);

/* Lists the edges and finds the components for the current rule and round. False when out of
 * memory; *usable: there are not too many edges. */
bool mns_closure_prepare(mns_walker *w, bool *usable);
/* Adds a predecessor of the transaction whose predecessors are listed. */
void mns_closure_list(mns_walker *w, uint32_t txn, mns_kind kind, uint32_t lemma);
/* Fills the rows with the transactions that are reached in these states (a bit set). If only state
 * 0 counts, also fills the squares with the orders that walks from state `start` show. */
void mns_closure_fill(mns_walker *w, unsigned counted, uint32_t start);

static inline uint32_t mns_closure_node(const mns_closure *c, uint32_t txn, uint32_t state) {
    return txn * c->states + (c->states == 1 ? 0 : state);
}

static inline const uint64_t *mns_closure_row(const mns_closure *c, uint32_t node) {
    return c->rows + (size_t)c->nodes.of[node] * c->words;
}

/* Whether two transactions lead to each other: then there is a cycle of the class of the rule, and
 * no order of their versions rules out more. */
static inline bool mns_closure_are_joined(const mns_closure *c, uint32_t a, uint32_t b) {
    return c->nodes.of[mns_closure_node(c, a, 0)] == c->nodes.of[mns_closure_node(c, b, 0)];
}

static inline bool mns_bit(const uint64_t *bits, uint32_t i) {
    return (bits[i / 64] >> i % 64 & 1) != 0;
}

static inline void mns_bit_set(uint64_t *bits, uint32_t i) {
    bits[i / 64] |= (uint64_t)1 << i % 64;
}

/* Finds what the wanted targets need, for a walk from w->seeker that starts in this state: fills in
 * w->needs, w->open and c->sought. False when out of memory. */
bool mns_lemma_needs(mns_walker *w, uint32_t start);
/* Whether the walk may find something that it needs at a node, or behind it. `place` is a
 * transaction, or their number and a place in `completed`. */
bool mns_closure_is_promising(const mns_walker *w, uint32_t place, uint32_t state);
/* The need of a target for a version, or NULL. */
mns_need *mns_lemma_need(mns_walker *w, const mns_target *target, uint32_t version);

#endif
