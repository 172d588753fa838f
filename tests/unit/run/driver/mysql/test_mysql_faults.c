/* test_mysql_faults.c - errors of the MySQL driver on a live server (mysql_support.h), and whether
 * the reported outcome is true: after each fault the table is read.
 *
 * A connection that breaks around COMMIT goes through a proxy, which closes it before it forwards
 * COMMIT, or before it returns the answer. The client sees the same, and must report info in both
 * cases. */
#include "unit/support/mysql_proxy.h"

/* ---- Conflicts ------------------------------------------------------------------------------- */

typedef struct task {
    mns_connection *connection;
    const mysql_step *steps; /* NULL: COMMIT */
    bool good;
    mns_driver_error failure;
    pthread_t thread;
} task;

static void *work(void *context) {
    task *t = context;
    if (t->steps != NULL) {
        mns_run_txn txn = mysql_txn(t->connection->database, t->steps);
        t->good = true;
        for (size_t i = 0; i < txn.count && t->good; i++) {
            t->good = mysql_driver->apply(t->connection, &txn, i);
        }
        mns_run_txn_release(&txn);
    } else {
        t->good = mysql_finish(t->connection);
    }
    if (!t->good) {
        mysql_driver->classify(t->connection, &t->failure);
    }
    return NULL;
}

static void start(task *t, mns_connection *connection, const mysql_step *steps) {
    *t = (task){.connection = connection, .steps = steps};
    assert_int_equal(pthread_create(&t->thread, NULL, work, t), 0);
}

static void wait_for(task *t) { assert_int_equal(pthread_join(t->thread, NULL), 0); }

/* Waits until the server's process list shows the session in this state. */
static void wait_until(mns_connection *other, mns_connection *session, const char *where) {
    char query[240];
    snprintf(query, sizeof query,
             "SELECT COUNT(*) FROM information_schema.processlist WHERE id = %lu AND %s",
             mysql_thread_id(session->mysql), where);
    for (int tries = 0; tries < 3000; tries++) {
        mns_buf answer;
        mns_buf_init(&answer);
        assert_true(mns_mysql_ask(other, query, 0, &answer));
        bool there = strcmp(answer.data, "1") == 0;
        mns_buf_release(&answer);
        if (there) {
            return;
        }
        poll(NULL, 0, 10);
    }
    fail_msg("never was: %s", where);
}

static void kill_session(mns_connection *other, mns_connection *session, const char *what) {
    char query[60];
    snprintf(query, sizeof query, "KILL %s %lu", what, mysql_thread_id(session->mysql));
    assert_true(mns_mysql_query(other, query));
}

static void expect_driver_error(const mns_driver_error *failure, const char *name,
                                mns_run_outcome outcome, bool broken) {
    assert_string_equal(failure->name, name);
    assert_int_equal(failure->outcome, outcome);
    assert_int_equal(failure->broken, broken);
    assert_true(failure->message[0] != '\0');
}

