/*
 * test_result_query.c - src/result_query.c: models and anomalies of a result, by name.
 */
#include <stdio.h>

#include "minos.h"
#include "support/units.h"

#define WRITE_SKEW                                                                                 \
    "0: rx ay1 / 1: ry ax1 / ok 0: rx[] ay1 / ok 1: ry[] ax1 / 2: rx ry / ok 2: rx[1] ry[1]"
#define SERIAL "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1]"
#define STALE "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[] / 2: rx / ok 2: rx[1]"
#define ABORTED "0: ax1 / fail 0: ax1 / 1: rx ax2 / ok 1: rx[1] ax2"

static char *text;

static minos_result *check_exact(const char *notation, minos_exact exact, minos_status expected) {
    minos_options options;
    minos_result *result = NULL;
    minos_options_init(&options);
    options.exact = exact;
    free(text);
    text = unit_text(notation, false);
    assert_int_equal(minos_check_memory("h.edn", text, strlen(text), &options, &result), expected);
    return result;
}

static minos_result *check(const char *notation, minos_status expected) {
    return check_exact(notation, MINOS_EXACT_AUTO, expected);
}

/* What a check of the notation says: all levels and all anomalies, separated by blanks. */
static void expect(const char *notation, const char *levels, const char *anomalies) {
    minos_result *result = check(notation, MINOS_OK);
    char said[512] = "";
    for (size_t i = 0; minos_result_level(result, i) != NULL; i++) {
        snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s", i == 0 ? "" : " ",
                 minos_result_level(result, i));
    }
    assert_string_equal(said, levels);
    said[0] = '\0';
    for (size_t i = 0; minos_result_anomaly(result, i) != NULL; i++) {
        snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s", i == 0 ? "" : " ",
                 minos_result_anomaly(result, i));
    }
    assert_string_equal(said, anomalies);
    minos_result_free(result);
}

static void strongest_levels_and_anomalies(void **state) {
    (void)state;
    expect(SERIAL, "strict-serializable", "");
    expect(WRITE_SKEW, "strong-snapshot-isolation", "G2-item");
    expect(STALE, "strong-session-serializable", "G-single-item-realtime");
    expect(ABORTED, "read-uncommitted", "G1a");
}

static void who_rules_out_a_model(void **state) {
    (void)state;
    minos_result *result = check(WRITE_SKEW, MINOS_OK);
    assert_string_equal(minos_result_ruled_out_by(result, "serializable"), "G2-item");
    assert_string_equal(minos_result_ruled_out_by(result, "PL-2.99"), "G2-item");
    assert_null(minos_result_ruled_out_by(result, "snapshot-isolation"));
    assert_null(minos_result_ruled_out_by(result, "no such model"));
    minos_result_free(result);
}

static void what_is_certified(void **state) {
    (void)state;
    minos_result *result = check(SERIAL, MINOS_OK);
    assert_true(minos_result_certifies(result, "PL-SS"));
    assert_true(minos_result_certifies(result, "causal"));
    assert_true(minos_result_certifies(result, NULL));
    assert_null(minos_result_undecided(result, "strict-serializable"));
    assert_false(minos_result_certifies(result, "no such model"));
    assert_null(minos_result_undecided(result, "no such model"));
    minos_result_free(result);
    result = check(WRITE_SKEW, MINOS_OK);
    assert_false(minos_result_certifies(result, "serializable")); /* ruled out */
    assert_null(minos_result_undecided(result, "serializable"));
    assert_false(minos_result_certifies(result, NULL));
    minos_result_free(result);
    result = check_exact(SERIAL, MINOS_EXACT_OFF, MINOS_OK);
    assert_false(minos_result_certifies(result, "strict-serializable"));
    assert_null(minos_result_undecided(result, "strict-serializable"));
    assert_int_equal(minos_result_verdict(result), MINOS_VALID);
    minos_result_free(result);
}

static void a_required_certificate(void **state) {
    (void)state;
    minos_result *result = check_exact(SERIAL, MINOS_EXACT_REQUIRE, MINOS_OK);
    assert_int_equal(minos_result_verdict(result), MINOS_VALID);
    minos_result_free(result);
    /* Read uncommitted has no execution that could be replayed. */
    result = check_exact(ABORTED, MINOS_EXACT_AUTO, MINOS_OK);
    const char *why = minos_result_undecided(result, "read-uncommitted");
    assert_false(minos_result_certifies(result, "read-uncommitted"));
    assert_non_null(why);
    minos_result_free(result);
}

/* Where nothing was tested no level is named: not by a history that says nothing, nor by none at
 * all. */
static void nothing_tested(void **state) {
    (void)state;
    expect("0: ax1 / ok 0: ax1", "", "");
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    assert_int_equal(minos_check_memory("h.edn", "{:type", 6, &options, &result), MINOS_EINPUT);
    assert_null(minos_result_level(result, 0));
    assert_null(minos_result_anomaly(result, 0));
    assert_null(minos_result_ruled_out_by(result, "serializable"));
    minos_result_free(result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strongest_levels_and_anomalies),
        cmocka_unit_test(who_rules_out_a_model),
        cmocka_unit_test(what_is_certified),
        cmocka_unit_test(a_required_certificate),
        cmocka_unit_test(nothing_tested),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(text);
    return failed;
}
