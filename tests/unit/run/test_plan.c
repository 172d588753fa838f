/* test_plan.c - src/run/plan.c: valid options are accepted, invalid ones rejected with a message.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include "run/network/network.h"
#include "run/plan.h"
#include "support/fake_driver.h"
#include <cmocka.h>

static minos_run_options defaults(void) {
    minos_run_options options;
    minos_run_options_init(&options);
    return options;
}

/* With the fake driver; the message must contain `expected`, NULL: accepted. */
static void expect_live(const minos_run_options *options, const char *expected) {
    mns_plan plan;
    mns_buf message;
    mns_buf_init(&message);
    bool good = mns_plan_read_live(&plan, &fake_driver, options, &message);
    if (good != (expected == NULL) ||
        (!good && strstr(message.data == NULL ? "" : message.data, expected) == NULL)) {
        fail_msg("expected '%s', not '%s'", expected == NULL ? "" : expected,
                 message.data == NULL ? "" : message.data);
    }
    mns_buf_release(&message);
}

static void expect_checked(const minos_run_options *options, const char *expected) {
    char *message = NULL;
    minos_status status = minos_run_options_check(options, &message);
    if (expected == NULL) {
        assert_int_equal(status, MINOS_OK);
        assert_null(message);
    } else {
        assert_int_equal(status, MINOS_EARGUMENT);
        if (strstr(message, expected) == NULL) {
            fail_msg("'%s' is not in '%s'", expected, message);
        }
    }
    minos_free(message);
}

static void defaults_are_good(void **state) {
    (void)state;
    minos_run_options options = defaults();
    expect_live(&options, NULL);
    assert_string_equal(options.target, "sqlite:");
    assert_null(options.load.isolation);
    assert_int_equal(options.load.transactions, 0);
    assert_true(options.time_s == 10);
    assert_int_equal(options.timeout_ms, 10000);
    assert_int_equal(options.connect_ms, 10000);
    assert_int_equal(options.tables, 1);
}

/* The plan for a driver that stores sets like this, with and without the option. */
static void expect_sets(mns_set_storage storage, const char *workload, int said, int expected) {
    mns_driver driver = fake_driver;
    minos_run_options options = defaults();
    mns_plan plan;
    mns_buf message;
    mns_buf_init(&message);
    driver.set_storage = storage;
    options.load.workload = workload;
    options.sets_are_objects = said;
    bool good = mns_plan_read_live(&plan, &driver, &options, &message);
    assert_int_equal(good ? plan.sets_are_objects : -1, expected);
    assert_int_equal(good, message.size == 0);
    mns_buf_release(&message);
}

static void drivers_know_how_they_keep_sets(void **state) {
    (void)state;
    expect_sets(MNS_SET_ROWS, "set", 0, 0);
    expect_sets(MNS_SET_ROWS, "set", 1, -1); /* rejected */
    expect_sets(MNS_SET_OBJECT, "set", 0, 1);
    expect_sets(MNS_SET_OBJECT, "set", 1, 1);
    expect_sets(MNS_SET_UNKNOWN, "set", 0, 0);
    expect_sets(MNS_SET_UNKNOWN, "set", 1, 1);
    expect_sets(MNS_SET_OBJECT, "list-append", 0, 0);
    expect_sets(MNS_SET_UNKNOWN, "list-append", 1, -1);
    assert_int_equal(mns_driver_sqlite.set_storage, MNS_SET_ROWS);
    assert_int_equal(mns_driver_redis.set_storage, MNS_SET_OBJECT);
    assert_int_equal(mns_driver_etcd.set_storage, MNS_SET_OBJECT);
    assert_int_equal(mns_driver_exec.set_storage, MNS_SET_UNKNOWN);
    minos_run_options options = defaults();
    options.sets_are_objects = 1;
    options.load.workload = "set";
    options.target = "sim:";
    expect_checked(&options, NULL);
    options.load.workload = "counter";
    expect_checked(&options, "--sets-are-objects applies only to --workload=set");
}

