/*
 * test_matching.c - src/history/matching.c: completions repeat their invocation, and no value is
 * written to a key twice, unless that is allowed.
 */
#include "unit/support/reading_support.h"

static void expect_rejected(const char *notation, uint64_t line, const char *message) {
    unit u;
    char *text = unit_text(notation, false);
    unit_read(&u, text, MINOS_FORMAT_EDN);
    free(text);
    if (u.status != MINOS_EINPUT || u.problems.items[0].line != line ||
        strstr(u.problems.items[0].message, message) == NULL) {
        fail_msg("%s: line %u: %s", notation, (unsigned)u.problems.items[0].line,
                 u.problems.count > 0 ? u.problems.items[0].message : "accepted");
    }
    assert_non_null(u.problems.items[0].hint);
    unit_close(&u);
}

static void expect_accepted(const char *notation) {
    unit u;
    unit_open(&u, notation);
    unit_close(&u);
}

static void completions_repeat_their_invocation(void **state) {
    (void)state;
    expect_accepted("0: ax1 ry / ok 0: ax1 ry[1]");
    expect_accepted("0: ax1 ry[7] / ok 0: ax1 ry[1]"); /* an invocation has read nothing */
    expect_accepted("0: ax1 ry / info 0: ax1 ry");
    expect_accepted("0 / ok 0: ax1");
    expect_rejected("0: ax1 / ok 0: ax2", 2, "micro-operation 1 differs");
    expect_rejected("0: ax1 / ok 0: ay1", 2, "micro-operation 1 differs");
    expect_rejected("0: rx / ok 0: ry[]", 2, "micro-operation 1 differs");
    expect_rejected("0: ax1 rx / ok 0: ax1 ax2", 2, "micro-operation 2 differs");
    expect_rejected("0: ax1 ry / ok 0: ry[] ax1", 2, "invocation at line 1");
    expect_rejected("0: ax1 / fail 0: ax2", 2, "micro-operation 1 differs");
    expect_rejected("0: ax1 / info 0: ax2", 2, "micro-operation 1 differs");
}

static void completions_are_as_long_as_their_invocation(void **state) {
    (void)state;
    expect_rejected("0: ax1 / ok 0: ax1 ax2", 2, "2 micro-operations completed, but 1 was invoked");
    expect_rejected("0: ax1 ax2 / ok 0: ax1", 2, "1 micro-operation completed, but 2 were invoked");
    expect_rejected("0: ax1 / ok 0:", 2, "0 micro-operations completed, but 1 was invoked");
    expect_rejected("0: / ok 0: ax1", 2, "1 micro-operation completed, but 0 were invoked");
    expect_accepted("0: / ok 0:");
}

/* The rows of the invocation are gone again: the table is that of what happened. */
static void invocations_leave_no_rows(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "0: ax1 ry / 1: ax2 / ok 1: ax2 / ok 0: ax1 ry[]");
    assert_int_equal(u.history.tables.mops.count, 3);
    assert_int_equal(u.history.txns.first_mop[2], 3);
    unit_close(&u);
}

static void elements_are_appended_once(void **state) {
    (void)state;
    expect_accepted("ok 0: ax1 ay1 / ok 1: ax2 az1");
    expect_rejected("ok 0: ax1 ax1", 1, "element 1 is appended to key :x a second time");
    expect_rejected("ok 0: ax1 / ok 1: ax1", 2, "the first is at line 1");
    expect_rejected("ok 0: ay5 / fail 1: ax1 / ok 1: ax1", 3, "the first is at line 2");
    expect_rejected("info 0: ax1 / ok 1: ax1", 2, "the first is at line 1");
    expect_rejected("0: ax1 / 1: ax1", 2, "the first is at line 1");
    expect_rejected("0: ax1 / ok 0: ax1 / 1: ax1", 3, "the first is at line 2");
}

/* In other words: the same element all the same. */
static void equal_elements_are_equal(void **state) {
    (void)state;
    unit_expect_problem("{:type :ok, :process 0, :value [[:append :x [1 2]]]}\n"
                        "{:type :ok, :process 0, :value [[:append :x (1, 2)]]}\n",
                        2, 33, "element [1 2] is appended to key :x");
    unit_expect_problem("{:type :ok, :process 0, :value [[:append 5 7]]}\n"
                        "{:type :ok, :process 0, :value [[:append 5N 7N]]}\n",
                        2, 33, "element 7 is appended to key 5");
    unit u;
    unit_read(&u, "{:type :ok, :process 0, :value [[:append :x 1] [:append :x 1.0]]}\n",
              MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    unit_close(&u);
}

#define OK(value) "{:type :ok, :process 0, :value " value "}\n"

static void expect_rejected_as(mns_workload workload, const char *text, const char *message) {
    reading r;
    mns_read_options options = {.workload = workload};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_EINPUT);
    if (strstr(r.problems.items[0].message, message) == NULL) {
        fail_msg("%s: %s", text, r.problems.items[0].message);
    }
    reading_close(&r);
}

static void expect_accepted_as(mns_workload workload, const char *text) {
    reading r;
    mns_read_options options = {.workload = workload};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    reading_close(&r);
}

