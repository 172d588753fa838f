/*
 * register_cycles.c - given orders of a key that contain cycles.
 *
 * Versions are numbered in the order of their writes, so most orders lead only from lower to higher
 * numbers, and then there is no cycle. Otherwise versions without a predecessor are removed until
 * none is left, then those without a successor. Each remaining version has a remaining predecessor,
 * so walking back from any of them reaches a cycle. From there and from all others the shortest
 * cycle is searched for, within a bound on steps; if the bound ends the search early, the cycle
 * found so far is used.
 *
 * Here versions are numbered from the key's initial state. O(versions + edges).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* How many times the edges may be visited in the search for a shorter cycle. */
#define PASSES 8
#define STEPS_AT_LEAST 1000

typedef struct cycle_search {
    const mns_key_orders *k;
    mns_version_graph *r;
    uint32_t count;  /* versions */
    uint64_t *first; /* by version, and one more: into to */
    uint32_t *to;
    uint32_t *before;    /* by version: its remaining predecessors */
    uint32_t *preceding; /* by remaining version: a remaining predecessor */
    uint8_t *gone;
    uint32_t *queue;
    uint32_t *parent; /* by version, in a search */
    uint32_t *stamp;
    uint32_t search;
    uint64_t steps, step_limit;
} cycle_search;

/* The number of edges of a version, and the i-th of them. The initial state precedes all others. */
static uint64_t degree(const cycle_search *c, uint32_t v) {
    return v == 0 ? c->count - 1 : c->first[v + 1] - c->first[v];
}

static uint32_t edge_to(const cycle_search *c, uint32_t v, uint64_t i) {
    return v == 0 ? 1 + (uint32_t)i : c->to[c->first[v] + i];
}

static bool build(cycle_search *c) {
    const mns_key_orders *k = c->k;
    c->first = MNS_NEW_ARRAY(uint64_t, (size_t)c->count + 2);
    c->to = MNS_NEW_ARRAY(uint32_t, k->edge_count);
    c->before = MNS_NEW_ARRAY(uint32_t, c->count);
    c->preceding = MNS_NEW_ARRAY(uint32_t, c->count);
    c->gone = MNS_NEW_ARRAY(uint8_t, c->count);
    c->queue = MNS_NEW_ARRAY(uint32_t, c->count);
    c->parent = MNS_NEW_ARRAY(uint32_t, c->count);
    c->stamp = MNS_NEW_ARRAY(uint32_t, c->count);
    if (c->first == NULL || c->to == NULL || c->before == NULL || c->preceding == NULL ||
        c->gone == NULL || c->queue == NULL || c->parent == NULL || c->stamp == NULL) {
        return false;
    }
    for (size_t e = 0; e < k->edge_count; e++) {
        c->first[k->edges[e].from - k->base + 2]++;
    }
    for (uint32_t v = 0; v < c->count; v++) {
        c->first[v + 2] += c->first[v + 1];
    }
    for (size_t e = 0; e < k->edge_count; e++) {
        c->to[c->first[k->edges[e].from - k->base + 1]++] = k->edges[e].to - k->base;
    }
    return true;
}

/* Removes versions without a predecessor. */
static void trim_before(cycle_search *c) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < c->count; v++) {
        for (uint64_t i = 0; i < degree(c, v); i++) {
            c->before[edge_to(c, v, i)]++;
        }
    }
    for (uint32_t v = 0; v < c->count; v++) {
        if (c->before[v] == 0) {
            c->queue[count++] = v;
        }
    }
    for (uint32_t next = 0; next < count; next++) {
        uint32_t v = c->queue[next];
        c->gone[v] = 1;
        for (uint64_t i = 0; i < degree(c, v); i++) {
            uint32_t to = edge_to(c, v, i);
            if (--c->before[to] == 0) {
                c->queue[count++] = to;
            }
        }
    }
}

/* Removes versions without a remaining successor, in one pass from the back, and notes a
 * predecessor of each of the rest. A version on a cycle has a successor on it, and stays. */
static void trim_after(cycle_search *c) {
    for (uint32_t v = c->count; v > 0; v--) {
        bool followed = false;
        for (uint64_t i = 0; i < degree(c, v - 1) && !c->gone[v - 1]; i++) {
            uint32_t to = edge_to(c, v - 1, i);
            if (!c->gone[to]) {
                c->preceding[to] = v - 1;
                followed = true;
            }
        }
        c->gone[v - 1] |= !followed;
    }
}

/* A version that lies on a cycle, or MNS_NONE. Each remaining version has a remaining predecessor,
 * so walking back visits some version twice. */
