/* dag.c - see dag.h. */
#include "search/dag.h"

#include "core/grow.h"

typedef struct ranked {
    uint32_t rank, vertex;
} ranked;

/* Component ids are in reverse topological order, so the largest comes first. */
static int by_rank(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->rank != y->rank) {
        return x->rank > y->rank ? -1 : 1;
    }
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void number_nodes(mns_dag *dag, const ranked *order, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (dag->node[order[i].rank] == 0) {
            dag->node[order[i].rank] = ++dag->count;
        }
    }
}

static bool is_barrier(const mns_subgraph *graph, uint32_t vertex) {
    uint64_t first = graph->offset[vertex];
    return !mns_is_txn(graph, vertex) && first < graph->offset[vertex + 1] &&
           graph->kind[first] == MNS_REALTIME;
}

/* Vertices come in the order of their nodes, and so do their edges. */
static void copy_edges(mns_dag *dag, const mns_view *view, const mns_components *ranks,
                       const ranked *order, uint32_t count) {
    const mns_subgraph *graph = view->graph;
    uint64_t filled = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = order[i].vertex, node = dag->node[order[i].rank] - 1;
        for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
            uint32_t to = dag->node[ranks->of[graph->target[e]]];
            if ((graph->kind[e] & view->kinds) != 0 && to != 0 && to - 1 != node) {
                assert(to - 1 > node);
                dag->target[filled++] = to - 1;
            }
        }
        assert(i == 0 || order[i - 1].rank >= order[i].rank);
        dag->barrier[node] |= is_barrier(graph, vertex);
        dag->offset[node + 1] = filled;
    }
}

static minos_status build(mns_dag *dag, const mns_view *view, const mns_components *ranks,
                          const ranked *order, uint32_t count) {
    uint64_t edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        edges += view->graph->offset[order[i].vertex + 1] - view->graph->offset[order[i].vertex];
    }
    number_nodes(dag, order, count);
    dag->offset = MNS_NEW_ARRAY(uint64_t, (size_t)dag->count + 1);
    dag->target = MNS_NEW_ARRAY(uint32_t, edges);
    dag->barrier = MNS_NEW_ARRAY(bool, dag->count);
    if (dag->offset == NULL || dag->target == NULL || dag->barrier == NULL) {
        return MINOS_ENOMEM;
    }
    copy_edges(dag, view, ranks, order, count);
    assert(dag->offset[0] == 0 && dag->offset[dag->count] <= edges);
    return MINOS_OK;
}

minos_status mns_dag_build(mns_dag *dag, const mns_view *view, const mns_components *ranks,
                           const uint32_t *vertices, uint32_t vertex_count) {
    memset(dag, 0, sizeof *dag);
    assert(!view->layered);
    ranked *order = MNS_NEW_ARRAY(ranked, vertex_count);
    dag->node = MNS_NEW_ARRAY(uint32_t, ranks->count);
    minos_status status = MINOS_ENOMEM;
    if (order != NULL && dag->node != NULL) {
        for (uint32_t i = 0; i < vertex_count; i++) {
            order[i] = (ranked){.rank = ranks->of[vertices[i]], .vertex = vertices[i]};
        }
        qsort(order, vertex_count, sizeof *order, by_rank);
        status = build(dag, view, ranks, order, vertex_count);
    }
    free(order);
    return status;
}

void mns_dag_release(mns_dag *dag) {
    free(dag->offset);
    free(dag->target);
    free(dag->barrier);
    free(dag->node);
    memset(dag, 0, sizeof *dag);
}
