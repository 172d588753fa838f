/*
 * test_shape.c - well-known names, and shapes just beside them that have none.
 *
 * A cycle is written as steps, "rw x, wr y": a kind and a one-letter key. Micro-operations are
 * numbered so that those of a step come after those of the step before.
 */
#include "explain/shape.h"

#include "unit/support/explain_support.h"

static mns_kind kind_of(const char *name) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WR, MNS_RW, MNS_PROCESS, MNS_REALTIME};
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        if (strncmp(name, mns_kind_name(kinds[i]), 2) == 0) {
            return kinds[i];
        }
    }
    fail_msg("no such kind: %s", name);
    return MNS_WW;
}

static const char *name_in(mns_workload workload, mns_anomaly anomaly, const char *steps,
                           bool same_read) {
    mns_step list[SKETCH_ROOM];
    memset(list, 0, sizeof list);
    mns_witness witness = {.anomaly = anomaly, .steps = list};
    for (const char *p = steps; *p != '\0'; p += strcspn(p, ","), p += strspn(p, ", ")) {
        mns_reason *r = &list[witness.step_count++].reason;
        const char *key = p + strcspn(p, " ,");
        r->kind = kind_of(p);
        r->key = *key == ' ' ? (uint32_t)key[1] : MNS_NONE;
        r->from_mop = same_read ? 0 : 2 * witness.step_count;
        r->to_mop = same_read ? 0 : 2 * witness.step_count + 1;
    }
    return mns_shape_of_cycle(&witness, workload);
}

static const char *name_with(mns_anomaly anomaly, const char *steps, bool same_read) {
    return name_in(MNS_LIST_APPEND, anomaly, steps, same_read);
}

static const char *name(mns_anomaly anomaly, const char *steps) {
    return name_with(anomaly, steps, false);
}

static void test_plain_cycles(void **state) {
    (void)state;
    assert_string_equal(name(MNS_A_G0, "ww x, ww y"), "dirty write");
    assert_string_equal(name(MNS_A_G1C, "ww x, wr y"), "circular information flow");
    assert_string_equal(name(MNS_A_G2_ITEM, "rw x, rw y"), "write skew");
    assert_string_equal(name(MNS_A_G2_ITEM, "rw x, rw x"), "lost update");
    assert_null(name(MNS_A_G2_ITEM, "rw x, rw y, rw z"));
    assert_null(name(MNS_A_G2_ITEM, "rw x, rw y, wr z"));
}

static void test_one_rw(void **state) {
    (void)state;
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM, "rw x, wr y"), "read skew");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM, "rw x, wr x, ww y"), "read skew");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM, "rw x, ww x"), "lost update");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM, "rw x, wr x"), "non-repeatable read");
    assert_string_equal(name_with(MNS_A_G_SINGLE_ITEM, "rw x, wr x", true), "intermediate read");
    assert_null(name(MNS_A_G_SINGLE_ITEM, "rw x, wr x, ww x"));
    assert_null(name(MNS_A_G_SINGLE_ITEM, "ww x, wr y")); /* one of its ww rests on more */
}

static void test_long_fork(void **state) {
    (void)state;
    assert_string_equal(name(MNS_A_G_NONADJACENT_ITEM, "rw x, wr x, rw y, wr y"), "long fork");
    assert_null(name(MNS_A_G_NONADJACENT_ITEM, "rw x, wr x, rw x, wr x"));
    assert_null(name(MNS_A_G_NONADJACENT_ITEM, "rw x, wr y, rw y, wr x"));
    assert_null(name(MNS_A_G_NONADJACENT_ITEM, "rw x, wr x, rw y, ww y"));
    assert_null(name(MNS_A_G_NONADJACENT_ITEM, "rw x, wr x, rw y, wr y, ww z"));
}

