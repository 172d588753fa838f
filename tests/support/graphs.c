/*
 * graphs.c - see graphs.h.
 */
#include "support/graphs.h"

#include "core/grow.h"

static const struct {
    const char *name;
    uint32_t kind;
} kinds_by_name[] = {{"ww", MNS_WW},
                     {"wr", MNS_WR},
                     {"rw", MNS_RW},
                     {"process", MNS_PROCESS},
                     {"realtime", MNS_REALTIME},
                     {"tail", MNS_TAIL},
                     {"seen", MNS_RW_SEEN}};

void graph_make(mns_graph *graph, uint32_t txn_count, uint32_t vertex_count,
                const graph_edge *edges, size_t edge_count) {
    *graph = (mns_graph){.txn_count = txn_count, .vertex_count = vertex_count};
    graph->offset = MNS_NEW_ARRAY(uint64_t, (size_t)vertex_count + 1);
    graph->target = MNS_NEW_ARRAY(uint32_t, edge_count);
    graph->kind = MNS_NEW_ARRAY(uint32_t, edge_count);
    assert_true(graph->offset != NULL && graph->target != NULL && graph->kind != NULL);
    for (uint32_t v = 0; v < vertex_count; v++) {
        for (size_t e = 0; e < edge_count; e++) {
            if (edges[e].from == v) {
                assert_true(edges[e].to < vertex_count && edges[e].to != v);
                graph->target[graph->edge_count] = edges[e].to;
                graph->kind[graph->edge_count++] = edges[e].kind;
                graph->kinds |= edges[e].kind;
            }
        }
        graph->offset[v + 1] = graph->edge_count;
    }
}

static uint32_t parse_number(const char **p) {
    assert_true(**p >= '0' && **p <= '9');
    uint32_t number = 0;
    for (; **p >= '0' && **p <= '9'; ++*p) {
        number = number * 10 + (uint32_t)(**p - '0');
    }
    return number;
}

static graph_edge parse_edge(const char **p) {
    graph_edge edge = {.from = parse_number(p)};
    assert_int_equal(*(*p)++, '-');
    size_t size = strcspn(*p, "-");
    for (size_t i = 0; i < MNS_COUNT_OF(kinds_by_name); i++) {
        if (strlen(kinds_by_name[i].name) == size && memcmp(*p, kinds_by_name[i].name, size) == 0) {
            edge.kind = kinds_by_name[i].kind;
        }
    }
    assert_int_not_equal(edge.kind, 0);
    *p += size + 2;
    edge.to = parse_number(p);
    return edge;
}

void graph_parse(mns_graph *graph, uint32_t txn_count, uint32_t vertex_count, const char *text) {
    graph_edge edges[256];
    size_t count = 0;
    const char *p = text;
    while (*p != '\0') {
        assert_true(count < MNS_COUNT_OF(edges));
        edges[count++] = parse_edge(&p);
        p += *p == ' ';
    }
    graph_make(graph, txn_count, vertex_count, edges, count);
}

void graph_random(mns_graph *graph, uint64_t *random, uint32_t vertices, uint32_t edges,
                  unsigned kinds) {
    graph_edge *list = MNS_NEW_ARRAY(graph_edge, edges);
    assert_non_null(list);
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t from = unit_random(random, vertices);
        uint32_t to = (from + 1 + unit_random(random, vertices - 1)) % vertices;
        uint32_t kind;
        do {
            kind = kinds_by_name[unit_random(random, MNS_COUNT_OF(kinds_by_name))].kind;
        } while ((kind & kinds) == 0);
        bool back = (kind & (MNS_PROCESS | MNS_REALTIME)) != 0 && from > to;
        list[e] = (graph_edge){.from = back ? to : from, .to = back ? from : to, .kind = kind};
    }
    graph_make(graph, vertices, vertices, list, edges);
    free(list);
}

typedef struct edge_list {
    graph_edge *items;
    size_t count, capacity;
} edge_list;

