/*
 * test_bugs_shown.c - src/effort/bugs_shown.c: loads that show bugs, loads that do not, and bugs
 * that are none at a weak level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "minos_sim.h"
#include <cmocka.h>

/* How often a bug is shown; -1: it is not listed. */
static int shown(const minos_bugs_shown *bugs, const char *name) {
    for (size_t i = 0; i < bugs->count; i++) {
        if (strcmp(bugs->bugs[i].name, name) == 0) {
            return (int)bugs->bugs[i].shown;
        }
    }
    return -1;
}

static minos_sim_options contended(void) {
    minos_sim_options load;
    minos_sim_options_init(&load);
    load.transactions = 2000;
    return load;
}

static minos_bugs_shown measure(const minos_sim_options *load, const char *models) {
    minos_options judging;
    minos_bugs_shown bugs;
    minos_options_init(&judging);
    judging.models = models;
    assert_int_equal(minos_sim_bugs_shown(load, &judging, &bugs), MINOS_OK);
    return bugs;
}

static void a_contended_load_shows_every_bug(void **state) {
    (void)state;
    minos_sim_options load = contended();
    minos_bugs_shown bugs = measure(&load, "strict-serializable");
    assert_string_equal(bugs.isolation, "strict-serializable");
    assert_int_equal(bugs.transactions, 2000);
    size_t all = 0;
    while (minos_sim_bug_name(all) != NULL) {
        assert_true(shown(&bugs, minos_sim_bug_name(all)) >= 4);
        all++;
    }
    assert_int_equal(bugs.count, all);
}

/* One client on many keys never has a conflict, and rarely reads what was written. */
static void an_uncontended_load_misses_conflicts(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.processes = 1;
    load.keys = 20000;
    load.key_distribution = "uniform";
    minos_bugs_shown bugs = measure(&load, "strict-serializable");
    assert_int_equal(shown(&bugs, "retry-lost-update"), 0);
    assert_int_equal(shown(&bugs, "stale-replica"), 0);
    assert_true(shown(&bugs, "garbage-read") > 0);
}

static void bugs_that_the_level_allows_are_not_listed(void **state) {
    (void)state;
    minos_sim_options load = contended();
    minos_bugs_shown bugs = measure(&load, "read-committed");
    assert_string_equal(bugs.isolation, "read-committed");
    assert_int_equal(shown(&bugs, "stale-replica"), -1);
    assert_int_equal(shown(&bugs, "retry-lost-update"), -1);
    assert_int_equal(shown(&bugs, "empty-shard"), -1);
    assert_int_equal(shown(&bugs, "aborted-read"), MINOS_SHOWN_RUNS);
}

/* The weakest level that satisfies a model without a level of its own. */
static void the_level_satisfies_the_models(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.transactions = 100;
    assert_string_equal(measure(&load, "repeatable-read").isolation, "serializable");
    assert_string_equal(measure(&load, "monotonic-atomic-view").isolation, "read-atomic");
    assert_string_equal(measure(&load, "snapshot-isolation,read-committed").isolation,
                        "snapshot-isolation");
}

static void the_answer_is_the_same_twice(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.workload = "rw-register";
    load.transactions = 300;
    minos_bugs_shown once = measure(&load, "snapshot-isolation");
    minos_bugs_shown twice = measure(&load, "snapshot-isolation");
    assert_true(once.count > 0);
    assert_int_equal(once.count, twice.count);
    for (size_t i = 0; i < once.count; i++) {
        assert_string_equal(once.bugs[i].name, twice.bugs[i].name);
        assert_int_equal(once.bugs[i].shown, twice.bugs[i].shown);
    }
}

/* Long lists make a long history of few transactions. */
static void a_long_history_is_cut(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.keys = 1;
    load.max_writes_per_key = 1000000;
    load.transactions = MINOS_SHOWN_TRANSACTIONS + 1;
    minos_options judging;
    minos_bugs_shown bugs;
    minos_options_init(&judging);
    judging.models = "none";
    judging.anomalies = "internal"; /* rare here, so that the whole history is needed */
    assert_int_equal(minos_sim_bugs_shown(&load, &judging, &bugs), MINOS_OK);
    assert_int_equal(bugs.transactions, MINOS_SHOWN_TRANSACTIONS);
    assert_true(shown(&bugs, "index-misses-own-writes") > 0);
}

static void without_an_expectation_there_is_no_bug(void **state) {
    (void)state;
    minos_sim_options load = contended();
    minos_bugs_shown bugs = measure(&load, "none");
    assert_int_equal(bugs.count, 0);
    assert_null(bugs.isolation);
    load.transactions = 0;
    assert_int_equal(measure(&load, "serializable").count, 0);
}

/* long forks are allowed here, so forbidding one must not make every history show every bug. */
static void an_anomaly_that_the_level_allows_is_ignored(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.final_reads = 1;
    minos_options judging;
    minos_bugs_shown bugs;
    minos_options_init(&judging);
    judging.models = "read-committed";
    judging.anomalies = "G-single-item";
    assert_int_equal(minos_sim_bugs_shown(&load, &judging, &bugs), MINOS_OK);
    assert_int_equal(shown(&bugs, "stale-replica"), -1);
    judging.anomalies = "lost-write";
    assert_int_equal(minos_sim_bugs_shown(&load, &judging, &bugs), MINOS_OK);
    assert_int_equal(shown(&bugs, "lost-write-on-crash"), MINOS_SHOWN_RUNS);
    assert_int_equal(shown(&bugs, "stale-replica"), -1);
}

typedef struct steps {
    unsigned count;
    double last;
} steps;

static void step(void *context, const char *stage, double fraction) {
    steps *s = context;
    assert_string_equal(stage, "simulating bugs");
    assert_true(fraction > s->last);
    s->last = fraction;
    s->count++;
}

static void progress_is_reported(void **state) {
    (void)state;
    minos_sim_options load = contended();
    load.transactions = 50;
    minos_options judging;
    minos_bugs_shown bugs;
    steps s = {0, 0};
    minos_options_init(&judging);
    judging.progress = step;
    judging.progress_context = &s;
    assert_int_equal(minos_sim_bugs_shown(&load, &judging, &bugs), MINOS_OK);
    assert_true(s.count >= bugs.count);
    assert_true(s.last == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contended_load_shows_every_bug),
        cmocka_unit_test(an_uncontended_load_misses_conflicts),
        cmocka_unit_test(bugs_that_the_level_allows_are_not_listed),
        cmocka_unit_test(the_level_satisfies_the_models),
        cmocka_unit_test(the_answer_is_the_same_twice),
        cmocka_unit_test(a_long_history_is_cut),
        cmocka_unit_test(without_an_expectation_there_is_no_bug),
        cmocka_unit_test(an_anomaly_that_the_level_allows_is_ignored),
        cmocka_unit_test(progress_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
