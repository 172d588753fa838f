/* test_load.c - src/run/load.c: what ends a run, and that no run hangs.
 *
 * The progress callback, which runs in the supervising thread, plays user and environment. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/support/run_support.h"

static volatile sig_atomic_t interrupts;

typedef struct script {
    void (*act)(struct script *script, const minos_run_progress *progress);
    unsigned calls;
    double connected_s; /* when a client was last connected */
} script;

static void on_progress(void *context, const minos_run_progress *progress) {
    script *s = context;
    s->calls++;
    s->act(s, progress);
}

static void play(run *r, script *s) {
    interrupts = 0;
    r->options.interrupts = &interrupts;
    r->options.progress = on_progress;
    r->options.progress_context = s;
    run_go(r);
}

/* ---- What ends a run ------------------------------------------------------------------------- */

static void time_ends_it(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.time_s = 0.3;
    fake.slow_us = 100;
    run_go(&r);
    expect_ended(&r, "time");
    assert_true(r.summary.seconds >= 0.3);
    assert_true(r.summary.ok > 3);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

static void the_rate_is_kept(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 30;
    r.options.rate = 100;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.ok, 30);
    assert_true(r.summary.seconds >= 0.29);
    run_end(&r);
}

static void interrupt_once(script *s, const minos_run_progress *progress) {
    (void)s;
    if (progress->ok > 0) {
        interrupts = 1;
    }
}