static uint32_t find_start(cycle_search *c) {
    uint32_t v = 0;
    while (v < c->count && c->gone[v]) {
        v++;
    }
    if (v == c->count) {
        return MNS_NONE;
    }
    c->search++;
    while (c->stamp[v] != c->search) {
        c->stamp[v] = c->search;
        v = c->preceding[v];
        assert(!c->gone[v]);
    }
    return v;
}

/* The length of the shortest cycle through a version, if below `limit`; otherwise MNS_NONE. */
static uint32_t way_back(cycle_search *c, uint32_t start, uint32_t limit) {
    uint32_t count = 1, next = 0, level_end = 1, length = 1;
    c->search++;
    c->queue[0] = start;
    while (next < count && length < limit) {
        uint32_t v = c->queue[next++];
        for (uint64_t i = 0; i < degree(c, v); i++) {
            uint32_t to = edge_to(c, v, i);
            c->steps++;
            if (c->gone[to] || c->stamp[to] == c->search) {
                continue;
            }
            c->parent[to] = v;
            if (to == start) {
                return length;
            }
            c->stamp[to] = c->search;
            c->queue[count++] = to;
        }
        if (next == level_end) {
            level_end = count;
            length++;
        }
        if (limit != MNS_NONE && c->steps >= c->step_limit) {
            break;
        }
    }
    return MNS_NONE;
}

/* Stores the cycle that the last search found. */
static bool keep(cycle_search *c, uint32_t start, uint32_t length) {
    mns_version_graph *r = c->r;
    if (!MNS_GROW(r->cycle, r->cycle_count, r->cycle_capacity, length)) {
        return false;
    }
    uint32_t v = start;
    for (uint32_t i = length; i > 0; i--) {
        v = c->parent[v];
        assert(!c->gone[v]);
        r->cycle[r->cycle_count + i - 1] = c->k->base + v;
    }
    assert(v == start); /* it is closed */
    return true;
}

/* Finds a shortest cycle and stores it at the end of r->cycle; *length is 0 if there is none. */
static bool find_cycle(cycle_search *c, uint32_t *length) {
    uint32_t start = find_start(c);
    uint64_t edges = 0;
    *length = 0;
    if (start == MNS_NONE) {
        return true;
    }
    for (uint32_t v = 0; v < c->count; v++) {
        edges += c->gone[v] ? 0 : degree(c, v);
    }
    c->steps = 0;
    c->step_limit = PASSES * edges + STEPS_AT_LEAST;
    *length = way_back(c, start, MNS_NONE);
    assert(*length != MNS_NONE);
    bool good = keep(c, start, *length);
    uint32_t limit = *length + 1; /* among equal ones, that of the first version */
    for (uint32_t v = 0; good && v < c->count && limit > 2; v++) {
        uint32_t found = c->gone[v] ? MNS_NONE : way_back(c, v, limit);
        if (found != MNS_NONE) {
            *length = limit = found;
            good = keep(c, v, found);
        }
        if (c->steps >= c->step_limit) {
            break;
        }
    }
    return good;
}

static bool report(mns_version_graph *r, uint32_t key, mns_source_of_order source,
                   uint32_t length) {
    if (!MNS_GROW(r->cyclic, r->cyclic_count, r->cyclic_capacity, 1)) {
        return false;
    }
    r->cyclic[r->cyclic_count++] = (struct mns_cyclic_key){
        .key = key, .sources = 1u << source, .first = (uint32_t)r->cycle_count, .count = length};
    r->cycle_count += length;
    return true;
}

static bool all_lead_up(const mns_key_orders *k) {
    bool up = true;
    for (size_t e = 0; e < k->edge_count && up; e++) {
        up = k->edges[e].from < k->edges[e].to;
    }
    return up;
}

bool mns_drop_cyclic_order(mns_key_orders *k, size_t added, mns_source_of_order source,
                           mns_version_graph *r) {
    if (k->edge_count == added || all_lead_up(k)) {
        return true;
    }
    cycle_search c = {.k = k, .r = r, .count = k->end - k->base};
    uint32_t length = 0;
    bool good = build(&c);
    if (good) {
        trim_before(&c);
        trim_after(&c);
        good = find_cycle(&c, &length);
    }
    if (good && length > 0) {
        good = report(r, k->key, source, length);
        k->edge_count = added;
    }
    free(c.first);
    free(c.to);
    free(c.before);
    free(c.preceding);
    free(c.gone);
    free(c.queue);
    free(c.parent);
    free(c.stamp);
    return good;
}
