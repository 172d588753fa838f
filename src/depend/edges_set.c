/*
 * edges_set.c - puts the edges of sets (edges_set.h) into the graph.
 *
 * Every read is related to every add of its key. Trees over the places of the adds make that
 * linear:
 *
 *          wr                      rw
 *
 *     0   1   2   3  adds         reader        a read of the adds at places 0 and 1
 *      \ /     \ /                  |
 *       o       o                   o
 *       |                          / \
 *     reader                      2   3
 *
 * A span is the union of a few subtrees, two for each level of the tree at most. A reader's own
 * adds are cut out of the spans, so no transaction precedes itself. A reader with several missed
 * spans gets a vertex of its own that leads to them, and so does every reader of a key with many
 * adds: the search asks a question for each rw edge, so there should be few.
 *
 * Two bounds keep hostile histories linear; both only make the graph smaller. Of a read with many
 * missed spans, only the first LIMIT_MISSED and the last are related. A reader whose own adds lie
 * in more than LIMIT_OWN runs is not related to any transaction by that key.
 *
 * O((micro-operations + elements of incomparable reads) * log(adds of a key)).
 */
#include "depend/edges_set.h"

#include "depend/graph_builder.h"

/* Up to this many adds or readers, edges are added one by one. */
#define NARROW 3
/* From this many adds on, every reader has a single rw edge. */
#define MANY 64
#define LIMIT_MISSED 16
#define LIMIT_OWN 8

typedef struct key_edges {
    const mns_observation *o;
    mns_graph_builder *builder;
    const uint32_t *add; /* the adds of the key, in order */
    uint32_t count;
    bool wide;              /* there are trees */
    uint32_t shown, missed; /* the first vertex of each tree, if wide */
} key_edges;

/* A node of a tree: 1 is the root, 2i and 2i + 1 are the children of i, and from count on they are
 * the adds. Where count is no power of two, some nodes have children from both ends of the order;
 * no run is made of these. */
static uint32_t vertex_of(const key_edges *k, uint32_t tree, uint32_t node) {
    return node >= k->count ? mns_txn_of(k->o, k->add[node - k->count]) : tree + node - 1;
}

static uint32_t add_vertices(const key_edges *k) {
    uint32_t first = mns_builder_vertex(k->builder);
    for (uint32_t node = 2; node < k->count; node++) {
        mns_builder_vertex(k->builder);
    }
    return first;
}

static void add_trees(key_edges *k) {
    k->shown = add_vertices(k);
    k->missed = add_vertices(k);
    for (uint32_t child = 2; child < 2 * k->count; child++) {
        mns_builder_edge(k->builder, vertex_of(k, k->shown, child),
                         vertex_of(k, k->shown, child / 2), MNS_WR);
        mns_builder_edge(k->builder, vertex_of(k, k->missed, child / 2),
                         vertex_of(k, k->missed, child), MNS_TAIL);
    }
}

/* The places of a reader's own adds. */
typedef struct own_adds {
    mns_run run[LIMIT_OWN]; /* ascending */
    uint32_t count;
} own_adds;

/* A transaction that reads the key. */
typedef struct reader {
    uint32_t txn;
    uint32_t hub; /* a vertex that leads to all that it misses, or MNS_NONE */
    own_adds own;
} reader;

static void relate(const key_edges *k, const reader *r, uint32_t node, mns_kind kind) {
    if (kind == MNS_WR) {
        mns_builder_edge(k->builder, vertex_of(k, k->shown, node), r->txn, MNS_WR);
    } else if (r->hub == MNS_NONE) {
        mns_builder_edge(k->builder, r->txn, vertex_of(k, k->missed, node), MNS_RW);
    } else {
        mns_builder_edge(k->builder, r->hub, vertex_of(k, k->missed, node), MNS_TAIL);
    }
}

/* Relates a reader to all adds at places begin .. end-1, none of which is its own. Does nothing if
 * begin is not before end. */
static void relate_places(const key_edges *k, const reader *r, uint32_t begin, uint32_t end,
                          mns_kind kind) {
    assert(end <= k->count);
    uint32_t low = begin + k->count, high = end + k->count;
    for (; !k->wide && low < high; low++) {
        relate(k, r, low, kind);
    }
    /* From the leaves up: a node left or right of whole pairs is related by itself. */
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) {
            relate(k, r, low++, kind);
        }
        if (high % 2 == 1) {
            relate(k, r, --high, kind);
        }
    }
}

/* Keeps the runs sorted; false if there are too many. */
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

/* The adds of a transaction that the same reads show have consecutive places. */
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

/* Relates a reader to the adds of other transactions in a span. */
static void relate_others(const key_edges *k, const reader *r, const mns_set_span *span) {
    uint32_t begin = span->places.begin, end = span->places.end;
    for (uint32_t i = 0; i < r->own.count && r->own.run[i].begin < end; i++) {
        if (r->own.run[i].end > begin) {
            relate_places(k, r, begin, r->own.run[i].begin, span->kind);
            begin = r->own.run[i].end;
        }
    }
    relate_places(k, r, begin, end, span->kind);
}

static void add_read(const key_edges *k, uint32_t read) {
    mns_set_view view = mns_set_view_of(k->o, read);
    reader r = {.txn = mns_txn_of(k->o, read), .hub = MNS_NONE};
    assert(view.add_count == k->count);
    if (!find_own(k->o, read, &r.own)) {
        return;
    }
    bool prefix = view.run_count == 0 || (view.run_count == 1 && view.runs[0].begin == 0);
    if (k->wide && (k->count >= MANY || !prefix)) {
        r.hub = mns_builder_vertex(k->builder);
        mns_builder_edge(k->builder, r.txn, r.hub, MNS_RW);
    }
    uint32_t last = 2 * view.run_count;
    for (uint32_t i = 0; i <= last; i++) {
        mns_set_span span = mns_set_span_at(&view, i);
        if (span.kind == MNS_WR || i < 2 * LIMIT_MISSED || i == last) {
            relate_others(k, &r, &span);
        }
    }
}

void mns_add_set_edges(const mns_observation *o, mns_graph_builder *builder) {
    const mns_set_orders *orders = &o->sets;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        uint32_t first = orders->reader_first[key], end = orders->reader_first[key + 1];
        key_edges k = {.o = o,
                       .builder = builder,
                       .add = orders->add + orders->add_first[key],
                       .count = orders->add_first[key + 1] - orders->add_first[key]};
        k.wide = k.count > NARROW && end - first > NARROW;
        if (k.wide) {
            add_trees(&k);
        }
        for (uint32_t i = first; i < end; i++) {
            add_read(&k, orders->reader[i]);
        }
    }
}
