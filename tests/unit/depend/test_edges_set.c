/*
 * test_edges_set.c - src/depend/edges_set.[ch]: exactly the wr and rw edges that follow, by example
 * and against an independent definition on random histories, with and without trees.
 */
#include "support/graphs.h"
#include "unit/support/set_support.h"

#define DATA (MNS_WW | MNS_WR | MNS_RW | MNS_TAIL)

static void reads_follow_what_they_show(void **state) {
    (void)state;
    graph_expect_history("ok 0: sx1 / ok 1: sx2 / ok 2: rx{1,2}", DATA, "0-wr->2 1-wr->2");
    graph_expect_history("ok 0: sx1 sx2 / ok 1: rx{1,2}", DATA, "0-wr->1");
    graph_expect_history("ok 0: sx1 / ok 1: sx2", DATA, "");
}

static void reads_precede_what_they_miss(void **state) {
    (void)state;
    graph_expect_history("ok 0: sx1 / ok 1: sx2 / ok 2: rx{1}", DATA, "0-wr->2 2-rw->1");
    graph_expect_history("ok 0: sx1 / ok 1: sx2 / ok 2: rx{}", DATA, "2-rw->0 2-rw->1");
    graph_expect_history("ok 0: sx1 sx2 / ok 1: rx{1}", DATA, "0-wr->1 1-rw->0");
    /* Long fork within one set. */
    graph_expect_history("ok 0: sx1 / ok 1: sx2 / ok 2: rx{1} / ok 3: rx{2}", DATA,
                         "0-wr->2 1-wr->3 2-rw->1 3-rw->0");
}

static void no_transaction_precedes_itself(void **state) {
    (void)state;
    graph_expect_history("ok 0: rx{} sx1", DATA, "");
    graph_expect_history("ok 0: rx{} sx1 / ok 1: rx{} sx2", DATA, "0-rw->1 1-rw->0");
    graph_expect_history("ok 0: rx{1} sx1 / ok 1: sx2", DATA, "0-rw->1"); /* a future read */
    graph_expect_history("ok 0: sx1 / ok 1: sx2 rx{1,2} / ok 2: sx3", DATA, "0-wr->1 1-rw->2");
    graph_expect_history("ok 0: sx1 / ok 1: rx{1} sx2 rx{1,2}", DATA, "0-wr->1");
}

static void only_what_counts_takes_part(void **state) {
    (void)state;
    graph_expect_history("fail 0: sx1 / ok 1: sx2 / ok 2: rx{1,2}", DATA, "1-wr->2");
    graph_expect_history("fail 0: sx1 / ok 1: rx{}", DATA, "");
    graph_expect_history("info 0: sx1 / ok 1: rx{}", DATA, "");
    graph_expect_history("info 0: sx1 / ok 1: rx{} / ok 2: rx{1}", DATA, "0-wr->2 1-rw->0");
    graph_expect_history("ok 0: sx1 / fail 1: rx{1} / info 2: rx{1}", DATA, "");
    graph_expect_history("ok 0: sx1 / info 1: rx{} rx{1}", DATA, "");
}

/* Later reads of a transaction count as well as the first. */
static void later_reads_count_too(void **state) {
    (void)state;
    graph_expect_history("ok 0: sx1 / ok 1: rx{} rx{1}", DATA, "0-wr->1 1-rw->0");
    graph_expect_history("ok 0: sx1 / ok 1: rx{1} rx{}", DATA, "0-wr->1 1-rw->0");
    graph_expect_history("ok 0: sx1 / ok 1: rx{1} rx{1}", DATA, "0-wr->1");
    graph_expect_history("ok 0: sx1 / ok 1: rx{} sx2 rx{1,2}", DATA, "0-wr->1 1-rw->0");
    graph_expect_history("ok 0: sx1 / ok 1: rx{1} sx2 rx{1}", DATA, "0-wr->1"); /* its own */
    graph_expect_history("ok 0: sx1 / ok 1: rx{1,9} rx{1}", DATA, "0-wr->1");   /* 9: no add */
    graph_expect_history("ok 0: sx1 sx2 / ok 1: rx{1,2} rx{1} / ok 2: sx3", DATA,
                         "0-wr->1 1-rw->0 1-rw->2");
}

