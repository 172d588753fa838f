/*
 * test_judge.c - src/judge/judge.c: verdicts, what is ruled out and by what, what remains, and the
 * boundary that the reference prints.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "judge/judge.h"

#include <cmocka.h>

/* Which edges the graph has. */
enum { NO_EDGES = 0, DATA = 1, PROCESS = 2, REALTIME = 4, ALL_EDGES = 7, NO_CLOCK = 8 };

static mns_judgement judge(const char *models, const char *asked, const char *found_words,
                           unsigned edges) {
    mns_request request;
    char *message;
    assert_int_equal(mns_request_parse(&request, models, asked, &message), MINOS_OK);
    bool found[MNS_ANOMALY_COUNT] = {false};
    while (*found_words != '\0') {
        size_t size = strcspn(found_words, " ");
        mns_anomaly anomaly;
        assert_true(mns_anomaly_parse(found_words, size, &anomaly));
        found[anomaly] = true;
        found_words += size + (found_words[size] == ' ' ? 1 : 0);
    }
    mns_judgement judgement;
    mns_coverage evidence = {.data = (edges & DATA) != 0,
                             .process = (edges & PROCESS) != 0,
                             .realtime = (edges & REALTIME) != 0,
                             .realtime_known = (edges & NO_CLOCK) == 0};
    mns_judge(&request, found, &evidence, NULL, &judgement);
    return judgement;
}

/* The set must hold exactly the named models. */
static void expect_set(const bool set[MNS_MODEL_COUNT], const char *words) {
    bool expected[MNS_MODEL_COUNT] = {false};
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        mns_model model;
        assert_true(mns_model_parse(words, size, &model));
        expected[model] = true;
        words += size + (words[size] == ' ' ? 1 : 0);
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m] != expected[m]) {
            fail_msg("%s is %s", mns_model_friendly((mns_model)m), set[m] ? "too much" : "missing");
        }
    }
}

/* ---- Verdict ------------------------------------------------------------------------------ */

