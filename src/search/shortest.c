/* shortest.c - see shortest.h. */
#include "search/shortest.h"

#include "core/grow.h"

/* No cycle is shorter: there are no edges from a transaction to itself. */
#define LEAST_LENGTH 2
/* How many times the edges of a component may be visited in the search for a shorter cycle. */
#define PASSES 8
#define STEPS_AT_LEAST 10000

minos_status mns_shortest_init(mns_shortest *shortest, const mns_subgraph *graph) {
    memset(shortest, 0, sizeof *shortest);
    shortest->blocked = MNS_NEW_ARRAY(uint8_t, 2 * (size_t)graph->count);
    return shortest->blocked == NULL ? MINOS_ENOMEM
                                     : mns_bfs_init(&shortest->bfs, 2 * graph->count);
}

void mns_shortest_release(mns_shortest *shortest) {
    mns_bfs_release(&shortest->bfs);
    mns_closed_walk_release(&shortest->best);
    mns_closed_walk_release(&shortest->candidate);
    free(shortest->edges);
    free(shortest->vertices);
    free(shortest->blocked);
}

/* The number of steps at which the search in this component ends. */
static uint64_t step_limit(const mns_shortest *s, const mns_view *view,
                           const mns_components *components, uint32_t component) {
    uint64_t edges = 0;
    for (uint32_t i = components->first[component]; i < components->first[component + 1]; i++) {
        uint32_t vertex = mns_view_vertex(view, components->states[i]);
        edges += view->graph->offset[vertex + 1] - view->graph->offset[vertex];
    }
    return s->bfs.steps + PASSES * edges + STEPS_AT_LEAST;
}

/* The number of transactions on a walk. */
static uint32_t txns_on(const mns_subgraph *graph, const mns_closed_walk *walk) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->length; i++) {
        count += mns_is_txn(graph, walk->vertex[i]);
    }
    return count;
}

#ifndef NDEBUG
/* The rw edges of a walk; a TAIL edge continues one. */
static uint32_t count_rw(const mns_closed_walk *walk) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->length; i++) {
        count += (walk->kind[i] & MNS_ANY_RW) != 0 && walk->kind[i] != MNS_TAIL;
    }
    return count;
}
#endif

static void take_candidate(mns_shortest *s) {
    mns_closed_walk other = s->best;
    s->best = s->candidate;
    s->candidate = other;
}

minos_status mns_shortest_any(mns_shortest *s, const mns_view *view,
                              const mns_components *components, uint32_t component) {
    uint64_t end = step_limit(s, view, components, component);
    uint32_t length = MNS_NONE;
    s->best.length = 0;
    for (uint32_t i = components->first[component];
         i < components->first[component + 1] && length > LEAST_LENGTH; i++) {
        uint32_t state = components->states[i];
        if (!mns_is_txn(view->graph, mns_view_vertex(view, state))) {
            continue;
        }
        mns_bfs_query q = {.view = view,
                           .within = components,
                           .source = state,
                           .target = state,
                           .limit = length - 1,
                           .step_limit = length == MNS_NONE ? UINT64_MAX : end};
        uint32_t found = mns_bfs_run(&s->bfs, &q);
        if (found != MNS_NONE) {
            length = found;
            if (!mns_bfs_path(&s->bfs, &q, &s->best)) {
                return MINOS_ENOMEM;
            }
        }
        if (s->bfs.steps >= end) {
            break;
        }
    }
    assert(s->best.length > 0 || components->size[component] < 2);
    return MINOS_OK;
}

/* Collects the edges of some kinds inside a component, and its vertices. */
static minos_status gather(mns_shortest *s, const mns_view *view, const mns_components *components,
                           uint32_t component, unsigned through) {
    const mns_subgraph *graph = view->graph;
    s->edge_count = s->vertex_count = 0;
    for (uint32_t i = components->first[component]; i < components->first[component + 1]; i++) {
        uint32_t state = components->states[i], vertex = mns_view_vertex(view, state);
        if (s->vertex_count == 0 || s->vertices[s->vertex_count - 1] != vertex) {
            if (!MNS_GROW(s->vertices, s->vertex_count, s->vertex_capacity, 1)) {
                return MINOS_ENOMEM;
            }
            s->vertices[s->vertex_count++] = vertex;
        }
        for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
            bool wanted = (graph->kind[e] & through) != 0;
            uint32_t to = wanted ? mns_view_follow(view, state, e) : MNS_NONE;
            if (to == MNS_NONE || components->of[to] != component) {
                continue;
            }
            if (!MNS_GROW(s->edges, s->edge_count, s->edge_capacity, 1)) {
                return MINOS_ENOMEM;
            }
            s->edges[s->edge_count++] =
                (mns_rw_edge){.from = vertex, .to = graph->target[e], .edge = e};
        }
    }
    return MINOS_OK;
}

