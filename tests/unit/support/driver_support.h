/* driver_support.h - runs a driver step by step: a database, connections, transactions.
 *
 * Does what a client does, so that a test decides which step gets which error. */
#ifndef DRIVER_SUPPORT_H
#define DRIVER_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/driver/driver.h"
#include <cmocka.h>

/* One of a database's levels, by its name. */
static inline const mns_run_level *level_of(const mns_driver *driver, const char *name) {
    for (size_t i = 0; i < driver->level_count; i++) {
        if (strcmp(driver->levels[i].name, name) == 0) {
            return &driver->levels[i];
        }
    }
    fail_msg("no level %s", name);
    return NULL;
}

/* What a run fills in before open, with defaults: change it before opening. */
static inline mns_database database_of(const mns_driver *driver, const char *target,
                                       const char *prefix) {
    mns_database database = {.driver = driver,
                             .target = target,
                             .level = &driver->levels[driver->default_level],
                             .kind = MNS_GENERATE_LIST_APPEND,
                             .append = driver->default_append,
                             .tables = 1,
                             .clients = 10,
                             .timeout_ms = 10000};
    database.claims = database.level->claims;
    snprintf(database.prefix, sizeof database.prefix, "%s", prefix);
    return database;
}

static inline mns_connection *connected(mns_database *database, unsigned client) {
    mns_driver_error failure;
    mns_connection *connection = database->driver->connect(database, client, &failure);
    if (connection == NULL) {
        fail_msg("%s %s", failure.name, failure.message);
    }
    return connection;
}

/* Opens it and creates its tables. */
static inline void created(mns_database *database) {
    if (!database->driver->open(database)) {
        fail_msg("%s", database->message.data);
    }
    mns_connection *connection = connected(database, database->clients);
    if (!database->driver->create(database, connection)) {
        fail_msg("%s", database->message.data);
    }
    database->driver->close(connection);
}

static inline void release_database(mns_database *database) {
    database->driver->release(database);
    mns_buf_release(&database->version);
    mns_buf_release(&database->warnings);
    mns_buf_release(&database->message);
}

static inline void dropped(mns_database *database) {
    mns_connection *connection = connected(database, database->clients);
    if (!database->driver->drop(database, connection)) {
        fail_msg("%s", database->message.data);
    }
    database->driver->close(connection);
    release_database(database);
}

/* A transaction in short: "r1 w1=5 r1". */
static inline mns_run_txn txn_of(const mns_database *database, const char *text) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, database->kind);
    while (*text != '\0') {
        char *end;
        bool write = *text == 'w';
        uint64_t key = strtoull(text + 1, &end, 10);
        int64_t value = write ? strtoll(end + 1, &end, 10) : 0;
        assert_true(mns_run_txn_push(&txn, write, key, value));
        text = *end == ' ' ? end + 1 : end;
    }
    return txn;
}

/* Everything but the commit. */
static inline bool applied(const mns_database *database, mns_connection *connection,
                           mns_run_txn *txn) {
    bool good = database->driver->begin(connection, txn);
    for (size_t i = 0; good && i < txn->count; i++) {
        good = database->driver->apply(connection, txn, i);
    }
    return good;
}

static inline void expect_answers(const mns_run_txn *txn, const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    mns_run_txn_write(txn, true, &text);
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
}

/* Runs a transaction that must be ok, with these answers. */
static inline void expect_ok(const mns_database *database, mns_connection *connection,
                             const char *text, const char *expected) {
    mns_run_txn txn = txn_of(database, text);
    if (!applied(database, connection, &txn) || !database->driver->commit(connection, &txn)) {
        mns_driver_error failure;
        database->driver->classify(connection, &failure);
        fail_msg("%s: %s %s %s", text, failure.name, failure.code, failure.message);
    }
    expect_answers(&txn, expected);
    mns_run_txn_release(&txn);
}

/* After a step that returned false. */
static inline void expect_driver_error(const mns_database *database, mns_connection *connection,
                                       mns_run_outcome outcome, const char *name, bool broken) {
    mns_driver_error failure;
    database->driver->classify(connection, &failure);
    assert_string_equal(failure.name, name);
    assert_int_equal(failure.outcome, outcome);
    assert_int_equal(failure.broken, broken);
    assert_true(failure.message[0] != '\0');
}

/* The same transactions have the same results on every SQL database, for every access. */
static inline void expect_workload(const mns_database *database, mns_connection *connection) {
    switch (database->kind) {
    case MNS_GENERATE_LIST_APPEND:
        expect_ok(database, connection, "r1 w1=1 w1=2 r1 w2=7",
                  "[[:r 1 nil] [:append 1 1] [:append 1 2] [:r 1 [1 2]] [:append 2 7]]");
        expect_ok(database, connection, "w1=3 r1 r2 r3",
                  "[[:append 1 3] [:r 1 [1 2 3]] [:r 2 [7]] [:r 3 nil]]");
        break;
    case MNS_GENERATE_RW_REGISTER:
        expect_ok(database, connection, "r1 w1=1 w1=2 r1",
                  "[[:r 1 nil] [:w 1 1] [:w 1 2] [:r 1 2]]");
        expect_ok(database, connection, "w2=-3 r2 r1", "[[:w 2 -3] [:r 2 -3] [:r 1 2]]");
        break;
    case MNS_GENERATE_SET:
        expect_ok(database, connection, "r1 w1=1 r1 w2=7",
                  "[[:r 1 #{}] [:add 1 1] [:r 1 #{1}] [:add 2 7]]");
        expect_ok(database, connection, "w1=2 r1 r2", "[[:add 1 2] [:r 1 #{1 2}] [:r 2 #{7}]]");
        break;
    case MNS_GENERATE_COUNTER:
        expect_ok(database, connection, "r1 w1=3 r1 w1=-5 r1",
                  "[[:r 1 0] [:inc 1 3] [:r 1 3] [:inc 1 -5] [:r 1 -2]]");
        expect_ok(database, connection, "w1=4 r1 r2", "[[:inc 1 4] [:r 1 2] [:r 2 0]]");
        break;
    case MNS_GENERATOR_KIND_COUNT: fail(); break;
    }
}

/* Every workload, append, access, number of tables and protocol of a driver. */
static inline void expect_every_workload(const mns_driver *driver, const char *target,
                                         const char *prefix) {
    for (unsigned choice = 0; choice < 4 * 3 * 3 * 2 * 2; choice++) {
        unsigned kind = choice % 4, append = choice / 4 % 3, access = choice / 12 % 3;
        if ((driver->kinds >> kind & driver->appends >> append & driver->accesses >> access & 1) ==
            0) {
            continue;
        }
        mns_database database = database_of(driver, target, prefix);
        database.kind = (mns_generator_kind)kind;
        database.append = (mns_append)append;
        database.access = (mns_access)access;
        database.tables = choice / 36 % 2 == 0 ? 1 : 3;
        database.simple_protocol = choice / 72 != 0;
        created(&database);
        mns_connection *connection = connected(&database, 0);
        expect_workload(&database, connection);
        driver->close(connection);
        dropped(&database);
    }
}

#endif
