/*
 * test_cyclic_versions.c - src/detect/cyclic_versions.c: cycles of given orders, each step with two
 * micro-operations that show it.
 */
#include "unit/support/register_support.h"

static void expect(const char *notation, const char *words, const char *expected) {
    register_expect_cases(mns_detect_cyclic_versions, notation, words, expected);
}

static void orders_that_go_in_cycles(void **state) {
    (void)state;
    static const char back[] = "ok 0: wx1 / ok 0: wx2 / ok 0: rx1";
    expect(back, "sequential", ":x - (0.0 1.0 1.0 2.0) by initial by process");
    static const char late[] = "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / ok 2: rx1";
    expect(late, "linearizable", ":x - (0.0 1.0 1.0 2.0) by initial by realtime");
    expect("ok 0: rx2 wx1 / ok 1: rx1 wx2", "wfr", ":x - (1.0 1.1 0.0 0.1) by initial by wfr");
    expect("ok 0: wx1@1 / ok 1: rx@2", "", ":x - (1.0 0.0 0.0 1.0) by initial by versions");
    expect("ok 0: wx1 / ok 0: rx", "sequential", ":x - (1.0 0.0 0.0 1.0) by initial by process");
}

static void several_sources_may_take_part(void **state) {
    (void)state;
    expect("ok 0: wx1@1 / ok 1: wx2@2 / ok 2: rx2 wx3 / ok 3: rx3 / ok 3: rx1", "wfr sequential",
           ":x - (0.0 1.0 2.0 2.1 3.0 4.0) by initial by versions by wfr by process");
}

/* A source that goes in cycles by itself is asked no more; the next one is. */
static void each_source_has_its_cycle(void **state) {
    (void)state;
    static const char back[] = "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2 / 0: rx / ok 0: rx1";
    expect(back, "sequential linearizable",
           ":x - (0.0 1.0 1.0 2.0) by initial by process "
           ":x - (0.0 1.0 1.0 2.0) by initial by process by realtime");
}

static void orders_that_do_not(void **state) {
    (void)state;
    static const struct {
        const char *notation, *words;
    } fine[] = {
        {"ok 0: wx1 / ok 0: wx2 / ok 0: rx1", ""},
        {"ok 0: wx1 / ok 0: wx2 / ok 0: rx1", "wfr linearizable"},
        {"ok 0: wx1 / ok 0: wx2 / ok 1: rx1", "sequential"},
        {"ok 0: wx1 / ok 0: wx2 / ok 0: rx2", "sequential"},
        {"ok 0: wx1 / ok 0: wx2 / fail 0: rx1", "sequential"},
        {"ok 0: wx1 / ok 0: wy2 / ok 0: rx1", "sequential"},
        {"0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / ok 1: wx2 / ok 2: rx1", "linearizable"},
        {"ok 0: rx2 wx1 / ok 1: wx2", "wfr"},
        {"ok 0: rx wx1 / ok 0: wx2", "sequential"},
        {"ok 0: wx1@1 / ok 1: rx@0", ""},
        {"ok 0: wx1@2 / ok 1: wx2@1 / ok 2: wy1@1 / ok 3: wy2@2", ""},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        expect(fine[i].notation, fine[i].words, "");
    }
}

/* Circles beyond those that are kept are counted. */
static void all_are_counted(void **state) {
    (void)state;
    unit u;
    mns_cases cases;
    register_open(&u, "ok 0: wx1 wy1 wz1 / ok 0: wx2 wy2 wz2 / ok 0: rx1 ry1 rz1", "sequential");
    mns_cases_init(&cases, 2);
    mns_detect_cyclic_versions(&u.observation, &cases);
    assert_int_equal(cases.count, 2);
    assert_int_equal(cases.total[MNS_A_CYCLIC_VERSIONS], 3);
    mns_cases_release(&cases);
    unit_close(&u);
}

/* Whatever cycle was found, each of its steps is shown. */
static void random_cycles_are_shown(void **state) {
    (void)state;
    uint64_t random = 71;
    uint64_t cycles = 0;
    for (int round = 0; round < 200; round++) {
        unit u;
        mns_cases cases;
        char *notation = register_random_history(&random, 30, 3, 6, 20);
        register_open(&u, notation, "wfr sequential linearizable");
        mns_cases_init(&cases, 100);
        mns_detect_cyclic_versions(&u.observation, &cases);
        const mns_version_graph *r = &u.observation.version_graph;
        assert_int_equal(cases.count, r->cyclic_count);
        for (size_t i = 0; i < cases.count; i++) {
            const uint32_t *mops = cases.mops + cases.items[i].first_mop;
            uint32_t count = cases.items[i].mop_count;
            for (uint32_t m = 0; m < count; m += 2) {
                uint32_t next = mops[(m + 2) % count];
                assert_int_equal(r->version[mops[m + 1]], r->version[next]);
                assert_int_not_equal(r->version[mops[m]], r->version[mops[m + 1]]);
            }
        }
        cycles += cases.count;
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(cycles > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_that_go_in_cycles),
        cmocka_unit_test(several_sources_may_take_part),
        cmocka_unit_test(each_source_has_its_cycle),
        cmocka_unit_test(orders_that_do_not),
        cmocka_unit_test(all_are_counted),
        cmocka_unit_test(random_cycles_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