/* Searches for a path from the end of an edge back to its start that makes a cycle shorter than
 * `length`, and stores the cycle as the candidate. */
static minos_status close_edge(mns_shortest *s, mns_bfs_query *q, const mns_rw_edge *edge,
                               uint32_t length, bool *found) {
    uint32_t own = mns_is_txn(q->view->graph, edge->to) ? 1 : 0;
    q->limit = length == MNS_NONE ? MNS_NONE : length - 1 - own;
    *found = mns_bfs_run(&s->bfs, q) != MNS_NONE;
    if (*found &&
        (!mns_bfs_path(&s->bfs, q, &s->candidate) ||
         !mns_closed_walk_add(&s->candidate, edge->from, q->view->graph->kind[edge->edge]))) {
        return MINOS_ENOMEM;
    }
    return MINOS_OK;
}

minos_status mns_shortest_through(mns_shortest *s, const mns_view *view,
                                  const mns_components *components, uint32_t component,
                                  unsigned through) {
    s->best.length = 0;
    minos_status status = gather(s, view, components, component, through);
    uint64_t end = step_limit(s, view, components, component);
    uint32_t length = MNS_NONE;
    for (size_t i = 0; i < s->edge_count && status == MINOS_OK && length > LEAST_LENGTH; i++) {
        mns_bfs_query q = {.view = view,
                           .within = components,
                           .source = s->edges[i].to,
                           .target = s->edges[i].from,
                           .step_limit = length == MNS_NONE ? UINT64_MAX : end};
        bool found;
        status = close_edge(s, &q, &s->edges[i], length, &found);
        if (found) {
            take_candidate(s);
            length = txns_on(view->graph, &s->best);
        }
        if (s->bfs.steps >= end) {
            break;
        }
    }
    return status;
}

/* The state of the search for a cycle with a single rw. */
typedef struct single {
    mns_shortest *s;
    const mns_view *plain;
    const mns_components *ranks, *all;
    uint32_t length; /* of the best so far, or MNS_NONE */
} single;

/* Searches for the shortest path without rw from the end of an rw edge back to its start. */
static minos_status close_single(single *c, const mns_rw_edge *edge, uint64_t step_limit) {
    mns_bfs_query q = {.view = c->plain,
                       .within = c->all,
                       .source = edge->to,
                       .target = edge->from,
                       .rank = c->ranks->of,
                       .least = c->ranks->of[edge->from],
                       .step_limit = step_limit};
    bool found;
    minos_status status = close_edge(c->s, &q, edge, c->length, &found);
    if (status == MINOS_OK && found) {
        take_candidate(c->s);
        assert(count_rw(&c->s->best) == 1);
        c->length = txns_on(c->plain->graph, &c->s->best);
    }
    return status;
}

/* Decides whether any of the edges is closed (reach.h), and if so finds the cycle. */
static minos_status decide_single(single *c) {
    bool failed;
    mns_shortest *s = c->s;
    mns_reach_query query = {.view = c->plain,
                             .ranks = c->ranks,
                             .edges = s->edges,
                             .count = (uint32_t)s->edge_count,
                             .vertices = s->vertices,
                             .vertex_count = (uint32_t)s->vertex_count,
                             .by_time = s->by_time};
    uint32_t first = mns_reach_any(&query, &failed);
    if (failed || first == MNS_NONE) {
        return failed ? MINOS_ENOMEM : MINOS_OK;
    }
    minos_status status = close_single(c, &s->edges[first], UINT64_MAX);
    assert(status != MINOS_OK || c->length != MNS_NONE);
    return status;
}

