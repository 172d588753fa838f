/* test_postgres.c - src/run/driver/postgres/postgres.c and related files: the meaning of each
 * SQLSTATE; and reads, writes and errors on a live server: the one at MINOS_TEST_POSTGRES (as a
 * superuser, to change settings), else a throw-away one, else none. */
#include <stdio.h>

#if defined(MNS_HAVE_LIBPQ)

#include <pthread.h>
#include <time.h>

#include "run/driver/postgres/postgres.h"
#include "unit/support/driver_support.h"

static const mns_driver *const driver = &mns_driver_postgres;
static const char *url;

/* ---- SQLSTATEs ------------------------------------------------------------------------------- */

static void expect_row(const char *sqlstate, const char *name, mns_run_outcome outcome,
                       bool broken) {
    const mns_error_row *row = mns_postgres_error(sqlstate);
    assert_string_equal(row->name, name);
    assert_int_equal(row->at_commit, outcome);
    assert_int_equal(row->broken, broken);
}

static void each_sqlstate(void **state) {
    (void)state;
    const mns_run_outcome fails = MNS_OUTCOME_FAIL, info = MNS_OUTCOME_INFO;
    expect_row("40001", "serialization-failure", fails, false);
    expect_row("40P01", "deadlock", fails, false);
    expect_row("40002", "constraint", fails, false);
    expect_row("40000", "rolled-back", fails, false);
    expect_row("40003", "completion-unknown", info, false);
    expect_row("23000", "constraint", fails, false);
    expect_row("23503", "constraint", fails, false);
    expect_row("23505", "unique-violation", fails, false);
    expect_row("25P02", "failed-transaction", fails, false);
    expect_row("25P03", "idle-in-transaction", fails, true);
    expect_row("25006", "read-only", fails, false);
    expect_row("25P01", "transaction-state", info, false);
    expect_row("55P03", "lock-not-available", fails, false);
    expect_row("55006", "object-state", info, false);
    expect_row("26000", "prepared-statement-lost", fails, true);
    expect_row("57014", "cancelled", info, false);
    expect_row("57P01", "server-shutdown", info, true);
    expect_row("57P02", "server-shutdown", info, true);
    expect_row("57P03", "server-shutdown", info, true);
    expect_row("57P05", "server-shutdown", info, true);
    expect_row("53100", "out-of-resources", info, false);
    expect_row("53200", "out-of-resources", info, false);
    expect_row("53300", "too-many-connections", info, true);
    expect_row("58030", "system-error", info, false);
    expect_row("XX000", "internal-error", info, false);
    expect_row("XX001", "internal-error", info, false);
    expect_row("08000", "connection-lost", info, true);
    expect_row("08006", "connection-lost", info, true);
    expect_row("08P01", "connection-lost", info, true);
    expect_row("", "connection-lost", info, true);
    expect_row("0A000", "not-supported", info, false);
    expect_row("22003", "bad-value", info, false);
    expect_row("28P01", "not-authorized", info, true);
    expect_row("3D000", "no-such-database", info, true);
    expect_row("42P01", "statement-refused", info, false);
    expect_row("42501", "permission", info, false);
    expect_row("54000", "limit-exceeded", info, false);
    expect_row("72000", "snapshot-too-old", info, false);
    /* An unlisted code is unknown. */
    expect_row("P0001", "unknown-error", info, false);
    expect_row("40", "unknown-error", info, false);
    expect_row("99999", "unknown-error", info, false);
}

/* ---- Targets --------------------------------------------------------------------------------- */

/* libpq's message would quote the target with its password. */
static void a_bad_target_is_not_shown(void **state) {
    (void)state;
    static const char *const bad[] = {"postgres://u:geheim@[::1/x",
                                      "postgres://u:geheim@h:1/x?no=1", "postgres://u:ge%heim@h/x"};
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        mns_database database = database_of(driver, bad[i], "minos_test");
        assert_false(driver->open(&database));
        assert_null(strstr(database.message.data, "heim"));
        release_database(&database);
    }
}

