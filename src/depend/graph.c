/*
 * graph.c - builds the graph from its sources in two passes: count, then fill.
 *
 * O(transactions + micro-operations + operations), in time and memory.
 */
#include "core/grow.h"
#include "depend/edges.h"

static bool room_for(mns_edges *edges, uint32_t vertex) {
    mns_graph *graph = edges->graph;
    size_t had = edges->offset_capacity;
    if (!MNS_GROW(graph->offset, (size_t)vertex, edges->offset_capacity, 2)) {
        edges->failed = true;
        return false;
    }
    memset(graph->offset + had, 0, (edges->offset_capacity - had) * sizeof *graph->offset);
    return true;
}

uint32_t mns_edge_vertex(mns_edges *edges) {
    uint32_t vertex = edges->next_virtual;
    if (vertex >= MNS_LIMIT_IDS * 3u) {
        edges->failed = true;
        return vertex;
    }
    edges->next_virtual++;
    if (!edges->filling) {
        room_for(edges, vertex);
    }
    return vertex;
}

typedef struct scratch {
    mns_tails tails;
    uint32_t *hubs, *versions, *events, *last, *pending;
} scratch;

static void emit_all(const mns_observation *o, scratch *s, mns_edges *edges) {
    edges->next_virtual = edges->graph->txn_count;
    switch (o->history->workload) {
    case MNS_RW_REGISTER: mns_depend_registers(o, s->versions, edges); break;
    case MNS_SET: mns_depend_sets(o, edges); break;
    case MNS_COUNTER: mns_depend_counters(o, edges); break;
    default: mns_depend_list_append(o, &s->tails, s->hubs, edges); break;
    }
    mns_depend_process(o, s->events, s->last, edges);
    mns_depend_realtime(o, s->events, s->pending, edges);
}

static minos_status build(const mns_observation *o, mns_graph *graph, scratch *s) {
    mns_edges edges = {.graph = graph};
    if (!room_for(&edges, graph->txn_count)) {
        return MINOS_ENOMEM;
    }
    emit_all(o, s, &edges);
    if (edges.failed) {
        return MINOS_ENOMEM;
    }
    graph->vertex_count = edges.next_virtual;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        graph->offset[v + 1] += graph->offset[v];
    }
    graph->edge_count = graph->offset[graph->vertex_count];
    graph->target = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    graph->kind = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    if (graph->target == NULL || graph->kind == NULL) {
        return MINOS_ENOMEM;
    }
    edges.filling = true;
    emit_all(o, s, &edges);
    assert(!edges.failed && edges.next_virtual == graph->vertex_count);
    /* Filling moved each offset to the next vertex's; move them back. */
    memmove(graph->offset + 1, graph->offset, graph->vertex_count * sizeof *graph->offset);
    graph->offset[0] = 0;
    return MINOS_OK;
}

minos_status mns_graph_build(const mns_observation *o, mns_graph *graph) {
    memset(graph, 0, sizeof *graph);
    graph->txn_count = o->history->txns.count;
    graph->by_predicate = o->by_predicate;
    scratch s = {.hubs = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count),
                 .versions = MNS_NEW_ARRAY(uint32_t, o->version_graph.count),
                 .events = mns_events(o),
                 .last = MNS_NEW_ARRAY(uint32_t, o->history->process_count),
                 .pending = MNS_NEW_ARRAY(uint32_t, graph->txn_count)};
    bool lists = o->history->workload == MNS_LIST_APPEND;
    minos_status status = lists ? mns_tails_find(o, &s.tails) : MINOS_OK;
    if (s.hubs == NULL || s.versions == NULL || s.events == NULL || s.last == NULL ||
        s.pending == NULL) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        status =
            mns_dependency_is_possible(o, &graph->possible) ? build(o, graph, &s) : MINOS_ENOMEM;
    }
    mns_tails_release(&s.tails);
    free(s.hubs);
    free(s.versions);
    free(s.events);
    free(s.last);
    free(s.pending);
    return status;
}

void mns_graph_release(mns_graph *graph) {
    free(graph->offset);
    free(graph->target);
    free(graph->kind);
    memset(graph, 0, sizeof *graph);
}
