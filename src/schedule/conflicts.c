/*
 * conflicts.c - see conflicts.h.
 *
 * The wait graph is explored from the transaction that holds up real time (or the first unplaced
 * one), breadth first. Then for each link that rests on a choice the circle through it with the
 * fewest choices is found by a 0-1 breadth-first search.
 */
#include "schedule/conflicts.h"

#include "core/grow.h"
#include "core/map.h"

typedef struct link {
    uint32_t to;    /* vertex that is waited for */
    mns_pair rests; /* the order of two writers that it rests on; MNS_NONE: no choice */
} link;

static const mns_pair no_choice = {MNS_NONE, MNS_NONE};

typedef struct wait_graph {
    mns_frontier *f;
    uint32_t *node; /* by vertex: txn << 1, and 1 for its commit */
    size_t count, capacity;
    mns_map vertex_of;
    link *links;
    size_t link_count, link_capacity;
    uint32_t *first; /* by vertex, and one more */
    size_t first_capacity;
    bool too_large, failed;
    /* Of a search: */
    uint32_t *cost, *from; /* by vertex: choices so far; the link that led there */
    uint32_t *queue[2];
    uint64_t looked; /* links followed by all searches */
    mns_pair *pairs; /* the choices of the best circle */
    size_t pair_count;
} wait_graph;

static bool is_choice(const link *l) { return l->rests.before != MNS_NONE; }

static uint32_t begin_of(uint32_t txn) { return txn << 1; }
static uint32_t commit_of(uint32_t txn) { return txn << 1 | 1; }

/* The vertex of a node, added if it is new; MNS_NONE if there are too many, or out of memory. */
static uint32_t find_vertex(wait_graph *g, uint32_t node) {
    uint32_t vertex = mns_map_get(&g->vertex_of, node);
    if (vertex != MNS_NONE) {
        return vertex;
    }
    g->too_large = g->count == MNS_LIMIT_CONFLICT;
    if (g->too_large) {
        return MNS_NONE;
    }
    vertex = (uint32_t)g->count;
    g->failed =
        !MNS_GROW(g->node, g->count, g->capacity, 1) || !mns_map_add(&g->vertex_of, node, vertex);
    if (g->failed) {
        return MNS_NONE;
    }
    g->node[g->count++] = node;
    return vertex;
}

/* An order that holds in every execution is no choice. */
static void add_link(wait_graph *g, uint32_t node, mns_pair rests) {
    uint32_t vertex = g->failed || g->too_large ? MNS_NONE : find_vertex(g, node);
    if (vertex == MNS_NONE) {
        return;
    }
    bool fixed = rests.before != MNS_NONE && mns_orders_is_fixed(&g->f->orders, rests);
    g->failed = !MNS_GROW(g->links, g->link_count, g->link_capacity, 1);
    if (!g->failed) {
        g->links[g->link_count++] = (link){vertex, fixed ? no_choice : rests};
    }
}

/* ---- What a transaction waits for ----------------------------------------------------------- */

static void add_orders(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    uint32_t before = MNS_NONE;
    for (uint32_t i = f->orders.of_txn[txn];
         (before = mns_orders_before(&f->orders, txn, &i)) != MNS_NONE;) {
        if (!mns_has_committed(f, before)) {
            add_link(g, commit_of(before), (mns_pair){before, txn});
        }
    }
    if (f->process_previous != NULL && f->process_previous[txn] != MNS_NONE &&
        !mns_has_committed(f, f->process_previous[txn])) {
        add_link(g, commit_of(f->process_previous[txn]), no_choice);
    }
}

static void add_real_time(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    const mns_txns *txns = &f->p->history->txns;
    if (f->in_time == NULL || !f->in_time[txn]) {
        return;
    }
    for (uint32_t u = f->oldest;
         u < f->p->txn_count && txns->complete[u] < txns->invoke[txn] && !g->too_large; u++) {
        if (f->in_time[u] && txns->type[u] == MNS_TXN_OK && !mns_has_committed(f, u)) {
            add_link(g, commit_of(u), no_choice);
        }
    }
}

