/*
 * test_certify.c - src/certify/certify.c: which models executions prove.
 */
#include "certify/certify.h"

#include <stdio.h>

#include "support/units.h"

/* Expects the models that were searched for and found, strongest first; "" for none. out: a model
 * that is ruled out, or NULL. */
static void expect_proved(const char *notation, const char *out, const char *expected) {
    unit u;
    mns_proofs proofs = {.count = 0};
    mns_certified certified = {.reason = NULL};
    const mns_assumptions assumptions = {.wfr = false};
    bool ruled_out[MNS_MODEL_COUNT] = {false};
    char found[200] = "";
    mns_model id;
    if (out != NULL) {
        assert_true(mns_model_parse(out, strlen(out), &id));
        ruled_out[id] = true;
    }
    unit_open(&u, notation);
    assert_int_equal(
        mns_certify(&u.observation, &assumptions, NULL, ruled_out, &certified, &proofs), MINOS_OK);
    for (size_t i = 0; i < proofs.count; i++) {
        size_t size = strlen(found);
        snprintf(found + size, sizeof found - size, "%s%s", i == 0 ? "" : " ",
                 mns_model_friendly(proofs.items[i].model));
        assert_true(certified.models[proofs.items[i].model]);
    }
    if (strcmp(found, expected) != 0) {
        fail_msg("%s: found \"%s\", expected \"%s\"", notation, found, expected);
    }
    mns_proofs_release(&proofs);
    unit_close(&u);
}

static void the_strongest_comes_first(void **state) {
    (void)state;
    expect_proved("0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx1", NULL, "strong-serializable");
    expect_proved("0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx", NULL, "strong-session-serializable");
    expect_proved("0: wx1 / ok 0: wx1 / 0: rx / ok 0: rx", NULL, "serializable");
}

/* Serializable in another order, and a snapshot in real time: two proofs. */
static void two_executions_may_be_needed(void **state) {
    (void)state;
    expect_proved("0: rx wy1 / 1: ry wx1 / ok 0: rx wy1 / ok 1: ry wx1", NULL,
                  "strong-snapshot-isolation");
}

static void what_is_ruled_out_is_not_searched(void **state) {
    (void)state;
    expect_proved("0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx1", "strict-serializable",
                  "strong-session-serializable strong-snapshot-isolation");
}

/* Without invocations there is no real time. */
static void completions_only_prove_no_real_time(void **state) {
    (void)state;
    expect_proved("ok 0: wx1 / ok 1: rx1", NULL, "strong-session-serializable");
    expect_proved("ok 0: rx wy1 / ok 1: ry wx1", NULL, "strong-session-snapshot-isolation");
}

static void nothing_explains_circular_information_flow(void **state) {
    (void)state;
    expect_proved("ok 0: wx1 ry1 / ok 1: wy1 rx1", NULL, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_strongest_comes_first),
        cmocka_unit_test(two_executions_may_be_needed),
        cmocka_unit_test(what_is_ruled_out_is_not_searched),
        cmocka_unit_test(completions_only_prove_no_real_time),
        cmocka_unit_test(nothing_explains_circular_information_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