static void one_interrupt_lets_clients_finish(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.load.final_reads = 1;
    r.options.load.read_fraction = 0;
    fake.slow_us = 1000;
    script s = {.act = interrupt_once};
    play(&r, &s);
    expect_ended(&r, "interrupted");
    assert_int_equal(fake.interrupts, 0);
    assert_int_equal(r.summary.fail + r.summary.info, 0);
    assert_non_null(strstr(r.history, "[:r ")); /* final reads are still done */
    assert_true(fake.dropped);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

static void interrupt_twice(script *s, const minos_run_progress *progress) {
    (void)s;
    (void)progress;
    if (fake_failed() > 0) {
        interrupts = 2;
    }
}

static void two_interrupts_do_not_wait(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.load.final_reads = 1;
    r.options.load.read_fraction = 0;
    r.options.timeout_ms = 3600000;
    fake.step = FAKE_COMMIT;
    fake.from = 20;
    fake.hangs = true;
    fake.outcome = MNS_OUTCOME_INFO;
    fake.broken = true;
    script s = {.act = interrupt_twice};
    play(&r, &s);
    expect_ended(&r, "interrupted");
    assert_true(fake.interrupts > 0);
    assert_in_range(r.summary.info, 1, 3);
    assert_null(strstr(r.history, "[:r ")); /* no final reads */
    assert_true(fake.dropped);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* Hanging transactions end after the grace time, which is at most the timeout. */
static void hanging_transactions_are_interrupted(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.time_s = 0.2;
    r.options.timeout_ms = 400;
    fake.step = FAKE_APPLY;
    fake.hangs = true;
    fake.name = "timeout";
    run_go(&r);
    expect_ended(&r, "time");
    assert_int_equal(r.summary.fail, fake.failed);
    assert_true(fake.failed > 0);
    expect_sound(&r, "strict-serializable", MINOS_UNKNOWN); /* no transaction completed */
    run_end(&r);
}

static void a_transaction_has_its_time(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.timeout_ms = 100;
    fake.step = FAKE_COMMIT;
    fake.every = 50;
    fake.hangs = true;
    fake.outcome = MNS_OUTCOME_INFO;
    fake.broken = true;
    fake.name = "timeout";
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.info, 4);
    assert_int_equal(r.summary.ok, 196);
    assert_true(fake.interrupts >= 4);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* In a child process with a file size limit: the disk is full. */
static int run_on_full_disk(void) {
    run r;
    run_init(&r);
    struct rlimit limit = {.rlim_cur = 20000, .rlim_max = 20000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    r.options.load.transactions = 0;
    r.options.interrupts = &interrupts; /* nothing else ends it */
    run_go(&r);
    bool good = r.status == MINOS_EIO && strstr(r.message, "File too large") != NULL &&
                strstr(r.message, " are missing") != NULL && fake.dropped && fake.connected == 0 &&
                r.summary.ended == MINOS_END_FAILED &&
                occurrences(r.history, "\n") == r.summary.operations;
    run_end(&r);
    fake_reset();
    return good ? 0 : 1;
}

static void a_full_disk_ends_it(void **state) {
    (void)state;
    interrupts = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(run_on_full_disk());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- Unreachable servers --------------------------------------------------------------------- */

static void a_server_that_comes_back_is_used_again(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.final_reads = 1;
    fake.down_at = 100;
    fake.up_at = 7;
    run_go(&r);
    expect_ended(&r, "transactions");
    /* Each client notices once. */
    assert_in_range(r.summary.fail + r.summary.info, 1, 3);
    assert_true(r.summary.ok > 200 - 3);
    assert_true(fake.dropped);
    assert_null(r.summary.warnings);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

static void a_server_that_stays_down_ends_the_run(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.final_reads = 1;
    r.options.load.read_fraction = 0;
    r.options.prefix = "left_behind";
    r.unreachable_limit_ns = 300000000;
    fake.down_at = 100;
    run_go(&r);
    expect_ended(&r, "server gone");
    assert_null(strstr(r.history, "[:r ")); /* no final reads */
    assert_non_null(strstr(r.summary.warnings, "did not recover: tried "));
    assert_non_null(strstr(r.summary.warnings, "last error: nobody listens\n"));
    assert_non_null(
        strstr(r.summary.warnings,
               "test data was not removed; its names begin with left_behind: nobody listens\n"));
    assert_false(fake.dropped);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* The server accepts the first connection only. */
static void no_client_connects(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.time_s = 3600;
    r.unreachable_limit_ns = 200000000;
    fake.step = FAKE_CONNECT;
    fake.from = 1;
    fake.name = "wrong-password";
    fake.message = "not you";
    run_go(&r);
    expect_ended(&r, "server gone");
    assert_int_equal(r.summary.operations, 0);
    assert_non_null(strstr(r.summary.warnings, "last error: not you"));
    run_end(&r);
}

static void a_server_that_goes_before_the_final_reads(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.final_reads = 1;
    r.unreachable_limit_ns = 200000000;
    fake.down_at = 200 + 1;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.ok, 200);
    assert_in_range(r.summary.fail, 1, 3);
    assert_non_null(strstr(r.summary.warnings, "before the final reads finished: tried "));
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* ---- Anomalies, progress --------------------------------------------------------------------- */

static void an_anomaly_ends_it(void **state) {
    (void)state;
    minos_options stop_on;
    minos_options_init(&stop_on);
    stop_on.models = "read-committed";
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.stop_on = &stop_on;
    r.options.interrupts = &interrupts; /* nothing else ends it */
    interrupts = 0;
    fake.step = FAKE_COMMIT_AFTER; /* reported as failed, but takes effect */
    fake.every = 7;
    fake.slow_us = 200;
    run_go(&r);
    expect_ended(&r, "anomaly");
    expect_sound(&r, "read-committed", MINOS_VIOLATED);
    run_end(&r);
}

static void look(script *s, const minos_run_progress *progress) {
    if (progress->phase == MINOS_PHASE_CLEANUP) {
        return; /* the clients have ended */
    }
    assert_int_equal(progress->clients, 3);
    assert_true(progress->connected <= 3);
    assert_true(progress->seconds >= s->connected_s);
    s->connected_s = progress->seconds;
}

static void progress_is_told(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.transactions = 0;
    r.options.time_s = 1;
    script s = {.act = look};
    play(&r, &s);
    expect_ended(&r, "time");
    assert_true(s.calls >= 2);
    run_end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_ends_it),
        cmocka_unit_test(the_rate_is_kept),
        cmocka_unit_test(one_interrupt_lets_clients_finish),
        cmocka_unit_test(two_interrupts_do_not_wait),
        cmocka_unit_test(hanging_transactions_are_interrupted),
        cmocka_unit_test(a_transaction_has_its_time),
        cmocka_unit_test(a_full_disk_ends_it),
        cmocka_unit_test(a_server_that_comes_back_is_used_again),
        cmocka_unit_test(a_server_that_stays_down_ends_the_run),
        cmocka_unit_test(no_client_connects),
        cmocka_unit_test(a_server_that_goes_before_the_final_reads),
        cmocka_unit_test(an_anomaly_ends_it),
        cmocka_unit_test(progress_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
