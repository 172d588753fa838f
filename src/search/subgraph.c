/* subgraph.c - see subgraph.h. O(vertices + edges). */
#include "search/subgraph.h"

#include "core/grow.h"

void mns_subgraph_release(mns_subgraph *subgraph) {
    free(subgraph->vertex);
    free(subgraph->offset);
    free(subgraph->target);
    free(subgraph->kind);
    memset(subgraph, 0, sizeof *subgraph);
}

/* Whether an edge stays inside a component of more than one vertex. There are no self edges. */
static bool inside(const mns_graph *graph, const uint32_t *of, uint32_t from, uint64_t edge) {
    return of[from] == of[graph->target[edge]];
}

/* local[v] becomes v's id in the copy, MNS_NONE for vertices on no cycle. */
static uint32_t number_vertices(const mns_graph *graph, const uint32_t *of, uint32_t *size,
                                uint32_t *local, uint64_t *edges) {
    uint32_t count = 0;
    *edges = 0;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        size[of[v]]++;
    }
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        local[v] = size[of[v]] > 1 ? count++ : MNS_NONE;
        for (uint64_t e = graph->offset[v]; local[v] != MNS_NONE && e < graph->offset[v + 1]; e++) {
            *edges += inside(graph, of, v, e);
        }
    }
    return count;
}

static minos_status copy(mns_subgraph *sub, const mns_graph *graph, const uint32_t *of,
                         const uint32_t *local, uint64_t edges) {
    sub->vertex = MNS_NEW_ARRAY(uint32_t, sub->count);
    sub->offset = MNS_NEW_ARRAY(uint64_t, (size_t)sub->count + 1);
    sub->target = MNS_NEW_ARRAY(uint32_t, edges);
    sub->kind = MNS_NEW_ARRAY(uint32_t, edges);
    if (sub->vertex == NULL || sub->offset == NULL || sub->target == NULL || sub->kind == NULL) {
        return MINOS_ENOMEM;
    }
    uint64_t filled = 0;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        if (local[v] == MNS_NONE) {
            continue;
        }
        sub->vertex[local[v]] = v;
        sub->offset[local[v]] = filled;
        assert(graph->offset[v] < graph->offset[v + 1]); /* it lies on a cycle */
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            assert(graph->target[e] != v && graph->kind[e] != 0);
            if (inside(graph, of, v, e)) {
                sub->target[filled] = local[graph->target[e]];
                sub->kind[filled++] = graph->kind[e];
            }
        }
    }
    sub->offset[sub->count] = filled;
    assert(filled == edges);
    return MINOS_OK;
}

minos_status mns_subgraph_build(mns_subgraph *subgraph, const mns_graph *graph) {
    memset(subgraph, 0, sizeof *subgraph);
    subgraph->txn_count = graph->txn_count;
    uint32_t *of = MNS_NEW_ARRAY(uint32_t, graph->vertex_count);
    uint32_t components = 0;
    minos_status status = of == NULL ? MINOS_ENOMEM : mns_graph_components(graph, of, &components);
    if (status == MINOS_OK && components < graph->vertex_count) {
        uint32_t *size = MNS_NEW_ARRAY(uint32_t, components);
        uint32_t *local = MNS_NEW_ARRAY(uint32_t, graph->vertex_count);
        uint64_t edges;
        status = MINOS_ENOMEM;
        if (size != NULL && local != NULL) {
            subgraph->count = number_vertices(graph, of, size, local, &edges);
            status = copy(subgraph, graph, of, local, edges);
        }
        free(size);
        free(local);
    }
    free(of);
    return status;
}