/* MNS_LIMIT_TELLING reads of a key by one transaction take part. */
static void at_most_eight_reads_count(void **state) {
    (void)state;
    graph_expect_history(
        "ok 0: sx1 / ok 1: sx2 / ok 2: rx{1} rx{} rx{1} rx{} rx{1} rx{} rx{1} rx{2}", DATA,
        "0-wr->2 1-wr->2 2-rw->0 2-rw->1");
    graph_expect_history(
        "ok 0: sx1 / ok 1: sx2 / ok 2: rx{1} rx{} rx{1} rx{} rx{1} rx{} rx{1} rx{} rx{2}", DATA,
        "0-wr->2 2-rw->0 2-rw->1");
}

/* Whether one micro-operation precedes another. */
static bool precedes(const mns_observation *o, uint32_t a, uint32_t b, mns_kind kind) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t add = kind == MNS_WR ? a : b, read = kind == MNS_WR ? b : a;
    return mops->key[a] == mops->key[b] && mops->function[add] == MNS_WRITE &&
           mns_mop_is_answered(mops, read) && set_shows(o, read, add) == (kind == MNS_WR);
}

static bool txn_precedes(const mns_observation *o, uint32_t a, uint32_t b, mns_kind kind) {
    const uint32_t *first = o->history->txns.first_mop;
    for (uint32_t m = first[a]; m < first[a + 1]; m++) {
        for (uint32_t n = first[b]; n < first[b + 1]; n++) {
            if (precedes(o, m, n, kind)) {
                return true;
            }
        }
    }
    return false;
}

/* Returns the number of edges; adds the number of virtual vertices to *virtual. */
static uint32_t compare_with_definition(const unit *u, uint32_t *virtual) {
    static const mns_kind kinds[] = {MNS_WR, MNS_RW};
    const mns_observation *o = &u->observation;
    mns_graph graph, folded;
    uint32_t found = 0;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    *virtual += graph.vertex_count - graph.txn_count;
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < folded.txn_count; a++) {
        for (uint32_t b = 0; b < folded.txn_count; b++) {
            for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
                bool expected = a != b && mns_txn_counts(o, a) && mns_txn_counts(o, b) &&
                                txn_precedes(o, a, b, kinds[k]);
                found += expected;
                if (graph_has(&folded, a, b, (uint32_t)kinds[k]) != expected) {
                    fail_msg("%s\n%u -%s-> %u", u->text, (unsigned)a, mns_kind_name(kinds[k]),
                             (unsigned)b);
                }
            }
        }
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
    return found;
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 11;
    uint32_t found = 0, virtual = 0;
    for (int round = 0; round < 200; round++) {
        unit u;
        uint32_t txns = 10 + unit_random(&random, 40);
        char *notation = set_random_history(&random, txns, 1 + unit_random(&random, 3), 6);
        unit_open(&u, notation);
        found += compare_with_definition(&u, &virtual);
        unit_close(&u);
        free(notation);
    }
    assert_true(found > 5000);
    assert_true(virtual > 5000);
}

/* ---- Hostile histories stay linear ---------------------------------------------------------- */

/* The number of edges in the graph of an EDN history. */
static uint64_t edges_of(const mns_buf *text) {
    unit u;
    mns_graph graph;
    unit_read(&u, text->data, MINOS_FORMAT_EDN);
    assert_int_equal(u.status, MINOS_OK);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    uint64_t edges = graph.edge_count;
    mns_graph_release(&graph);
    unit_close(&u);
    return edges;
}

static void begin_txn(mns_buf *text, uint32_t process) {
    mns_buf_printf(text, "{:type :ok, :process %u, :value [", (unsigned)process);
}

enum { MANY = 4000, LOG_MANY = 12 };

/* Readers times adds would be 16 million. */
static void many_readers_of_many_adds(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < MANY; i++) {
        begin_txn(&text, 2 * i);
        mns_buf_printf(&text, "[:add :x %u]]}\n", (unsigned)i);
        begin_txn(&text, 2 * i + 1);
        mns_buf_printf(&text, "[:r :x #{}][:add :x %u]]}\n", (unsigned)(MANY + i));
    }
    assert_true(edges_of(&text) < (uint64_t)MANY * 2 * (4 + 2 * LOG_MANY));
    mns_buf_release(&text);
}

