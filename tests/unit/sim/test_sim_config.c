/*
 * test_sim_config.c - src/sim/config.c: valid options, and messages for invalid ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/config.h"
#include <cmocka.h>

static void expect_rejected(const minos_sim_options *options, const char *words) {
    char *message = NULL;
    assert_int_equal(minos_sim_options_check(options, &message), MINOS_EARGUMENT);
    assert_non_null(message);
    if (strstr(message, words) == NULL) {
        fail_msg("'%s' does not say '%s'", message, words);
    }
    minos_free(message);
}

static void defaults_are_fine(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    char *message = NULL;
    assert_int_equal(minos_sim_options_check(&options, &message), MINOS_OK);
    assert_null(message);
    mns_config config;
    assert_int_equal(mns_config_read(&config, &options, NULL), MINOS_OK);
    assert_int_equal(config.reads, MNS_READS_SNAPSHOT);
    assert_int_equal(config.guard, MNS_GUARD_ALL);
    assert_false(config.buggy);
    assert_false(config.versions);
    assert_false(config.timestamps);
}

static void unknown_names_are_refused_with_those_there_are(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.isolation = "quantum";
    expect_rejected(&options, "unknown isolation level 'quantum' (expected strict-serializable, ");
    minos_sim_options_init(&options);
    options.workload = "bank";
    expect_rejected(&options, "unknown workload 'bank' (expected list-append, rw-register, set");
    minos_sim_options_init(&options);
    options.key_distribution = "normal";
    expect_rejected(&options, "uniform, exponential, zipf");
    minos_sim_options_init(&options);
    options.bugs = "empty-shard,empty-shards:0.5";
    expect_rejected(&options, "unknown bug 'empty-shards'");
}

static void bugs_have_rates(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.bugs = "empty-shard:0.5,garbage-read,long-fork:0,future-read:1e-1";
    mns_config config;
    assert_int_equal(mns_config_read(&config, &options, NULL), MINOS_OK);
    assert_true(config.buggy);
    assert_true(config.bugs[MNS_BUG_EMPTY_SHARD] == mns_odds_of(0.5));
    assert_true(config.bugs[MNS_BUG_GARBAGE_READ] ==
                mns_odds_of(minos_sim_bug_rate(MNS_BUG_GARBAGE_READ)));
    assert_true(config.bugs[MNS_BUG_LONG_FORK] == 0);
    assert_true(config.bugs[MNS_BUG_FUTURE_READ] == mns_odds_of(0.1));
    assert_true(config.bugs[MNS_BUG_STALE_REPLICA] == 0);
}

static void rates_beyond_reason_are_rejected(void **state) {
    (void)state;
    static const char *const bad[] = {
        "empty-shard:1.5", "empty-shard:-0.1", "empty-shard:",    "empty-shard:x",
        "empty-shard:nan", "empty-shard:0x1",  "empty-shard:0.1:"};
    minos_sim_options options;
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        minos_sim_options_init(&options);
        options.bugs = bad[i];
        expect_rejected(&options, "the rate of a bug must be from 0 to 1");
    }
    minos_sim_options_init(&options);
    options.read_fraction = -0.5;
    expect_rejected(&options, "read fraction");
    minos_sim_options_init(&options);
    options.abort_rate = 2;
    expect_rejected(&options, "abort rate");
    minos_sim_options_init(&options);
    options.crash_rate = 1.01;
    expect_rejected(&options, "crash rate");
}

static void numbers_beyond_reason_are_rejected(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.processes = 0;
    expect_rejected(&options, "processes must be from 1 to 1000000, not 0");
    minos_sim_options_init(&options);
    options.keys = 0;
    expect_rejected(&options, "keys must be");
    minos_sim_options_init(&options);
    options.min_length = 0;
    expect_rejected(&options, "--min-length");
    minos_sim_options_init(&options);
    options.min_length = 5;
    expect_rejected(&options, "--max-length must be from 5 to 1000, not 4");
    minos_sim_options_init(&options);
    options.max_writes_per_key = 0;
    expect_rejected(&options, "writes per key");
}

static void increments_are_a_range(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.min_increment = 6;
    expect_rejected(&options, "the minimum at most the maximum, not 6 to 5");
    options.min_increment = -1000001;
    expect_rejected(&options, "increment must be from -1000000 to 1000000");
    options.min_increment = -1000000;
    options.max_increment = 1000001;
    expect_rejected(&options, "increment must be from -1000000 to 1000000");
    options.max_increment = -1000000;
    mns_config config;
    assert_int_equal(mns_config_read(&config, &options, NULL), MINOS_OK);
    assert_int_equal(config.shape.min_increment, -1000000);
    assert_int_equal(config.shape.max_increment, -1000000);
}

static void tables_are_complete(void **state) {
    (void)state;
    size_t bugs = 0;
    for (; minos_sim_bug_name(bugs) != NULL; bugs++) {
        assert_true(strlen(minos_sim_bug_summary(bugs)) > 10);
        assert_true(strlen(minos_sim_bug_anomalies(bugs)) > 2);
        assert_true(minos_sim_bug_rate(bugs) > 0 && minos_sim_bug_rate(bugs) <= 1);
    }
    assert_int_equal(bugs, MNS_BUG_COUNT);
    assert_null(minos_sim_bug_summary(bugs));
    assert_null(minos_sim_bug_anomalies(bugs));
    assert_true(minos_sim_bug_rate(bugs) < 0);
    size_t levels = 0;
    for (; minos_sim_level_name(levels) != NULL; levels++) {
        assert_true(strlen(minos_sim_level_summary(levels)) > 10);
    }
    assert_int_equal(levels, 8);
    assert_null(minos_sim_level_summary(levels));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_fine),
        cmocka_unit_test(unknown_names_are_refused_with_those_there_are),
        cmocka_unit_test(bugs_have_rates),
        cmocka_unit_test(rates_beyond_reason_are_rejected),
        cmocka_unit_test(numbers_beyond_reason_are_rejected),
        cmocka_unit_test(increments_are_a_range),
        cmocka_unit_test(tables_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