static void numbers_have_bounds(void **state) {
    (void)state;
    minos_run_options o;
#define REFUSED(field, value, expected)                                                            \
    o = defaults();                                                                                \
    o.field = value;                                                                               \
    expect_live(&o, expected)
#define TAKEN(field, value) REFUSED(field, value, NULL)
    REFUSED(load.processes, 0, "processes must be from 1");
    TAKEN(load.processes, 1);
    TAKEN(load.processes, 1000);
    REFUSED(load.processes, 1001, "--processes must be from 1 to 1000, not 1001");
    REFUSED(tables, 0, "--tables must be from 1 to 100, not 0");
    TAKEN(tables, 100);
    REFUSED(tables, 101, "--tables must be from 1 to 100");
    REFUSED(time_s, -1, "--time must be from 0");
    REFUSED(time_s, NAN, "--time must be from 0");
    REFUSED(time_s, INFINITY, "--time must be from 0");
    TAKEN(time_s, 0.5);
    REFUSED(rate, -1, "--rate must be from");
    REFUSED(rate, NAN, "--rate must be from");
    REFUSED(rate, 1e-9, "--rate must be from");
    TAKEN(rate, 0.5);
    REFUSED(timeout_ms, 0, "--timeout in milliseconds must be from 1");
    TAKEN(timeout_ms, 1);
    TAKEN(connect_ms, 0);
    REFUSED(connect_ms, 3600001, "--connect-timeout in milliseconds must be from 0");
    REFUSED(load.keys, 0, "keys must be from 1");
    REFUSED(load.read_fraction, 2, "read fraction must be from 0 to 1");
    REFUSED(load.workload, "bank", "unknown workload 'bank'");
#undef TAKEN
#undef REFUSED
}

static void something_must_end_it(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupts;
    minos_run_options o = defaults();
    o.time_s = 0;
    expect_live(&o, "would never end");
    o.load.transactions = 1;
    expect_live(&o, NULL);
    o.load.transactions = 0;
    o.interrupts = &interrupts;
    expect_live(&o, NULL);
}

static const char *level_for(const char *name) {
    minos_run_options o = defaults();
    o.load.isolation = name;
    mns_plan plan;
    mns_buf message;
    mns_buf_init(&message);
    bool good = mns_plan_read_live(&plan, &fake_driver, &o, &message);
    mns_buf_release(&message);
    return good ? plan.level->name : NULL;
}

static void levels_are_spelt_in_many_ways(void **state) {
    (void)state;
    assert_string_equal(level_for(NULL), "serializable");
    assert_string_equal(level_for("repeatable-read"), "repeatable-read");
    assert_string_equal(level_for("REPEATABLE READ"), "repeatable-read");
    assert_string_equal(level_for("Repeatable_Read"), "repeatable-read");
    assert_null(level_for("repeatable"));
    assert_null(level_for(""));
    minos_run_options o = defaults();
    o.load.isolation = "repeatabel-read";
    expect_live(
        &o, "unknown isolation level 'repeatabel-read'; did you mean 'repeatable-read'? (expected "
            "serializable, repeatable-read");
}

/* A program gets the level's name, so any is accepted. */
static void a_driver_may_take_any_level(void **state) {
    (void)state;
    mns_driver driver = fake_driver;
    driver.accepts_any_level = true;
    minos_run_options o = defaults();
    o.load.isolation = "whatever you like";
    mns_plan plan;
    mns_buf message;
    mns_buf_init(&message);
    assert_true(mns_plan_read_live(&plan, &driver, &o, &message));
    assert_string_equal(plan.level->name, "whatever you like");
    assert_string_equal(plan.level->claims, "strict-serializable");
    o.load.isolation = NULL;
    assert_true(mns_plan_read_live(&plan, &driver, &o, &message));
    assert_string_equal(plan.level->name, "serializable");
    mns_buf_release(&message);
}

