/* test_exec.c - src/run/driver/exec/exec.c and shell_process.c: programs that behave, die, hang or
 * violate the protocol; no process is left. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/driver/driver.h"
#include <cmocka.h>

static const mns_driver *const driver = &mns_driver_exec;

typedef struct fixture {
    mns_database database;
    mns_connection *connection;
    mns_run_txn txn; /* a write of 7 to key 3, a read of key 4 */
    mns_driver_error failure;
} fixture;

static const mns_run_level level = {"serialisable-ish", "serialisable-ish", "strict-serializable",
                                    NULL};

static void fixture_open(fixture *f, const char *target) {
    *f = (fixture){.database = {.driver = driver,
                                .target = target,
                                .level = &level,
                                .tables = 1,
                                .clients = 5,
                                .timeout_ms = 10000,
                                .prefix = "minos_t"}};
    assert_true(driver->open(&f->database));
    mns_run_txn_init(&f->txn, MNS_GENERATE_LIST_APPEND);
    assert_true(mns_run_txn_push(&f->txn, true, 3, 7) && mns_run_txn_push(&f->txn, false, 4, 0));
    f->connection = driver->connect(&f->database, 2, &f->failure);
    assert_non_null(f->connection);
}

static void fixture_close(fixture *f) {
    if (f->connection != NULL) {
        driver->close(f->connection);
    }
    driver->release(&f->database);
    mns_run_txn_release(&f->txn);
    mns_buf_release(&f->database.message);
    mns_buf_release(&f->database.version);
    mns_buf_release(&f->database.warnings);
}

/* Whether the transaction succeeds; else f->failure is set. */
static bool run(fixture *f) {
    assert_true(driver->begin(f->connection, &f->txn));
    for (size_t i = 0; i < f->txn.count; i++) {
        assert_true(driver->apply(f->connection, &f->txn, i));
        f->txn.mops[i].answered = false;
    }
    bool good = driver->commit(f->connection, &f->txn);
    if (!good) {
        driver->classify(f->connection, &f->failure);
        assert_int_equal(driver->rollback(f->connection), !f->failure.broken);
    }
    return good;
}

static void expect_driver_error(const fixture *f, mns_run_outcome outcome, bool broken,
                                const char *name, const char *words) {
    if (f->failure.outcome != outcome || f->failure.broken != broken ||
        strcmp(f->failure.name, name) != 0 || strstr(f->failure.message, words) == NULL) {
        fail_msg("%s: %d %d %s", f->database.target, f->failure.outcome, f->failure.broken,
                 f->failure.message);
    }
}

#define OK_LINE "{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[1]]]}"
#define EACH(command) "exec:while read -r line; do " command "; done"

/* ---- Programs that behave -------------------------------------------------------------------- */

static void programs_answer(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, EACH("echo '" OK_LINE "'"));
    for (unsigned i = 0; i < 3; i++) {
        mns_buf edn;
        mns_buf_init(&edn);
        assert_true(run(&f));
        mns_run_txn_write(&f.txn, true, &edn);
        assert_string_equal(edn.data, "[[:append 3 7] [:r 4 [1]]]");
        mns_buf_release(&edn);
    }
    fixture_close(&f);
}

static void programs_see_the_request_and_their_environment(void **state) {
    (void)state;
    fixture f;
    setenv("MINOS_CLIENT", "of somebody else", 1);
    fixture_open(&f,
                 EACH("echo \"{\\\"error\\\":[\\\"$MINOS_CLIENT $MINOS_CLIENTS $MINOS_ISOLATION "
                      "$MINOS_WORKLOAD $MINOS_KEY_PREFIX\\\",$line],\\\"type\\\":\\\"fail\\\"}\""));
    unsetenv("MINOS_CLIENT");
    assert_false(run(&f));
    expect_driver_error(&f, MNS_OUTCOME_FAIL, false, "failed",
                        "[\"2 5 serialisable-ish list-append minos_t\","
                        "{\"value\":[[\"append\",3,7],[\"r\",4,null]]}]");
    fixture_close(&f);
}

static void unknown_is_not_broken(void **state) {
    (void)state;
    fixture f;
    fixture_open(
        &f, EACH("echo '{\"type\":\"info\",\"error\":\"who knows\"}'; read -r line; echo '" OK_LINE
                 "'"));
    assert_false(run(&f));
    expect_driver_error(&f, MNS_OUTCOME_INFO, false, "unknown", "who knows");
    assert_true(run(&f));
    fixture_close(&f);
}

