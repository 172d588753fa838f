/* test_drivers.c - src/run/drivers.c: supported targets and the claims of their levels. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/driver/driver.h"
#include <cmocka.h>

static void every_target_is_described(void **state) {
    (void)state;
    size_t count = 0;
    while (minos_run_target(count) != NULL) {
        assert_non_null(minos_run_target_summary(count));
        assert_true(minos_run_target_missing(count) == NULL ||
                    strstr(minos_run_target_missing(count), "install") != NULL);
        count++;
    }
    assert_int_equal(count, 8);
    assert_null(minos_run_target_summary(count));
    assert_null(minos_run_target_missing(count));
}

/* The levels of each supported target: known models, and a default among them. */
static void levels_claim_models_that_there_are(void **state) {
    (void)state;
    for (size_t t = 0; minos_run_target(t) != NULL; t++) {
        const char *target = minos_run_target(t);
        size_t i = 0;
        for (; minos_run_level(target, i) != NULL; i++) {
            minos_options options;
            minos_options_init(&options);
            options.models = minos_run_level_claims(target, i);
            char *message = NULL;
            assert_int_equal(minos_options_check(&options, &message), MINOS_OK);
        }
        assert_null(minos_run_level_claims(target, i));
        assert_true((i == 0) == (minos_run_target_missing(t) != NULL));
        assert_true(i == 0 || minos_run_level_default(target) < i);
    }
    assert_string_equal(minos_run_level("sim:", minos_run_level_find("sim:", "Read_Committed")),
                        "read-committed");
    assert_int_equal(minos_run_level_find("sim:", "read-committe"), SIZE_MAX);
    assert_int_equal(minos_run_level_find("nothing:", "read-committed"), SIZE_MAX);
    assert_null(minos_run_level("nothing:", 0));
    assert_null(minos_run_level_claims("nothing:", 0));
    assert_int_equal(minos_run_level_default("nothing:"), 0);
}

static void a_driver_is_found_by_its_scheme(void **state) {
    (void)state;
    static const char *const same[][2] = {{"postgres://h/", "postgresql://h/"},
                                          {"mysql://h/d", "mariadb://h/d"}};
    mns_buf message;
    mns_buf_init(&message);
    for (size_t i = 0; i < MNS_COUNT_OF(same); i++) {
        assert_ptr_equal(mns_driver_find(same[i][0], &message),
                         mns_driver_find(same[i][1], &message));
    }
    assert_null(mns_driver_find("Postgres://h/", &message)); /* case-sensitive */
    assert_null(mns_driver_find("postgres", &message));
    assert_null(mns_driver_find(":", &message));
    assert_non_null(strstr(message.data, "unknown target"));
    mns_buf_release(&message);
}

static void some_targets_are_servers_of_their_own(void **state) {
    (void)state;
    static const char *const bare[] = {
        "postgres:", "postgresql:", "mariadb:", "mysql:", "galera:", "redis:", "etcd:"};
    static const char *const others[] = {"postgres://h/", "redis://", "sqlite:", "sqlite:a.db",
                                         "sim:",          "exec:cat", "",        "postgres"};
    for (size_t i = 0; i < MNS_COUNT_OF(bare); i++) {
        assert_true(mns_target_is_bare(bare[i]));
        minos_run_options options;
        minos_run_options_init(&options);
        options.target = bare[i];
        options.history = "/nowhere/history.edn";
        minos_run_summary summary;
        char *message = NULL;
        assert_int_equal(minos_run(&options, &summary, &message), MINOS_EARGUMENT);
        assert_non_null(strstr(message, "start it with minos_server_start"));
        minos_free(message);
        minos_run_summary_release(&summary);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        assert_false(mns_target_is_bare(others[i]));
    }
}

/* A level after the colon is the default. */
static void the_simulator_says_its_level_itself(void **state) {
    (void)state;
    assert_int_equal(minos_run_level_default("sim:"), 0);
    assert_int_equal(minos_run_level_default("sim:no such"), 0);
    for (size_t i = 0; minos_sim_level_name(i) != NULL; i++) {
        char target[64] = "sim:";
        memcpy(target + 4, minos_sim_level_name(i), strlen(minos_sim_level_name(i)) + 1);
        assert_int_equal(minos_run_level_default(target), i);
        assert_string_equal(minos_run_level(target, i), minos_sim_level_name(i));
    }
}

static void passwords_are_masked(void **state) {
    (void)state;
    char *masked = minos_run_mask("postgres://me:secret@host/db");
    assert_string_equal(masked, "postgres://me:***@host/db");
    minos_free(masked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_target_is_described),
        cmocka_unit_test(levels_claim_models_that_there_are),
        cmocka_unit_test(a_driver_is_found_by_its_scheme),
        cmocka_unit_test(some_targets_are_servers_of_their_own),
        cmocka_unit_test(the_simulator_says_its_level_itself),
        cmocka_unit_test(passwords_are_masked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
