/*
 * acyclic.c - puts transactions in an order in which each comes after all that precede it.
 *
 * Depth first, against the edges, without recursion: before a transaction is placed, those that
 * precede it are. One that is met while it waits itself closes a cycle.
 *
 * Real time needs no edges here. Transactions that are ok are the roots, in the order of their
 * completion. Say the root is R, so every ok one that completed before R is in the order, and from R
 * the walk comes to T, which must precede R:
 *
 *     ----- R -----|                    T invoked after R completed: R precedes T by real time, and
 *                     |---- T ----      T precedes R: a cycle
 *
 *     ----- R -----|                    T invoked before R completed: whoever completed before T was
 *          |---- T ----                 invoked completed before R, and is in the order already
 *
 * So one comparison decides what real time asks of T. Process order is part of it: a process
 * invokes after its ok transaction has completed, and only ok ones precede others by process
 * (process.c). Info transactions precede nobody by either, so what is left of them in the end goes
 * after everything. A history of completions only has process order without real time; then each
 * transaction knows the one before it.
 *
 * A path against the edges is rarely longer than transactions run at the same time, so the stack stays
 * small; at worst it has all of them.
 */
#include "depend/acyclic.h"

#include "core/grow.h"
#include "depend/edges.h"
#include "depend/ordering.h"

typedef struct walk {
    mns_ordering ordering;
    uint32_t (*before)(mns_ordering *ordering, mns_cursor *cursor);
    uint32_t *in_process; /* by txn: the ok one before it in its process; NULL: real time says it */
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

/* Rows of a history of completions only are in the order of what each process did. */
static bool prepare_process_order(walk *w) {
    const mns_history *history = w->ordering.o->history;
    if (!history->completions_only) {
        return true;
    }
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, history->process_count);
    w->in_process = MNS_NEW_ARRAY(uint32_t, history->txns.count);
    if (last == NULL || w->in_process == NULL) {
        free(last);
        return false;
    }
    memset(last, 0xFF, history->process_count * sizeof *last); /* MNS_NONE */
    for (uint32_t txn = 0; txn < history->txns.count; txn++) {
        uint32_t process = history->txns.process[txn];
        w->in_process[txn] = last[process];
        if (history->txns.type[txn] == MNS_TXN_OK) {
            last[process] = txn;
        }
    }
    free(last);
    return true;
}

static bool prepare(walk *w) {
    const mns_observation *o = w->ordering.o;
    uint32_t count = o->history->txns.count;
    w->ordering.progress = MNS_NEW_ARRAY(uint8_t, count);
    if (w->ordering.progress == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < count; txn++) {
        w->ordering.progress[txn] = mns_txn_counts(o, txn) ? MNS_AHEAD : MNS_LEFT_OUT;
    }
    return prepare_datatype(w) && prepare_process_order(w);
}

static void release(walk *w) {
    free(w->ordering.progress);
    free(w->ordering.chains.slot);
    free(w->ordering.chains.first);
    free(w->ordering.chains.next);
    free(w->ordering.back.first);
    free(w->ordering.back.from);
    free(w->ordering.back.placed);
    free(w->in_process);
    free(w->stack);
}

static mns_cursor begin(walk *w, uint32_t txn) {
    w->ordering.progress[txn] = MNS_BEGUN;
    return (mns_cursor){.txn = txn, .mop = w->ordering.o->history->txns.first_mop[txn]};
}

/* Somebody who must be placed before this transaction can be, or MNS_NONE. */
static uint32_t before(walk *w, mns_cursor *cursor) {
    uint32_t txn = w->before(&w->ordering, cursor);
    if (txn != MNS_NONE || w->in_process == NULL || w->in_process[cursor->txn] == MNS_NONE) {
        return txn;
    }
    return mns_ordering_follow(&w->ordering, w->in_process[cursor->txn], cursor->txn, MNS_PROCESS);
}

/* Places a transaction and, before it, all that precede it. False if some of them precede each other
 * in a circle; `now`: whoever was invoked after it closes one too. */
static bool place(walk *w, uint32_t root, uint32_t now) {
    const uint32_t *invoke = w->ordering.o->history->txns.invoke;
    uint8_t *progress = w->ordering.progress;
    mns_cursor top = begin(w, root);
    for (;;) {
        uint32_t next = before(w, &top);
        if (next != MNS_NONE) {
            bool circle = progress[next] == MNS_BEGUN || invoke[next] > now;
            w->failed = !circle && !MNS_GROW(w->stack, w->depth, w->capacity, 1);
            if (circle || w->failed) {
                return false;
            }
            w->stack[w->depth++] = top;
            top = begin(w, next);
            continue;
        }
        progress[top.txn] = MNS_PLACED;
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
        if (txns->type[txn] == MNS_TXN_OK && w->ordering.progress[txn] == MNS_AHEAD) {
            acyclic = place(w, txn, history->completions_only ? MNS_NONE : txns->complete[txn]);
        }
    }
    for (uint32_t txn = 0; txn < txns->count && acyclic; txn++) {
        if (w->ordering.progress[txn] == MNS_AHEAD) {
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
        w.failed =
            !mns_order_kinds(o, &graph->kinds) || !mns_dependency_is_possible(o, &graph->possible);
    }
    release(&w);
    return w.failed ? MINOS_ENOMEM : MINOS_OK;
}
