/*
 * register_edges.c - edges between versions, sorted and without redundant ones.
 *
 * The edges of a key are put into buckets by their source version; a bucket has few edges, sorted
 * as numbers. Edges that rest on lemmas come later and are merged in place.
 *
 * O(edges), and sorting those of each version.
 */
#include "core/grow.h"
#include "core/sort.h"
#include "infer/register_orders.h"

/* ---- Which edges are needed ----------------------------------------------------------------- */

/* The sort key of edges from one version: by `to`, then class, then source. */
static uint64_t rank(uint32_t to, uint32_t level, uint32_t source) {
    return (uint64_t)to << 32 | (uint64_t)level * MNS_WHY_SOURCES | source;
}

/* Appends edges to r->edges in sorted order, except those that an appended edge covers. */
typedef struct writing {
    mns_version_graph *r;
    size_t count;
    uint32_t from, to; /* of the last edge */
    unsigned levels;   /* bit set: classes of the edges between these two that were kept */
} writing;

/* Whether some edge of these classes can be used wherever one of this class can. */
static bool covers(unsigned levels, unsigned level) {
    for (unsigned l = 0; l <= level; l++) { /* no greater class covers a smaller one */
        if ((levels & 1u << l) != 0 &&
            mns_order_class_covers((mns_order_class)l, (mns_order_class)level)) {
            return true;
        }
    }
    return false;
}

static void write_edge(writing *w, uint32_t from, mns_kept_edge edge, unsigned level) {
    assert(w->from == MNS_NONE || from > w->from || (from == w->from && edge.to >= w->to));
    if (w->from != from || w->to != edge.to) {
        w->from = from;
        w->to = edge.to;
        w->levels = 0;
    }
    if (!covers(w->levels, level)) {
        w->levels |= 1u << level;
        w->r->edges[w->count++] = edge;
    }
}

/* ---- The edges of a key --------------------------------------------------------------------- */

/* Puts the edges of a key into buckets, as ranks in k->sorted; k->listed holds the end of each
 * bucket. */
static void fill_buckets(const mns_key_orders *k) {
    uint32_t versions = k->end - k->base;
    memset(k->listed, 0, ((size_t)versions + 1) * sizeof *k->listed);
    for (size_t e = 0; e < k->edge_count; e++) {
        k->listed[k->edges[e].from - k->base + 1]++;
    }
    for (uint32_t v = 0; v < versions; v++) {
        k->listed[v + 1] += k->listed[v];
    }
    for (size_t e = 0; e < k->edge_count; e++) {
        const mns_version_edge *edge = &k->edges[e];
        k->sorted[k->listed[edge->from - k->base]++] =
            rank(edge->to, edge->order_class, edge->source);
    }
}

bool mns_version_edges_keep(mns_key_orders *k, mns_version_graph *r) {
    size_t versions = k->end - k->base;
    if (r->edge_count + k->edge_count >= MNS_NONE - MNS_WHY_LEMMA ||
        !MNS_GROW(k->listed, 0, k->listed_capacity, versions + 1) ||
        !MNS_GROW(k->sorted, 0, k->sorted_capacity, k->edge_count) ||
        !MNS_GROW(r->edges, r->edge_count, r->edge_capacity, k->edge_count)) {
        return false;
    }
    fill_buckets(k);
    writing w = {.r = r, .count = r->edge_count, .from = MNS_NONE};
    for (uint32_t v = k->base, start = 0; v < k->end; v++) {
        uint32_t end = k->listed[v - k->base];
        if (start < end) { /* k->sorted is NULL for a key without edges */
            mns_sort_u64(k->sorted + start, end - start);
        }
        for (; start < end; start++) {
            uint32_t why = (uint32_t)k->sorted[start];
            mns_kept_edge edge = {.to = (uint32_t)(k->sorted[start] >> 32), .why = why};
            write_edge(&w, v, edge, why / MNS_WHY_SOURCES);
        }
        r->edge_first[v + 1] = (uint32_t)w.count;
    }
    r->edge_count = w.count;
    return true;
}

/* ---- Edges that rest on lemmas -------------------------------------------------------------- */

static int by_versions(const void *a, const void *b) {
    const mns_version_edge *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    uint64_t p = rank(x->to, x->order_class, x->source), q = rank(y->to, y->order_class, y->source);
    if (p != q) {
        return p < q ? -1 : 1;
    }
    return (x->lemma > y->lemma) - (x->lemma < y->lemma);
}

static void write_added(writing *w, const mns_version_edge *edge) {
    assert(edge->source == MNS_BY_LEMMA);
    mns_kept_edge kept = {.to = edge->to, .why = MNS_WHY_LEMMA + edge->lemma};
    write_edge(w, edge->from, kept, edge->order_class);
}

