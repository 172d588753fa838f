/*
 * test_minos.c - src/minos.c: the public entry points, as a client of minos.h sees them.
 */
#include <stdio.h>

#include "minos.h"
#include "support/units.h"

#define WRITE_SKEW                                                                                 \
    "0: rx ay1 / 1: ry ax1 / ok 0: rx[] ay1 / ok 1: ry[] ax1 / 2: rx ry / ok 2: rx[1] ry[1]"
#define SERIAL "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1]"

/* The text of a result must outlive it. */
static char *text;

static minos_status check(const char *notation, const minos_options *options,
                          minos_result **result) {
    free(text);
    text = unit_text(notation, false);
    return minos_check_memory("h.edn", text, strlen(text), options, result);
}

static minos_result *checked(const char *notation, const char *models, const char *anomalies) {
    minos_options options;
    minos_result *result = NULL;
    minos_options_init(&options);
    options.models = models;
    options.anomalies = anomalies;
    assert_int_equal(check(notation, &options, &result), MINOS_OK);
    assert_int_equal(minos_result_status(result), MINOS_OK);
    assert_int_equal(minos_result_problem_count(result), 0);
    return result;
}

static void options_have_defaults(void **state) {
    (void)state;
    minos_options options;
    char *message = (char *)&options; /* anything but NULL */
    memset(&options, 0xA5, sizeof options);
    minos_options_init(&options);
    assert_string_equal(options.workload, "auto");
    assert_null(options.models); /* the default */
    assert_null(options.anomalies);
    assert_int_equal(options.format, MINOS_FORMAT_AUTO);
    assert_int_equal(options.threads, 0);
    assert_int_equal(options.max_witnesses, 8);
    assert_false(options.assume_wfr || options.assume_sequential || options.assume_linearizable);
    assert_null(options.transaction_order);
    assert_false(options.ambiguous_duplicates);
    assert_null(options.progress);
    assert_int_equal(minos_options_check(&options, &message), MINOS_OK);
    assert_null(message);
}

static void witnesses_have_a_limit(void **state) {
    (void)state;
    minos_options options;
    char *message = NULL;
    minos_options_init(&options);
    options.max_witnesses = MINOS_MAX_WITNESSES;
    assert_int_equal(minos_options_check(&options, &message), MINOS_OK);
    options.max_witnesses = MINOS_MAX_WITNESSES + 1;
    assert_int_equal(minos_options_check(&options, &message), MINOS_EARGUMENT);
    assert_non_null(strstr(message, "exceed the limit of 1000"));
    minos_free(message);
}

static void expect_option(const char *workload, const char *models, const char *anomalies,
                          const char *part) {
    minos_options options;
    char *message = NULL;
    minos_options_init(&options);
    options.workload = workload;
    options.models = models;
    options.anomalies = anomalies;
    minos_status status = minos_options_check(&options, &message);
    assert_int_equal(status, part == NULL ? MINOS_OK : MINOS_EARGUMENT);
    if (part == NULL) {
        assert_null(message);
    } else if (strstr(message, part) == NULL) {
        fail_msg("%s", message);
    }
    minos_free(message);
}

static void options_are_checked(void **state) {
    (void)state;
    expect_option("list-append", "serializable,snapshot-isolation", "G0,G1a", NULL);
    expect_option(NULL, "none", NULL, NULL);
    expect_option("auto", "serialisable", NULL, "serializable"); /* the nearest name */
    expect_option("auto", "none", "G1d", "G1");
    expect_option("rw-register", "none", NULL, NULL);
    expect_option("set", "none", NULL, NULL);
    expect_option("counter", "none", NULL, NULL);
    expect_option("queue", "none", NULL, "unknown workload 'queue'");
}

/* What is assumed of keys makes sense for registers alone. Where the history has yet to show what
 * it is about, nothing can be said. */
static void assumptions_are_for_registers(void **state) {
    (void)state;
    static const char *const workloads[] = {"list-append", "set",  "counter",
                                            "rw-register", "auto", NULL};
    for (size_t w = 0; w < MNS_COUNT_OF(workloads); w++) {
        for (int assumption = 0; assumption < 5; assumption++) {
            minos_options options;
            char *message = NULL;
            minos_options_init(&options);
            options.workload = workloads[w];
            options.assume_wfr = assumption == 1;
            options.assume_sequential = assumption == 2;
            options.assume_linearizable = assumption == 3;
            options.transaction_order = assumption == 4 ? "order.edn" : NULL;
            minos_status expected = assumption > 0 && w < 3 ? MINOS_EARGUMENT : MINOS_OK;
            assert_int_equal(minos_options_check(&options, &message), expected);
            assert_true(expected == MINOS_OK || strstr(message, "rw-register") != NULL);
            minos_free(message);
        }
    }
}