static void clean_history_is_valid(void **state) {
    (void)state;
    mns_judgement j = judge("strict-serializable", NULL, "", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_null(j.reason);
    expect_set(j.ruled_out, "");
    expect_set(j.not_weakest, "");
    expect_set(j.also_not, "");
    expect_set(j.violated, "");
    expect_set(j.holds, "strict-serializable");
    expect_set(j.not_judged, ""); /* strict serializability implies every model */
    expect_set(j.partly, "");
}

static void only_what_is_asked_decides(void **state) {
    (void)state;
    mns_judgement j = judge("snapshot-isolation", NULL, "G2-item", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_false(j.forbidden[MNS_A_G2_ITEM]);
    assert_true(j.found[MNS_A_G2_ITEM]);
    assert_true(j.ruled_out[MNS_M_PL_3]);
    j = judge("snapshot-isolation,serializable", NULL, "G2-item", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    assert_true(j.forbidden[MNS_A_G2_ITEM]);
    expect_set(j.violated, "serializable");
    j = judge("none", NULL, "G0", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    j = judge("none", "G0", "G0", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.violated, "");
}

/* -a forbids what implies the anomaly, not what the anomaly implies. */
static void asked_anomalies_include_what_implies_them(void **state) {
    (void)state;
    assert_int_equal(judge("none", "G1c", "G0", ALL_EDGES).verdict, MINOS_VIOLATED);
    assert_int_equal(judge("none", "G0", "G1c", ALL_EDGES).verdict, MINOS_VALID);
    assert_int_equal(judge("none", "G1", "dirty-update", ALL_EDGES).verdict, MINOS_VIOLATED);
    assert_int_equal(judge("none", "G2-item", "G-single-item", ALL_EDGES).verdict, MINOS_VIOLATED);
    assert_int_equal(judge("none", "G-single-item", "G2-item", ALL_EDGES).verdict, MINOS_VALID);
    assert_int_equal(judge("read-committed", "lost-update", "lost-update", ALL_EDGES).verdict,
                     MINOS_VIOLATED);
}

static void garbage_breaks_even_read_uncommitted(void **state) {
    (void)state;
    mns_judgement j = judge("read-uncommitted", NULL, "garbage-read", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "read-uncommitted");
    expect_set(j.holds, "");
}

/* The request for snapshot isolation is broken, that for serializability is not. */
static void revealed_times_break_snapshots_only(void **state) {
    (void)state;
    mns_judgement j = judge("strict-serializable", NULL, "G-SIa G-SIb", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_false(j.forbidden[MNS_A_G_SIA] || j.forbidden[MNS_A_G_SIB]);
    expect_set(j.ruled_out, "forward-consistent-view snapshot-isolation "
                            "strong-session-snapshot-isolation strong-snapshot-isolation");
    expect_set(j.not_weakest, "forward-consistent-view");
    expect_set(j.holds, "strict-serializable");
    expect_set(j.partly, "");
    j = judge("snapshot-isolation,serializable", NULL, "G-SIa", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    assert_true(j.forbidden[MNS_A_G_SIA]);
    expect_set(j.violated, "snapshot-isolation");
    expect_set(j.not_weakest, "snapshot-isolation");
    expect_set(j.also_not, "strong-session-snapshot-isolation strong-snapshot-isolation");
    assert_int_equal(judge("update-serializable", NULL, "G-SIb", ALL_EDGES).verdict, MINOS_VALID);
    assert_int_equal(judge("forward-consistent-view", NULL, "G-SIa", ALL_EDGES).verdict,
                     MINOS_VALID);
    assert_int_equal(judge("none", "G-SI", "G-SIa", ALL_EDGES).verdict, MINOS_VIOLATED);
    /* Beside an anomaly of the data each rules out its own. */
    j = judge("serializable", NULL, "G2-item G-SIb", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "repeatable-read forward-consistent-view");
    assert_int_equal(j.ruled_out_by[MNS_M_PL_3], MNS_A_G2_ITEM);
    assert_int_equal(j.ruled_out_by[MNS_M_PL_SI], MNS_A_G_SIB);
    assert_false(j.ruled_out[MNS_M_PL_3U]);
}

/* What is asked for is violated if and only if something forbidden was found, by any one anomaly.
 */
static void ruled_out_and_forbidden_agree(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            mns_judgement j = judge(mns_model_canonical((mns_model)m), NULL,
                                    mns_anomaly_name((mns_anomaly)a), ALL_EDGES);
            assert_int_equal(j.forbidden[a], j.ruled_out[m]);
            assert_int_equal(j.violated[m], j.verdict == MINOS_VIOLATED);
        }
    }
}

/* ---- Unknown ------------------------------------------------------------------------------ */

static void empty_graph_is_unknown(void **state) {
    (void)state;
    assert_int_equal(judge("serializable", NULL, "", REALTIME | PROCESS).verdict, MINOS_UNKNOWN);
    assert_int_equal(judge("serializable", NULL, "", DATA).verdict, MINOS_VALID);
    assert_int_equal(judge("strict-serializable", NULL, "", REALTIME).verdict, MINOS_VALID);
    assert_int_equal(judge("strict-serializable", NULL, "", PROCESS).verdict, MINOS_UNKNOWN);
    assert_int_equal(judge("strong-session-serializable", NULL, "", PROCESS).verdict, MINOS_VALID);
    assert_int_equal(judge("strong-session-serializable", NULL, "", REALTIME).verdict,
                     MINOS_UNKNOWN);
    assert_int_equal(judge("none", NULL, "", PROCESS).verdict, MINOS_VALID);
    mns_judgement j = judge("none", NULL, "", NO_EDGES);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_non_null(strstr(j.reason, "no dependency"));
}

/* An anomaly of a single transaction needs no edge. */
static void violation_comes_before_emptiness(void **state) {
    (void)state;
    mns_judgement j = judge("serializable", NULL, "internal", NO_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    assert_null(j.reason);
    assert_int_equal(judge("read-committed", NULL, "internal", NO_EDGES).verdict, MINOS_UNKNOWN);
}

static void untested_models_are_unknown(void **state) {
    (void)state;
    const char *reason = "Minos has no test for causal";
    mns_judgement j = judge("causal", NULL, "G-single-item-realtime", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_non_null(strstr(j.reason, reason));
    assert_false(j.untested);
    assert_int_equal(judge("read-committed,causal", NULL, "G2-item", ALL_EDGES).verdict,
                     MINOS_UNKNOWN);
    j = judge("serializable,causal", NULL, "",
              NO_EDGES); /* and the other one is not tested either */
    assert_true(j.untested && strstr(j.reason, reason) != NULL);
    expect_set(j.holds, "");
    j = judge("serializable,causal", NULL, "G0", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.violated, "serializable");
    assert_true(j.not_judged[MNS_M_CAUSAL]);
    /* A tested model with no rows of its own is not one of them. */
    assert_int_equal(judge("monotonic-atomic-view", NULL, "", ALL_EDGES).verdict, MINOS_VALID);
}

/* What a model that holds implies holds too, whether or not it has a test of its own. */
static void implied_models_hold(void **state) {
    (void)state;
    assert_int_equal(judge("causal", NULL, "", ALL_EDGES).verdict, MINOS_VALID);
    assert_int_equal(judge("serializable,causal", NULL, "", ALL_EDGES).verdict, MINOS_VALID);
    mns_judgement j = judge("view-serializable", NULL, "G-single-item-realtime", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_false(j.not_judged[MNS_M_VIEW_SERIALIZABLE]);
    assert_true(j.not_judged[MNS_M_LINEARIZABLE]);
    /* Snapshot isolation holds, so prefix does; update-serializable is undecided. */
    assert_int_equal(judge("prefix", NULL, "G2-item", ALL_EDGES).verdict, MINOS_VALID);
    assert_int_equal(judge("update-serializable", NULL, "G2-item", ALL_EDGES).verdict,
                     MINOS_UNKNOWN);
}

/* Read skew violates each of these in some histories, and no test says in which. */
static void partly_tested_models_are_unknown(void **state) {
    (void)state;
    static const char *const models[] = {"read-atomic", "prefix", "causal-cerone",
                                         "parallel-snapshot-isolation"};
    for (size_t i = 0; i < MNS_COUNT_OF(models); i++) {
        mns_judgement j = judge(models[i], NULL, "G-single-item", ALL_EDGES);
        assert_int_equal(j.verdict, MINOS_UNKNOWN);
        assert_non_null(strstr(j.reason, models[i]));
        assert_non_null(strstr(j.reason, "only in part"));
        assert_int_equal(judge(models[i], NULL, "internal", ALL_EDGES).verdict, MINOS_VIOLATED);
        assert_int_equal(judge(models[i], NULL, "", ALL_EDGES).verdict, MINOS_VALID);
    }
}

/* ---- Ruled out and remaining -------------------------------------------------------------- */

static void the_worst_anomaly_is_named(void **state) {
    (void)state;
    mns_judgement j =
        judge("strict-serializable", NULL, "G2-item G1a internal G0-realtime", ALL_EDGES);
    assert_int_equal(j.ruled_out_by[MNS_M_PL_2], MNS_A_G1A);
    assert_int_equal(j.ruled_out_by[MNS_M_READ_ATOMIC], MNS_A_G1A);
    assert_int_equal(j.ruled_out_by[MNS_M_PL_SS], MNS_A_G1A);
    assert_int_equal(j.ruled_out_by[MNS_M_STRONG_PL_1], MNS_A_G0_REALTIME);
    assert_false(j.ruled_out[MNS_M_PL_1]);
    j = judge("strict-serializable", NULL, "G2-item internal", ALL_EDGES);
    assert_int_equal(j.ruled_out_by[MNS_M_PL_3], MNS_A_INTERNAL);
    assert_int_equal(j.ruled_out_by[MNS_M_PL_2_99], MNS_A_G2_ITEM);
}

static void the_strongest_that_remain_hold(void **state) {
    (void)state;
    mns_judgement j = judge("serializable", NULL, "G2-item", ALL_EDGES);
    expect_set(j.not_weakest, "repeatable-read");
    expect_set(j.also_not, "serializable strong-session-serializable strong-serializable");
    expect_set(j.holds, "strong-snapshot-isolation");
    expect_set(j.partly, "update-serializable");
    j = judge("serializable", NULL, "G-single-item-realtime", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
    expect_set(j.holds, "strong-session-serializable strong-read-committed");
}

/* Without invocations no transaction is known to precede another in real time. */
static void without_real_time_less_holds(void **state) {
    (void)state;
    mns_judgement j = judge("strict-serializable", NULL, "", DATA | PROCESS | NO_CLOCK);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_non_null(strstr(j.reason, "no invocations"));
    expect_set(j.holds, "strong-session-serializable");
    expect_set(j.partly, "strict-serializable strong-snapshot-isolation strong-read-committed "
                         "strong-read-uncommitted");
    j = judge(NULL, NULL, "G2-item", DATA | NO_CLOCK);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    j = judge("none", "G0-realtime", "", DATA | NO_CLOCK);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    j = judge("strong-session-serializable", "G0", "", DATA | NO_CLOCK);
    assert_int_equal(j.verdict, MINOS_VALID);
    j = judge("strict-serializable", NULL, "", DATA | PROCESS);
    expect_set(j.holds, "strict-serializable");
    expect_set(j.partly, "");
}

/* Friendly boundaries that the reference's own tests record. */
static void boundaries_are_the_references(void **state) {
    (void)state;
    mns_judgement j = judge("none", NULL, "G2 internal", ALL_EDGES);
    expect_set(j.not_weakest, "read-atomic");
    expect_set(j.also_not, "causal-cerone parallel-snapshot-isolation prefix serializable "
                           "snapshot-isolation strong-serializable strong-session-serializable "
                           "strong-session-snapshot-isolation strong-snapshot-isolation "
                           "update-atomic");
    j = judge("none", NULL, "cyclic-versions", ALL_EDGES);
    expect_set(j.not_weakest, "read-uncommitted");
    j = judge("none", NULL, "incompatible-versions", ALL_EDGES);
    expect_set(j.not_weakest, "read-uncommitted");
    j = judge("none", NULL, "G1a", ALL_EDGES);
    expect_set(j.not_weakest, "read-committed");
    j = judge("none", NULL, "G-single-realtime", ALL_EDGES);
    expect_set(j.not_weakest, "strong-snapshot-isolation");
    expect_set(j.also_not, "strong-serializable");
}

/* The reference sees one order at a time; what it does not see is in also_not all the same. */
static void boundary_depends_on_the_order_asked_about(void **state) {
    (void)state;
    const char *found = "G-single-item-process";
    mns_judgement j = judge("strict-serializable", NULL, found, ALL_EDGES);
    assert_int_equal(j.order, MNS_ORDER_REALTIME);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "strong-snapshot-isolation");
    expect_set(j.also_not, "strong-session-snapshot-isolation strong-session-serializable "
                           "strong-serializable");
    j = judge("strong-session-serializable", NULL, found, ALL_EDGES);
    assert_int_equal(j.order, MNS_ORDER_PROCESS);
    expect_set(j.not_weakest, "strong-session-snapshot-isolation");
    expect_set(j.also_not, "strong-snapshot-isolation strong-session-serializable "
                           "strong-serializable");
    j = judge("serializable", NULL, found, ALL_EDGES);
    assert_int_equal(j.order, MNS_ORDER_NONE);
    assert_int_equal(j.verdict, MINOS_VALID); /* no :not to be equal to: every order counts */
    expect_set(j.not_weakest, "strong-session-snapshot-isolation");
    expect_set(j.also_not, "strong-snapshot-isolation strong-session-serializable "
                           "strong-serializable");
    j = judge("serializable", NULL, "G2-item G-single-item-process", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "repeatable-read");
    j = judge("none", NULL, found, ALL_EDGES);
    expect_set(j.not_weakest, "strong-session-snapshot-isolation");
    /* A closed walk through session order counts where real time is asked about. */
    j = judge("strict-serializable", NULL, "strong-session-snapshot-isolation-cycle-exists",
              ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "strong-snapshot-isolation");
    /* So does what a session's own counter shows. */
    j = judge("strict-serializable", NULL, "missed-increment-process", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    expect_set(j.not_weakest, "strong-snapshot-isolation");
    j = judge("strong-session-serializable", NULL, "missed-increment-realtime", ALL_EDGES);
    assert_int_equal(j.verdict, MINOS_VALID);
}

static void order_comes_from_the_request(void **state) {
    (void)state;
    assert_int_equal(judge("strong-read-committed", NULL, "", DATA).order, MNS_ORDER_REALTIME);
    assert_int_equal(judge("strong-session-PL-1", NULL, "", DATA).order, MNS_ORDER_PROCESS);
    assert_int_equal(judge("serializable", "G0-process", "", DATA).order, MNS_ORDER_PROCESS);
    assert_int_equal(judge("serializable", "G2-item-realtime", "", DATA).order, MNS_ORDER_REALTIME);
    assert_int_equal(judge("repeatable-read", "G1a", "", DATA).order, MNS_ORDER_NONE);
    assert_int_equal(judge("none", NULL, "", DATA).order, MNS_ORDER_REALTIME);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_history_is_valid),
        cmocka_unit_test(only_what_is_asked_decides),
        cmocka_unit_test(asked_anomalies_include_what_implies_them),
        cmocka_unit_test(garbage_breaks_even_read_uncommitted),
        cmocka_unit_test(revealed_times_break_snapshots_only),
        cmocka_unit_test(ruled_out_and_forbidden_agree),
        cmocka_unit_test(empty_graph_is_unknown),
        cmocka_unit_test(violation_comes_before_emptiness),
        cmocka_unit_test(untested_models_are_unknown),
        cmocka_unit_test(implied_models_hold),
        cmocka_unit_test(partly_tested_models_are_unknown),
        cmocka_unit_test(the_worst_anomaly_is_named),
        cmocka_unit_test(the_strongest_that_remain_hold),
        cmocka_unit_test(without_real_time_less_holds),
        cmocka_unit_test(boundaries_are_the_references),
        cmocka_unit_test(boundary_depends_on_the_order_asked_about),
        cmocka_unit_test(order_comes_from_the_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