static void unsupported_choices_are_rejected(void **state) {
    (void)state;
    minos_run_options o = defaults();
    o.load.workload = "rw-register";
    expect_live(&o, "--workload=rw-register is not supported for fake:; expected list-append, "
                    "set, counter");
    o.load.workload = "set";
    expect_live(&o, NULL);
    o.append = "concat";
    expect_live(&o, "--append applies only to the workloads list-append and counter, not to set");
    o.load.workload = "list-append";
    expect_live(&o, NULL);
    o.append = "array";
    expect_live(&o, "--append=array is not supported for fake:; expected concat, rmw");
    o.append = "RMW";
    expect_live(&o, NULL);
    o.access = "secondary";
    expect_live(&o, "--access=secondary is not supported for fake:; expected primary");
    o.access = "primary";
    expect_live(&o, NULL);
}

static void simulator_options_are_rejected(void **state) {
    (void)state;
    minos_run_options o = defaults();
    o.load.bugs = "empty-shard";
    expect_live(&o, "only sim: supports --bug");
    o = defaults();
    o.load.abort_rate = 0.1;
    expect_live(&o, "only sim: supports the abort rate");
    o = defaults();
    o.load.crash_rate = 0.1;
    expect_live(&o, "only sim: supports the crash rate");
    o = defaults();
    o.load.versions = 1;
    expect_live(&o, "only sim: supports versions");
    o = defaults();
    o.load.timestamps = 1;
    expect_live(&o, "only sim: supports timestamps");
    o = defaults();
    o.load.bugs = ""; /* none */
    expect_live(&o, NULL);
}

static void prefixes_are_plain_names(void **state) {
    (void)state;
    static const char *const good[] = {"a", "_", "minos_2",
                                       "a23456789012345678901234567890123456789_1"};
    static const char *const bad[] = {
        "",    "1a",     "A",        "a-b",
        "a b", "a;drop", "\xc3\xa4", "a2345678901234567890123456789012345678901_"};
    minos_run_options o = defaults();
    for (size_t i = 0; i < MNS_COUNT_OF(good); i++) {
        o.prefix = good[i];
        expect_live(&o, NULL);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        o.prefix = bad[i];
        expect_live(&o, "--prefix must be 1 to 41 lowercase letters");
    }
}

static void stop_on_is_checked(void **state) {
    (void)state;
    minos_options stop_on;
    minos_options_init(&stop_on);
    minos_run_options o = defaults();
    o.stop_on = &stop_on;
    expect_live(&o, NULL);
    stop_on.models = "serialisable";
    expect_live(&o, "serializable");
    o.target = "sim:";
    expect_checked(&o, "serializable");
}

static void targets_are_looked_at(void **state) {
    (void)state;
    minos_run_options o = defaults();
    o.target = "postgre://me:secret@host/";
    expect_checked(&o,
                   "unknown target 'postgre:'; did you mean postgres:? (expected sqlite:[FILE]");
    o.target = "localhost";
    expect_checked(&o, "unknown target");
    o.target = "";
    expect_checked(&o, "unknown target");
    char *message = NULL;
    o.target = "nothing://me:secret@host/";
    assert_int_equal(minos_run_options_check(&o, &message), MINOS_EARGUMENT);
    assert_null(strstr(message, "secret"));
    minos_free(message);
    assert_int_equal(minos_run_options_check(&o, NULL), MINOS_EARGUMENT);
}

/* ---- The simulator --------------------------------------------------------------------------- */

static void the_simulator_has_levels_too(void **state) {
    (void)state;
    minos_run_options o = defaults();
    o.target = "sim:";
    expect_checked(&o, NULL);
    o.target = "sim:Snapshot_Isolation";
    expect_checked(&o, NULL);
    o.load.isolation = "snapshot-isolation";
    expect_checked(&o, NULL);
    o.load.isolation = "serializable";
    expect_checked(&o,
                   "the target names level snapshot-isolation, but --isolation is serializable");
    o.load.isolation = "snapshot";
    expect_checked(&o, "unknown isolation level 'snapshot'; did you mean 'snapshot-isolation'?");
    o.load.isolation = NULL;
    o.target = "sim:linearizable";
    expect_checked(&o, "unknown isolation level 'linearizable' (expected");
    o.target = "sim:";
    o.load.bugs = "no-such-bug";
    expect_checked(&o, "unknown bug 'no-such-bug'");
}

