/*
 * test_register_shown.c - src/infer/register_shown.c: the mops that show that one version precedes
 * another, for each source, and none if no source orders them.
 */
#include "read/order_file.h"
#include "unit/support/register_support.h"

#define BIT(source) (1u << (source))

/* "0.0 1.0", or "none". */
static void expect_shown(const char *notation, const int64_t *order, const char *from,
                         const char *to, unsigned sources, const char *expected) {
    unit u;
    char found[50] = "none";
    uint32_t by, also;
    register_open_ordered(&u, notation, "", order);
    if (mns_order_shown(&u.observation, register_version(&u, from), register_version(&u, to),
                        sources, &by, &also)) {
        const uint32_t *first = u.history.txns.first_mop, *txn = u.history.txn_of_mop;
        snprintf(found, sizeof found, "%u.%u %u.%u", (unsigned)txn[by],
                 (unsigned)(by - first[txn[by]]), (unsigned)txn[also],
                 (unsigned)(also - first[txn[also]]));
    }
    if (strcmp(found, expected) != 0) {
        fail_msg("%s: %s before %s: found %s, expected %s", notation, from, to, found, expected);
    }
    unit_close(&u);
}

static void the_initial_state_is_shown_by_a_read(void **state) {
    (void)state;
    expect_shown("ok 0: wx1 / ok 1: rx", NULL, "x_", "x1", BIT(MNS_BY_INITIAL), "1.0 0.0");
    expect_shown("ok 0: wx1 / ok 1: rx", NULL, "x1", "x_", BIT(MNS_BY_INITIAL), "none");
    expect_shown("ok 0: wx1", NULL, "x_", "x1", BIT(MNS_BY_INITIAL), "none"); /* unseen */
    expect_shown("ok 0: wx1 / ok 1: rx", NULL, "x_", "x1", BIT(MNS_BY_WFR), "none");
}

static void numbers_are_shown_by_who_has_one(void **state) {
    (void)state;
    static const char data[] = "ok 0: wx1@1 / ok 1: wx2 / ok 2: rx2 / ok 3: rx2@2 / ok 4: wx3";
    expect_shown(data, NULL, "x1", "x2", BIT(MNS_BY_VERSIONS), "0.0 3.0");
    expect_shown(data, NULL, "x2", "x1", BIT(MNS_BY_VERSIONS), "none");
    expect_shown(data, NULL, "x1", "x3", BIT(MNS_BY_VERSIONS), "none");
    expect_shown(data, NULL, "x3", "x1", BIT(MNS_BY_VERSIONS), "none"); /* no number is no number */
    expect_shown("ok 0: wx1 / ok 1: wx2", NULL, "x1", "x2", BIT(MNS_BY_VERSIONS), "none");
    /* Reads of what their own transaction wrote, and of what it had read before. */
    static const char again[] =
        "ok 0: wx1 rx1@1 / ok 1: wx2 / ok 2: rx2 rx2@2 / ok 3: wx3 wx4 rx3@3";
    expect_shown(again, NULL, "x1", "x2", BIT(MNS_BY_VERSIONS), "0.1 2.1");
    expect_shown(again, NULL, "x2", "x1", BIT(MNS_BY_VERSIONS), "none");
    expect_shown(again, NULL, "x2", "x4", BIT(MNS_BY_VERSIONS),
                 "none"); /* not what it wrote last */
}

static void an_order_of_transactions_is_shown_by_the_writes(void **state) {
    (void)state;
    static const int64_t order[] = {5, 3, MNS_NO_NUMBER};
    static const char data[] = "ok 0: wx1 / ok 1: wx2 / ok 2: wx3";
    expect_shown(data, order, "x2", "x1", BIT(MNS_BY_TRANSACTIONS), "1.0 0.0");
    expect_shown(data, order, "x1", "x2", BIT(MNS_BY_TRANSACTIONS), "none");
    expect_shown(data, order, "x3", "x1", BIT(MNS_BY_TRANSACTIONS), "none"); /* has no place */
    expect_shown(data, order, "x1", "x3", BIT(MNS_BY_TRANSACTIONS), "none");
    expect_shown(data, NULL, "x2", "x1", BIT(MNS_BY_TRANSACTIONS), "none");
    expect_shown("ok 0: wx1 / ok 1: wx2 / ok 2: rx", order, "x_", "x1", BIT(MNS_BY_TRANSACTIONS),
                 "none");
}

static void an_update_shows_itself(void **state) {
    (void)state;
    static const char data[] = "ok 0: wx1 / ok 1: rx1 wx3 wx2 / ok 2: wx4";
    expect_shown(data, NULL, "x1", "x2", BIT(MNS_BY_WFR), "1.0 1.2");
    expect_shown(data, NULL, "x2", "x1", BIT(MNS_BY_WFR), "none");
    expect_shown(data, NULL, "x1", "x4", BIT(MNS_BY_WFR), "none");
    expect_shown(data, NULL, "x4", "x2", BIT(MNS_BY_WFR), "none");
}