static void no_listener(void **state) {
    (void)state;
    mns_driver_error failure;
    mns_database database = database_of(driver, "postgres://u:geheim@127.0.0.1:1/x", "minos_test");
    assert_true(driver->open(&database));
    assert_null(driver->connect(&database, 0, &failure));
    assert_string_equal(failure.name, "connection-refused");
    assert_true(mns_driver_error_is_transient(&failure));
    assert_non_null(strstr(failure.message, "127.0.0.1"));
    assert_null(strstr(failure.message, "geheim"));
    release_database(&database);
}

/* ---- On a live server ------------------------------------------------------------------------ */

static void every_workload(void **state) {
    (void)state;
    expect_every_workload(driver, url, "minos_test");
}

/* Two clients that conflict, and a superuser. */
typedef struct fixture {
    mns_database database;
    mns_connection *a, *b, *super;
} fixture;

static void open_fixture(fixture *f, const char *level, mns_generator_kind kind, bool simple) {
    f->database = database_of(driver, url, "minos_test");
    f->database.level = level_of(driver, level);
    f->database.kind = kind;
    f->database.simple_protocol = simple;
    created(&f->database);
    f->a = connected(&f->database, 0);
    f->b = connected(&f->database, 1);
    f->super = connected(&f->database, f->database.clients);
}

static void close_fixture(fixture *f) {
    driver->close(f->a);
    driver->close(f->b);
    driver->close(f->super);
    dropped(&f->database);
}

static void execute(fixture *f, const char *text) {
    if (!mns_postgres_execute(f->super, text)) {
        fail_msg("%s: %s", text, f->super->failure.message);
    }
}

/* Waits for a backend state as the server reports it: "active" or "idle in transaction". */
static void wait_until(fixture *f, mns_connection *connection, const char *condition) {
    char text[200];
    snprintf(text, sizeof text, "SELECT 1 FROM pg_stat_activity WHERE pid = %d AND %s",
             PQbackendPID(connection->pg), condition);
    for (int tries = 0; tries < 20000; tries++) {
        PGresult *answer;
        assert_true(mns_postgres_query(f->super, text, &answer));
        int rows = PQntuples(answer);
        PQclear(answer);
        if (rows > 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    fail_msg("it never came to %s", condition);
}

static void terminate(fixture *f, mns_connection *connection) {
    char text[80];
    snprintf(text, sizeof text, "SELECT pg_terminate_backend(%d, 10000)",
             PQbackendPID(connection->pg));
    execute(f, text);
}

/* All but the last micro-operation, which is sent with COMMIT. */
static bool begun(mns_connection *connection, mns_run_txn *txn) {
    bool good = driver->begin(connection, txn);
    for (size_t i = 0; good && i + 1 < txn->count; i++) {
        good = driver->apply(connection, txn, i);
    }
    return good;
}

static bool finished(mns_connection *connection, mns_run_txn *txn) {
    return driver->apply(connection, txn, txn->count - 1) && driver->commit(connection, txn);
}

static void a_concurrent_update_fails(void **state) {
    (void)state;
    for (int simple = 0; simple < 2; simple++) {
        fixture f;
        open_fixture(&f, "repeatable-read", MNS_GENERATE_LIST_APPEND, simple != 0);
        expect_ok(&f.database, f.b, "w1=1", "[[:append 1 1]]");
        mns_run_txn a = txn_of(&f.database, "r1 w1=3");
        assert_true(begun(f.a, &a));
        expect_ok(&f.database, f.b, "w1=2", "[[:append 1 2]]");
        assert_false(finished(f.a, &a)); /* the statement's error: COMMIT was skipped */
        expect_driver_error(&f.database, f.a, MNS_OUTCOME_FAIL, "serialization-failure", false);
        assert_true(driver->rollback(f.a));
        expect_ok(&f.database, f.a, "r1", "[[:r 1 [1 2]]]");
        mns_run_txn_release(&a);
        close_fixture(&f);
    }
}

/* Write skew: the second COMMIT is rejected. */
static void serializable_refuses_write_skew(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "serializable", MNS_GENERATE_RW_REGISTER, false);
    expect_ok(&f.database, f.b, "w1=1 w2=1", "[[:w 1 1] [:w 2 1]]");
    mns_run_txn a = txn_of(&f.database, "r1 w2=2"), b = txn_of(&f.database, "r2 w1=2");
    assert_true(begun(f.a, &a) && begun(f.b, &b));
    assert_true(finished(f.a, &a));
    assert_false(finished(f.b, &b));
    expect_driver_error(&f.database, f.b, MNS_OUTCOME_FAIL, "serialization-failure", false);
    assert_true(driver->rollback(f.b));
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    close_fixture(&f);
}

typedef struct task {
    mns_connection *connection;
    mns_run_txn *txn;
    bool good;
} task;

static void *run_task(void *context) {
    task *work = context;
    work->good = finished(work->connection, work->txn);
    return NULL;
}

/* Each waits for the other's row; one of them fails with a deadlock. */
static void a_deadlock_fails(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    mns_run_txn a = txn_of(&f.database, "w1=1 w2=1"), b = txn_of(&f.database, "w2=2 w1=2");
    assert_true(begun(f.a, &a) && begun(f.b, &b));
    task other = {f.b, &b, false};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_task, &other), 0);
    bool good = finished(f.a, &a);
    pthread_join(thread, NULL);
    assert_true(good != other.good);
    mns_connection *victim = good ? f.b : f.a;
    expect_driver_error(&f.database, victim, MNS_OUTCOME_FAIL, "deadlock", false);
    assert_true(driver->rollback(victim));
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    close_fixture(&f);
}