/* ---- Ready lines ----------------------------------------------------------------------------- */

#define READY_LINE "{\"ready\":true}"

/* Whether the program that is started before the load makes the driver wait for the clients' ready
 * lines: those of `target` take a moment. */
static void open_after_setup(fixture *f, const char *target) {
    fixture_open(f, target);
    driver->close(f->connection);
    f->database.connect_ms = 60000;
    f->connection = driver->connect(&f->database, f->database.clients, &f->failure);
    assert_non_null(f->connection);
    assert_true(driver->create(&f->database, f->connection));
    driver->close(f->connection);
    f->connection = NULL;
}

/* The connection is made when the ready line is there, not earlier: the file exists by then. */
static void ready_lines_are_awaited(void **state) {
    (void)state;
    char path[] = "/tmp/minos-test-ready-XXXXXX", target[400];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    unlink(path);
    snprintf(target, sizeof target,
             "exec:[ $MINOS_CLIENT = 5 ] || sleep 0.3; touch %s; echo '{\"ready\": true, \"x\": "
             "[1]}'; while read -r line; do echo '" OK_LINE "'; done",
             path);
    fixture f;
    open_after_setup(&f, target);
    unlink(path);
    f.connection = driver->connect(&f.database, 2, &f.failure);
    assert_non_null(f.connection);
    assert_int_equal(access(path, F_OK), 0);
    assert_true(run(&f) && run(&f));
    fixture_close(&f);
    close(fd);
    unlink(path);
}

/* A program that sends no ready line before the load is not waited for; the line may come later. */
static void ready_lines_may_come_late(void **state) {
    (void)state;
    static const char *const targets[] = {
        "exec:[ $MINOS_CLIENT = 5 ] || echo '" READY_LINE "'; while read -r line; do echo '" OK_LINE
        "'; done",
        "exec:[ $MINOS_CLIENT = 5 ] || { sleep 0.1; printf '{\"ready\":'; sleep 0.1; echo 'true}'; "
        "};"
        " while read -r line; do echo '" OK_LINE "'; done",
        "exec:read -r line || exit 0; echo '" READY_LINE "'; echo '" OK_LINE
        "'; read -r line; echo '" OK_LINE "'",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        fixture f;
        open_after_setup(&f, targets[i]);
        f.connection = driver->connect(&f.database, 2, &f.failure);
        assert_non_null(f.connection);
        assert_true(run(&f) && run(&f));
        fixture_close(&f);
    }
}

static const struct {
    const char *target, *name, *words;
} never_ready[] = {
    {"exec:[ $MINOS_CLIENT = 5 ] && echo '" READY_LINE "' || exec sleep 1000", "protocol-error",
     "no ready line within 0.1 s (--connect-timeout)"},
    {"exec:[ $MINOS_CLIENT = 5 ] && echo '" READY_LINE "' || exit 3", "program-ended",
     "the program exited with status 3 before its ready line"},
    {"exec:[ $MINOS_CLIENT = 5 ] && echo '" READY_LINE "' || echo hello", "protocol-error",
     "is not {\"ready\":true}"},
    {"exec:[ $MINOS_CLIENT = 5 ] && echo '" READY_LINE "' || echo '{\"ready\":false}'",
     "protocol-error", "is not {\"ready\":true}"},
};

static void programs_that_never_become_ready(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(never_ready); i++) {
        fixture f;
        open_after_setup(&f, never_ready[i].target);
        f.database.connect_ms = i == 0 ? 100 : 60000;
        assert_null(driver->connect(&f.database, 2, &f.failure));
        expect_driver_error(&f, MNS_OUTCOME_FAIL, true, never_ready[i].name, never_ready[i].words);
        fixture_close(&f);
    }
}

/* A second ready line, or one that follows an answer, is an unexpected line. */
static void ready_lines_come_once(void **state) {
    (void)state;
    static const char *const targets[] = {
        "exec:echo '" READY_LINE "'; echo '" READY_LINE "'; exec cat >/dev/null",
        EACH("echo '" OK_LINE "'; echo '" READY_LINE "'"),
    };
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        fixture f;
        fixture_open(&f, targets[i]);
        while (run(&f)) {
        }
        assert_true(mns_driver_error_is_fatal(&f.failure));
        fixture_close(&f);
    }
}

/* ---- Programs that die ----------------------------------------------------------------------- */

