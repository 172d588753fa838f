/*
 * test_matching.c - src/history/matching.c: completions repeat their invocation, and no element is
 * appended to a key twice.
 */
#include "support/units.h"

static void expect_refused(const char *notation, uint64_t line, const char *message) {
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
    expect_refused("0: ax1 / ok 0: ax2", 2, "micro-operation 1 differs");
    expect_refused("0: ax1 / ok 0: ay1", 2, "micro-operation 1 differs");
    expect_refused("0: rx / ok 0: ry[]", 2, "micro-operation 1 differs");
    expect_refused("0: ax1 rx / ok 0: ax1 ax2", 2, "micro-operation 2 differs");
    expect_refused("0: ax1 ry / ok 0: ry[] ax1", 2, "invocation at line 1");
    expect_refused("0: ax1 / fail 0: ax2", 2, "micro-operation 1 differs");
    expect_refused("0: ax1 / info 0: ax2", 2, "micro-operation 1 differs");
}

static void completions_are_as_long_as_their_invocation(void **state) {
    (void)state;
    expect_refused("0: ax1 / ok 0: ax1 ax2", 2, "2 micro-operations completed, but 1 were invoked");
    expect_refused("0: ax1 ax2 / ok 0: ax1", 2, "1 micro-operations completed, but 2 were invoked");
    expect_refused("0: ax1 / ok 0:", 2, "0 micro-operations completed, but 1 were invoked");
    expect_refused("0: / ok 0: ax1", 2, "1 micro-operations completed, but 0 were invoked");
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
    expect_refused("ok 0: ax1 ax1", 1, "element 1 is appended to key :x a second time");
    expect_refused("ok 0: ax1 / ok 1: ax1", 2, "the first is at line 1");
    expect_refused("ok 0: ay5 / fail 1: ax1 / ok 1: ax1", 3, "the first is at line 2");
    expect_refused("info 0: ax1 / ok 1: ax1", 2, "the first is at line 1");
    expect_refused("0: ax1 / 1: ax1", 2, "the first is at line 1");
    expect_refused("0: ax1 / ok 0: ax1 / 1: ax1", 3, "the first is at line 2");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_repeat_their_invocation),
        cmocka_unit_test(completions_are_as_long_as_their_invocation),
        cmocka_unit_test(invocations_leave_no_rows),
        cmocka_unit_test(elements_are_appended_once),
        cmocka_unit_test(equal_elements_are_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