/* In a sequence: whoever installs parts of the version after the current one. */
static void add_parts(wait_graph *g, uint32_t key, uint32_t txn) {
    const mns_frontier *f = g->f;
    uint32_t next = f->open[key] != MNS_NONE ? f->open[key] : f->current[key] + 1;
    for (uint32_t i = f->p->part_first[next]; i < f->p->part_first[next + 1]; i++) {
        if (f->p->part[i] != txn && !mns_has_committed(f, f->p->part[i])) {
            add_link(g, commit_of(f->p->part[i]), no_choice);
        }
    }
}

/* Whether a version of a sequence comes later than the one after the current one. */
static bool is_later(const mns_frontier *f, uint32_t version, uint32_t key) {
    uint32_t next = f->open[key] != MNS_NONE ? f->open[key] : f->current[key] + 1;
    return version != MNS_NONE && version > next;
}

/* Versions that it reads and that are not installed, and keys that others hold. */
static void add_reads(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t version = touches[i].reads, key = touches[i].key;
        if (version != MNS_NONE && version != f->current[key]) {
            if (f->p->in_sequence) {
                add_parts(g, key, txn);
            } else if (f->p->writer[version] != MNS_NONE) {
                add_link(g, commit_of(f->p->writer[version]), no_choice);
            }
        }
        uint32_t holder =
            f->holder == NULL || touches[i].installs == MNS_NONE ? MNS_NONE : f->holder[key];
        if (holder != MNS_NONE && holder != txn) {
            add_link(g, commit_of(holder), (mns_pair){holder, txn});
        }
    }
}

/* Whoever still has to begin and reads the version that the transaction would replace. The order of
 * the two versions is no choice if the transaction read the one, or if it is known. */
static void add_readers(wait_graph *g, uint32_t txn, const mns_touch *touch) {
    const mns_frontier *f = g->f;
    const mns_demands *p = f->p;
    uint32_t current = f->current[touch->key], reader = MNS_NONE;
    bool known = touch->reads == current || current <= p->known_until[touch->key] ||
                 p->writer[current] == MNS_NONE;
    mns_pair rests = known ? no_choice : (mns_pair){p->writer[current], txn};
    for (uint32_t at = p->reader_first[current];
         (reader = mns_next_reader(f, current, txn, &at)) != MNS_NONE && !g->too_large;) {
        bool whole = !f->kept.snapshots || mns_excludes(f, txn, reader);
        add_link(g, whole ? commit_of(reader) : begin_of(reader), rests);
    }
}

static void add_installs(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        const mns_touch *touch = &touches[i];
        uint32_t current = f->current[touch->key];
        bool reads_later = touch->reads != MNS_NONE && touch->reads != current;
        if (f->p->in_sequence && is_later(f, touch->installs, touch->key)) {
            add_parts(g, touch->key, txn);
        }
        if (touch->installs == MNS_NONE || current == MNS_NONE ||
            (reads_later && !mns_has_begun(f, txn))) {
            continue;
        }
        add_readers(g, txn, touch);
        uint32_t zone = mns_frontier_zone(f, touch->installs, touch->key);
        if (zone != MNS_NONE && f->p->writer[zone] != MNS_NONE) {
            add_link(g, commit_of(f->p->writer[zone]), no_choice);
        }
    }
}

static void add_sequence(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count && f->p->in_sequence && f->holder != NULL; i++) {
        if (is_later(f, touches[i].installs, touches[i].key)) {
            add_parts(g, touches[i].key, txn);
        }
    }
}

static void add_links(wait_graph *g, uint32_t node) {
    const mns_frontier *f = g->f;
    uint32_t txn = node >> 1;
    bool commit = (node & 1) != 0, begins = !commit || !f->kept.snapshots;
    if (begins) {
        add_orders(g, txn);
        add_reads(g, txn);
        add_sequence(g, txn);
    }
    if (commit && !begins && !mns_has_begun(f, txn)) {
        add_link(g, begin_of(txn), no_choice);
    }
    if (f->kept.order == MNS_ORDER_REALTIME ? begins : commit) {
        add_real_time(g, txn);
    }
    if (commit) {
        add_installs(g, txn);
    }
}

