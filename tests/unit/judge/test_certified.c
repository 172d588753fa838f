/*
 * test_certified.c - src/judge/judge.c: what follows from executions that were replayed, for every
 * model and for the verdict.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "judge/judge.h"

#include <cmocka.h>

static const char ended[] = "the search ended after 10 steps";
static const mns_coverage all = {true, true, true, true};

static void add_models(bool set[MNS_MODEL_COUNT], const char *words) {
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        mns_model model;
        assert_true(mns_model_parse(words, size, &model));
        set[model] = true;
        words += size + (words[size] == ' ' ? 1 : 0);
    }
}

static mns_certified proof_of(const char *models, const char *reason) {
    mns_certified certified = {.reason = reason};
    add_models(certified.models, models);
    return certified;
}

/* No model may be in two states, whatever was given. */
static void check_states(const mns_judgement *j) {
    bool holds[MNS_MODEL_COUNT];
    memcpy(holds, j->holds, sizeof holds);
    mns_models_add_weaker(holds);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        bool held = holds[m] && !j->ruled_out[m];
        assert_true(!j->certified[m] || held);
        assert_true(j->undecided[m] == NULL || (held && !j->certified[m]));
        assert_int_equal(held + j->ruled_out[m] + j->partly[m] + j->not_judged[m] +
                             (j->untested && !j->ruled_out[m] && !j->not_judged[m]),
                         1);
    }
}

static mns_judgement judge_with(const char *models, const char *found_name,
                                const mns_coverage *coverage, const mns_certified *certified) {
    mns_request request;
    char *message;
    bool found[MNS_ANOMALY_COUNT] = {false};
    assert_int_equal(mns_request_parse(&request, models, NULL, &message), MINOS_OK);
    mns_anomaly anomaly;
    if (found_name != NULL) {
        assert_true(mns_anomaly_parse(found_name, strlen(found_name), &anomaly));
        found[anomaly] = true;
    }
    mns_judgement judgement;
    mns_judge(&request, found, coverage, certified, &judgement);
    check_states(&judgement);
    return judgement;
}

static void strict_serializable_certifies_every_model(void **state) {
    (void)state;
    mns_certified certified = proof_of("strict-serializable", NULL);
    mns_judgement j = judge_with("causal,PRAM", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_true(j.certified[m]);
        assert_null(j.undecided[m]);
        assert_false(j.partly[m] || j.not_judged[m]);
    }
}