static const struct {
    const char *target, *words;
} deaths[] = {
    {"exec:read -r line; exit 3", "exited with status 3"},
    {"exec:read -r line; kill -9 $$", "killed by signal 9"},
    {"exec:read -r line; kill -PIPE $$", "killed by signal 13"}, /* the signal is not ignored */
    {"exec:read -r line; kill -TERM $$", "killed by signal 15"}, /* and not blocked */
    {"exec:read -r line; printf '{\"type\":'", "exited with status 0"},
    {"exec:exec >&-; sleep 1000", "closed its output"},
};

static void deaths_are_info(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(deaths); i++) {
        fixture f;
        fixture_open(&f, deaths[i].target);
        assert_false(run(&f));
        if (i + 1 == MNS_COUNT_OF(deaths)) {
            f.failure.outcome = MNS_OUTCOME_INFO; /* fail, if it was fast enough */
        }
        expect_driver_error(&f, MNS_OUTCOME_INFO, true, "program-ended", deaths[i].words);
        assert_false(mns_driver_error_is_fatal(&f.failure));
        fixture_close(&f);
    }
}

static void a_program_that_was_dead_before_fails(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "exec:exit 4");
    siginfo_t info;
    assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT), 0);
    assert_false(run(&f));
    expect_driver_error(&f, MNS_OUTCOME_FAIL, true, "program-ended", "status 4");
    fixture_close(&f);
}

/* ---- Protocol violations --------------------------------------------------------------------- */

static const struct {
    const char *target, *words;
} nonsense[] = {
    {EACH("echo hello"), "expected an object at byte 1 of the answer: hello"},
    {EACH("echo"), "expected an object"},
    {EACH("echo '" OK_LINE "'; echo"), NULL}, /* detected now or with the next request */
    {EACH("echo '{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",5,[1]]]}'"),
     "the requested key"},
    {EACH("head -c 70000000 /dev/zero"), "longer than 64 MB"},
    {"exec:echo early; cat >/dev/null", NULL},
};

static void protocol_errors_are_fatal(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(nonsense); i++) {
        fixture f;
        fixture_open(&f, nonsense[i].target);
        while (run(&f)) { /* until the second line is detected */
            assert_null(nonsense[i].words);
        }
        assert_true(mns_driver_error_is_fatal(&f.failure));
        assert_true(f.failure.broken && f.failure.outcome != MNS_OUTCOME_OK);
        if (nonsense[i].words != NULL) {
            expect_driver_error(&f, MNS_OUTCOME_INFO, true, "protocol-error", nonsense[i].words);
        }
        fixture_close(&f);
    }
}

/* ---- Programs that hang ---------------------------------------------------------------------- */

static void *interrupt_soon(void *connection) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    driver->interrupt(connection);
    return NULL;
}

static void expect_interrupted(const char *target) {
    fixture f;
    pthread_t thread;
    fixture_open(&f, target);
    assert_true(driver->begin(f.connection, &f.txn));
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, f.connection), 0);
    assert_false(driver->commit(f.connection, &f.txn));
    pthread_join(thread, NULL);
    driver->classify(f.connection, &f.failure);
    expect_driver_error(&f, MNS_OUTCOME_INFO, true, "interrupted", "interrupted");
    fixture_close(&f);
}

static void waiting_can_be_interrupted(void **state) {
    (void)state;
    expect_interrupted("exec:sleep 1000");
    expect_interrupted("exec:trap '' TERM; while :; do sleep 1000; done");
    /* Its output never ends: a process outside its group holds it. */
    expect_interrupted("exec:read -r line; setsid sleep 3 & exit 0");
}

/* ---- Starting and ending --------------------------------------------------------------------- */

static const struct {
    const char *target, *words; /* NULL: create succeeds */
} starts[] = {
    {"exec:cat >/dev/null", NULL},
    {"exec:test $MINOS_CLIENT = $MINOS_CLIENTS", NULL},
    {"exec:exit 3", "the program exited with status 3 before the first request"},
    {"exec:no-such-program-anywhere", "status 127"},
    {"exec:/dev/null", "status 126"},
    {"exec:kill -9 $$", "signal 9"},
    {"exec:'", "status"},
};