static void a_process_is_shown_by_what_it_met(void **state) {
    (void)state;
    static const char data[] = "ok 1: wx1 / ok 2: wx2 / ok 0: rx1 / ok 3: rx2 / ok 0: rx2 / ok 0: "
                               "rx1 / info 1: wx3 / ok 2: rx3";
    expect_shown(data, NULL, "x1", "x2", BIT(MNS_BY_PROCESS), "2.0 4.0");
    expect_shown(data, NULL, "x2", "x1", BIT(MNS_BY_PROCESS), "4.0 5.0");
    expect_shown(data, NULL, "x1", "x3", BIT(MNS_BY_PROCESS), "0.0 6.0");
    expect_shown(data, NULL, "x3", "x1", BIT(MNS_BY_PROCESS), "none");
    /* Met last and met first: an update meets the one and then the other. */
    static const char update[] = "ok 1: wx1 / ok 0: rx1 wx2 / ok 0: rx3 wx4 / ok 2: wx3";
    expect_shown(update, NULL, "x2", "x3", BIT(MNS_BY_PROCESS), "1.1 2.0");
    expect_shown(update, NULL, "x1", "x3", BIT(MNS_BY_PROCESS), "none");
    expect_shown(update, NULL, "x2", "x4", BIT(MNS_BY_PROCESS), "none");
    expect_shown("ok 0: wx1 / ok 0: rx wx2", NULL, "x1", "x2", BIT(MNS_BY_PROCESS), "0.0 1.1");
}

static void real_time_is_shown_by_the_earliest_end_and_the_latest_begin(void **state) {
    (void)state;
    static const char data[] =
        "0: wx1 / 1: rx / ok 1: rx1 / 2: wx2 / 3: rx / ok 0: wx1 / ok 2: wx2 "
        "/ ok 3: rx2";
    expect_shown(data, NULL, "x1", "x2", BIT(MNS_BY_REALTIME), "0.0 3.0");
    expect_shown(data, NULL, "x2", "x1", BIT(MNS_BY_REALTIME), "none");
    expect_shown("0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2", NULL, "x1", "x2", BIT(MNS_BY_REALTIME),
                 "none");
    expect_shown("ok 0: wx1 / ok 1: wx2", NULL, "x1", "x2", BIT(MNS_BY_REALTIME), "none");
    expect_shown("0: wx1 / info 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / ok 2: rx1", NULL, "x1", "x2",
                 BIT(MNS_BY_REALTIME), "none");
}

/* The first source that says so is the one. */
static void sources_are_asked_in_turn(void **state) {
    (void)state;
    static const char data[] = "0: wx1 / ok 0: wx1 / 0: rx wx2 / ok 0: rx1 wx2 / 0: rx / ok 0: rx2";
    unsigned all = BIT(MNS_BY_WFR) | BIT(MNS_BY_PROCESS) | BIT(MNS_BY_REALTIME);
    expect_shown(data, NULL, "x1", "x2", all, "1.0 1.1");
    expect_shown(data, NULL, "x1", "x2", all & ~BIT(MNS_BY_WFR), "0.0 2.0");
    expect_shown(data, NULL, "x1", "x2", 0, "none");
    expect_shown(data, NULL, "x1", "x2", BIT(MNS_BY_LEMMA), "none"); /* has its own path */
}

/* Every edge that a source draws is shown by that source. */
static void every_edge_is_shown(void **state) {
    (void)state;
    static const char *const words[] = {"", "sequential", "linearizable", "wfr"};
    uint64_t random = 61;
    uint32_t count[MNS_BY_LEMMA + 1] = {0};
    for (int round = 0; round < 120; round++) {
        unit u;
        char *notation = register_random_history(&random, 30, 1 + unit_random(&random, 3), 6,
                                                 5 * unit_random(&random, 5));
        register_open(&u, notation, words[round % 4]);
        const mns_version_graph *r = &u.observation.version_graph;
        for (size_t e = 0; e < r->edge_count; e++) {
            mns_version_edge edge = register_edge(r, e);
            uint32_t by, also;
            count[edge.source]++;
            assert_int_equal(
                mns_order_shown(&u.observation, edge.from, edge.to, BIT(edge.source), &by, &also),
                edge.source != MNS_BY_LEMMA);
        }
        unit_close(&u);
        free(notation);
    }
    for (int source = MNS_BY_WFR; source <= MNS_BY_LEMMA; source++) {
        assert_true(count[source] > 200);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_initial_state_is_shown_by_a_read),
        cmocka_unit_test(numbers_are_shown_by_who_has_one),
        cmocka_unit_test(an_order_of_transactions_is_shown_by_the_writes),
        cmocka_unit_test(an_update_shows_itself),
        cmocka_unit_test(a_process_is_shown_by_what_it_met),
        cmocka_unit_test(real_time_is_shown_by_the_earliest_end_and_the_latest_begin),
        cmocka_unit_test(sources_are_asked_in_turn),
        cmocka_unit_test(every_edge_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