/* Problems of the file of an order name that file, with a place in it. */
static void orders_of_transactions_carry_problems(void **state) {
    (void)state;
    static const char history[] = "{:type :ok, :process 0, :value [[:w 1 5]]}\n";
    minos_options options;
    minos_result *r = NULL;
    minos_options_init(&options);
    options.transaction_order = "/no/such/order";
    assert_int_equal(minos_check_memory("h.edn", history, strlen(history), &options, &r),
                     MINOS_EIO);
    assert_string_equal(minos_result_problem(r, 0).file, "/no/such/order");
    char *shown = NULL;
    size_t size;
    assert_int_equal(minos_result_render(r, MINOS_VIEW_TEXT, 0, &shown, &size), MINOS_OK);
    assert_non_null(strstr(shown, "minos: /no/such/order: error: "));
    minos_free(shown);
    minos_result_free(r);
}

static void verdicts_are_given(void **state) {
    (void)state;
    minos_result *r = checked(SERIAL, "strict-serializable", NULL);
    assert_int_equal(minos_result_verdict(r), MINOS_VALID);
    assert_null(minos_result_reason(r));
    minos_result_free(r);
    r = checked(WRITE_SKEW, "serializable", NULL);
    assert_int_equal(minos_result_verdict(r), MINOS_VIOLATED);
    minos_result_free(r);
    r = checked(WRITE_SKEW, "snapshot-isolation", NULL); /* which allows it */
    assert_int_equal(minos_result_verdict(r), MINOS_VALID);
    minos_result_free(r);
    r = checked(WRITE_SKEW, "none", NULL); /* nothing was asked */
    assert_int_equal(minos_result_verdict(r), MINOS_VALID);
    minos_result_free(r);
    r = checked(WRITE_SKEW, "none", "G2-item");
    assert_int_equal(minos_result_verdict(r), MINOS_VIOLATED);
    minos_result_free(r);
    r = checked("", "serializable", NULL);
    assert_int_equal(minos_result_verdict(r), MINOS_UNKNOWN);
    assert_non_null(minos_result_reason(r));
    minos_result_free(r);
    minos_result_free(NULL);
}

static void findings_are_asked_by_name(void **state) {
    (void)state;
    minos_result *r = checked(WRITE_SKEW, "none", NULL);
    assert_true(minos_result_has_anomaly(r, "G2-item")); /* asked for or not */
    assert_true(minos_result_has_anomaly(r, ":g2-item"));
    assert_false(minos_result_has_anomaly(r, "G0"));
    assert_false(minos_result_has_anomaly(r, "no such anomaly"));
    assert_true(minos_result_rules_out(r, "serializable"));
    assert_true(minos_result_rules_out(r, "PL-SS"));
    assert_false(minos_result_rules_out(r, "snapshot-isolation"));
    assert_false(minos_result_rules_out(r, ""));
    minos_result_free(r);
}

static void bad_histories_carry_problems(void **state) {
    (void)state;
    minos_options options;
    minos_result *r = NULL;
    minos_options_init(&options);
    assert_int_equal(check("0: ax1 / ok 0: ax2", &options, &r), MINOS_EINPUT);
    assert_int_equal(minos_result_status(r), MINOS_EINPUT);
    assert_int_equal(minos_result_verdict(r), MINOS_UNKNOWN);
    assert_int_equal(minos_result_problem_count(r), 1);
    assert_int_equal(minos_result_problem_total(r), 1);
    minos_problem p = minos_result_problem(r, 0);
    assert_string_equal(p.file, "h.edn");
    assert_int_equal(p.line, 2);
    assert_int_equal(p.column, p.caret + 1);
    assert_int_equal(p.source_line[p.caret], '[');
    assert_non_null(p.message);
    assert_non_null(p.hint);
    minos_result_free(r);
}

