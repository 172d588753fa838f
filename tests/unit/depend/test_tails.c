/*
 * test_tails.c - src/depend/tails.c: unseen appends, and the hubs that replace many rw edges: they
 * relate exactly the same transactions, with far fewer edges.
 */
#include "depend/graph_builder.h"
#include "depend/tails.h"
#include "support/graphs.h"

static void unseen_appends_are_listed(void **state) {
    (void)state;
    unit u;
    mns_tails tails;
    unit_open(&u, "ok 0: ax1 ay1 / ok 1: ax2 ax3 / fail 2: ax4 / info 3: ax5 / ok 4: rx[1] rx[1]");
    assert_int_equal(mns_tails_find(&u.observation, &tails), MINOS_OK);
    uint32_t x = unit_key(&u, 'x'), y = unit_key(&u, 'y');
    assert_int_equal(tails.first[x + 1] - tails.first[x], 1); /* only transaction 1, once */
    assert_int_equal(tails.txn[tails.first[x]], 1);
    assert_int_equal(tails.first[y + 1] - tails.first[y], 1);
    assert_int_equal(tails.txn[tails.first[y]], 0);
    assert_int_equal(tails.readers[x], 2);
    assert_int_equal(tails.readers[y], 0);
    mns_tail tail = mns_tails_of(&tails, x);
    assert_true(tail.count == 1 && tail.txns[0] == 1 && tail.readers == 2);
    assert_false(mns_tail_is_wide(&tail));
    mns_tails_release(&tails);
    unit_close(&u);
}

/* Some of `count` transactions read x, some append to it; a few do both, in either order. */
static char *random_tail(uint64_t *random, uint32_t count) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "ok 0: ax1000");
    uint32_t share = 1 + unit_random(random, 4);
    for (uint32_t i = 1; i < count; i++) {
        const char *list = unit_random(random, 5) == 0 ? "rx[]" : "rx[1000]";
        bool reads = unit_random(random, 5) < share, appends = unit_random(random, 5) >= share - 1;
        bool read_first = unit_random(random, 2) == 0;
        mns_buf_printf(&out, " / ok %u:", (unsigned)i);
        mns_buf_printf(&out, reads && read_first ? " %s" : "%.0s", list);
        if (appends) {
            mns_buf_printf(&out, " ax%u", (unsigned)i);
        }
        mns_buf_printf(&out, reads && !read_first ? " %s" : "%.0s", list);
    }
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

/* By definition: a reads the last version, b has an unseen append. */
static bool misses(const unit *u, uint32_t a, uint32_t b) {
    const mns_mops *mops = &u->history.tables.mops;
    const uint32_t *first = u->history.txns.first_mop, *position = u->observation.versions.position;
    for (uint32_t r = first[a]; r < first[a + 1]; r++) {
        for (uint32_t w = first[b]; w < first[b + 1]; w++) {
            uint32_t count = mns_version_count(&u->observation, mops->key[r]);
            uint32_t next = position[w] == MNS_NONE ? count : position[w] - 1;
            if (a != b && mns_mop_is_read(mops, r) && !mns_mop_is_read(mops, w) &&
                position[r] == next) {
                return true;
            }
        }
    }
    return false;
}

static bool check_tail(const unit *u) {
    mns_graph graph, folded;
    assert_int_equal(mns_graph_build(&u->observation, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < graph.txn_count; a++) {
        for (uint32_t b = 0; b < graph.txn_count; b++) {
            if (graph_has(&folded, a, b, MNS_RW) != misses(u, a, b)) {
                fail_msg("%s\n%u -rw-> %u", u->text, (unsigned)a, (unsigned)b);
            }
        }
    }
    bool hub = (graph.kinds & MNS_TAIL) != 0;
    mns_graph_release(&graph);
    mns_graph_release(&folded);
    return hub;
}

static void hubs_relate_the_same_transactions(void **state) {
    (void)state;
    uint64_t random = 5;
    uint32_t hubs = 0, none = 0;
    for (int round = 0; round < 300; round++) {
        unit u;
        char *notation = random_tail(&random, 3 + unit_random(&random, 20));
        unit_open(&u, notation);
        bool hub = check_tail(&u);
        hubs += hub;
        none += !hub;
        unit_close(&u);
        free(notation);
    }
    assert_true(hubs > 50 && none > 20); /* with and without hubs */
}

/* A thousand readers and a thousand appends: a million edges without hubs. */
static void wide_tails_stay_linear(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    mns_buf notation;
    unit u;
    mns_graph graph;
    mns_buf_init(&notation);
    for (unsigned i = 0; i < COUNT; i++) {
        mns_buf_printf(&notation, "%sok 0: rx[] / ok 1: ax%u / ok 2: rx[] ax%u", i > 0 ? " / " : "",
                       i, COUNT + i);
    }
    unit_open(&u, notation.data);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    assert_true(graph.edge_count < 20 * COUNT);
    assert_true(graph.vertex_count < 10 * COUNT);
    mns_graph_release(&graph);
    unit_close(&u);
    mns_buf_release(&notation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unseen_appends_are_listed),
        cmocka_unit_test(hubs_relate_the_same_transactions),
        cmocka_unit_test(wide_tails_stay_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
