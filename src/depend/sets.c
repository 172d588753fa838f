/*
 * sets.c - wr and rw dependencies of sets.
 *
 *     wr  T1 -> R     R read x as #{1 ...}, and T1 added 1
 *     rw  R  -> T2    R read x without 2, and T2 added 2
 *
 * There is no ww: a set may be kept as a table with a row for each element, where additions do not
 * overwrite each other. R is a telling read, T1 and T2 adds that take part (infer/set_orders.h).
 * Why this is sound for info transactions that count: depend/list_append.c. And why it is for a set
 * that is kept as one object: each of its versions includes those before it, so whatever R shows
 * was installed up to the version that R read, and whatever it lacks only later. The missed add
 * then follows by an rw and some ww, or only by ww if R read its own version: no cycle gets milder
 * by that.
 *
 * Every read is related to every add of its key. What it shows are a few runs of places in the
 * order of the key, so trees over the places make it linear:
 *
 *          wr                      rw
 *
 *     0   1   2   3  adds         reader        a read of the adds at places 0 and 1
 *      \ /     \ /                  |
 *       o       o                   o
 *       |                          / \
 *     reader                      2   3
 *
 * A run is the union of a few subtrees, two for each level of the tree at most. A reader's own adds
 * are cut out of the runs, so nobody ever precedes itself. A reader with many gaps has a vertex of
 * its own that leads to them, and so has every reader of a key with many adds: the search asks a
 * question for each rw edge, so there should be few.
 *
 * Two bounds keep hostile histories linear; both only make the graph smaller. A read with more than
 * LIMIT_GAPS gaps misses what is in the first of them and what is after all it shows. A reader
 * whose own adds lie in more than LIMIT_OWN runs is not related to anybody by that key.
 *
 * O((micro-operations + elements of incomparable reads) * log(adds of a key)).
 */
#include "depend/edges.h"

/* Up to this many adds or readers, edges are drawn one by one. */
#define NARROW 3
/* From this many adds on, every reader has one rw edge only. */
#define MANY 64
#define LIMIT_GAPS 16
#define LIMIT_OWN 8

typedef struct key_edges {
    const mns_observation *o;
    mns_edges *edges;
    const uint32_t *add; /* the adds of the key, in order */
    uint32_t count;
    bool wide;              /* there are trees */
    uint32_t shown, missed; /* the first vertex of each tree */
} key_edges;

/* A node of a tree: 1 is the root, 2i and 2i + 1 are the children of i, and from count on they are
 * the adds. Where count is no power of two, some nodes have children from both ends of the order;
 * no run is made of these. */
static uint32_t vertex_of(const key_edges *k, uint32_t tree, uint32_t node) {
    return node >= k->count ? mns_txn_of(k->o, k->add[node - k->count]) : tree + node - 1;
}

static uint32_t add_vertices(const key_edges *k) {
    uint32_t first = mns_edge_vertex(k->edges);
    for (uint32_t node = 2; node < k->count; node++) {
        mns_edge_vertex(k->edges);
    }
    return first;
}

static void add_trees(key_edges *k) {
    k->shown = add_vertices(k);
    k->missed = add_vertices(k);
    for (uint32_t child = 2; child < 2 * k->count; child++) {
        mns_edge(k->edges, vertex_of(k, k->shown, child), vertex_of(k, k->shown, child / 2),
                 MNS_WR);
        mns_edge(k->edges, vertex_of(k, k->missed, child / 2), vertex_of(k, k->missed, child),
                 MNS_TAIL);
    }
}

/* Where the adds lie that a reader makes itself. */
typedef struct own_adds {
    mns_run run[LIMIT_OWN]; /* ascending */
    uint32_t count;
} own_adds;

/* A transaction that reads the key. */
typedef struct reader {
    uint32_t txn;
    uint32_t gaps; /* a vertex that leads to all it misses, or MNS_NONE */
    own_adds own;
} reader;

