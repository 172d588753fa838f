/*
 * test_tail_edges.c - src/depend/tail_edges.c: rw edges from readers to a tail are the same, added
 * one by one or through virtual vertices.
 */
#include "core/grow.h"
#include "support/graphs.h"

#include "depend/graph_builder.h"

enum { TXNS = 24 };

/* Builds the graph in the two passes of graph.c. */
static void build(mns_graph *graph, const mns_tail *tail, const uint32_t *readers, mns_kind kind) {
    memset(graph, 0, sizeof *graph);
    graph->txn_count = TXNS;
    mns_graph_builder builder = {.graph = graph,
                                 .offset_capacity = TXNS + 2 * (size_t)tail->count + 2};
    graph->offset = MNS_NEW_ARRAY(uint64_t, builder.offset_capacity);
    assert_non_null(graph->offset);
    for (int pass = 0; pass < 2; pass++) {
        builder.next_virtual = TXNS;
        uint32_t hub = mns_tail_hub(tail, &builder);
        assert_int_equal(hub != MNS_NONE, mns_tail_is_wide(tail));
        for (uint32_t i = 0; i < tail->readers; i++) {
            mns_tail_miss(tail, readers[i], hub, kind, &builder);
        }
        assert_false(builder.failed);
        if (builder.filling) {
            break;
        }
        graph->vertex_count = builder.next_virtual;
        for (uint32_t v = 0; v < graph->vertex_count; v++) {
            graph->offset[v + 1] += graph->offset[v];
        }
        graph->edge_count = graph->offset[graph->vertex_count];
        graph->target = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
        graph->kind = MNS_NEW_ARRAY(uint32_t, graph->edge_count);
        assert_true(graph->target != NULL && graph->kind != NULL);
        builder.filling = true;
    }
    memmove(graph->offset + 1, graph->offset, graph->vertex_count * sizeof *graph->offset);
    graph->offset[0] = 0;
}

/* Every reader precedes every transaction in the tail except itself; there are no other edges. */
static void check(const mns_tail *tail, const uint32_t *readers, mns_kind kind) {
    bool reads[TXNS] = {false}, writes[TXNS] = {false};
    mns_graph graph, folded;
    build(&graph, tail, readers, kind);
    graph_fold(&graph, &folded);
    for (uint32_t i = 0; i < tail->readers; i++) {
        reads[readers[i]] = true;
    }
    for (uint32_t i = 0; i < tail->count; i++) {
        writes[tail->txns[i]] = true;
    }
    for (uint32_t a = 0; a < TXNS; a++) {
        for (uint32_t b = 0; b < TXNS; b++) {
            assert_int_equal(graph_has(&folded, a, b, (uint32_t)kind),
                             a != b && reads[a] && writes[b]);
        }
    }
    assert_true(graph.edge_count <= 4 * (uint64_t)tail->count + 3 * (uint64_t)tail->readers + 9);
    mns_graph_release(&graph);
    mns_graph_release(&folded);
}

static void few_edges_are_added_one_by_one(void **state) {
    (void)state;
    static const uint32_t txns[] = {1, 3, 5, 7}, readers[] = {0, 2, 3, 9};
    for (uint32_t count = 0; count <= 4; count++) {
        for (uint32_t reader_count = 0; reader_count <= 4; reader_count++) {
            mns_tail tail = {.txns = txns, .count = count, .readers = reader_count};
            assert_int_equal(mns_tail_is_wide(&tail), count == 4 && reader_count == 4);
            check(&tail, readers, MNS_RW);
        }
    }
}

static void random_tails_relate_the_same(void **state) {
    (void)state;
    static const mns_kind kinds[] = {MNS_RW, MNS_RW_ITEM, MNS_RW_PROCESS, MNS_RW_REALTIME};
    uint64_t random = 19;
    uint32_t wide = 0;
    for (int round = 0; round < 400; round++) {
        uint32_t txns[TXNS], readers[TXNS];
        mns_tail tail = {.txns = txns};
        for (uint32_t t = 0; t < TXNS; t++) {
            if (unit_random(&random, 3) == 0) {
                txns[tail.count++] = t;
            }
            if (unit_random(&random, 3) == 0) {
                readers[tail.readers++] = t;
            }
        }
        wide += mns_tail_is_wide(&tail);
        check(&tail, readers, kinds[round % 4]);
    }
    assert_true(wide > 300 && wide < 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_edges_are_added_one_by_one),
        cmocka_unit_test(random_tails_relate_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
