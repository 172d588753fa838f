/*
 * acyclic.c - puts transactions in topological order: each after all that precede it.
 *
 * Depth first, against the edges, without recursion: the predecessors of a transaction are placed
 * before it. A predecessor that is on the stack itself closes a cycle.
 *
 * Real time needs no edges here. Ok transactions are the roots, in the order of their completion.
 * Say the root is R, so every ok transaction that completed before R is in the order, and the walk
 * reaches T, which must precede R:
 *
 *     ----- R -----|                    T invoked after R completed: R precedes T by real time, and
 *                     |---- T ----      T precedes R: a cycle
 *
 *     ----- R -----|                    T invoked before R completed: all that completed before T
 *          |---- T ----                 was invoked completed before R, and are in the order
 *
 * So one comparison decides what real time requires of T. Process order is part of it: a process
 * invokes after its ok transaction has completed, and only ok transactions precede others by
 * process (edges_order.h). Info transactions precede none by either order, so those that are left
 * at the end go last. A history of completions only has process order without real time; there each
 * transaction knows its predecessor in its process.
 *
 * A path against the edges is rarely longer than the number of concurrent transactions, so the
 * stack stays small; at worst it holds all of them.
 */
#include "depend/acyclic.h"

#include "core/grow.h"
#include "depend/edges_order.h"
#include "depend/graph_builder.h"
#include "depend/ordering.h"

typedef struct walk {
    mns_ordering ordering;
    uint32_t (*before)(mns_ordering *ordering, mns_cursor *cursor);
    uint32_t *previous; /* by txn: mns_process_previous; NULL where real time implies it */
    uint32_t *order;    /* what is placed */
    uint32_t count;
    mns_cursor *stack;
    size_t depth, capacity;
    bool failed; /* out of memory */
} walk;

static bool prepare_datatype(walk *w) {
    switch (w->ordering.o->history->workload) {
    case MNS_LIST_APPEND:
        w->before = mns_ordering_before_list;
        return mns_ordering_prepare_list(&w->ordering) == MINOS_OK;
    case MNS_RW_REGISTER:
        w->before = mns_ordering_before_register;
        return mns_ordering_prepare_register(&w->ordering) == MINOS_OK;
    default: return true;
    }
}

static bool prepare_process_order(walk *w) {
    if (w->ordering.o->history->completions_only) {
        w->previous = mns_process_previous(w->ordering.o);
        return w->previous != NULL;
    }
    return true;
}

static bool prepare(walk *w) {
    const mns_observation *o = w->ordering.o;
    uint32_t count = o->history->txns.count;
    w->ordering.progress = MNS_NEW_ARRAY(uint8_t, count);
    w->order = MNS_NEW_ARRAY(uint32_t, count);
    if (w->ordering.progress == NULL || w->order == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < count; txn++) {
        w->ordering.progress[txn] = mns_txn_counts(o, txn) ? MNS_NOT_VISITED : MNS_EXCLUDED;
    }
    return prepare_datatype(w) && prepare_process_order(w);
}

void mns_ordering_release(mns_ordering *ordering) {
    free(ordering->progress);
    free(ordering->chains.slot);
    free(ordering->chains.first);
    free(ordering->chains.next);
    free(ordering->back.first);
    free(ordering->back.from);
    free(ordering->back.placed);
}

static void release(walk *w) {
    mns_ordering_release(&w->ordering);
    free(w->previous);
    free(w->order);
    free(w->stack);
}

static mns_cursor begin(walk *w, uint32_t txn) {
    assert(w->ordering.progress[txn] == MNS_NOT_VISITED);
    w->ordering.progress[txn] = MNS_ON_STACK;
    return (mns_cursor){.txn = txn, .mop = w->ordering.o->history->txns.first_mop[txn]};
}

/* A transaction that must be placed before this one, or MNS_NONE. */
static uint32_t before(walk *w, mns_cursor *cursor) {
    uint32_t txn = w->before(&w->ordering, cursor);
    if (txn != MNS_NONE || w->previous == NULL || w->previous[cursor->txn] == MNS_NONE) {
        return txn;
    }
    return mns_ordering_follow(&w->ordering, w->previous[cursor->txn], cursor->txn, MNS_PROCESS);
}

/* Places a transaction and, before it, all that precede it. False if there is a cycle, or out of
 * memory (w->failed). A predecessor that was invoked after the position `now` closes a cycle
 * too. */
static bool place(walk *w, uint32_t root, uint32_t now) {
    const uint32_t *invoke = w->ordering.o->history->txns.invoke;
    uint8_t *progress = w->ordering.progress;
    mns_cursor top = begin(w, root);
    for (;;) {
        uint32_t next = before(w, &top);
        if (next != MNS_NONE) {
            bool cycle = progress[next] == MNS_ON_STACK || invoke[next] > now;
            w->failed = !cycle && !MNS_GROW(w->stack, w->depth, w->capacity, 1);
            if (cycle || w->failed) {
                return false;
            }
            w->stack[w->depth++] = top;
            top = begin(w, next);
            continue;
        }
        progress[top.txn] = MNS_PLACED;
        w->order[w->count++] = top.txn;
        if (w->depth == 0) {
            return true;
        }
        top = w->stack[--w->depth];
    }
}

static bool place_all(walk *w) {
    const mns_history *history = w->ordering.o->history;
    const mns_txns *txns = &history->txns;
    bool acyclic = true;
    for (uint32_t txn = 0; txn < txns->count && acyclic; txn++) {
        if (txns->type[txn] == MNS_TXN_OK && w->ordering.progress[txn] == MNS_NOT_VISITED) {
            acyclic = place(w, txn, history->completions_only ? MNS_NONE : txns->complete[txn]);
        }
    }
    for (uint32_t txn = 0; txn < txns->count && acyclic; txn++) {
        if (w->ordering.progress[txn] == MNS_NOT_VISITED) {
            acyclic = place(w, txn, MNS_NONE);
        }
    }
    return acyclic;
}

minos_status mns_acyclic(const mns_observation *o, mns_graph *graph, bool *acyclic) {
    walk w = {.ordering = {.o = o}};
    memset(graph, 0, sizeof *graph);
    *acyclic = false;
    bool known = o->history->workload == MNS_LIST_APPEND || o->history->workload == MNS_RW_REGISTER;
    if (!known) {
        return MINOS_OK;
    }
    w.failed = !prepare(&w);
    *acyclic = !w.failed && place_all(&w);
    if (*acyclic) {
        graph->kinds = w.ordering.kinds;
        graph->topological = w.order;
        graph->topological_count = w.count;
        w.order = NULL;
        w.failed =
            !mns_order_kinds(o, &graph->kinds) || !mns_dependency_is_possible(o, &graph->possible);
    }
    release(&w);
    return w.failed ? MINOS_ENOMEM : MINOS_OK;
}
