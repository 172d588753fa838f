/*
 * bfs.c - shortest paths, counted in transactions; see walk.h.
 *
 * Entering a transaction costs one, entering a virtual vertex nothing. The cost depends only on the
 * vertex entered, so the first time a state is reached is the cheapest, and two queues are enough:
 * the current distance, to which virtual vertices are added while it is processed, and the next.
 */
#include "core/grow.h"
#include "search/walk.h"

minos_status mns_bfs_init(mns_bfs *bfs, uint32_t states) {
    memset(bfs, 0, sizeof *bfs);
    bfs->stamp = MNS_NEW_ARRAY(uint32_t, states);
    bfs->parent = MNS_NEW_ARRAY(uint32_t, states);
    bfs->parent_edge = MNS_NEW_ARRAY(uint64_t, states);
    bfs->queue[0] = MNS_NEW_ARRAY(uint32_t, (size_t)states + 1);
    bfs->queue[1] = MNS_NEW_ARRAY(uint32_t, (size_t)states + 1);
    bool good = bfs->stamp != NULL && bfs->parent != NULL && bfs->parent_edge != NULL &&
                bfs->queue[0] != NULL && bfs->queue[1] != NULL;
    return good ? MINOS_OK : MINOS_ENOMEM;
}

void mns_bfs_release(mns_bfs *bfs) {
    free(bfs->stamp);
    free(bfs->parent);
    free(bfs->parent_edge);
    free(bfs->queue[0]);
    free(bfs->queue[1]);
    memset(bfs, 0, sizeof *bfs);
}

/* Follows the edges of one state. True when the target is reached. */
static bool expand(mns_bfs *bfs, const mns_bfs_query *q, uint32_t state, uint32_t *now,
                   uint32_t *now_count, uint32_t *next, uint32_t *next_count) {
    const mns_subgraph *graph = q->view->graph;
    uint32_t vertex = mns_view_vertex(q->view, state);
    uint32_t component = q->within->of[q->source];
    for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
        bfs->steps++;
        uint32_t to = mns_view_follow(q->view, state, e);
        if (to == MNS_NONE || bfs->stamp[to] == bfs->search || q->within->of[to] != component ||
            (q->rank != NULL && q->rank[graph->target[e]] < q->least) ||
            (q->blocked != NULL && q->blocked[to] != 0)) {
            continue;
        }
        bfs->stamp[to] = bfs->search;
        bfs->parent[to] = state;
        bfs->parent_edge[to] = e;
        if (mns_is_txn(graph, graph->target[e])) {
            next[(*next_count)++] = to;
        } else {
            now[(*now_count)++] = to;
        }
        if (to == q->target) {
            return true;
        }
    }
    return false;
}

uint32_t mns_bfs_run(mns_bfs *bfs, const mns_bfs_query *q) {
    uint32_t side = 0, count = 1, distance = 0;
    /* When searching for a cycle the source is not stamped, so that the search can return to it. */
    bfs->search++;
    bfs->queue[0][0] = q->source;
    if (q->source != q->target) {
        bfs->stamp[q->source] = bfs->search;
    }
    while (count > 0 && distance < q->limit) {
        uint32_t next_count = 0;
        uint32_t *now = bfs->queue[side], *next = bfs->queue[1 - side];
        for (uint32_t i = 0; i < count; i++) {
            if (expand(bfs, q, now[i], now, &count, next, &next_count)) {
                bool txn = mns_is_txn(q->view->graph, mns_view_vertex(q->view, q->target));
                return distance + (txn ? 1 : 0);
            }
            if (bfs->steps >= q->step_limit) {
                return MNS_NONE;
            }
        }
        count = next_count;
        side = 1 - side;
        distance++;
    }
    return MNS_NONE;
}

bool mns_closed_walk_add(mns_closed_walk *walk, uint32_t vertex, uint32_t kind) {
    if (!MNS_GROW(walk->vertex, walk->length, walk->vertex_capacity, 1) ||
        !MNS_GROW(walk->kind, walk->length, walk->kind_capacity, 1)) {
        return false;
    }
    walk->vertex[walk->length] = vertex;
    walk->kind[walk->length++] = kind;
    return true;
}

bool mns_bfs_path(const mns_bfs *bfs, const mns_bfs_query *q, mns_closed_walk *walk) {
    walk->length = 0;
    uint32_t state = q->target;
    do { /* from the target back to the source */
        uint64_t edge = bfs->parent_edge[state];
        assert(bfs->stamp[state] == bfs->search);
        assert(q->view->graph->target[edge] == mns_view_vertex(q->view, state));
        state = bfs->parent[state];
        if (!mns_closed_walk_add(walk, mns_view_vertex(q->view, state),
                                 q->view->graph->kind[edge])) {
            return false;
        }
    } while (state != q->source);
    for (uint32_t i = 0, j = walk->length - 1; i < j; i++, j--) {
        uint32_t vertex = walk->vertex[i];
        uint32_t kind = walk->kind[i];
        walk->vertex[i] = walk->vertex[j];
        walk->kind[i] = walk->kind[j];
        walk->vertex[j] = vertex;
        walk->kind[j] = kind;
    }
    return true;
}