minos_status mns_shortest_single(mns_shortest *s, const mns_view *layered,
                                 const mns_components *layers, uint32_t component,
                                 const mns_view *plain, const mns_components *ranks,
                                 const mns_components *all) {
    s->best.length = 0;
    minos_status status = gather(s, layered, layers, component, MNS_ANY_RW & ~(unsigned)MNS_TAIL);
    uint64_t end = step_limit(s, layered, layers, component);
    single c = {.s = s, .plain = plain, .ranks = ranks, .all = all, .length = MNS_NONE};
    for (size_t i = 0;
         i < s->edge_count && status == MINOS_OK && c.length > LEAST_LENGTH && s->bfs.steps < end;
         i++) {
        if (ranks->of[s->edges[i].to] >= ranks->of[s->edges[i].from]) { /* else no way back */
            status = close_single(&c, &s->edges[i], end);
        }
    }
    bool out_of_steps = c.length == MNS_NONE && s->bfs.steps >= end;
    return status == MINOS_OK && out_of_steps ? decide_single(&c) : status;
}

/* How many states may be blocked at a time: the depth of the binary search tree. */
#define LIMIT_BLOCKED 8

typedef struct nonadjacent {
    mns_shortest *s;
    mns_bfs_query q;
    const mns_rw_edge *edge;
    uint32_t length; /* of the best so far, or MNS_NONE */
    uint64_t end;    /* the step to stop at */
} nonadjacent;

/* The first vertex that a walk visits twice, or MNS_NONE. Compares pairs, so only the beginning of
 * a long walk is checked. */
static uint32_t repeated_vertex(const mns_closed_walk *walk) {
    for (uint32_t i = 1; i < walk->length && i < 64; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (walk->vertex[i] == walk->vertex[j]) {
                return walk->vertex[i];
            }
        }
    }
    return MNS_NONE;
}

static bool has_rw(const mns_closed_walk *walk) {
    for (uint32_t p = 0; p < walk->length; p++) {
        if ((walk->kind[p] & MNS_ANY_RW) != 0) {
            return true;
        }
    }
    return false;
}

/* Searches for a walk that closes the edge and still has an rw after simplification. A walk that
 * does not have one passes some vertex w in both of its states; a simple cycle passes it in at most
 * one. So each state of w is blocked in turn, and the search is repeated. */
static minos_status close_simply(nonadjacent *n, uint32_t depth) {
    bool found;
    minos_status status = close_edge(n->s, &n->q, n->edge, n->length, &found);
    if (status != MINOS_OK || !found) {
        return status;
    }
    mns_closed_walk *walk = &n->s->candidate;
    uint32_t repeated = repeated_vertex(walk);
    if (!mns_closed_walk_simplify(walk, n->q.view->graph->count)) {
        return MINOS_ENOMEM;
    }
    if (has_rw(walk)) {
        take_candidate(n->s);
        n->length = txns_on(n->q.view->graph, &n->s->best);
        return MINOS_OK;
    }
    uint32_t before = n->length;
    for (uint32_t layer = 0; layer < 2 && repeated != MNS_NONE && depth < LIMIT_BLOCKED; layer++) {
        uint32_t state = 2 * repeated + layer;
        if (state == n->q.source || state == n->q.target || n->length != before ||
            n->s->bfs.steps >= n->end || status != MINOS_OK) {
            continue;
        }
        n->q.step_limit = n->end;
        n->s->blocked[state] = 1;
        status = close_simply(n, depth + 1);
        n->s->blocked[state] = 0;
    }
    return status;
}

minos_status mns_shortest_nonadjacent(mns_shortest *s, const mns_view *layered,
                                      const mns_components *layers, uint32_t component) {
    s->best.length = 0;
    minos_status status = gather(s, layered, layers, component, MNS_ANY_RW & ~(unsigned)MNS_TAIL);
    nonadjacent n = {.s = s, .length = MNS_NONE, .end = step_limit(s, layered, layers, component)};
    for (size_t i = 0; i < s->edge_count && status == MINOS_OK; i++) {
        n.edge = &s->edges[i];
        n.q = (mns_bfs_query){.view = layered,
                              .within = layers,
                              .source = 2 * s->edges[i].to + 1,
                              .target = 2 * s->edges[i].from,
                              .blocked = s->blocked,
                              .step_limit = i == 0 ? UINT64_MAX : n.end};
        status = close_simply(&n, 0);
        if (s->bfs.steps >= n.end) {
            break;
        }
    }
    return status;
}