/* Adds an edge to every transaction that is reachable from here through virtual vertices. */
static void fold_from(const mns_graph *graph, uint32_t from, uint32_t vertex, uint32_t kind,
                      bool *visited, edge_list *list) {
    if (vertex < graph->txn_count) {
        assert_true(MNS_GROW(list->items, list->count, list->capacity, 1));
        list->items[list->count++] = (graph_edge){.from = from, .to = vertex, .kind = kind};
        return;
    }
    if (visited[vertex]) {
        return;
    }
    visited[vertex] = true;
    for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
        uint32_t next = graph->kind[e];
        bool seen = kind == MNS_RW && next == MNS_WR && graph->target[e] < graph->txn_count;
        assert_true(seen || next == ((kind & MNS_ANY_RW) != 0 ? MNS_TAIL : kind));
        fold_from(graph, from, graph->target[e], seen ? MNS_RW_SEEN : kind, visited, list);
    }
}

void graph_fold(const mns_graph *graph, mns_graph *folded) {
    edge_list list = {NULL, 0, 0};
    bool *visited = MNS_NEW_ARRAY(bool, graph->vertex_count);
    assert_non_null(visited);
    for (uint32_t v = 0; v < graph->txn_count; v++) {
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            memset(visited, 0, graph->vertex_count * sizeof *visited);
            fold_from(graph, v, graph->target[e], graph->kind[e], visited, &list);
        }
    }
    graph_make(folded, graph->txn_count, graph->txn_count, list.items, list.count);
    free(visited);
    free(list.items);
}

void graph_whole(const mns_graph *graph, mns_subgraph *whole) {
    uint32_t count = graph->vertex_count;
    *whole = (mns_subgraph){.count = count, .txn_count = graph->txn_count};
    whole->vertex = MNS_NEW_ARRAY(uint32_t, count);
    whole->offset = MNS_NEW_ARRAY(uint64_t, (size_t)count + 1);
    whole->target = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    whole->kind = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
    assert_true(whole->vertex != NULL && whole->offset != NULL && whole->target != NULL &&
                whole->kind != NULL);
    for (uint32_t v = 0; v < count; v++) {
        whole->vertex[v] = v;
    }
    memcpy(whole->offset, graph->offset, ((size_t)count + 1) * sizeof *whole->offset);
    for (uint64_t e = 0; e < graph->edge_count; e++) {
        whole->target[e] = graph->target[e];
        whole->kind[e] = graph->kind[e];
    }
}

void graph_closure(const mns_graph *graph, unsigned kinds, uint64_t reach[GRAPH_LIMIT]) {
    assert_true(graph->vertex_count <= GRAPH_LIMIT);
    memset(reach, 0, GRAPH_LIMIT * sizeof *reach);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        for (uint64_t e = graph->offset[v]; e < graph->offset[v + 1]; e++) {
            reach[v] |= (graph->kind[e] & kinds) != 0 ? (uint64_t)1 << graph->target[e] : 0;
        }
    }
    for (uint32_t k = 0; k < graph->vertex_count; k++) {
        for (uint32_t v = 0; v < graph->vertex_count; v++) {
            reach[v] |= (reach[v] >> k & 1) != 0 ? reach[k] : 0;
        }
    }
}

bool graph_has(const mns_graph *graph, uint32_t from, uint32_t to, uint32_t kind) {
    for (uint64_t e = graph->offset[from]; e < graph->offset[from + 1]; e++) {
        if (graph->target[e] == to && graph->kind[e] == kind) {
            return true;
        }
    }
    return false;
}

void graph_expect(const mns_graph *graph, unsigned kinds, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        for (size_t k = 0; k < MNS_COUNT_OF(kinds_by_name); k++) {
            for (uint32_t to = 0; to < graph->vertex_count; to++) {
                if ((kinds_by_name[k].kind & kinds) != 0 &&
                    graph_has(graph, v, to, kinds_by_name[k].kind)) {
                    mns_buf_printf(&out, "%s%u-%s->%u", out.size > 0 ? " " : "", (unsigned)v,
                                   kinds_by_name[k].name, (unsigned)to);
                }
            }
        }
    }
    char *text = mns_buf_take(&out, NULL);
    assert_string_equal(text, expected);
    free(text);
}

void graph_expect_history(const char *notation, unsigned kinds, const char *expected) {
    unit u;
    mns_graph graph, folded;
    unit_open(&u, notation);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    graph_expect(&folded, kinds, expected);
    mns_graph_release(&folded);
    mns_graph_release(&graph);
    unit_close(&u);
}
