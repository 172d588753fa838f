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

/* A choice: the version of `writer` was installed before that of the waiting transaction. */
typedef struct link {
    uint32_t to;     /* vertex that is waited for */
    uint32_t writer; /* MNS_NONE: no choice */
    uint32_t forced; /* a guess among the forced orders, else MNS_NONE */
} link;

typedef struct wait_graph {
    mns_frontier *f;
    uint32_t *txn; /* by vertex */
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
} wait_graph;

static bool is_choice(const link *l) { return l->writer != MNS_NONE || l->forced != MNS_NONE; }

static void add_link(wait_graph *g, uint32_t txn, uint32_t writer, uint32_t forced) {
    if (g->failed || g->too_large) {
        return;
    }
    uint32_t vertex = mns_map_get(&g->vertex_of, txn);
    if (vertex == MNS_NONE) {
        vertex = (uint32_t)g->count;
        if (g->count == MNS_LIMIT_CONFLICT) {
            g->too_large = true;
            return;
        }
        g->failed = !MNS_GROW(g->txn, g->count, g->capacity, 1) ||
                    !mns_map_add(&g->vertex_of, txn, vertex);
        if (g->failed) {
            return;
        }
        g->txn[g->count++] = txn;
    }
    g->failed = !MNS_GROW(g->links, g->link_count, g->link_capacity, 1);
    if (!g->failed) {
        g->links[g->link_count++] = (link){vertex, writer, forced};
    }
}

/* ---- The links of one transaction ----------------------------------------------------------- */

/* Whoever still has to read the version that the transaction would replace. The order of the two
 * versions is no choice if the transaction read the one, or if it is known. */
static void add_readers(wait_graph *g, uint32_t txn, const mns_touch *touch) {
    const mns_demands *p = g->f->p;
    uint32_t current = g->f->current[touch->key];
    bool known = touch->reads == current || current <= p->known_until[touch->key] ||
                 p->writer[current] == MNS_NONE;
    uint32_t writer = known ? MNS_NONE : p->writer[current];
    for (uint32_t i = p->reader_first[current]; i < p->reader_first[current + 1]; i++) {
        uint32_t reader = p->reader[i];
        if (reader != txn && !mns_is_placed(g->f, reader)) {
            add_link(g, reader, writer, MNS_NONE);
        }
    }
}

static void add_touch(wait_graph *g, uint32_t txn, const mns_touch *touch) {
    const mns_frontier *f = g->f;
    const mns_demands *p = f->p;
    uint32_t current = f->current[touch->key];
    if (touch->reads != MNS_NONE && touch->reads != current) {
        if (p->writer[touch->reads] != MNS_NONE && !p->in_sequence) {
            add_link(g, p->writer[touch->reads], MNS_NONE, MNS_NONE);
        }
        return;
    }
    if (touch->installs == MNS_NONE || current == MNS_NONE) {
        return;
    }
    if (f->readers_left[current] > (touch->reads == current)) {
        add_readers(g, txn, touch);
    }
    uint32_t zone = mns_frontier_zone(f, touch->installs, touch->key);
    if (zone != MNS_NONE && p->writer[zone] != MNS_NONE) {
        add_link(g, p->writer[zone], MNS_NONE, MNS_NONE);
    }
}

static void add_links(wait_graph *g, uint32_t txn) {
    const mns_frontier *f = g->f;
    const mns_txns *txns = &f->p->history->txns;
    for (uint32_t i = f->forced_first[txn]; i != MNS_NONE; i = f->forced[i].next) {
        if (!mns_is_placed(f, f->forced[i].before)) {
            add_link(g, f->forced[i].before, MNS_NONE, f->forced[i].tried ? i : MNS_NONE);
        }
    }
    if (f->process_previous != NULL && f->process_previous[txn] != MNS_NONE &&
        !mns_is_placed(f, f->process_previous[txn])) {
        add_link(g, f->process_previous[txn], MNS_NONE, MNS_NONE);
    }
    for (uint32_t u = f->in_time != NULL && f->in_time[txn] ? f->oldest : f->p->txn_count;
         u < f->p->txn_count && txns->complete[u] < txns->invoke[txn]; u++) {
        if (f->in_time[u] && txns->type[u] == MNS_TXN_OK && !mns_is_placed(f, u)) {
            add_link(g, u, MNS_NONE, MNS_NONE);
        }
    }
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        add_touch(g, txn, &touches[i]);
    }
}