static void relate(const key_edges *k, const reader *r, uint32_t node, bool shown) {
    if (shown) {
        mns_edge(k->edges, vertex_of(k, k->shown, node), r->txn, MNS_WR);
    } else if (r->gaps == MNS_NONE) {
        mns_edge(k->edges, r->txn, vertex_of(k, k->missed, node), MNS_RW);
    } else {
        mns_edge(k->edges, r->gaps, vertex_of(k, k->missed, node), MNS_TAIL);
    }
}

/* Relates a reader to all adds at places begin .. end-1, none of which is its own. None if begin is
 * not before end. */
static void relate_run(const key_edges *k, const reader *r, uint32_t begin, uint32_t end,
                       bool shown) {
    uint32_t low = begin + k->count, high = end + k->count;
    for (; !k->wide && low < high; low++) {
        relate(k, r, low, shown);
    }
    /* From the leaves up: what sticks out left or right of whole pairs is taken by itself. */
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) {
            relate(k, r, low++, shown);
        }
        if (high % 2 == 1) {
            relate(k, r, --high, shown);
        }
    }
}

/* False if there are too many. */
static bool add_own(own_adds *own, mns_run run) {
    if (own->count == LIMIT_OWN) {
        return false;
    }
    uint32_t i = own->count++;
    for (; i > 0 && own->run[i - 1].begin > run.begin; i--) {
        own->run[i] = own->run[i - 1];
    }
    own->run[i] = run;
    return true;
}

/* The adds of a transaction lie side by side, one after the other, if the same reads show them. */
static bool find_own(const mns_observation *o, uint32_t read, own_adds *own) {
    const uint32_t *position = o->sets.position;
    own->count = 0;
    for (uint32_t m = o->sets.next_add[read]; m != MNS_NONE;) {
        mns_run run = {.begin = position[m], .end = position[m]};
        for (; m != MNS_NONE && position[m] == run.end; m = o->sets.next_add[m]) {
            run.end++;
        }
        if (!add_own(own, run)) {
            return false;
        }
    }
    return true;
}

/* Relates a reader to the adds of others at places begin .. end-1. */
static void relate_others(const key_edges *k, const reader *r, uint32_t begin, uint32_t end,
                          bool shown) {
    for (uint32_t i = 0; i < r->own.count && r->own.run[i].begin < end; i++) {
        if (r->own.run[i].end > begin) {
            relate_run(k, r, begin, r->own.run[i].begin, shown);
            begin = r->own.run[i].end;
        }
    }
    relate_run(k, r, begin, end, shown);
}

static void read_edges(const key_edges *k, uint32_t read) {
    uint32_t runs, at = 0;
    const mns_run *run = mns_set_runs(&k->o->sets, &k->o->history->tables, read, &runs);
    reader r = {.txn = mns_txn_of(k->o, read), .gaps = MNS_NONE};
    if (!find_own(k->o, read, &r.own)) {
        return;
    }
    bool begins = runs == 0 || (runs == 1 && run[0].begin == 0);
    if (k->wide && (k->count >= MANY || !begins)) {
        r.gaps = mns_edge_vertex(k->edges);
        mns_edge(k->edges, r.txn, r.gaps, MNS_RW);
    }
    for (uint32_t i = 0; i < runs; i++) {
        if (i < LIMIT_GAPS) {
            relate_others(k, &r, at, run[i].begin, false);
        }
        relate_others(k, &r, run[i].begin, run[i].end, true);
        at = run[i].end;
    }
    relate_others(k, &r, at, k->count, false);
}

void mns_depend_sets(const mns_observation *o, mns_edges *edges) {
    const mns_set_orders *orders = &o->sets;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        uint32_t first = orders->reader_first[key], end = orders->reader_first[key + 1];
        key_edges k = {.o = o,
                       .edges = edges,
                       .add = orders->add + orders->add_first[key],
                       .count = orders->add_first[key + 1] - orders->add_first[key]};
        k.wide = k.count > NARROW && end - first > NARROW;
        if (k.wide) {
            add_trees(&k);
        }
        for (uint32_t i = first; i < end; i++) {
            read_edges(&k, orders->reader[i]);
        }
    }
}
