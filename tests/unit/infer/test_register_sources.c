/*
 * test_register_sources.c - src/infer/register_sources.c: orders from revealed numbers, from an
 * order of transactions, from reads and writes of one transaction, and from what a process met.
 */
#include "read/order_file.h"
#include "unit/support/register_support.h"

#define GIVEN (1u << MNS_CLASS_GIVEN)
#define WWR (1u << MNS_CLASS_WWR)
#define PROCESS (1u << MNS_CLASS_SINGLE_PROCESS)

/* ---- Revealed numbers ----------------------------------------------------------------------- */

static void numbers_make_a_chain(void **state) {
    (void)state;
    register_expect_sources("ok 0: wx1@5 / ok 1: wx2@3 / ok 2: wx3@9", "", GIVEN,
                            "x1<x3 given versions, x2<x1 given versions");
    register_expect_sources("ok 0: wx1 / ok 1: wx2 / ok 2: rx1@2 / ok 3: rx2@1", "", GIVEN,
                            "x2<x1 given versions"); /* a read reveals as well */
    register_expect_sources("ok 0: wx1@1 / ok 1: wx2 / ok 2: wx3@3", "", GIVEN,
                            "x1<x3 given versions"); /* one of them is not known */
    register_expect_sources("ok 0: wx1@1 / ok 1: wx2", "", GIVEN, "");
    register_expect_sources("ok 0: wx1@1 / ok 1: wy2@2", "", GIVEN, "");
    register_expect_sources("ok 0: rx@0 / ok 1: wx1@1 / ok 2: rx1@1", "", GIVEN, "");
}

static void only_what_is_ok_has_a_number(void **state) {
    (void)state;
    register_expect_sources("ok 0: wx1@1 / fail 1: wx2@2 / ok 2: wx3@3", "", GIVEN,
                            "x1<x3 given versions");
    register_expect_sources("ok 0: wx1@1 / info 1: wx2@2", "", GIVEN, "");
    register_expect_sources("ok 0: wx1@1 / info 1: wx2@2 / ok 2: rx2", "", GIVEN, "");
    register_expect_sources("ok 0: wx1@1 / info 1: wx2@2 / ok 2: rx2@2", "", GIVEN,
                            "x1<x2 given versions"); /* the read says it */
    register_expect_sources("ok 0: wx1@1 / ok 1: wx2@2 wx3@3 / ok 2: rx2@2", "", GIVEN,
                            "x1<x3 given versions"); /* 2 was never installed */
}

/* Numbers that contradict the values are no order at all, but those of other keys are. */
static void contradicting_numbers_are_left_out(void **state) {
    (void)state;
    register_expect_sources("ok 0: wx1@1 wy1@1 / ok 1: wx2@2 wy2@2 / ok 2: wx3@3 / ok 3: rx1@4", "",
                            GIVEN, "y1<y2 given versions");
    register_expect_sources("ok 0: wx1@1 wy1@1 / ok 1: wx2@1 wy2@2 / ok 2: wx3@3", "", GIVEN,
                            "y1<y2 given versions");
    register_expect_sources("ok 0: wx1@1 / ok 1: wx2@2 / ok 2: rx1@1 / ok 3: rx2@2", "", GIVEN,
                            "x1<x2 given versions"); /* said twice, the same */
}

/* ---- An order of transactions --------------------------------------------------------------- */

static void expect_by_order(const char *notation, const int64_t *order, const char *expected) {
    unit u;
    register_open_ordered(&u, notation, "", order);
    char *text = register_edges(&u, GIVEN);
    assert_string_equal(text, expected);
    free(text);
    unit_close(&u);
}

static void an_order_of_transactions_orders_their_writes(void **state) {
    (void)state;
    static const int64_t three[] = {30, -10, 20, MNS_NO_NUMBER};
    expect_by_order("ok 0: wx1 / ok 1: wx2 / ok 2: wx3 / ok 3: wx4", three,
                    "x2<x3 given transactions, x3<x1 given transactions");
    expect_by_order("ok 0: wx1 / ok 1: wy2 / ok 2: rx1 / ok 3: wx4", three, "");
    expect_by_order("ok 0: wx1 wy1 / ok 1: wx2 wy2 / ok 2: rx1 / ok 3: ry1", three,
                    "x2<x1 given transactions, y2<y1 given transactions");
    static const int64_t equal[] = {1, 1, 2};
    expect_by_order("ok 0: wx1 / ok 1: wx2 / ok 2: wx3", equal, ""); /* of these two: which? */
    expect_by_order("ok 0: wx1 / ok 1: wy2 / ok 2: wx3 wy3", equal,
                    "x1<x3 given transactions, y2<y3 given transactions");
}

/* ---- Reads followed by writes --------------------------------------------------------------- */

static void a_write_follows_what_was_read(void **state) {
    (void)state;
    register_expect_sources("ok 0: wx1 / ok 1: rx1 wx2", "", GIVEN | WWR, "x1<x2 wwr wfr");
    register_expect_sources("ok 0: wx1 / ok 1: rx1 wx2", "wfr", GIVEN | WWR, "x1<x2 given wfr");
    register_expect_sources("ok 0: wx1 / ok 1: rx1 wx3 wx2", "wfr", GIVEN | WWR, "x1<x2 given wfr");
    static const char *const none[] = {
        "ok 0: wx1 / ok 1: rx wx2",          /* the initial state: known anyway */
        "ok 0: wx1 / ok 1: wx2 rx1",         /* a write, then a read */
        "ok 0: wx1 / ok 1: rx1 wy2",         /* another key */
        "ok 0: wx1 / ok 1: rx1 / ok 1: wx2", /* another transaction */
        "fail 0: wx1 / ok 1: rx1 wx2",       /* an aborted read */
        "ok 0: wx1 / fail 1: rx1 wx2",       "ok 0: wx1 / info 1: rx1 wx2",
        "ok 0: wx1 wx3 / ok 1: rx1 wx2", /* an intermediate read */
        "ok 0: wx1 / ok 1: ry wx3 rx1 wx2",  "ok 0: rx2 wx2",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        register_expect_sources(none[i], "wfr", GIVEN | WWR, "");
    }
    register_expect_sources("ok 0: wx1 / info 1: rx1 wx2 / ok 2: rx2", "wfr", GIVEN,
                            "x1<x2 given wfr");
}