/* Every read shows random elements. */
static void reads_that_all_disagree(void **state) {
    (void)state;
    enum { SHOWN = 40 };
    uint64_t random = 3;
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < MANY; i++) {
        begin_txn(&text, i);
        mns_buf_printf(&text, "[:add :x %u]]}\n", (unsigned)i);
    }
    for (uint32_t i = 0; i < MANY / 10; i++) {
        begin_txn(&text, MANY + i);
        mns_buf_str(&text, "[:r :x [");
        for (uint32_t e = 0; e < SHOWN; e++) {
            mns_buf_printf(&text, "%u ", (unsigned)unit_random(&random, MANY));
        }
        mns_buf_str(&text, "]]]}\n");
    }
    /* Shown elements one by one, 17 missed spans of at most 2 log each, and the trees. */
    assert_true(edges_of(&text) < (uint64_t)MANY / 10 * (SHOWN + 17 * 2 * LOG_MANY) + MANY * 4);
    mns_buf_release(&text);
}

/* A reader that added every second element itself. */
static void a_reader_with_many_adds_of_its_own(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    begin_txn(&text, 0);
    mns_buf_str(&text, "[:r :x #{}]");
    for (uint32_t i = 0; i < MANY; i++) {
        mns_buf_printf(&text, "[:add :x %u]", (unsigned)i);
    }
    mns_buf_str(&text, "]}\n");
    for (uint32_t i = 0; i < 40; i++) { /* each shows one more of them than the one before */
        begin_txn(&text, 1 + 2 * i);
        mns_buf_printf(&text, "[:add :x %u]]}\n", (unsigned)(MANY + i));
        begin_txn(&text, 2 + 2 * i);
        mns_buf_str(&text, "[:r :x #{");
        for (uint32_t e = 0; e <= i; e++) {
            mns_buf_printf(&text, "%u %u ", (unsigned)e * 2, (unsigned)(MANY + e));
        }
        mns_buf_str(&text, "}]]}\n");
    }
    assert_true(edges_of(&text) < (uint64_t)MANY * 5 + 40 * 40 * LOG_MANY);
    mns_buf_release(&text);
}

/* Of many missed spans, the first 16 and the last are related, not those between. */
static void some_of_many_missed_spans(void **state) {
    (void)state;
    enum { ADDS = 48 };
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i <= ADDS; i++) { /* the last one is never read, so it comes last */
        begin_txn(&text, i);
        mns_buf_printf(&text, "[:add :x %u]]}\n", (unsigned)i);
    }
    for (uint32_t r = 0; r < 2; r++) { /* one shows the even adds, the other the odd ones */
        begin_txn(&text, ADDS + 1 + r);
        mns_buf_str(&text, "[:r :x #{");
        for (uint32_t i = r; i < ADDS; i += 2) {
            mns_buf_printf(&text, "%u ", (unsigned)i);
        }
        mns_buf_str(&text, "}]]}\n");
    }
    unit u;
    mns_graph graph, folded;
    unit_read(&u, text.data, MINOS_FORMAT_EDN);
    assert_int_equal(u.status, MINOS_OK);
    assert_int_equal(mns_graph_build(&u.observation, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    uint32_t even = ADDS + 1, odd = ADDS + 2;
    assert_true(graph_has(&folded, even, 1, MNS_RW) && graph_has(&folded, odd, 0, MNS_RW));
    assert_false(graph_has(&folded, even, ADDS - 3, MNS_RW));
    assert_false(graph_has(&folded, odd, ADDS - 4, MNS_RW));
    assert_true(graph_has(&folded, even, ADDS, MNS_RW) && graph_has(&folded, odd, ADDS, MNS_RW));
    for (uint32_t i = 0; i < ADDS; i++) {
        assert_true(graph_has(&folded, i, i % 2 == 0 ? even : odd, MNS_WR));
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
    unit_close(&u);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_follow_what_they_show),
        cmocka_unit_test(reads_precede_what_they_miss),
        cmocka_unit_test(no_transaction_precedes_itself),
        cmocka_unit_test(only_what_counts_takes_part),
        cmocka_unit_test(later_reads_count_too),
        cmocka_unit_test(at_most_eight_reads_count),
        cmocka_unit_test(random_histories_follow_the_definition),
        cmocka_unit_test(many_readers_of_many_adds),
        cmocka_unit_test(reads_that_all_disagree),
        cmocka_unit_test(a_reader_with_many_adds_of_its_own),
        cmocka_unit_test(some_of_many_missed_spans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