static uint32_t first_unplaced(const mns_frontier *f) {
    if (f->in_time != NULL && f->oldest < f->p->txn_count) {
        return f->oldest;
    }
    uint32_t txn = 0;
    while (!f->p->is_member[txn] || mns_is_placed(f, txn)) {
        txn++;
    }
    return txn;
}

static void explore(wait_graph *g) {
    add_link(g, first_unplaced(g->f), MNS_NONE, MNS_NONE);
    g->link_count = 0;
    for (size_t v = 0; v < g->count && !g->failed && !g->too_large; v++) {
        g->failed = !MNS_GROW(g->first, v, g->first_capacity, 2);
        if (!g->failed) {
            g->first[v] = (uint32_t)g->link_count;
            add_links(g, g->txn[v]);
            g->first[v + 1] = (uint32_t)g->link_count;
        }
    }
}

/* ---- Circles -------------------------------------------------------------------------------- */

static bool prepare_search(wait_graph *g) {
    g->cost = MNS_NEW_ARRAY(uint32_t, g->count);
    g->from = MNS_NEW_ARRAY(uint32_t, g->count);
    g->queue[0] = MNS_NEW_ARRAY(uint32_t, g->link_count + 1);
    g->queue[1] = MNS_NEW_ARRAY(uint32_t, g->link_count + 1);
    return g->cost != NULL && g->from != NULL && g->queue[0] != NULL && g->queue[1] != NULL;
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

/* The choice of a link in the schedule: the later it was made, the less must be undone. */
static uint32_t made_at(const wait_graph *g, const link *l) {
    return l->writer == MNS_NONE ? 0 : g->f->place[l->writer];
}

/* The link of the circle through `l` whose choice was made last. */
static uint32_t latest_choice(const wait_graph *g, uint32_t l) {
    uint32_t best = l, start = g->links[l].to;
    for (uint32_t v = source_of(g, l); v != start; v = source_of(g, g->from[v])) {
        const link *step = &g->links[g->from[v]];
        if (step->writer != MNS_NONE && (g->links[best].writer == MNS_NONE ||
                                         made_at(g, step) > made_at(g, &g->links[best]))) {
            best = g->from[v];
        }
    }
    return best;
}

/* Finds the circle with the fewest choices. *choices: how many, UINT32_MAX if there is no circle
 * with any. Returns the link whose choice is to be changed. */
static uint32_t find_circle(wait_graph *g, uint32_t *choices) {
    uint32_t best = MNS_NONE;
    *choices = UINT32_MAX;
    for (uint32_t l = 0; l < g->link_count && *choices > 1; l++) {
        if (best != MNS_NONE && g->looked > MNS_LIMIT_SEARCHES) {
            break;
        }
        if (!is_choice(&g->links[l])) {
            continue;
        }
        search(g, g->links[l].to, *choices - 1);
        uint32_t cost = g->cost[source_of(g, l)];
        if (cost != UINT32_MAX && cost + 1 < *choices) {
            *choices = cost + 1;
            best = latest_choice(g, l);
        }
    }
    return best;
}

/* ---- What follows --------------------------------------------------------------------------- */

static mns_conflict_result change(wait_graph *g, uint32_t l, uint32_t choices) {
    const link *wrong = &g->links[l];
    if (wrong->writer == MNS_NONE) {
        return MNS_CONFLICT_IMPOSSIBLE; /* only guesses are left to change */
    }
    uint32_t waiting = g->txn[source_of(g, l)];
    mns_frontier_undo(g->f, g->f->place[wrong->writer]);
    bool good = mns_frontier_force(g->f, waiting, wrong->writer, choices > 1);
    return good ? MNS_CONFLICT_RESOLVED : MNS_CONFLICT_NOMEM;
}

static void release(wait_graph *g) {
    free(g->txn);
    free(g->links);
    free(g->first);
    free(g->cost);
    free(g->from);
    free(g->queue[0]);
    free(g->queue[1]);
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
        uint32_t choices = 0;
        uint32_t l = find_circle(&g, &choices);
        result = l == MNS_NONE ? MNS_CONFLICT_IMPOSSIBLE : change(&g, l, choices);
    }
    *seen += g.link_count + g.looked;
    release(&g);
    return result;
}