static void test_orders(void **state) {
    (void)state;
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM_REALTIME, "rw x, realtime"), "stale read");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM_REALTIME, "rw x, wr x, realtime"), "stale read");
    assert_null(name(MNS_A_G_SINGLE_ITEM_REALTIME, "rw x, realtime, wr y"));
    assert_null(name(MNS_A_G_SINGLE_ITEM_REALTIME, "ww x, realtime"));
    assert_null(name(MNS_A_G_SINGLE_ITEM_REALTIME, "rw x, realtime, wr y, realtime"));
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, process"),
                        "read-your-writes violation");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, process, process"),
                        "read-your-writes violation");
    assert_string_equal(name(MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, wr x, process"),
                        "monotonic read violation");
    assert_null(name(MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, wr y, process"));
    assert_null(name(MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, process, wr x"));
    assert_string_equal(name(MNS_A_G0_PROCESS, "ww x, process"), "monotonic write violation");
    assert_null(name(MNS_A_G2_ITEM_REALTIME, "rw x, rw y, realtime"));
}

/* Registers are as lists are; adds are never lost; counters lead from read to read. */
static void test_datatypes(void **state) {
    (void)state;
    assert_string_equal(name_in(MNS_RW_REGISTER, MNS_A_G2_ITEM, "rw x, rw x", false),
                        "lost update");
    assert_string_equal(name_in(MNS_SET, MNS_A_G2_ITEM, "rw x, rw y", false), "write skew");
    assert_null(name_in(MNS_SET, MNS_A_G2_ITEM, "rw x, rw x", false));
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE_ITEM, "rw x, wr x", true),
                        "intermediate read");
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE_ITEM, "rw x, wr y", false), "read skew");
    assert_string_equal(name_in(MNS_COUNTER, MNS_A_G_NONADJACENT_ITEM, "rw x, rw y", false),
                        "long fork");
    assert_null(name_in(MNS_COUNTER, MNS_A_G_NONADJACENT_ITEM, "rw x, rw x", false));
    assert_null(name_in(MNS_SET, MNS_A_G_NONADJACENT_ITEM, "rw x, rw y", false));
    assert_null(name_in(MNS_COUNTER, MNS_A_G2_ITEM, "rw x, rw y", false));
    assert_string_equal(name_in(MNS_COUNTER, MNS_A_G_SINGLE_ITEM_PROCESS, "rw x, process", false),
                        "monotonic read violation");
}

/* Sets whose elements are rows. */
static void test_searches(void **state) {
    (void)state;
    assert_string_equal(name_in(MNS_SET, MNS_A_G2, "rw x, rw y", false), "write skew");
    assert_string_equal(name_in(MNS_SET, MNS_A_G2, "rw x, rw x", false), "write skew");
    assert_null(name_in(MNS_SET, MNS_A_G2, "rw x, rw y, rw z", false));
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE, "rw x, wr y", false), "read skew");
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE, "rw x, wr x", false), "phantom");
    assert_null(name_in(MNS_SET, MNS_A_G_SINGLE, "rw x, wr x", true)); /* one search */
    assert_null(name_in(MNS_SET, MNS_A_G_SINGLE, "rw x, wr x, wr x", false));
    assert_string_equal(name_in(MNS_SET, MNS_A_G_NONADJACENT, "rw x, wr x, rw y, wr y", false),
                        "long fork");
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE_PROCESS, "rw x, process", false),
                        "read-your-writes violation");
    assert_string_equal(name_in(MNS_SET, MNS_A_G_SINGLE_REALTIME, "rw x, realtime", false),
                        "stale read");
}

static void test_cases(void **state) {
    (void)state;
    assert_string_equal(mns_shape_of_case(MNS_A_G1A), "aborted read");
    assert_string_equal(mns_shape_of_case(MNS_A_G1B), "intermediate read");
    assert_string_equal(mns_shape_of_case(MNS_A_LOST_UPDATE), "lost update");
    assert_null(mns_shape_of_case(MNS_A_INTERNAL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_cycles), cmocka_unit_test(test_one_rw),
        cmocka_unit_test(test_long_fork),    cmocka_unit_test(test_orders),
        cmocka_unit_test(test_datatypes),    cmocka_unit_test(test_searches),
        cmocka_unit_test(test_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