/* Two transactions lock in opposite order: one is rolled back, the other continues. */
static void deadlocks_have_a_victim(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mysql_expect(a, STEPS({'w', 1, 1}, {'w', 2, 1}), "[[:append 1 1] [:append 2 1]]");
    mysql_steps(a, STEPS({'w', 1, 2}));
    mysql_steps(b, STEPS({'w', 2, 3}));
    task t;
    start(&t, a, STEPS({'w', 2, 2}));
    mns_driver_error failure;
    mns_run_txn txn = mysql_txn(&database, STEPS({'w', 1, 3}));
    bool good = mysql_driver->apply(b, &txn, 0);
    if (!good) {
        mysql_driver->classify(b, &failure);
        assert_true(mysql_driver->rollback(b)); /* releases the row */
    }
    mns_run_txn_release(&txn);
    wait_for(&t);
    assert_true(good != t.good);
    expect_driver_error(good ? &t.failure : &failure, "deadlock", MNS_OUTCOME_FAIL, false);
    assert_true(!good || mysql_driver->rollback(a));
    assert_true(mysql_finish(good ? b : a));
    mysql_expect(a, STEPS({'r', 1, 0}, {'r', 2, 0}),
                 good ? "[[:r 1 [1 3]] [:r 2 [1 3]]]" : "[[:r 1 [1 2]] [:r 2 [1 2]]]");
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

/* Only the statement is rolled back; the driver rolls back the rest. */
static void lock_waits_end(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mysql_say(b, "SET innodb_lock_wait_timeout = 1");
    mysql_expect(a, STEPS({'w', 1, 1}), "[[:append 1 1]]");
    mysql_steps(a, STEPS({'w', 1, 2}));
    mns_driver_error failure = mysql_steps_fail(b, STEPS({'w', 2, 3}, {'w', 1, 3}));
    expect_driver_error(&failure, "lock-wait-timeout", MNS_OUTCOME_FAIL, false);
    assert_true(mysql_driver->rollback(b));
    assert_true(mysql_finish(b));
    assert_true(mysql_finish(a));
    mysql_expect(b, STEPS({'r', 1, 0}, {'r', 2, 0}), "[[:r 1 [1 2]] [:r 2 nil]]");
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

/* With innodb_snapshot_isolation the second of two writers fails; without it, it appends to the
 * first's value. */
static void snapshots_are_defended(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mns_mysql_query(b, "SET innodb_snapshot_isolation = OFF"); /* unknown to older servers */
    mysql_expect(a, STEPS({'w', 1, 1}), "[[:append 1 1]]");
    mysql_steps(b, STEPS({'r', 1, 0}));
    mysql_expect(a, STEPS({'w', 1, 2}), "[[:append 1 2]]");
    mysql_steps(b, STEPS({'w', 1, 3}));
    assert_true(mysql_finish(b));
    mysql_expect(b, STEPS({'r', 1, 0}), "[[:r 1 [1 2 3]]]");
    if (!mns_mysql_query(b, "SET innodb_snapshot_isolation = ON")) {
        print_message("no innodb_snapshot_isolation here\n");
    } else {
        mysql_steps(b, STEPS({'r', 1, 0}));
        mysql_expect(a, STEPS({'w', 1, 4}), "[[:append 1 4]]");
        mns_driver_error failure = mysql_steps_fail(b, STEPS({'w', 2, 5}, {'w', 1, 5}));
        expect_driver_error(&failure, "serialization-failure", MNS_OUTCOME_FAIL, false);
        assert_true(mysql_driver->rollback(b));
        mysql_expect(b, STEPS({'r', 1, 0}, {'r', 2, 0}), "[[:r 1 [1 2 3 4]] [:r 2 nil]]");
    }
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

/* ---- Killed ---------------------------------------------------------------------------------- */

static void killed_before_commit_is_fail(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mysql_steps(b, STEPS({'w', 1, 1}));
    kill_session(a, b, "CONNECTION");
    mns_driver_error failure = mysql_steps_fail(b, STEPS({'w', 2, 1}));
    assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
    assert_true(failure.broken);
    assert_false(mysql_driver->rollback(b));
    mysql_expect(a, STEPS({'r', 1, 0}, {'r', 2, 0}), "[[:r 1 nil] [:r 2 nil]]");
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

/* It did not take effect, but no answer says so. */
static void killed_at_commit_is_info(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mysql_steps(b, STEPS({'w', 1, 1}));
    kill_session(a, b, "CONNECTION");
    mns_driver_error failure;
    assert_false(mysql_finish(b));
    mysql_driver->classify(b, &failure);
    assert_int_equal(failure.outcome, MNS_OUTCOME_INFO);
    assert_true(failure.broken);
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

static void let_wait(mns_connection *other, mns_connection *session) {
    (void)other;
    (void)session;
}

/* A backup lock makes COMMIT wait on the server; `end` is what happens to it there. It never takes
 * effect. `before` is executed at the session's start. */
static mns_driver_error commit_held_up(mns_database *database, const char *before,
                                       void (*end)(mns_connection *other,
                                                   mns_connection *session)) {
    mns_connection *a = mysql_make(database), *b = mysql_join(database);
    task t;
    mysql_say(b, before);
    mysql_steps(b, STEPS({'w', 1, 1}));
    mysql_say(a, "FLUSH TABLES WITH READ LOCK");
    start(&t, b, NULL);
    if (end != let_wait) {
        wait_until(a, b, "info = 'COMMIT' AND state LIKE 'Waiting for %'");
    }
    end(a, b);
    wait_for(&t);
    assert_false(t.good);
    assert_true(t.failure.broken || mysql_driver->rollback(b));
    mysql_say(a, "UNLOCK TABLES");
    mysql_driver->close(b);
    mysql_expect(a, STEPS({'r', 1, 0}), "[[:r 1 nil]]");
    mysql_unmake(database, a);
    return t.failure;
}

static void kill_connection(mns_connection *other, mns_connection *session) {
    kill_session(other, session, "CONNECTION");
}
static void kill_query(mns_connection *other, mns_connection *session) {
    kill_session(other, session, "QUERY");
}
static void interrupt(mns_connection *other, mns_connection *session) {
    (void)other;
    mysql_driver->interrupt(session);
    mysql_driver->interrupt(session);
}

static void killed_during_commit_is_info(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_driver_error failure = commit_held_up(&database, "DO 0", kill_connection);
    assert_int_equal(failure.outcome, MNS_OUTCOME_INFO);
    assert_true(failure.broken);
    database = mysql_database(mysql_url());
    failure = commit_held_up(&database, "DO 0", kill_query);
    expect_driver_error(&failure, "cancelled", MNS_OUTCOME_INFO, false);
}

/* The only wait of COMMIT itself: the server rolls back, then reports it. */
static void commit_lock_timeouts_are_fail(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_driver_error failure = commit_held_up(&database, "SET lock_wait_timeout = 1", let_wait);
    expect_driver_error(&failure, "lock-wait-timeout", MNS_OUTCOME_FAIL, false);
}

static void interrupted_commits_are_info(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    task t;
    mysql_steps(b, STEPS({'w', 1, 1}));
    mysql_say(a, "FLUSH TABLES WITH READ LOCK");
    start(&t, b, NULL);
    wait_until(a, b, "info = 'COMMIT' AND state LIKE 'Waiting for %'");
    interrupt(a, b);
    wait_for(&t);
    assert_false(t.good);
    expect_driver_error(&t.failure, "connection-lost", MNS_OUTCOME_INFO, true);
    mysql_say(a, "UNLOCK TABLES");
    mysql_driver->close(b);
    mysql_unmake(&database, a);
}

static void interrupted_statements_are_fail(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    task t;
    mysql_expect(a, STEPS({'w', 1, 1}), "[[:append 1 1]]");
    mysql_steps(a, STEPS({'w', 1, 2}));
    mysql_steps(b, STEPS({'w', 2, 1}));
    start(&t, b, STEPS({'w', 1, 3}));
    wait_until(a, b, "info LIKE 'INSERT%'");
    interrupt(a, b);
    wait_for(&t);
    assert_false(t.good);
    expect_driver_error(&t.failure, "connection-lost", MNS_OUTCOME_FAIL, true);
    mysql_driver->close(b);
    assert_true(mysql_finish(a));
    mysql_expect(a, STEPS({'r', 1, 0}, {'r', 2, 0}), "[[:r 1 [1 2]] [:r 2 nil]]");
    mysql_unmake(&database, a);
}

/* ---- Broken connections ---------------------------------------------------------------------- */

/* What the client reports when the proxy closes the connection, and the resulting data. */
static void break_around_commit(bool passes_commit, const char *then) {
    mysql_proxy proxy;
    if (!proxy_start(&proxy, passes_commit, NULL)) {
        print_message("skipped: the server is not at a port of 127.0.0.1\n");
        skip();
    }
    mns_database database = mysql_database(mysql_url());
    mns_connection *a = mysql_make(&database);
    mns_database through = database;
    through.target = proxy.target;
    through.state = NULL;
    assert_true(mysql_driver->open(&through));
    mns_connection *b = mysql_join(&through);
    mysql_steps(b, STEPS({'w', 1, 1}));
    mns_driver_error failure;
    assert_false(mysql_finish(b));
    mysql_driver->classify(b, &failure);
    expect_driver_error(&failure, "connection-lost", MNS_OUTCOME_INFO, true);
    mysql_driver->close(b);
    mysql_driver->release(&through);
    proxy_end(&proxy);
    mysql_expect(a, STEPS({'r', 1, 0}), then);
    mysql_unmake(&database, a);
}

static void a_commit_that_is_lost_is_info(void **state) {
    (void)state;
    NEED_SERVER();
    break_around_commit(false, "[[:r 1 nil]]");
}

static void a_commit_whose_answer_is_lost_is_info(void **state) {
    (void)state;
    NEED_SERVER();
    break_around_commit(true, "[[:r 1 [1]]]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlocks_have_a_victim),
        cmocka_unit_test(lock_waits_end),
        cmocka_unit_test(snapshots_are_defended),
        cmocka_unit_test(killed_before_commit_is_fail),
        cmocka_unit_test(killed_at_commit_is_info),
        cmocka_unit_test(killed_during_commit_is_info),
        cmocka_unit_test(commit_lock_timeouts_are_fail),
        cmocka_unit_test(interrupted_commits_are_info),
        cmocka_unit_test(interrupted_statements_are_fail),
        cmocka_unit_test(a_commit_that_is_lost_is_info),
        cmocka_unit_test(a_commit_whose_answer_is_lost_is_info),
    };
    return cmocka_run_group_tests_name("mysql_faults", tests, mysql_start, mysql_stop);
}
