/*
 * components.c - strongly connected components, by Tarjan's algorithm without recursion.
 *
 * The same code handles the whole graph and views of the cyclic part; only following an edge
 * differs. O(states + edges).
 */
#include "core/grow.h"
#include "search/subgraph.h"

typedef struct tarjan {
    const uint64_t *offset;
    const uint32_t *target;
    const mns_view *view; /* NULL: the whole graph, every edge */
    uint32_t states;
    uint32_t *low;   /* while on the stack: lowest order reachable; 0: not visited */
    uint32_t *of;    /* component, MNS_NONE while unassigned */
    uint32_t *stack; /* states whose component is not complete */
    uint32_t *path;  /* the depth-first path */
    uint64_t *edge;  /* by place on the path: the next edge to follow */
    uint32_t stacked, depth, order, components;
} tarjan;

static uint32_t vertex_of(const tarjan *t, uint32_t state) {
    return t->view == NULL ? state : mns_view_vertex(t->view, state);
}

static void enter(tarjan *t, uint32_t state) {
    t->low[state] = ++t->order;
    t->stack[t->stacked++] = state;
    t->path[t->depth] = state;
    t->edge[t->depth++] = t->offset[vertex_of(t, state)];
}

/* All edges of the state at the end of the path have been followed. `own` is its entry order; its
 * low is smaller if it reaches an earlier state on the stack. */
static void leave(tarjan *t, uint32_t own) {
    uint32_t state = t->path[--t->depth];
    if (t->low[state] == own) {
        uint32_t member;
        do {
            member = t->stack[--t->stacked];
            t->of[member] = t->components;
        } while (member != state);
        t->components++;
    }
    if (t->depth > 0 && t->of[state] == MNS_NONE) {
        uint32_t parent = t->path[t->depth - 1];
        t->low[parent] = t->low[state] < t->low[parent] ? t->low[state] : t->low[parent];
    }
}

static void visit(tarjan *t, uint32_t root, uint32_t *entered) {
    enter(t, root);
    entered[0] = t->low[root];
    while (t->depth > 0) {
        uint32_t state = t->path[t->depth - 1];
        uint64_t end = t->offset[vertex_of(t, state) + 1];
        uint64_t *edge = &t->edge[t->depth - 1];
        if (*edge == end) {
            leave(t, entered[t->depth - 1]);
            continue;
        }
        uint64_t e = (*edge)++;
        uint32_t next = t->view == NULL ? t->target[e] : mns_view_follow(t->view, state, e);
        if (next == MNS_NONE) {
            continue;
        }
        if (t->low[next] == 0) {
            enter(t, next);
            entered[t->depth - 1] = t->low[next];
        } else if (t->of[next] == MNS_NONE && t->low[next] < t->low[state]) {
            t->low[state] = t->low[next];
        }
    }
}

static minos_status run(tarjan *t) {
    t->low = MNS_NEW_ARRAY(uint32_t, t->states);
    t->stack = MNS_NEW_ARRAY(uint32_t, t->states);
    t->path = MNS_NEW_ARRAY(uint32_t, t->states);
    t->edge = MNS_NEW_ARRAY(uint64_t, t->states);
    uint32_t *entered = MNS_NEW_ARRAY(uint32_t, t->states);
    bool good =
        t->low != NULL && t->stack != NULL && t->path != NULL && t->edge != NULL && entered != NULL;
    for (uint32_t s = 0; s < t->states && good; s++) {
        t->of[s] = MNS_NONE;
    }
    for (uint32_t s = 0; s < t->states && good; s++) {
        if (t->low[s] == 0) {
            visit(t, s, entered);
        }
    }
    free(t->low);
    free(t->stack);
    free(t->path);
    free(t->edge);
    free(entered);
    return good ? MINOS_OK : MINOS_ENOMEM;
}

minos_status mns_graph_components(const mns_graph *graph, uint32_t *of, uint32_t *count) {
    tarjan t = {
        .offset = graph->offset, .target = graph->target, .states = graph->vertex_count, .of = of};
    minos_status status = run(&t);
    *count = t.components;
    assert(status != MINOS_OK || (t.stacked == 0 && *count <= graph->vertex_count));
    return status;
}

/* Groups the states by component. */
static minos_status group(mns_components *c, uint32_t states) {
    c->size = MNS_NEW_ARRAY(uint32_t, c->count);
    c->first = MNS_NEW_ARRAY(uint32_t, (size_t)c->count + 1);
    c->states = MNS_NEW_ARRAY(uint32_t, states);
    if (c->size == NULL || c->first == NULL || c->states == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t s = 0; s < states; s++) {
        c->size[c->of[s]]++;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        c->first[i + 1] = c->first[i] + c->size[i];
    }
    for (uint32_t s = 0; s < states; s++) {
        c->states[c->first[c->of[s]]++] = s;
    }
    memmove(c->first + 1, c->first, c->count * sizeof *c->first);
    c->first[0] = 0;
    assert(c->first[c->count] == states);
    return MINOS_OK;
}

#ifndef NDEBUG
/* Whether each edge from a state leads to its component or to one with a smaller id. */
static bool is_topological(const mns_components *c, const mns_view *view, uint32_t state) {
    const mns_subgraph *graph = view->graph;
    uint32_t vertex = mns_view_vertex(view, state);
    for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
        uint32_t to = mns_view_follow(view, state, e);
        if (to != MNS_NONE && c->of[to] > c->of[state]) {
            return false;
        }
    }
    return true;
}
#endif

minos_status mns_components_find(mns_components *components, const mns_view *view) {
    memset(components, 0, sizeof *components);
    uint32_t states = mns_view_states(view);
    components->of = MNS_NEW_ARRAY(uint32_t, states);
    if (components->of == NULL) {
        return MINOS_ENOMEM;
    }
    tarjan t = {.offset = view->graph->offset,
                .target = view->graph->target,
                .view = view,
                .states = states,
                .of = components->of};
    minos_status status = run(&t);
    components->count = t.components;
    if (status == MINOS_OK) {
        for (uint32_t s = 0; s < states; s++) {
            assert(components->of[s] < components->count && is_topological(components, view, s));
        }
        status = group(components, states);
    }
    return status;
}

void mns_components_release(mns_components *components) {
    free(components->of);
    free(components->size);
    free(components->first);
    free(components->states);
    memset(components, 0, sizeof *components);
}