/* ---- Processes ------------------------------------------------------------------------------ */

static void a_process_meets_versions_in_order(void **state) {
    (void)state;
    register_expect_sources("ok 0: wx1 / ok 0: wx2 / ok 0: wx3", "", PROCESS,
                            "x1<x2 process process, x2<x3 process process");
    register_expect_sources("ok 0: rx1 / ok 0: rx2 / ok 1: wx1 / ok 2: wx2", "", PROCESS,
                            "x1<x2 process process");
    register_expect_sources("ok 0: wx1 / ok 0: rx2 wx3 / ok 0: rx4 / ok 1: wx2 / ok 2: wx4", "",
                            PROCESS, "x1<x2 process process, x3<x4 process process");
    register_expect_sources("ok 0: wx1 / ok 0: wy1 / ok 0: wx2", "", PROCESS,
                            "x1<x2 process process"); /* whatever lies between */
    register_expect_sources("ok 0: wx1 / ok 0: wx2", "sequential", GIVEN | PROCESS,
                            "x1<x2 given process");
    static const char *const none[] = {
        "ok 0: wx1 / ok 1: wx2",                /* another process */
        "ok 0: wx1 / ok 0: wy2",                /* another key */
        "ok 0: wx1 / fail 0: wx2",              /* did not happen */
        "info 0: wx1 / ok 0: wx2 / ok 1: rx1",  /* when did it? */
        "ok 0: wx1 / ok 0: rx1 / ok 0: rx1",    /* the same */
        "ok 0: rx / ok 0: wx1",                 /* known anyway */
        "ok 0: wx1 / ok 0: rx",                 /* the cycle says it better */
        "ok 0: wx1 / ok 0: rx9",                /* never written */
        "ok 0: wx1 / ok 0: rx wx1 / ok 1: wx1", /* whose? */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        register_expect_sources(none[i], "ambiguous", PROCESS, "");
    }
    register_expect_sources("ok 0: wx1 / info 0: wx2 / ok 1: rx2", "", PROCESS,
                            "x1<x2 process process"); /* whatever it did, it did later */
    register_expect_sources("ok 0: wx1 / ok 0: rx wx2", "", PROCESS, "x1<x2 process process");
}

/* By definition: in one process, an ok transaction that met u last, and a later one that met v
 * first; and within a transaction what was read and what was written. */
static void relate_processes(const mns_observation *o, register_relation *direct,
                             register_relation *within) {
    const mns_txns *t = &o->history->txns;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        for (uint32_t a = 0; a < t->count; a++) {
            uint32_t first, last, next, ignored;
            register_met(o, a, key, &first, &last);
            if (!mns_txn_counts(o, a) || last == MNS_NONE) {
                continue;
            }
            *register_precedes(within, first, last) |= first != last;
            for (uint32_t b = a + 1; b < t->count && t->type[a] == MNS_TXN_OK; b++) {
                register_met(o, b, key, &next, &ignored);
                if (t->process[a] == t->process[b] && mns_txn_counts(o, b) && next != MNS_NONE) {
                    *register_precedes(direct, last, next) |= last != next;
                }
            }
        }
    }
}

/* Returns how many pairs there are. */
static uint32_t compare_processes(unit *u) {
    mns_version_graph *r = &u->observation.version_graph;
    register_relation direct = register_relation_of(r), within = register_relation_of(r);
    relate_processes(&u->observation, &direct, &within);
    register_order_by(u, mns_order_by_process, MNS_CLASS_GIVEN);
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        assert_true(*register_precedes(&direct, edge.from, edge.to));
    }
    register_add_edges(&within, r);
    register_add_initial(&within, r);
    register_close(&within);
    uint32_t found = 0;
    for (uint32_t a = 0; a < r->count; a++) {
        for (uint32_t b = 0; b < r->count; b++) {
            found += *register_precedes(&direct, a, b);
            assert_true(!*register_precedes(&direct, a, b) || *register_precedes(&within, a, b));
        }
    }
    free(direct.has);
    free(within.has);
    return found;
}

static void random_processes_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 23;
    uint32_t found = 0;
    for (int round = 0; round < 100; round++) {
        unit u;
        uint32_t rough = round % 2 == 0 ? 0 : 20;
        char *notation =
            register_random_history(&random, 30, 1 + unit_random(&random, 3), 4, rough);
        register_open(&u, notation, "");
        found += compare_processes(&u);
        unit_close(&u);
        free(notation);
    }
    assert_true(found > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_make_a_chain),
        cmocka_unit_test(only_what_is_ok_has_a_number),
        cmocka_unit_test(contradicting_numbers_are_left_out),
        cmocka_unit_test(an_order_of_transactions_orders_their_writes),
        cmocka_unit_test(a_write_follows_what_was_read),
        cmocka_unit_test(a_process_meets_versions_in_order),
        cmocka_unit_test(random_processes_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