static void an_element_twice_fails(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_SET, false);
    expect_ok(&f.database, f.a, "w1=1", "[[:add 1 1]]");
    mns_run_txn a = txn_of(&f.database, "w1=1 r1"), b = txn_of(&f.database, "r2 w1=1");
    assert_false(begun(f.a, &a));
    expect_driver_error(&f.database, f.a, MNS_OUTCOME_FAIL, "unique-violation", false);
    assert_true(driver->rollback(f.a));
    assert_true(begun(f.b, &b));
    assert_false(finished(f.b, &b)); /* although sent together with COMMIT */
    expect_driver_error(&f.database, f.b, MNS_OUTCOME_FAIL, "unique-violation", false);
    assert_true(driver->rollback(f.b));
    expect_ok(&f.database, f.b, "r1", "[[:r 1 #{1}]]");
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    close_fixture(&f);
}

/* COMMIT of a failed transaction is answered with ROLLBACK, without an error. */
static void commit_answered_by_rollback_fails(void **state) {
    (void)state;
    for (int simple = 0; simple < 2; simple++) {
        fixture f;
        open_fixture(&f, "read-committed", MNS_GENERATE_SET, simple != 0);
        expect_ok(&f.database, f.a, "w1=1", "[[:add 1 1]]");
        mns_run_txn a = txn_of(&f.database, "w1=1 r1");
        assert_false(begun(f.a, &a));
        mns_run_txn_release(&a);
        a = txn_of(&f.database, "");
        assert_true(driver->commit(f.a, &a) == false);
        expect_driver_error(&f.database, f.a, MNS_OUTCOME_FAIL, "rolled-back", false);
        mns_run_txn_release(&a);
        close_fixture(&f);
    }
}

static void a_cancelled_statement_fails(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    mns_run_txn a = txn_of(&f.database, "w1=1 w2=1"), b = txn_of(&f.database, "r3 w1=2");
    assert_true(begun(f.a, &a) && begun(f.b, &b));
    task other = {f.b, &b, true};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_task, &other), 0);
    wait_until(&f, f.b, "wait_event_type = 'Lock'");
    char text[80];
    snprintf(text, sizeof text, "SELECT pg_cancel_backend(%d)", PQbackendPID(f.b->pg));
    execute(&f, text);
    pthread_join(thread, NULL);
    assert_false(other.good);
    expect_driver_error(&f.database, f.b, MNS_OUTCOME_FAIL, "cancelled", false);
    assert_true(driver->rollback(f.b));
    assert_true(finished(f.a, &a));
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    close_fixture(&f);
}

/* Killed while the client waits for COMMIT: the server may have received it or not. Here it had
 * not, but the client cannot know. */
