/* test_client.c - src/run/client/client.c: errors between a client and its server, and how they are
 * recorded. */
#include "unit/support/run_support.h"

/* Whether a process of this number has an operation of that type. */
static bool has_process(const run *r, const char *type, unsigned process) {
    char text[64];
    snprintf(text, sizeof text, ":type :%s, :process %u,", type, process);
    return strstr(r->history, text) != NULL;
}

/* Errors before the commit: the transaction fails, and the client continues unchanged. */
static void failures_are_recorded_and_the_client_goes_on(void **state) {
    (void)state;
    static const fake_step steps[] = {FAKE_BEGIN, FAKE_APPLY, FAKE_COMMIT};
    for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
        run r;
        run_init(&r);
        fake.step = steps[i];
        fake.every = 5;
        fake.name = "serialization-failure";
        fake.message = "could not \"serialize\"\n";
        run_go(&r);
        expect_ended(&r, "transactions");
        assert_int_equal(r.summary.fail, fake.failed);
        assert_true(fake.failed >= 40);
        assert_int_equal(r.summary.info, 0);
        assert_int_equal(fake_seen(FAKE_ROLLBACK), fake.failed);
        assert_int_equal(fake_seen(FAKE_CONNECT), 1 + 3 + 1);
        assert_int_equal(
            occurrences(r.history,
                        ":error [:serialization-failure \"F1\" \"could not \\\"serialize\\\"\"]"),
            fake.failed);
        assert_false(has_process(&r, "invoke", 3));
        expect_sound(&r, "strict-serializable", MINOS_VALID);
        run_end(&r);
    }
}

/* The outcome is unknown, but the connection works: a new process number, the same connection. */
static void after_an_info_the_process_is_another(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_COMMIT_AFTER;
    fake.every = 10;
    fake.outcome = MNS_OUTCOME_INFO;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.info, 20);
    assert_int_equal(fake_seen(FAKE_CONNECT), 1 + 3 + 1);
    /* Each info increases the process number of one of the three clients by three. */
    unsigned ended = 0;
    for (unsigned process = 0; process < 3 + 3 * 20; process++) {
        if (has_process(&r, "info", process)) {
            assert_true(process < 3 || has_process(&r, "info", process - 3));
            ended++;
        }
    }
    assert_int_equal(ended, 20);
    /* Their writes were read: they did take effect. */
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* Near miss: a driver that reports fail for a committed transaction is detected. */
static void a_false_fail_is_detected(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_COMMIT_AFTER;
    fake.every = 3;
    run_go(&r);
    expect_ended(&r, "transactions");
    expect_sound(&r, "read-committed", MINOS_VIOLATED);
    run_end(&r);
}

static void a_broken_connection_is_replaced(void **state) {
    (void)state;
    for (int outcome = MNS_OUTCOME_FAIL; outcome <= MNS_OUTCOME_INFO; outcome++) {
        run r;
        run_init(&r);
        fake.step = FAKE_COMMIT;
        fake.every = 20;
        fake.outcome = (mns_run_outcome)outcome;
        fake.broken = true;
        run_go(&r);
        expect_ended(&r, "transactions");
        assert_int_equal(fake.failed, 10);
        assert_int_equal(outcome == MNS_OUTCOME_FAIL ? r.summary.fail : r.summary.info, 10);
        assert_int_equal(fake_seen(FAKE_ROLLBACK), 0);
        /* Connections lost near the end are not replaced. */
        assert_in_range(fake_seen(FAKE_CONNECT), 1 + 3 + 1 + 10 - 3, 1 + 3 + 1 + 10);
        assert_int_equal(has_process(&r, "invoke", 3) || has_process(&r, "invoke", 4) ||
                             has_process(&r, "invoke", 5),
                         outcome == MNS_OUTCOME_INFO);
        expect_sound(&r, "strict-serializable", MINOS_VALID);
        run_end(&r);
    }
}

static void a_rollback_that_fails_costs_the_connection(void **state) {
    (void)state;
    for (unsigned fails = 0; fails < 2; fails++) {
        run r;
        run_init(&r);
        r.options.load.processes = 1;
        r.options.load.transactions = 10;
        fake.step = FAKE_APPLY;
        fake.from = 3;
        fake.times = 1;
        fake.rollback_fails = fails == 1;
        run_go(&r);
        expect_ended(&r, "transactions");
        assert_int_equal(r.summary.fail, 1);
        assert_int_equal(fake_seen(FAKE_ROLLBACK), 1);
        assert_int_equal(fake_seen(FAKE_CONNECT), 1 + 1 + fails + 1);
        run_end(&r);
    }
}

/* A server that drops new connections is not flooded. */
static void delays_grow_until_something_works(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.processes = 1;
    r.options.load.transactions = 0;
    r.options.time_s = 0.5;
    fake.step = FAKE_BEGIN;
    fake.broken = true;
    run_go(&r);
    expect_ended(&r, "time");
    assert_int_equal(r.summary.ok, 0);
    /* At least 5 + 10 + 20 + 40 + 80 + 160 + 320 ms. */
    assert_in_range(fake_seen(FAKE_CONNECT), 1 + 1 + 1, 1 + 8 + 1);
    run_end(&r);
}

static void a_protocol_error_ends_the_run(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_COMMIT;
    fake.from = 50;
    fake.outcome = MNS_OUTCOME_INFO;
    fake.name = "protocol-error";
    fake.message = "that was no JSON";
    run_go(&r);
    expect_failed(&r, "that was no JSON");
    assert_true(fake.dropped);
    assert_in_range(r.summary.info, 1, 3);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

static void an_answer_that_is_missing_is_an_error(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.forgets_answers = true;
    run_go(&r);
    expect_failed(&r, "a read was not answered");
    assert_int_equal(occurrences(r.history, ":error [:protocol-error "), r.summary.info);
    run_end(&r);
}

/* A history cannot represent a counter value that is not a number. */
static void a_counter_that_is_no_integer_is_an_error(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.workload = "counter";
    fake.counter = "3\xff";
    run_go(&r);
    expect_failed(&r, "which is not an integer");
    assert_int_equal(occurrences(r.history, ":error [:protocol-error "), r.summary.info);
    run_end(&r);
    run_init(&r); /* near miss */
    r.options.load.workload = "counter";
    fake.counter = "-3";
    run_go(&r);
    expect_ended(&r, "transactions");
    run_end(&r);
}

static void unconnected_clients_are_counted(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.most_connected = 2;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.ok, 200);
    assert_int_equal(fake.most_seen, 2);
    assert_string_equal(r.summary.warnings, "1 of 3 clients never connected: too many\n");
    run_end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_recorded_and_the_client_goes_on),
        cmocka_unit_test(after_an_info_the_process_is_another),
        cmocka_unit_test(a_false_fail_is_detected),
        cmocka_unit_test(a_broken_connection_is_replaced),
        cmocka_unit_test(a_rollback_that_fails_costs_the_connection),
        cmocka_unit_test(delays_grow_until_something_works),
        cmocka_unit_test(a_protocol_error_ends_the_run),
        cmocka_unit_test(an_answer_that_is_missing_is_an_error),
        cmocka_unit_test(a_counter_that_is_no_integer_is_an_error),
        cmocka_unit_test(unconnected_clients_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
