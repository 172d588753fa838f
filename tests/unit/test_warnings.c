/*
 * test_warnings.c - src/warnings.c: what was not used, or tested only in part, is said; and nothing
 * where there is nothing to say.
 */
#include "pipeline.h"
#include "support/units.h"

#include <unistd.h>

#define INVOKE(value) "{:type :invoke, :process 0, :value " value "}\n"
#define OK(value, more) "{:type :ok, :process 0, :value " value more "}\n"
#define WHOLE(value) INVOKE(value) OK(value, "")

static minos_options options_for(const char *models) {
    minos_options options;
    minos_options_init(&options);
    options.models = models;
    return options;
}

/* The one warning contains `part`; NULL: there is none. */
static void expect_warning(const char *history, const minos_options *options, const char *part) {
    minos_result *r = NULL;
    assert_int_equal(minos_check_memory("h", history, strlen(history), options, &r), MINOS_OK);
    assert_int_equal(minos_result_warning_count(r), part == NULL ? 0 : 1);
    if (part != NULL && strstr(minos_result_warning(r, 0), part) == NULL) {
        fail_msg("%s: %s", history, minos_result_warning(r, 0));
    }
    minos_result_free(r);
}

static void completions_alone_have_no_real_time(void **state) {
    (void)state;
    minos_options options = options_for("serializable");
    expect_warning(OK("[[:append 1 1]]", ""), &options, "real-time");
    expect_warning(WHOLE("[[:append 1 1]]"), &options, NULL);
}

static void assumptions_without_registers(void **state) {
    (void)state;
    char order[] = "/tmp/minos-order-XXXXXX";
    int file = mkstemp(order);
    assert_true(file >= 0 && write(file, "{}", 2) == 2 && close(file) == 0);
    for (int assumption = 0; assumption < 4; assumption++) {
        minos_options options = options_for("serializable");
        options.assume_wfr = assumption == 0;
        options.assume_sequential = assumption == 1;
        options.assume_linearizable = assumption == 2;
        options.transaction_order = assumption == 3 ? order : NULL;
        expect_warning(WHOLE("[[:append 1 1]]"), &options, "had no effect");
        options.transaction_order = NULL;
        expect_warning(WHOLE("[[:w 1 1]]"), &options, NULL);
    }
    unlink(order);
}

static void versions_of_other_workloads(void **state) {
    (void)state;
    minos_options options = options_for("serializable");
    expect_warning(INVOKE("[[:append 1 1]]") OK("[[:append 1 1 {:version 3}]]", ""), &options,
                   "only for rw-register");
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1 {:version 3}]]", ""), &options, NULL);
    expect_warning(INVOKE("[[:append 1 1]]") OK("[[:append 1 1 {:node 3}]]", ""), &options, NULL);
}

static void values_that_are_written_twice(void **state) {
    (void)state;
    minos_options options = options_for("serializable");
    options.ambiguous_duplicates = 1;
    expect_warning(WHOLE("[[:w 1 1]]") WHOLE("[[:w 1 1]]"), &options, "more than once");
    expect_warning(WHOLE("[[:w 1 1]]") WHOLE("[[:w 1 2]]"), &options, NULL);
}

#define STARTS ", :start-ts 5"
#define BOTH ", :start-ts 5, :commit-ts 6"

static void timestamps_of_some(void **state) {
    (void)state;
    minos_options options = options_for("serializable");
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1]]", BOTH), &options, NULL);
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1]]", STARTS), &options, "no commit-ts");
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1]]", BOTH) WHOLE("[[:w 1 2]]"), &options,
                   "no start-ts");
    /* One that only reads commits nothing, and one that failed shows nothing. */
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1]]", BOTH) INVOKE("[[:r 1 nil]]")
                       OK("[[:r 1 1]]", STARTS),
                   &options, NULL);
    expect_warning(INVOKE("[[:w 1 1]]") OK("[[:w 1 1]]", BOTH)
                       INVOKE("[[:w 1 2]]") "{:type :fail, :process 0}\n",
                   &options, NULL);
}

/* More is said at once than any one of them alone. */
static void warnings_add_up(void **state) {
    (void)state;
    minos_options options = options_for("serializable");
    options.assume_wfr = 1;
    options.ambiguous_duplicates = 1;
    static const char text[] = OK("[[:add 1 1 {:version 1}]]", STARTS) OK("[[:add 1 1]]", "");
    minos_result *r = NULL;
    assert_int_equal(minos_check_memory("h", text, strlen(text), &options, &r), MINOS_OK);
    assert_int_equal(minos_result_warning_count(r), 5);
    assert_true(5 < MNS_LIMIT_WARNINGS);
    minos_result_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_alone_have_no_real_time),
        cmocka_unit_test(assumptions_without_registers),
        cmocka_unit_test(versions_of_other_workloads),
        cmocka_unit_test(values_that_are_written_twice),
        cmocka_unit_test(timestamps_of_some),
        cmocka_unit_test(warnings_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