static uint32_t first_uncommitted(const mns_frontier *f) {
    if (f->in_time != NULL && f->oldest < f->p->txn_count) {
        return f->oldest;
    }
    uint32_t txn = 0;
    while (!f->p->is_member[txn] || mns_has_committed(f, txn)) {
        txn++;
    }
    return txn;
}

static void explore(wait_graph *g) {
    (void)find_vertex(g, commit_of(first_uncommitted(g->f)));
    for (size_t v = 0; v < g->count && !g->failed && !g->too_large; v++) {
        g->failed = !MNS_GROW(g->first, v, g->first_capacity, 2);
        if (!g->failed) {
            g->first[v] = (uint32_t)g->link_count;
            add_links(g, g->node[v]);
            g->first[v + 1] = (uint32_t)g->link_count;
        }
    }
}

/* ---- Circles -------------------------------------------------------------------------------- */

static bool prepare_search(wait_graph *g) {
    g->cost = MNS_NEW_ARRAY(uint32_t, g->count);
    g->from = MNS_NEW_ARRAY(uint32_t, g->count);
    g->queue[0] = MNS_NEW_ARRAY(uint32_t, g->link_count + g->count + 1);
    g->queue[1] = MNS_NEW_ARRAY(uint32_t, g->link_count + g->count + 1);
    g->pairs = MNS_NEW_ARRAY(mns_pair, g->count + 1);
    return g->cost != NULL && g->from != NULL && g->queue[0] != NULL && g->queue[1] != NULL &&
           g->pairs != NULL;
}

/* Finds paths with the fewest choices, fewer than `below`, from a vertex to all others. */
static void search(wait_graph *g, uint32_t start, uint32_t below) {
    size_t counts[2] = {1, 0};
    memset(g->cost, 0xFF, g->count * sizeof *g->cost);
    g->cost[start] = 0;
    g->from[start] = MNS_NONE;
    g->queue[0][0] = start;
    for (uint32_t cost = 0; counts[0] > 0 && cost < below; cost++) {
        for (size_t i = 0; i < counts[0]; i++) {
            uint32_t v = g->queue[0][i];
            g->looked += g->first[v + 1] - g->first[v];
            for (uint32_t l = g->first[v]; l < g->first[v + 1] && g->cost[v] == cost; l++) {
                uint32_t to = g->links[l].to, next = cost + is_choice(&g->links[l]);
                if (next < g->cost[to]) {
                    g->cost[to] = next;
                    g->from[to] = l;
                    uint32_t behind = next > cost;
                    if (counts[behind] <= g->link_count) {
                        g->queue[behind][counts[behind]++] = to;
                    }
                }
            }
        }
        uint32_t *spare = g->queue[0];
        g->queue[0] = g->queue[1];
        g->queue[1] = spare;
        counts[0] = counts[1];
        counts[1] = 0;
    }
}

