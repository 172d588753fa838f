/*
 * test_measured.c - src/judge/measured.c: a requested model that holds is never measured as a
 * weaker one, whatever was found and whichever model was requested.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/judge.h"

#include <cmocka.h>

static const mns_coverage coverage = {true, true, true, true};

static void check(mns_model model, const bool found[MNS_ANOMALY_COUNT]) {
    mns_request request;
    mns_judgement judgement;
    char *message;
    bool measured[MNS_MODEL_COUNT];
    assert_int_equal(mns_request_parse(&request, mns_model_canonical(model), NULL, &message),
                     MINOS_OK);
    mns_judge(&request, found, &coverage, NULL, &judgement);
    mns_judgement_measured(&judgement, &request, measured);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_true(!measured[m] || !judgement.ruled_out[m]);
    }
    mns_models_add_weaker(measured);
    assert_true(judgement.verdict != MINOS_VALID || measured[model]);
}

static void every_model_with_every_anomaly(void **state) {
    (void)state;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        bool none[MNS_ANOMALY_COUNT] = {false};
        check((mns_model)m, none);
        for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
            bool one[MNS_ANOMALY_COUNT] = {false};
            one[a] = true;
            check((mns_model)m, one);
            one[(a + 7) % MNS_ANOMALY_COUNT] = true;
            check((mns_model)m, one);
        }
    }
}

/* The ladder does not show strong-session-snapshot-isolation, but a claim of it is measured. */
static void claims_beside_the_ladder(void **state) {
    (void)state;
    mns_request request;
    mns_judgement judgement;
    char *message;
    bool found[MNS_ANOMALY_COUNT] = {[MNS_A_G2_ITEM] = true, [MNS_A_LOST_WRITE] = true};
    bool measured[MNS_MODEL_COUNT];
    assert_int_equal(
        mns_request_parse(&request, "strong-session-snapshot-isolation", NULL, &message), MINOS_OK);
    mns_judge(&request, found, &coverage, NULL, &judgement);
    mns_judgement_measured(&judgement, &request, measured);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_int_equal(measured[m], m == MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_with_every_anomaly),
        cmocka_unit_test(claims_beside_the_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