static void a_killed_backend_is_unknown_at_commit(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    mns_run_txn a = txn_of(&f.database, "w1=1 w2=1"), none = txn_of(&f.database, "");
    assert_true(begun(f.a, &a));
    terminate(&f, f.a);
    assert_false(driver->commit(f.a, &none));
    expect_driver_error(&f.database, f.a, MNS_OUTCOME_INFO, "server-shutdown", true);
    assert_false(driver->rollback(f.a));
    mns_run_txn_release(&a);
    mns_run_txn_release(&none);
    close_fixture(&f);
}

/* The server applies new settings at some time: repeats the transaction until it is blocked. */
static void *run_until_error(void *context) {
    task *work = context;
    do {
        work->good =
            driver->begin(work->connection, work->txn) && finished(work->connection, work->txn);
    } while (work->good);
    return NULL;
}

static void set_standby(fixture *f, const char *name) {
    char text[80];
    snprintf(text, sizeof text, "ALTER SYSTEM SET synchronous_standby_names = '%s'", name);
    execute(f, text);
    execute(f, "SELECT pg_reload_conf()");
}

/* Killed while COMMIT waits for a replica that does not exist: the client only sees the connection
 * end, but the transaction took effect. The reason why info is not fail. */
static void an_unacknowledged_commit_took_effect(void **state) {
    (void)state;
    fixture f;
    setenv("PGOPTIONS", "-c synchronous_commit=on", 1);
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    unsetenv("PGOPTIONS");
    set_standby(&f, "minos_nobody");
    mns_run_txn a = txn_of(&f.database, "w1=1");
    task other = {f.a, &a, true};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_until_error, &other), 0);
    wait_until(&f, f.a, "wait_event = 'SyncRep'");
    terminate(&f, f.a);
    pthread_join(thread, NULL);
    set_standby(&f, "");
    assert_false(other.good);
    mns_driver_error failure;
    driver->classify(f.a, &failure);
    assert_int_equal(failure.outcome, MNS_OUTCOME_INFO);
    assert_true(failure.broken);
    expect_ok(&f.database, f.b, "r1", "[[:r 1 1]]");
    mns_run_txn_release(&a);
    close_fixture(&f);
}

/* Killed before COMMIT was sent: it cannot have taken effect. */
static void a_killed_backend_fails_before_commit(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    mns_run_txn a = txn_of(&f.database, "w1=1 w2=1 w3=1");
    assert_true(driver->begin(f.a, &a) && driver->apply(f.a, &a, 0));
    terminate(&f, f.a);
    assert_false(driver->apply(f.a, &a, 1));
    expect_driver_error(&f.database, f.a, MNS_OUTCOME_FAIL, "server-shutdown", true);
    expect_ok(&f.database, f.b, "r1", "[[:r 1 nil]]");
    mns_run_txn_release(&a);
    close_fixture(&f);
}

static void *run_first(void *context) {
    task *work = context;
    work->good = driver->apply(work->connection, work->txn, 0);
    return NULL;
}

/* An interrupt ends a wait for a row of the other client: alone it is a failure, with COMMIT behind
 * it the outcome is unknown. */
static void expect_interrupted(const char *text, void *(*step)(void *), mns_run_outcome outcome) {
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_RW_REGISTER, false);
    mns_run_txn a = txn_of(&f.database, "w1=1 r9"), b = txn_of(&f.database, text);
    task other = {f.b, &b, true};
    pthread_t thread;
    assert_true(begun(f.a, &a));
    assert_true(driver->begin(f.b, &b));
    assert_int_equal(pthread_create(&thread, NULL, step, &other), 0);
    wait_until(&f, f.b, "wait_event_type = 'Lock'");
    driver->interrupt(f.b);
    pthread_join(thread, NULL);
    assert_false(other.good);
    expect_driver_error(&f.database, f.b, outcome, "interrupted", true);
    assert_true(finished(f.a, &a));
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    close_fixture(&f);
}

static void interrupts_end_what_waits(void **state) {
    (void)state;
    expect_interrupted("w1=2 r3", run_first, MNS_OUTCOME_FAIL);
    expect_interrupted("w1=2", run_task, MNS_OUTCOME_INFO);
}

/* ---- Cleanup --------------------------------------------------------------------------------- */