/* Certified models hold even if their tests are incomplete, or need an unknown order. */
static void certified_settles_what_tests_leave_open(void **state) {
    (void)state;
    const mns_coverage no_clock = {.data = true, .process = true};
    mns_judgement j = judge_with("prefix", "G2-item", &all, NULL);
    assert_int_equal(j.verdict, MINOS_VALID); /* implied by snapshot isolation, which holds */
    j = judge_with("prefix", "lost-update", &all, NULL);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_true(j.partly[MNS_M_PREFIX]);
    mns_certified certified = proof_of("prefix", ended);
    j = judge_with("prefix", "lost-update", &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_true(j.certified[MNS_M_PREFIX] && j.certified[MNS_M_CAUSAL_CERONE]);
    assert_true(j.holds[MNS_M_PREFIX]);
    j = judge_with("serializable", NULL, &no_clock, NULL);
    assert_true(j.partly[MNS_M_STRONG_SNAPSHOT_ISOLATION]);
    certified = proof_of("strong-snapshot-isolation", NULL);
    j = judge_with("strong-snapshot-isolation", NULL, &no_clock, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
}

static void the_others_are_undecided(void **state) {
    (void)state;
    mns_certified certified = proof_of("read-committed", ended);
    mns_judgement j = judge_with("serializable", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_ptr_equal(j.undecided[MNS_M_PL_SS], ended);
    assert_ptr_equal(j.undecided[MNS_M_PL_3], ended);
    assert_ptr_equal(j.undecided[MNS_M_CAUSAL], ended); /* implied by a model that holds */
    assert_null(j.undecided[MNS_M_PL_2]);
    assert_true(j.certified[MNS_M_PL_2] && j.certified[MNS_M_PL_1]);
    assert_true(j.holds[MNS_M_PL_SS] && !j.holds[MNS_M_PL_2]);
    j = judge_with("serializable", "G1c", &all, &(mns_certified){.reason = ended});
    assert_null(j.undecided[MNS_M_PL_3]); /* ruled out */
    assert_ptr_equal(j.undecided[MNS_M_PL_1], ended);
}

static void a_search_has_its_own_reason(void **state) {
    (void)state;
    static const char limit[] = "the search reached its limit";
    mns_certified certified = {.searched = {[MNS_M_PL_3] = limit}, .reason = ended};
    mns_judgement j = judge_with("serializable", NULL, &all, &certified);
    assert_ptr_equal(j.undecided[MNS_M_PL_3], limit);
    assert_ptr_equal(j.undecided[MNS_M_PL_2], ended);
}

static void without_a_search_nothing_is_undecided(void **state) {
    (void)state;
    mns_judgement j = judge_with("serializable", NULL, &all, NULL);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_true(!j.certified[m] && j.undecided[m] == NULL);
    }
}

/* ---- Verdict ------------------------------------------------------------------------------ */

static void require_makes_undecided_unknown(void **state) {
    (void)state;
    mns_certified certified = proof_of("serializable", ended);
    certified.required = true;
    mns_judgement j = judge_with("serializable", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    j = judge_with("serializable,strict-serializable", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_ptr_equal(j.reason, ended);
    assert_true(j.holds[MNS_M_PL_SS]); /* it is still not ruled out */
    j = judge_with("strict-serializable", "G-single-item-realtime", &all, &certified);
    assert_int_equal(j.verdict, MINOS_VIOLATED);
    j = judge_with("none", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID); /* no model was requested */
}

static void require_without_a_search_is_unknown(void **state) {
    (void)state;
    mns_judgement j = judge_with("serializable", NULL, &all, &(mns_certified){.required = true});
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_non_null(j.reason);
    assert_ptr_equal(j.reason, j.undecided[MNS_M_PL_3]);
}

/* A history without any dependency stays unknown: nothing was tested. */
static void nothing_tested_is_never_certified(void **state) {
    (void)state;
    mns_certified certified = proof_of("strict-serializable", NULL);
    mns_judgement j = judge_with("strict-serializable", NULL,
                                 &(mns_coverage){.realtime_known = true}, &certified);
    assert_int_equal(j.verdict, MINOS_UNKNOWN);
    assert_non_null(strstr(j.reason, "nothing was tested"));
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_true(!j.certified[m] && j.undecided[m] == NULL);
    }
}

/* ---- Revealed times ----------------------------------------------------------------------- */

static void a_serial_order_proves_nothing_at_revealed_times(void **state) {
    (void)state;
    static const mns_model timed[] = {MNS_M_STRONG_SNAPSHOT_ISOLATION,
                                      MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, MNS_M_PL_SI,
                                      MNS_M_PL_FCV};
    mns_certified certified = proof_of("strict-serializable", NULL);
    certified.revealed_times = true;
    mns_judgement j = judge_with("snapshot-isolation", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID); /* holds, not certified */
    unsigned left_out = 0;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        left_out += j.certified[m] ? 0 : 1;
    }
    assert_int_equal(left_out, MNS_COUNT_OF(timed)); /* prefix, for one, knows no times */
    for (size_t i = 0; i < MNS_COUNT_OF(timed); i++) {
        assert_false(j.certified[timed[i]]);
        assert_non_null(strstr(j.undecided[timed[i]], "revealed"));
    }
    certified.required = true;
    assert_int_equal(judge_with("snapshot-isolation", NULL, &all, &certified).verdict,
                     MINOS_UNKNOWN);
    add_models(certified.models, "strong-snapshot-isolation"); /* at these times */
    j = judge_with("snapshot-isolation", NULL, &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_true(j.certified[MNS_M_PL_SI] && j.certified[MNS_M_PL_FCV]);
}

static void ruled_out_at_revealed_times_is_no_contradiction(void **state) {
    (void)state;
    mns_certified certified = proof_of("strict-serializable", NULL);
    certified.revealed_times = true;
    mns_judgement j = judge_with("strict-serializable", "G-SIa", &all, &certified);
    assert_int_equal(j.verdict, MINOS_VALID);
    assert_true(j.certified[MNS_M_PL_SS] && j.ruled_out[MNS_M_PL_SI]);
    assert_true(!j.certified[MNS_M_PL_SI] && j.undecided[MNS_M_PL_SI] == NULL);
    assert_int_equal(mns_judgement_contradiction(&j, &certified), MNS_MODEL_COUNT);
}

static void proved_and_ruled_out_is_a_contradiction(void **state) {
    (void)state;
    mns_certified certified = proof_of("serializable", NULL);
    mns_judgement j = judge_with("serializable", "G1c", &all, &certified);
    assert_false(j.certified[MNS_M_PL_3]);
    assert_int_equal(mns_judgement_contradiction(&j, &certified), MNS_M_PL_3);
    j = judge_with("serializable", "G-single-item-realtime", &all, &certified);
    assert_int_equal(mns_judgement_contradiction(&j, &certified), MNS_MODEL_COUNT);
}

/* Every anomaly with every proof that it allows: no model is in two states, nothing is lost. */
static void states_exclude_each_other(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            mns_certified certified = {.reason = ended, .revealed_times = true};
            certified.models[m] = true;
            mns_judgement j =
                judge_with("none", mns_anomaly_name((mns_anomaly)a), &all, &certified);
            bool contradicts = mns_judgement_contradiction(&j, &certified) != MNS_MODEL_COUNT;
            assert_int_equal(contradicts, j.ruled_out[m]);
            assert_true(j.certified[m] || j.ruled_out[m]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strict_serializable_certifies_every_model),
        cmocka_unit_test(certified_settles_what_tests_leave_open),
        cmocka_unit_test(the_others_are_undecided),
        cmocka_unit_test(a_search_has_its_own_reason),
        cmocka_unit_test(without_a_search_nothing_is_undecided),
        cmocka_unit_test(require_makes_undecided_unknown),
        cmocka_unit_test(require_without_a_search_is_unknown),
        cmocka_unit_test(nothing_tested_is_never_certified),
        cmocka_unit_test(a_serial_order_proves_nothing_at_revealed_times),
        cmocka_unit_test(ruled_out_at_revealed_times_is_no_contradiction),
        cmocka_unit_test(proved_and_ruled_out_is_a_contradiction),
        cmocka_unit_test(states_exclude_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