/* The same of every workload whose writes have an identity. */
static void values_are_written_once(void **state) {
    (void)state;
    expect_rejected_as(MNS_RW_REGISTER, OK("[[:w 1 5]]") OK("[[:w 1 5]]"),
                       "value 5 is written to key 1 a second time; the first is at line 1");
    expect_rejected_as(MNS_SET, OK("[[:add 1 5] [:add 1 5]]"),
                       "element 5 is added to key 1 a second time; the first is at line 1");
    expect_accepted_as(MNS_RW_REGISTER, OK("[[:w 1 5]]") OK("[[:w 2 5] [:w 1 6]]"));
    expect_accepted_as(MNS_SET, OK("[[:add 1 5]]") OK("[[:add 2 5] [:r 1 #{5}]]"));
    expect_accepted_as(MNS_COUNTER, OK("[[:inc 1 5] [:inc 1 5]]") OK("[[:inc 1 5]]"));
}

static void invocations_of_other_workloads(void **state) {
    (void)state;
    expect_accepted_as(MNS_RW_REGISTER,
                       "{:type :invoke, :process 0, :value [[:w 1 5] [:r 1 nil]]}\n" OK(
                           "[[:w 1 5 {:version 3}] [:r 1 5]]"));
    expect_rejected_as(MNS_RW_REGISTER,
                       "{:type :invoke, :process 0, :value [[:w 1 5]]}\n" OK("[[:w 1 6]]"),
                       "micro-operation 1 differs");
    expect_rejected_as(MNS_COUNTER,
                       "{:type :invoke, :process 0, :value [[:inc 1 5]]}\n" OK("[[:inc 1 6]]"),
                       "micro-operation 1 differs");
    expect_rejected_as(MNS_SET,
                       "{:type :invoke, :process 0, :value [[:add 1 5]]}\n" OK("[[:r 1 []]]"),
                       "micro-operation 1 differs");
}

/* Where duplicates are allowed, both writes are marked and no others. */
static void ambiguous_values_have_no_writer(void **state) {
    (void)state;
    static const char text[] =
        OK("[[:w 1 5] [:w 1 6] [:w 2 5]]") "{:type :fail, :process 0, :value "
                                           "[[:w 1 5] [:w 1 7]]}\n" //
        OK("[[:w 1 8] [:w 1 5]]");
    reading r;
    mns_read_options options = {.workload = MNS_RW_REGISTER, .ambiguous = true};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    static const bool unique[] = {false, true, true, false, true, true, false};
    for (uint32_t m = 0; m < 7; m++) {
        assert_int_equal(mns_write_is_unique(&r.history, m), unique[m]);
    }
    static const struct {
        uint32_t key, value, writer;
    } expected[] = {{0, 5, MNS_AMBIGUOUS}, {0, 6, 1}, {1, 5, 2}, {0, 7, 4}, {0, 9, MNS_NONE}};
    for (size_t i = 0; i < MNS_COUNT_OF(expected); i++) {
        assert_int_equal(mns_history_writer(&r.history, expected[i].key, expected[i].value << 1),
                         expected[i].writer);
    }
    reading_close(&r);
}

/* Marks reach as far as the table of micro-operations, however late the first is made. */
static void ambiguity_far_apart(void **state) {
    (void)state;
    mns_buf text;
    reading r;
    mns_read_options options = {.workload = MNS_SET, .ambiguous = true};
    mns_buf_init(&text);
    for (int i = 0; i < 1000; i++) {
        mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:add 1 %d]]}\n", i == 500 ? 3 : i);
    }
    reading_open(&r, text.data, &options);
    assert_int_equal(r.status, MINOS_OK);
    for (uint32_t m = 0; m < 1000; m++) {
        assert_int_equal(mns_write_is_unique(&r.history, m), m != 3 && m != 500);
    }
    reading_close(&r);
    mns_buf_release(&text);
}

/* A list would show the element in two places, so lists are never ambiguous; nor is there a mark
 * where nothing is written twice. */
static void ambiguity_is_for_registers_and_sets(void **state) {
    (void)state;
    reading r;
    mns_read_options options = {.workload = MNS_LIST_APPEND, .ambiguous = true};
    reading_open(&r, OK("[[:append 1 5] [:append 1 5]]"), &options);
    assert_int_equal(r.status, MINOS_EINPUT);
    reading_close(&r);
    options.workload = MNS_RW_REGISTER;
    reading_open(&r, OK("[[:w 1 5] [:w 1 6]]"), &options);
    assert_int_equal(r.status, MINOS_OK);
    assert_null(r.history.ambiguous);
    reading_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_repeat_their_invocation),
        cmocka_unit_test(completions_are_as_long_as_their_invocation),
        cmocka_unit_test(invocations_leave_no_rows),
        cmocka_unit_test(elements_are_appended_once),
        cmocka_unit_test(equal_elements_are_equal),
        cmocka_unit_test(values_are_written_once),
        cmocka_unit_test(invocations_of_other_workloads),
        cmocka_unit_test(ambiguous_values_have_no_writer),
        cmocka_unit_test(ambiguity_far_apart),
        cmocka_unit_test(ambiguity_is_for_registers_and_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
