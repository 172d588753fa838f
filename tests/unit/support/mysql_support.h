/* mysql_support.h - the driver of MySQL and MariaDB on a live server: the one at MINOS_TEST_MYSQL,
 * with an administrator, or a throw-away MariaDB. Tests that need a server are skipped without one.
 */
#ifndef TEST_MYSQL_SUPPORT_H
#define TEST_MYSQL_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "run/driver/mysql/mysql.h"
#include <cmocka.h>

#define SERIALIZABLE 0
#define REPEATABLE_READ 1
#define READ_COMMITTED 2
#define READ_UNCOMMITTED 3

static const mns_driver *const mysql_driver = &mns_driver_mysql;

/* A throw-away server. */
static minos_server *mysql_server;

/* The server's URL; NULL: none. */
static inline const char *mysql_url(void) {
    const char *url = getenv("MINOS_TEST_MYSQL");
    if (url != NULL && url[0] != '\0') {
        return url;
    }
    return mysql_server != NULL ? minos_server_url(mysql_server, 0) : NULL;
}

static inline int mysql_start(void **state) {
    minos_server_options options;
    char *message = NULL;
    (void)state;
    minos_server_options_init(&options);
    options.target = "mariadb:";
    if (mysql_url() == NULL && minos_server_start(&options, &mysql_server, &message) != MINOS_OK) {
        print_message("no server: %s\n", message != NULL ? message : "out of memory");
        minos_free(message);
    }
    return 0;
}

static inline int mysql_stop(void **state) {
    (void)state;
    if (mysql_server != NULL) {
        minos_server_stop(mysql_server);
        mysql_server = NULL;
    }
    return 0;
}

#define NEED_SERVER()                                                                              \
    do {                                                                                           \
        if (mysql_url() == NULL) {                                                                 \
            print_message("skipped: MINOS_TEST_MYSQL is not set, and no server was started\n");    \
            skip();                                                                                \
        }                                                                                          \
    } while (0)

/* A database of one table, lists appended by CONCAT, access by primary key; change it before
 * opening. */
static inline mns_database mysql_database(const char *target) {
    static unsigned count;
    mns_database database = {.driver = mysql_driver,
                             .target = target,
                             .level = &mysql_driver->levels[REPEATABLE_READ],
                             .tables = 1,
                             .clients = 4,
                             .timeout_ms = 30000};
    database.claims = database.level->claims;
    snprintf(database.prefix, sizeof database.prefix, "minos_test_%ld_%u", (long)getpid(), count++);
    mns_buf_init(&database.version);
    mns_buf_init(&database.warnings);
    mns_buf_init(&database.message);
    return database;
}

static inline void mysql_forget(mns_database *database) {
    mysql_driver->release(database);
    mns_buf_release(&database->version);
    mns_buf_release(&database->warnings);
    mns_buf_release(&database->message);
}

/* A connection that must succeed. */
static inline mns_connection *mysql_join(const mns_database *database) {
    mns_driver_error failure;
    mns_connection *connection = mysql_driver->connect(database, 0, &failure);
    if (connection == NULL) {
        fail_msg("%s: %s", failure.name, failure.message);
    }
    return connection;
}

/* Opens it, creates its tables, and returns the first connection. */
static inline mns_connection *mysql_make(mns_database *database) {
    if (!mysql_driver->open(database)) {
        fail_msg("%s", database->message.data);
    }
    mns_connection *connection = mysql_join(database);
    if (!mysql_driver->create(database, connection)) {
        fail_msg("%s", database->message.data);
    }
    return connection;
}

/* Drops its tables and closes everything, including the connection. */
static inline void mysql_unmake(mns_database *database, mns_connection *connection) {
    if (!mysql_driver->drop(database, connection)) {
        fail_msg("%s", database->message.data);
    }
    mysql_driver->close(connection);
    mysql_forget(database);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

typedef struct mysql_step {
    char what; /* 'w' or 'r' */
    uint64_t key;
    int64_t value;
} mysql_step;

#define STEPS(...)                                                                                 \
    (const mysql_step[]) {                                                                         \
        __VA_ARGS__, { 0 }                                                                         \
    }

/* A transaction of these steps; release it. */
static inline mns_run_txn mysql_txn(const mns_database *database, const mysql_step *steps) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, database->kind);
    for (; steps->what != '\0'; steps++) {
        assert_true(mns_run_txn_push(&txn, steps->what == 'w', steps->key, steps->value));
    }
    return txn;
}

/* Begins it and applies its steps; false: connection->failure. */
static inline bool mysql_apply(mns_connection *connection, mns_run_txn *txn,
                               mns_driver_error *failure) {
    bool good = mysql_driver->begin(connection, txn);
    for (size_t i = 0; i < txn->count && good; i++) {
        good = mysql_driver->apply(connection, txn, i);
    }
    if (!good) {
        mysql_driver->classify(connection, failure);
    }
    return good;
}

/* Applies steps that must succeed, and leaves the transaction open. */
static inline void mysql_steps(mns_connection *connection, const mysql_step *steps) {
    mns_driver_error failure;
    mns_run_txn txn = mysql_txn(connection->database, steps);
    if (!mysql_apply(connection, &txn, &failure)) {
        fail_msg("%s: %s", failure.name, failure.message);
    }
    mns_run_txn_release(&txn);
}

/* Applies steps of which one must fail. */
static inline mns_driver_error mysql_steps_fail(mns_connection *connection,
                                                const mysql_step *steps) {
    mns_driver_error failure = {.name = NULL};
    mns_run_txn txn = mysql_txn(connection->database, steps);
    assert_false(mysql_apply(connection, &txn, &failure));
    mns_run_txn_release(&txn);
    return failure;
}

static inline bool mysql_finish(mns_connection *connection) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, connection->database->kind);
    return mysql_driver->commit(connection, &txn);
}

/* A whole transaction that must succeed, and its EDN. */
static inline void mysql_expect(mns_connection *connection, const mysql_step *steps,
                                const char *expected) {
    mns_driver_error failure;
    mns_buf text;
    mns_buf_init(&text);
    mns_run_txn txn = mysql_txn(connection->database, steps);
    if (!mysql_apply(connection, &txn, &failure)) {
        fail_msg("%s: %s", failure.name, failure.message);
    }
    assert_true(mysql_driver->commit(connection, &txn));
    mns_run_txn_write(&txn, true, &text);
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
    mns_run_txn_release(&txn);
}

/* Runs a statement besides the driver's, with %s for the first table. */
static inline void mysql_say(mns_connection *connection, const char *format) {
    mns_buf table, text;
    mns_buf_init(&table);
    mns_buf_init(&text);
    mns_sql_table(connection->database, MNS_SQL_MYSQL, 0, &table);
    const char *place = strstr(format, "%s");
    size_t before = place == NULL ? strlen(format) : (size_t)(place - format);
    mns_buf_bytes(&text, format, before);
    mns_buf_str(&text, place == NULL ? "" : table.data);
    mns_buf_str(&text, place == NULL ? "" : place + 2);
    if (!mns_mysql_query(connection, text.data)) {
        fail_msg("%s: %s", text.data, connection->failure.message);
    }
    mns_buf_release(&table);
    mns_buf_release(&text);
}

#endif