static void a_schema_that_exists_is_refused(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_SET, false);
    expect_ok(&f.database, f.a, "w1=1", "[[:add 1 1]]");
    mns_database again = database_of(driver, url, "minos_test");
    assert_true(driver->open(&again));
    mns_connection *connection = connected(&again, again.clients);
    assert_false(driver->create(&again, connection));
    assert_non_null(strstr(again.message.data, "already exists"));
    driver->close(connection);
    release_database(&again);
    expect_ok(&f.database, f.a, "r1", "[[:r 1 #{1}]]"); /* untouched */
    close_fixture(&f);
}

static void foreign_objects_stay(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_SET, false);
    execute(&f, "CREATE TABLE minos_test.mine (x int)");
    mns_connection *connection = connected(&f.database, f.database.clients);
    assert_false(driver->drop(&f.database, connection));
    assert_non_null(strstr(f.database.message.data, "schema not removed: minos_test"));
    driver->close(connection);
    execute(&f, "DROP TABLE minos_test.mine");
    close_fixture(&f);
}

static void the_server_says_what_it_is(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "read-committed", MNS_GENERATE_SET, false);
    assert_int_equal(strncmp(f.database.version.data, "PostgreSQL ", 11), 0);
    assert_null(strchr(f.database.version.data, '('));
    assert_true(f.database.version.data[f.database.version.size - 1] != ' ');
    close_fixture(&f);
}

/* Prepared statements survive a transaction that failed in the exchange that prepared them. */
static void prepared_once(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "repeatable-read", MNS_GENERATE_LIST_APPEND, false);
    expect_ok(&f.database, f.b, "w1=1", "[[:append 1 1]]");
    mns_run_txn a = txn_of(&f.database, "r1 w1=2");
    assert_true(begun(f.a, &a));
    expect_ok(&f.database, f.b, "w1=3", "[[:append 1 3]]");
    assert_false(finished(f.a, &a)); /* WRITE was prepared here, and failed */
    assert_true(driver->rollback(f.a));
    expect_ok(&f.database, f.a, "w1=4 r1", "[[:append 1 4] [:r 1 [1 3 4]]]");
    mns_run_txn_release(&a);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sqlstate),
        cmocka_unit_test(a_bad_target_is_not_shown),
        cmocka_unit_test(no_listener),
    };
    const struct CMUnitTest live[] = {
        cmocka_unit_test(every_workload),
        cmocka_unit_test(a_concurrent_update_fails),
        cmocka_unit_test(serializable_refuses_write_skew),
        cmocka_unit_test(a_deadlock_fails),
        cmocka_unit_test(an_element_twice_fails),
        cmocka_unit_test(commit_answered_by_rollback_fails),
        cmocka_unit_test(a_cancelled_statement_fails),
        cmocka_unit_test(a_killed_backend_is_unknown_at_commit),
        cmocka_unit_test(an_unacknowledged_commit_took_effect),
        cmocka_unit_test(a_killed_backend_fails_before_commit),
        cmocka_unit_test(interrupts_end_what_waits),
        cmocka_unit_test(a_schema_that_exists_is_refused),
        cmocka_unit_test(foreign_objects_stay),
        cmocka_unit_test(the_server_says_what_it_is),
        cmocka_unit_test(prepared_once),
    };
    minos_server *server = NULL;
    char *message = NULL;
    int failed = cmocka_run_group_tests_name("tables", tests, NULL, NULL);
    url = getenv("MINOS_TEST_POSTGRES");
    if (url == NULL) {
        minos_server_options options;
        minos_server_options_init(&options);
        options.target = "postgres:";
        if (minos_server_start(&options, &server, &message) == MINOS_OK) {
            url = minos_server_url(server, 0);
        } else {
            printf("SKIPPED: nothing was tried on a live server: %s\n",
                   message != NULL ? message : "out of memory");
        }
    }
    if (url != NULL) {
        failed += cmocka_run_group_tests_name("live", live, NULL, NULL);
    }
    minos_server_stop(server);
    minos_free(message);
    return failed;
}

#else

int main(void) {
    puts("built without libpq");
    return 77;
}

#endif
