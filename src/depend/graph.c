/*
 * graph.c - builds the graph from all sources of edges (graph_builder.h) in two passes: count, then
 * fill.
 *
 * O(transactions + micro-operations + operations), in time and memory.
 */
#include "core/grow.h"
#include "depend/edges_order.h"
#include "depend/graph_builder.h"

static bool reserve_vertex(mns_graph_builder *builder, uint32_t vertex) {
    mns_graph *graph = builder->graph;
    size_t had = builder->offset_capacity;
    if (!MNS_GROW(graph->offset, (size_t)vertex, builder->offset_capacity, 2)) {
        builder->failed = true;
        return false;
    }
    memset(graph->offset + had, 0, (builder->offset_capacity - had) * sizeof *graph->offset);
    return true;
}

uint32_t mns_builder_vertex(mns_graph_builder *builder) {
    uint32_t vertex = builder->next_virtual;
    if (vertex >= MNS_LIMIT_IDS * 3u) {
        builder->failed = true;
        return vertex;
    }
    builder->next_virtual++;
    if (!builder->filling) {
        reserve_vertex(builder, vertex);
    }
    return vertex;
}

typedef struct scratch {
    mns_tails tails;
    uint32_t *hubs, *versions, *events, *previous, *pending;
} scratch;

static void add_all(const mns_observation *o, scratch *s, mns_graph_builder *builder) {
    builder->next_virtual = builder->graph->txn_count;
    switch (o->history->workload) {
    case MNS_RW_REGISTER: mns_add_register_edges(o, s->versions, builder); break;
    case MNS_SET: mns_add_set_edges(o, builder); break;
    case MNS_COUNTER: mns_add_counter_edges(o, builder); break;
    default: mns_add_list_edges(o, &s->tails, s->hubs, s->versions, builder); break;
    }
    mns_add_process_edges(o, s->previous, builder);
    mns_add_realtime_edges(o, s->events, s->pending, builder);
}

static minos_status build(const mns_observation *o, mns_graph *graph, scratch *s) {
    mns_graph_builder builder = {.graph = graph};
    if (!reserve_vertex(&builder, graph->txn_count)) {
        return MINOS_ENOMEM;
    }
    add_all(o, s, &builder);
    if (builder.failed) {
        return MINOS_ENOMEM;
    }
    graph->vertex_count = builder.next_virtual;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        graph->offset[v + 1] += graph->offset[v];
    }
    graph->edge_count = graph->offset[graph->vertex_count];
    graph->target = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    graph->kind = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    if (graph->target == NULL || graph->kind == NULL) {
        return MINOS_ENOMEM;
    }
    builder.filling = true;
    add_all(o, s, &builder);
    assert(!builder.failed && builder.next_virtual == graph->vertex_count);
    /* Filling moved each offset to that of the next vertex; move them back. */
    assert(graph->vertex_count == 0 || graph->offset[graph->vertex_count - 1] == graph->edge_count);
    memmove(graph->offset + 1, graph->offset, graph->vertex_count * sizeof *graph->offset);
    graph->offset[0] = 0;
    return MINOS_OK;
}

static void release(scratch *s) {
    mns_tails_release(&s->tails);
    free(s->hubs);
    free(s->versions);
    free(s->events);
    free(s->previous);
    free(s->pending);
}

minos_status mns_graph_build(const mns_observation *o, mns_graph *graph) {
    memset(graph, 0, sizeof *graph);
    graph->txn_count = o->history->txns.count;
    graph->by_predicate = o->by_predicate;
    scratch s = {.hubs = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count),
                 .versions = MNS_NEW_ARRAY(uint32_t, o->version_graph.count),
                 .events = mns_events(o),
                 .previous = mns_process_previous(o),
                 .pending = MNS_NEW_ARRAY(uint32_t, graph->txn_count)};
    bool lists = o->history->workload == MNS_LIST_APPEND;
    minos_status status = lists ? mns_tails_find(o, &s.tails) : MINOS_OK;
    if (s.hubs == NULL || s.versions == NULL || s.events == NULL || s.previous == NULL ||
        s.pending == NULL) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        status =
            mns_dependency_is_possible(o, &graph->possible) ? build(o, graph, &s) : MINOS_ENOMEM;
    }
    release(&s);
    return status;
}

void mns_graph_release(mns_graph *graph) {
    free(graph->offset);
    free(graph->target);
    free(graph->kind);
    free(graph->topological);
    memset(graph, 0, sizeof *graph);
}