static void failing_programs_are_detected(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(starts); i++) {
        fixture f;
        fixture_open(&f, starts[i].target);
        driver->close(f.connection);
        f.connection = driver->connect(&f.database, f.database.clients, &f.failure);
        assert_non_null(f.connection);
        assert_int_equal(driver->create(&f.database, f.connection), starts[i].words == NULL);
        driver->close(f.connection);
        f.connection = NULL;
        if (starts[i].words != NULL) {
            assert_non_null(strstr(f.database.message.data, starts[i].words));
        } else {
            assert_string_equal(f.database.version.data, f.database.target + strlen("exec:"));
            /* Dropping needs no program. */
            f.connection = driver->connect(&f.database, f.database.clients, &f.failure);
            assert_true(driver->drop(&f.database, f.connection));
            assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        }
        fixture_close(&f);
    }
}

static void a_program_that_does_not_end_is_warned_of(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "exec:sleep 1000");
    f.database.timeout_ms = 100;
    assert_true(driver->create(&f.database, f.connection));
    assert_non_null(strstr(f.database.warnings.data, "did not exit"));
    fixture_close(&f);
}

static void commands_must_be_there(void **state) {
    (void)state;
    static const char *const targets[] = {"exec:", "exec: \t"};
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        mns_database database = {.target = targets[i], .tables = 1};
        assert_false(driver->open(&database));
        assert_non_null(strstr(database.message.data, "command"));
        mns_buf_release(&database.message);
        driver->release(&database);
    }
    mns_database database = {.target = "exec:true", .tables = 2};
    assert_false(driver->open(&database));
    assert_non_null(strstr(database.message.data, "tables"));
    mns_buf_release(&database.message);
    driver->release(&database);
}

/* Whether the process does not exist, or is a zombie. */
static bool is_gone(long pid) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d %*s %c", &state) != 1) {
            state = 'Z'; /* gone meanwhile */
        }
        fclose(file);
    }
    return state == 'Z';
}

static void nothing_is_left(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, EACH("sleep 1000 & echo \"{\\\"type\\\":\\\"fail\\\",\\\"error\\\":$!}\""));
    assert_false(run(&f));
    long pid = strtol(f.failure.message, NULL, 10);
    assert_true(pid > 1 && !is_gone(pid));
    fixture_close(&f);
    while (!is_gone(pid)) { /* killed; that takes a moment */
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left, dead or alive */
}

/* A program sees the end of its input although another program was started later. */
static void inputs_end_one_by_one(void **state) {
    (void)state;
    char path[] = "/tmp/minos-test-exec-XXXXXX", target[128];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    snprintf(target, sizeof target, "exec:cat >/dev/null; echo $MINOS_CLIENT >> %s", path);
    fixture f;
    fixture_open(&f, target);
    mns_connection *other = driver->connect(&f.database, 3, &f.failure);
    assert_non_null(other);
    driver->close(f.connection);
    f.connection = NULL;
    char line[8] = "";
    assert_int_equal(read(fd, line, sizeof line), 2);
    assert_memory_equal(line, "2\n", 2);
    driver->close(other);
    fixture_close(&f);
    close(fd);
    unlink(path);
}

/* A program that takes long to prepare can be interrupted; it is killed. */
static void programs_that_prepare_are_interrupted(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "exec:exec sleep 600");
    f.database.timeout_ms = 600000;
    driver->interrupt(f.connection);
    assert_false(driver->create(&f.database, f.connection));
    assert_non_null(strstr(f.database.message.data, "interrupted"));
    fixture_close(&f);
}

int main(void) {
    /* As in a client thread. */
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_answer),
        cmocka_unit_test(programs_see_the_request_and_their_environment),
        cmocka_unit_test(unknown_is_not_broken),
        cmocka_unit_test(ready_lines_are_awaited),
        cmocka_unit_test(ready_lines_may_come_late),
        cmocka_unit_test(programs_that_never_become_ready),
        cmocka_unit_test(ready_lines_come_once),
        cmocka_unit_test(deaths_are_info),
        cmocka_unit_test(a_program_that_was_dead_before_fails),
        cmocka_unit_test(protocol_errors_are_fatal),
        cmocka_unit_test(waiting_can_be_interrupted),
        cmocka_unit_test(failing_programs_are_detected),
        cmocka_unit_test(a_program_that_does_not_end_is_warned_of),
        cmocka_unit_test(commands_must_be_there),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(inputs_end_one_by_one),
        cmocka_unit_test(programs_that_prepare_are_interrupted),
    };
    return cmocka_run_group_tests_name("exec", tests, NULL, NULL);
}
