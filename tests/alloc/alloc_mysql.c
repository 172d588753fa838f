/*
 * alloc_mysql.c - every allocation of a session with MySQL or MariaDB fails once: the driver
 * reports it, and leaves no tables behind.
 *
 * Allocations inside the client library do not fail here. Uses the server of MINOS_TEST_MYSQL, or
 * starts a throw-away MariaDB; skipped if there is neither.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>
#include "failing.h"

#include "run/driver/mysql/mysql.h"
#include <cmocka.h>

static const mns_driver *const driver = &mns_driver_mysql;
static minos_server *server;
static const char *url;

static mns_database make_database(mns_generator_kind kind, bool simple) {
    mns_database database = {.driver = driver,
                             .target = url,
                             .level = &driver->levels[driver->default_level],
                             .kind = kind,
                             .append = MNS_APPEND_RMW,
                             .access = MNS_ACCESS_SECONDARY,
                             .tables = 2,
                             .clients = 1,
                             .simple_protocol = simple,
                             .timeout_ms = 10000};
    snprintf(database.prefix, sizeof database.prefix, "minos_alloc_%ld", (long)getpid());
    mns_buf_init(&database.version);
    mns_buf_init(&database.warnings);
    mns_buf_init(&database.message);
    return database;
}

static void forget(mns_database *database) {
    driver->release(database);
    mns_buf_release(&database->version);
    mns_buf_release(&database->warnings);
    mns_buf_release(&database->message);
}

/* Two writes and reads of both; true if all succeeded. */
static bool run_transaction(mns_connection *connection, mns_generator_kind kind) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, kind);
    bool good = mns_run_txn_push(&txn, true, 1, 1) && mns_run_txn_push(&txn, true, 1, 2) &&
                mns_run_txn_push(&txn, false, 1, 0) && mns_run_txn_push(&txn, false, 2, 0);
    if (good) {
        good = driver->begin(connection, &txn);
        for (size_t i = 0; i < txn.count && good; i++) {
            good = driver->apply(connection, &txn, i);
        }
        good = good && driver->commit(connection, &txn);
        if (!good) {
            mns_driver_error failure = {.name = NULL};
            driver->classify(connection, &failure);
            assert_string_equal(failure.name, "out-of-memory");
            assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
            assert_true(failure.broken);
        }
    }
    mns_run_txn_release(&txn);
    return good;
}

/* All steps of a run on one connection, until memory runs out. */
static bool run_session(mns_database *database) {
    mns_driver_error failure = {.name = NULL};
    if (!driver->open(database)) {
        return false;
    }
    mns_connection *connection = driver->connect(database, 0, &failure);
    if (connection == NULL) {
        assert_string_equal(failure.name, "out-of-memory");
        return false;
    }
    bool good = driver->create(database, connection) && run_transaction(connection, database->kind);
    if (good) {
        good = driver->drop(database, connection);
    }
    driver->close(connection);
    return good;
}

/* Once there is memory again, all tables are dropped, and none is left. */
static void expect_nothing_left(mns_database *database) {
    mns_driver_error failure;
    if (database->state == NULL) {
        return;
    }
    mns_mysql_target *target = database->state;
    if (target->url.path == NULL) {
        return;
    }
    mns_connection *connection = driver->connect(database, 0, &failure);
    assert_non_null(connection);
    assert_true(driver->drop(database, connection));
    mns_buf query, count;
    mns_buf_init(&query);
    mns_buf_init(&count);
    mns_buf_printf(&query,
                   "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() "
                   "AND table_name LIKE '%s%%'",
                   database->prefix);
    assert_true(mns_mysql_ask(connection, query.data, 0, &count));
    assert_string_equal(count.data, "0");
    mns_buf_release(&query);
    mns_buf_release(&count);
    driver->close(connection);
}

static void every_allocation_fails_once(mns_generator_kind kind, bool simple, bool on) {
    bool through = false;
    unsigned long n = 0;
    while (!through) {
        mns_database database = make_database(kind, simple);
        allocations = 0;
        fails_at = ++n;
        fails_on = on;
        bool good = run_session(&database);
        through = allocations < n;
        fails_at = 0;
        assert_true(good || !through);
        expect_nothing_left(&database);
        forget(&database);
    }
    assert_true(n > 20);
}

static void lists(void **state) {
    (void)state;
    every_allocation_fails_once(MNS_GENERATE_LIST_APPEND, false, false);
    every_allocation_fails_once(MNS_GENERATE_LIST_APPEND, false, true);
}

static void lists_as_text(void **state) {
    (void)state;
    every_allocation_fails_once(MNS_GENERATE_LIST_APPEND, true, false);
}

static void sets(void **state) {
    (void)state;
    every_allocation_fails_once(MNS_GENERATE_SET, false, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(lists_as_text),
        cmocka_unit_test(sets),
    };
    minos_server_options options;
    char *message = NULL;
    minos_server_options_init(&options);
    options.target = "mariadb:";
    url = getenv("MINOS_TEST_MYSQL");
    if (url == NULL || url[0] == '\0') {
        if (minos_server_start(&options, &server, &message) != MINOS_OK) {
            printf("SKIPPED: no server: %s\n", message != NULL ? message : "out of memory");
            minos_free(message);
            return 77;
        }
        url = minos_server_url(server, 0);
    }
    int failed = cmocka_run_group_tests_name("alloc_mysql", tests, NULL, NULL);
    if (server != NULL) {
        minos_server_stop(server);
    }
    return failed;
}