static void live_options_are_rejected_for_sim(void **state) {
    (void)state;
    minos_run_options o;
#define SIMULATED(field, value, expected)                                                          \
    o = defaults();                                                                                \
    o.target = "sim:";                                                                             \
    o.field = value;                                                                               \
    expect_checked(&o, expected)
    SIMULATED(time_s, 5, "--time does not apply to sim:");
    SIMULATED(time_s, 0, NULL);
    SIMULATED(rate, 5, "--rate does not apply");
    SIMULATED(append, "rmw", "--append does not apply");
    SIMULATED(access, "none", "--access does not apply");
    SIMULATED(tables, 2, "--tables does not apply");
    SIMULATED(prefix, "a", "--prefix does not apply");
    SIMULATED(simple_protocol, 1, "--simple-protocol does not apply");
    SIMULATED(load.processes, 5000, NULL);
#undef SIMULATED
}

/* Several targets: of one kind, each an existing server, at most 16. */
static void nodes_are_of_one_database(void **state) {
    (void)state;
    minos_run_options o = defaults();
    const char *more[MNS_NETWORK_NODES + 1] = {NULL};
    o.more = more;
    expect_checked(&o, NULL);
    more[0] = "sqlite:b.db";
    expect_checked(&o, "sqlite: accepts only one target");
    o.target = "sim:";
    expect_checked(&o, "a second target does not apply to sim:");
    o.target = "exec:true";
    expect_checked(&o, "exec: and sqlite: are different databases");
    more[0] = "sim:";
    expect_checked(&o, "sim: must be the only target");
    more[0] = "nonsense://u:s3cret@h";
    expect_checked(&o, "unknown target");
#if defined(MNS_HAVE_HIREDIS)
    o.target = more[0] = "redis://h";
    expect_checked(&o, NULL);
    more[0] = "redis:";
    expect_checked(&o, "must be the only target");
    for (size_t i = 0; i < MNS_NETWORK_NODES - 1; i++) {
        more[i] = "redis://h";
    }
    expect_checked(&o, NULL);
    more[MNS_NETWORK_NODES - 2] = "redis://h:99999";
    expect_checked(&o, "the port must be a number");
    more[MNS_NETWORK_NODES - 2] = more[MNS_NETWORK_NODES - 1] = "redis://h";
    expect_checked(&o, "at most 16 targets are supported, not 17");
    o = defaults();
    o.target = "redis:";
    expect_checked(&o, NULL);
    o.target = "redis:rplica";
    expect_checked(&o, "unknown target 'redis:rplica'; expected redis: or redis://HOST");
#endif
}

static void the_simulator_has_no_faults(void **state) {
    (void)state;
    minos_run_options o = defaults();
    o.target = "sim:";
    expect_checked(&o, NULL);
    o.faults.kinds = "kill";
    expect_checked(&o, "--faults does not apply to sim:");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_of_one_database),
        cmocka_unit_test(the_simulator_has_no_faults),
        cmocka_unit_test(defaults_are_good),
        cmocka_unit_test(drivers_know_how_they_keep_sets),
        cmocka_unit_test(numbers_have_bounds),
        cmocka_unit_test(something_must_end_it),
        cmocka_unit_test(levels_are_spelt_in_many_ways),
        cmocka_unit_test(a_driver_may_take_any_level),
        cmocka_unit_test(unsupported_choices_are_rejected),
        cmocka_unit_test(simulator_options_are_rejected),
        cmocka_unit_test(prefixes_are_plain_names),
        cmocka_unit_test(stop_on_is_checked),
        cmocka_unit_test(targets_are_looked_at),
        cmocka_unit_test(the_simulator_has_levels_too),
        cmocka_unit_test(live_options_are_rejected_for_sim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
