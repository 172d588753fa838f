/*
 * test_judge_request.c - src/judge/request.c: lists of names, and messages about those that are not
 * understood.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "judge/judge.h"

#include <cmocka.h>

static mns_request parse(const char *models, const char *anomalies) {
    mns_request request;
    char *message;
    assert_int_equal(mns_request_parse(&request, models, anomalies, &message), MINOS_OK);
    assert_null(message);
    return request;
}

static void expect_message(const char *models, const char *anomalies, const char *expected) {
    mns_request request;
    char *message;
    assert_int_equal(mns_request_parse(&request, models, anomalies, &message), MINOS_EARGUMENT);
    assert_non_null(message);
    if (strstr(message, expected) == NULL) {
        fail_msg("'%s' is missing from '%s'", expected, message);
    }
    free(message);
}

static void models_keep_their_order_and_names(void **state) {
    (void)state;
    mns_request r = parse(" strict-serializable ,RC,\tPL-SS, :pl-si", NULL);
    assert_int_equal(r.model_count, 3); /* PL-SS was there */
    assert_int_equal(r.models[0], MNS_M_PL_SS);
    assert_int_equal(r.models[1], MNS_M_PL_2);
    assert_int_equal(r.models[2], MNS_M_PL_SI);
    assert_int_equal(r.name_sizes[0], strlen("strict-serializable"));
    assert_memory_equal(r.names[0], "strict-serializable", r.name_sizes[0]);
    assert_memory_equal(r.names[1], "RC", r.name_sizes[1]);
    assert_false(r.asks_nothing);
}

static void anomalies_are_a_set(void **state) {
    (void)state;
    mns_request r = parse("none", "G1a, g0 ,G1a");
    assert_true(r.anomalies[MNS_A_G1A] && r.anomalies[MNS_A_G0]);
    unsigned count = 0;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        count += r.anomalies[a] ? 1 : 0;
    }
    assert_int_equal(count, 2);
    assert_int_equal(r.model_count, 0);
    assert_false(r.asks_nothing);
}

static void nothing_can_be_asked(void **state) {
    (void)state;
    assert_true(parse("none", NULL).asks_nothing);
    assert_true(parse(" none ", "").asks_nothing);
    assert_false(parse("RU", NULL).asks_nothing);
}

/* Without real time a default is lowered, and what was asked for is not. */
static void the_default_can_be_lowered(void **state) {
    (void)state;
    mns_request r = parse(NULL, NULL);
    assert_true(r.by_default && r.model_count == 1 && r.models[0] == MNS_M_PL_SS);
    assert_memory_equal(r.names[0], "strict-serializable", r.name_sizes[0]);
    assert_true(mns_request_lower(&r));
    assert_int_equal(r.model_count, 1);
    assert_int_equal(r.models[0], MNS_M_STRONG_SESSION_SERIALIZABLE);
    assert_memory_equal(r.names[0], "strong-session-serializable", r.name_sizes[0]);
    r = parse("strict-serializable", NULL);
    assert_false(mns_request_lower(&r));
    assert_int_equal(r.models[0], MNS_M_PL_SS);
    r = parse("none", NULL);
    assert_false(r.by_default || mns_request_lower(&r));
    assert_int_equal(r.model_count, 0);
}

/* Every model at once still fits. */
static void all_models_can_be_asked(void **state) {
    (void)state;
    mns_buf list;
    mns_buf_init(&list);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_buf_printf(&list, "%s%s,%s", m == 0 ? "" : ",", mns_model_canonical((mns_model)m),
                       mns_model_friendly((mns_model)m));
    }
    mns_request r = parse(list.data, NULL);
    assert_int_equal(r.model_count, MNS_MODEL_COUNT);
    mns_buf_release(&list);
}

static void misspelt_names_get_the_nearest(void **state) {
    (void)state;
    expect_message("serialisable", NULL,
                   "unknown consistency model 'serialisable'; did you mean 'serializable'?");
    expect_message("serialisable", NULL, "`minos models`");
    expect_message("serializable,,RC", NULL, "empty consistency model name");
    expect_message("", NULL, "'none'");
    expect_message("serializable,", NULL, "empty consistency model name");
    expect_message("none,serializable", NULL, "cannot be combined with other");
    expect_message("RC", "G-singel", "unknown anomaly 'G-singel'; did you mean 'G-single'?");
    expect_message("RC", "G0,", "extra comma");
}

static void the_wrong_option_is_said(void **state) {
    (void)state;
    expect_message("G1a", NULL, "'G1a' is an anomaly, not a consistency model");
    expect_message("G1a", NULL, "-a");
    expect_message("RC", "serializable", "'serializable' is a consistency model, not an anomaly");
    expect_message("RC", "serializable", "-c");
}

static void hostile_names_are_shortened(void **state) {
    (void)state;
    enum { HUGE_SIZE = 100000 };
    char *huge = malloc(HUGE_SIZE);
    assert_non_null(huge);
    memset(huge, '\x1b', HUGE_SIZE - 1);
    huge[HUGE_SIZE - 1] = '\0';
    mns_request request;
    char *message;
    assert_int_equal(mns_request_parse(&request, huge, NULL, &message), MINOS_EARGUMENT);
    assert_true(strlen(message) < 300);
    assert_null(strchr(message, '\x1b'));
    free(message);
    free(huge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_keep_their_order_and_names),
        cmocka_unit_test(anomalies_are_a_set),
        cmocka_unit_test(nothing_can_be_asked),
        cmocka_unit_test(the_default_can_be_lowered),
        cmocka_unit_test(all_models_can_be_asked),
        cmocka_unit_test(misspelt_names_get_the_nearest),
        cmocka_unit_test(the_wrong_option_is_said),
        cmocka_unit_test(hostile_names_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