/* Merges the edges of a version, which are now at `place` to `end`, with the added ones. Among
 * equal ones the existing come first: their lemmas are earlier. Returns how many were taken from
 * `added`. */
static size_t merge_version(writing *w, uint32_t version, size_t place, size_t end,
                            const mns_version_edge *added, size_t count) {
    size_t taken = 0;
    for (; place < end; place++) {
        mns_kept_edge kept = w->r->edges[place]; /* may be overwritten next */
        mns_version_edge edge = mns_version_edge_of(w->r, version, kept);
        uint64_t own = rank(edge.to, edge.order_class, edge.source);
        while (taken < count && added[taken].from == version &&
               rank(added[taken].to, added[taken].order_class, added[taken].source) < own) {
            write_added(w, &added[taken++]);
        }
        assert(w->count <= place); /* only what was read is overwritten */
        write_edge(w, version, kept, edge.order_class);
    }
    while (taken < count && added[taken].from == version) {
        write_added(w, &added[taken++]);
    }
    return taken;
}

/* The edges move up by `count` to make room and are then rewritten from the start. Writing never
 * overtakes reading, because at most `count` added edges come in between. */
bool mns_version_edges_merge(mns_version_graph *r, mns_version_edge *added, size_t count) {
    if (count == 0) {
        return true;
    }
    if (r->edge_count + count >= MNS_NONE ||
        !MNS_GROW(r->edges, r->edge_count, r->edge_capacity, count)) {
        return false;
    }
    qsort(added, count, sizeof *added, by_versions);
    memmove(r->edges + count, r->edges, r->edge_count * sizeof *r->edges);
    writing w = {.r = r, .from = MNS_NONE};
    size_t place = count, taken = 0;
    for (uint32_t v = 0; v < r->count; v++) {
        size_t end = r->edge_first[v + 1] + count;
        r->edge_first[v] = (uint32_t)w.count;
        if (taken == count || added[taken].from != v) {
            memmove(r->edges + w.count, r->edges + place, (end - place) * sizeof *r->edges);
            w.count += end - place;
        } else {
            taken += merge_version(&w, v, place, end, added + taken, count - taken);
        }
        place = end;
    }
    assert(taken == count && w.count <= r->edge_count + count);
    r->edge_first[r->count] = (uint32_t)w.count;
    r->edge_count = w.count;
    return true;
}

/* ---- Dependencies --------------------------------------------------------------------------- */

/* An unseen write of an info transaction may have been rolled back; then the read that proves the
 * transaction is a G1a. */
static bool is_open(const mns_observation *o, uint32_t version) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t writer = r->writer[version];
    return writer != MNS_NONE && o->outcome[mns_txn_of(o, writer)] == MNS_PROVEN &&
           r->reader_first[version] == r->reader_first[version + 1];
}

mns_kind mns_version_edge_ww(const mns_observation *o, const mns_version_edge *edge) {
    static const mns_kind kinds[MNS_CLASS_COUNT] = {MNS_WW,
                                                    MNS_WW_OPEN,
                                                    MNS_WW_SINGLE,
                                                    MNS_WW_NONADJACENT,
                                                    MNS_WW_ITEM,
                                                    MNS_WW_OPEN_PROCESS,
                                                    MNS_WW_PROCESS,
                                                    MNS_WW_NONADJACENT_PROCESS,
                                                    MNS_WW_ITEM_PROCESS,
                                                    MNS_WW_OPEN_REALTIME,
                                                    MNS_WW_REALTIME,
                                                    MNS_WW_NONADJACENT_REALTIME,
                                                    MNS_WW_ITEM_REALTIME};
    bool open =
        edge->order_class == MNS_CLASS_GIVEN && (is_open(o, edge->to) || is_open(o, edge->from));
    return open ? MNS_WW_OPEN : kinds[edge->order_class];
}

mns_kind mns_version_edge_rw(const mns_version_edge *edge) {
    static const mns_kind kinds[MNS_CLASS_COUNT] = {MNS_RW,
                                                    MNS_RW,
                                                    MNS_RW,
                                                    MNS_RW_NONADJACENT,
                                                    MNS_RW_ITEM,
                                                    MNS_RW_PROCESS,
                                                    MNS_RW_PROCESS,
                                                    MNS_RW_NONADJACENT_PROCESS,
                                                    MNS_RW_ITEM_PROCESS,
                                                    MNS_RW_REALTIME,
                                                    MNS_RW_REALTIME,
                                                    MNS_RW_NONADJACENT_REALTIME,
                                                    MNS_RW_ITEM_REALTIME};
    return kinds[edge->order_class];
}