static uint32_t source_of(const wait_graph *g, uint32_t l) {
    uint32_t low = 0, high = (uint32_t)g->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (g->first[middle] <= l) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Keeps the choices of the circle that a search found: through link `l`, whose end it started
 * from. Each order once. */
static void keep_circle(wait_graph *g, uint32_t l) {
    uint32_t start = g->links[l].to;
    g->pairs[0] = g->links[l].rests;
    g->pair_count = 1;
    for (uint32_t v = source_of(g, l); v != start; v = source_of(g, g->from[v])) {
        const link *step = &g->links[g->from[v]];
        bool known = !is_choice(step);
        for (size_t i = 0; i < g->pair_count && !known; i++) {
            known =
                g->pairs[i].before == step->rests.before && g->pairs[i].after == step->rests.after;
        }
        if (!known) {
            g->pairs[g->pair_count++] = step->rests;
        }
    }
}

/* Finds the circle with the fewest choices among those that have any. */
static void find_circle(wait_graph *g) {
    uint32_t choices = UINT32_MAX;
    for (uint32_t l = 0; l < g->link_count && choices > 1; l++) {
        if (g->pair_count > 0 && g->looked > MNS_LIMIT_SEARCHES) {
            break;
        }
        if (!is_choice(&g->links[l])) {
            continue;
        }
        search(g, g->links[l].to, choices - 1);
        uint32_t cost = g->cost[source_of(g, l)];
        if (cost != UINT32_MAX && cost + 1 < choices) {
            choices = cost + 1;
            keep_circle(g, l);
        }
    }
}

/* True if links without a choice form a circle: takes away, one after another, whoever waits for
 * nobody that is left. */
static bool has_hard_circle(wait_graph *g) {
    uint32_t *stack = g->queue[0], *into = g->from;
    size_t depth = 0, gone = 0;
    memset(into, 0, g->count * sizeof *into);
    for (uint32_t l = 0; l < g->link_count; l++) {
        into[g->links[l].to] += !is_choice(&g->links[l]);
    }
    for (uint32_t v = 0; v < g->count; v++) {
        if (into[v] == 0) {
            stack[depth++] = v;
        }
    }
    while (depth > 0) {
        uint32_t v = stack[--depth];
        gone++;
        for (uint32_t l = g->first[v]; l < g->first[v + 1]; l++) {
            if (!is_choice(&g->links[l]) && --into[g->links[l].to] == 0) {
                stack[depth++] = g->links[l].to;
            }
        }
    }
    return gone < g->count;
}

/* ---- What follows --------------------------------------------------------------------------- */

/* Those made last come first: the less must be undone, the better, where there is no solver. */
static void sort_pairs(wait_graph *g) {
    const uint32_t *place = g->f->place;
    for (size_t i = 1; i < g->pair_count; i++) {
        mns_pair pair = g->pairs[i];
        size_t at = i;
        for (; at > 0 && place[pair.before] != MNS_NONE &&
               (place[g->pairs[at - 1].before] == MNS_NONE ||
                place[g->pairs[at - 1].before] < place[pair.before]);
             at--) {
            g->pairs[at] = g->pairs[at - 1];
        }
        g->pairs[at] = pair;
    }
}

static mns_conflict_result learn(wait_graph *g) {
    if (has_hard_circle(g)) {
        return MNS_CONFLICT_IMPOSSIBLE;
    }
    find_circle(g);
    if (g->pair_count == 0) {
        return MNS_CONFLICT_UNCLEAR;
    }
    sort_pairs(g);
    switch (mns_orders_learn(&g->f->orders, g->pairs, g->pair_count)) {
    case MNS_ORDERS_PROPOSED: mns_frontier_obey(g->f); return MNS_CONFLICT_RESOLVED;
    case MNS_ORDERS_CONTRADICTORY: return MNS_CONFLICT_IMPOSSIBLE;
    case MNS_ORDERS_LIMIT: return MNS_CONFLICT_SOLVER_LIMIT;
    case MNS_ORDERS_NO_SOLVER: return MNS_CONFLICT_NO_SOLVER;
    default: return MNS_CONFLICT_NOMEM;
    }
}

static void release(wait_graph *g) {
    free(g->node);
    free(g->links);
    free(g->first);
    free(g->cost);
    free(g->from);
    free(g->queue[0]);
    free(g->queue[1]);
    free(g->pairs);
    mns_map_release(&g->vertex_of);
}

mns_conflict_result mns_conflict_resolve(mns_frontier *f, uint64_t *seen) {
    wait_graph g = {.f = f};
    mns_conflict_result result = MNS_CONFLICT_NOMEM;
    mns_map_init(&g.vertex_of);
    explore(&g);
    if (g.too_large) {
        result = MNS_CONFLICT_LIMIT;
    } else if (!g.failed && prepare_search(&g)) {
        result = learn(&g);
    }
    *seen += g.link_count + g.looked;
    release(&g);
    return result;
}