static void bad_options_and_files_carry_problems(void **state) {
    (void)state;
    minos_options options;
    minos_result *r = NULL;
    minos_options_init(&options);
    assert_int_equal(minos_check_file("/no/such/history", &options, &r), MINOS_EIO);
    assert_int_equal(minos_result_problem_count(r), 1);
    assert_int_equal(minos_result_problem(r, 0).line, 0); /* not at a place in the text */
    assert_string_equal(minos_result_problem(r, 0).file, "/no/such/history");
    minos_result_free(r);
    options.models = "serialisable";
    assert_int_equal(check(SERIAL, &options, &r), MINOS_EARGUMENT);
    assert_int_equal(minos_result_verdict(r), MINOS_UNKNOWN);
    assert_non_null(strstr(minos_result_problem(r, 0).message, "serialisable"));
    minos_result_free(r);
}

/* Every view of every sort of result is a text with an end. */
static void results_are_rendered(void **state) {
    (void)state;
    static const char *const notations[] = {SERIAL, WRITE_SKEW, "", "0: ax1 / ok 0: ax2"};
    for (size_t i = 0; i < MNS_COUNT_OF(notations); i++) {
        minos_options options;
        minos_result *r = NULL;
        minos_options_init(&options);
        check(notations[i], &options, &r);
        for (int view = MINOS_VIEW_TEXT; view <= MINOS_VIEW_EDN; view++) {
            char *shown = NULL;
            size_t size = 0;
            assert_int_equal(minos_result_render(r, (minos_view)view, MINOS_VERBOSE, &shown, &size),
                             MINOS_OK);
            assert_true(size > 0);
            assert_int_equal(strlen(shown), size);
            minos_free(shown);
        }
        minos_result_free(r);
    }
}

static void the_input_format_is_an_option(void **state) {
    (void)state;
    minos_options options;
    minos_result *r = NULL;
    minos_options_init(&options);
    char *json = unit_text(SERIAL, true);
    assert_int_equal(minos_check_memory("h", json, strlen(json), &options, &r), MINOS_OK);
    minos_result_free(r);
    options.format = MINOS_FORMAT_JSON;
    assert_int_equal(minos_check_memory("h", json, strlen(json), &options, &r), MINOS_OK);
    minos_result_free(r);
    options.format = MINOS_FORMAT_EDN;
    assert_int_equal(minos_check_memory("h", json, strlen(json), &options, &r), MINOS_EINPUT);
    minos_result_free(r);
    free(json);
}

static void the_catalog_is_listed(void **state) {
    (void)state;
    size_t models = 0, anomalies = 0, examples = 0, size;
    char *page = NULL;
    for (; minos_catalog_model(models) != NULL; models++) {
        assert_int_equal(minos_explain_text(minos_catalog_model(models), 0, &page, &size),
                         MINOS_OK);
        minos_free(page);
    }
    for (; minos_catalog_anomaly(anomalies) != NULL; anomalies++) {
        examples += minos_catalog_example(minos_catalog_anomaly(anomalies)) != NULL;
    }
    assert_true(models > 20 && anomalies > 40 && examples > 10);
    assert_null(minos_catalog_model(SIZE_MAX));
    assert_null(minos_catalog_example("no such anomaly"));
    assert_int_equal(minos_explain_text("serialisable", 0, &page, &size), MINOS_EARGUMENT);
    assert_non_null(strstr(page, "serializable"));
    minos_free(page);
    assert_int_equal(minos_models_text(0, &page, &size), MINOS_OK);
    assert_int_equal(strlen(page), size);
    minos_free(page);
    minos_free(NULL);
    assert_string_equal(minos_version(), MINOS_VERSION);
}

static int drop_text(void **state) {
    (void)state;
    free(text);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_have_defaults),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(assumptions_are_for_registers),
        cmocka_unit_test(orders_of_transactions_carry_problems),
        cmocka_unit_test(verdicts_are_given),
        cmocka_unit_test(findings_are_asked_by_name),
        cmocka_unit_test(bad_histories_carry_problems),
        cmocka_unit_test(bad_options_and_files_carry_problems),
        cmocka_unit_test(results_are_rendered),
        cmocka_unit_test(the_input_format_is_an_option),
        cmocka_unit_test(the_catalog_is_listed),
        cmocka_unit_test(witnesses_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, drop_text);
}
