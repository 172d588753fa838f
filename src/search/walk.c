/*
 * walk.c - closed walks: simple, folded, classified; see walk.h.
 */
#include "search/walk.h"

#include "core/grow.h"

void mns_closed_walk_release(mns_closed_walk *walk) {
    free(walk->vertex);
    free(walk->kind);
    memset(walk, 0, sizeof *walk);
}

static bool is_rw(uint32_t kind) { return (kind & MNS_ANY_RW) != 0; }

/* An rw edge, not the rest of one. */
static bool starts_rw(uint32_t kind) { return is_rw(kind) && kind != MNS_TAIL; }

/*
 * A vertex at two places i < j splits the walk W into two closed walks: A = [i, j), and B, the
 * rest. If W has no two adjacent rw, then A or B has none either: the only new neighbours are A's
 * last and first edge, and B's edges before i and from j. If both of A's are rw, then the edges of
 * B next to them in W are not, so B is fine. So one of the two can always be kept, and the walk
 * gets shorter until it is simple. The one with an rw edge is preferred: a cycle without any is a
 * G1c, which is searched for elsewhere.
 *
 * A TAIL edge continues the rw edge before it and starts no new one: entering and leaving a hub is
 * one rw.
 */
static bool middle_has_rw(const mns_closed_walk *walk, uint32_t i, uint32_t j) {
    for (uint32_t p = i; p < j; p++) {
        if (is_rw(walk->kind[p])) {
            return true;
        }
    }
    return false;
}

/* Whether to keep A = [i, j) rather than B; `next` is the edge that follows j in the walk. */
static bool keep_middle(const mns_closed_walk *walk, uint32_t i, uint32_t j, uint32_t next) {
    uint32_t before = walk->kind[i > 0 ? i - 1 : walk->length - 1];
    bool middle_is_fine = !(is_rw(walk->kind[j - 1]) && starts_rw(walk->kind[i]));
    bool rest_is_fine = !(is_rw(before) && starts_rw(next));
    return middle_is_fine && (!rest_is_fine || middle_has_rw(walk, i, j));
}

/* The walk is read at p and written at w: [0, w) repeats no vertex. Each place is written and
 * removed at most once, so this is linear. */
bool mns_closed_walk_simplify(mns_closed_walk *walk, uint32_t vertices) {
    uint32_t *place = MNS_NEW_ARRAY(uint32_t, vertices); /* by vertex: 1 + place, 0 if absent */
    if (place == NULL) {
        return false;
    }
    uint32_t w = 0;
    for (uint32_t p = 0; p < walk->length; p++) {
        uint32_t v = walk->vertex[p];
        if (place[v] != 0) {
            uint32_t i = place[v] - 1;
            if (keep_middle(walk, i, w, walk->kind[p])) {
                memmove(walk->vertex, walk->vertex + i, (w - i) * sizeof *walk->vertex);
                memmove(walk->kind, walk->kind + i, (w - i) * sizeof *walk->kind);
                w -= i;
                break;
            }
            while (w > i) {
                place[walk->vertex[--w]] = 0;
            }
        }
        walk->vertex[w] = v;
        walk->kind[w] = walk->kind[p];
        place[v] = ++w;
    }
    assert(w > 0 && w <= walk->length && w <= vertices);
    walk->length = w;
    free(place);
    return true;
}

void mns_closed_walk_fold(const mns_subgraph *graph, mns_closed_walk *walk) {
    uint32_t start = 0;
    while (!mns_is_txn(graph, walk->vertex[start])) {
        start++;
        assert(start < walk->length); /* every cycle passes through a transaction */
    }
    /* Rotate so that it starts with a transaction, by reversing twice and once. */
    for (uint32_t part = 0; part < 3; part++) {
        uint32_t i = part == 1 ? start : 0;
        uint32_t j = part == 0 ? start : walk->length;
        for (; i + 1 < j; i++) {
            j--;
            uint32_t vertex = walk->vertex[i];
            uint32_t kind = walk->kind[i];
            walk->vertex[i] = walk->vertex[j];
            walk->kind[i] = walk->kind[j];
            walk->vertex[j] = vertex;
            walk->kind[j] = kind;
        }
    }
    uint32_t kept = 0;
    for (uint32_t p = 0; p < walk->length; p++) {
        if (mns_is_txn(
                graph,
                walk->vertex[p])) { /* its edge is the first of the step, and determines its kind */
            walk->vertex[kept] = walk->vertex[p];
            walk->kind[kept++] = walk->kind[p];
        } else if (walk->kind[p] == MNS_WR && walk->kind[kept - 1] == MNS_RW) {
            walk->kind[kept - 1] = MNS_RW_SEEN; /* the rw is not where the step ends */
        }
    }
    assert(kept > 0 && mns_is_txn(graph, walk->vertex[kept - 1]));
    walk->length = kept;
}

/* Form and order follow from the kinds of steps; a step that rests on a class of cycle makes the
 * cycle at least of that class. */
void mns_closed_walk_classify(const mns_closed_walk *walk, mns_form *form, mns_order *order) {
    uint32_t rw = 0;
    bool adjacent = false;
    mns_form least = MNS_FORM_WW;
    *order = MNS_ORDER_NONE;
    for (uint32_t p = 0; p < walk->length; p++) {
        mns_kind kind = (mns_kind)walk->kind[p];
        mns_kind next = (mns_kind)walk->kind[(p + 1) % walk->length];
        rw += mns_kind_base(kind) == MNS_RW;
        adjacent |= is_rw(walk->kind[p]) && mns_kind_base(next) == MNS_RW;
        least = mns_kind_form(kind) > least ? mns_kind_form(kind) : least;
        *order = mns_kind_order(kind) > *order ? mns_kind_order(kind) : *order;
    }
    mns_form shape = adjacent ? MNS_FORM_ITEM : MNS_FORM_NONADJACENT;
    if (rw < 2) {
        shape = MNS_FORM_WW;
    }
    *form = shape > least ? shape : least;
}
