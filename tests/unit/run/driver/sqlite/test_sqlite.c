/* test_sqlite.c - src/run/driver/sqlite/sqlite.c and related files: result codes, reads and writes,
 * conflicts, interrupts, and cleanup. */
#include <stdio.h>

#if defined(MNS_HAVE_SQLITE)

#include <sqlite3.h>
#include <unistd.h>

#include "run/driver/sqlite/sqlite.h"
#include "unit/support/driver_support.h"

static const mns_driver *const driver = &mns_driver_sqlite;

/* ---- Descriptions ---------------------------------------------------------------------------- */

/* What SQLite was given: the statements, and with their parameters filled in. */
typedef struct trace {
    mns_buf statements, expanded;
} trace;

static int note_statement(unsigned kind, void *context, void *statement, void *text) {
    trace *t = context;
    char *expanded = sqlite3_expanded_sql(statement);
    assert_int_equal(kind, SQLITE_TRACE_STMT);
    assert_non_null(expanded);
    mns_buf_printf(&t->statements, "%s\n", (const char *)text);
    mns_buf_printf(&t->expanded, "%s\n", expanded);
    sqlite3_free(expanded);
    return 0;
}

/* Without the parameters in comments. */
static void drop_comments(mns_buf *text) {
    size_t to = 0;
    for (char *p = text->data; *p != '\0';) {
        size_t line = strcspn(p, "\n");
        char *comment = strstr(p, "  -- ");
        size_t size = comment != NULL && comment < p + line ? (size_t)(comment - p) : line;
        memmove(text->data + to, p, size);
        text->data[to + size] = '\n';
        to += size + 1;
        p += line + 1;
    }
    mns_buf_truncate(text, to);
}

static void describe(const mns_database *database, const mns_run_txn *txn, mns_buf *out) {
    mns_buf_init(out);
    driver->describe(database, txn, &(mns_sent){.mops = txn->count, .commit = true}, out);
    assert_false(out->failed);
}

static void expect_described(mns_database *database, const char *text) {
    created(database);
    mns_connection *connection = connected(database, 0);
    trace t;
    mns_buf_init(&t.statements);
    mns_buf_init(&t.expanded);
    sqlite3_trace_v2(connection->db, SQLITE_TRACE_STMT, note_statement, &t);
    mns_run_txn txn = txn_of(database, text);
    assert_true(applied(database, connection, &txn) && driver->commit(connection, &txn));
    mns_buf plain, filled;
    describe(database, &txn, &plain);
    drop_comments(&plain);
    assert_string_equal(t.statements.data, plain.data);
    mns_database simple = *database;
    simple.simple_protocol = true;
    describe(&simple, &txn, &filled);
    assert_string_equal(t.expanded.data, filled.data);
    mns_buf_release(&plain);
    mns_buf_release(&filled);
    mns_buf_release(&t.statements);
    mns_buf_release(&t.expanded);
    mns_run_txn_release(&txn);
    driver->close(connection);
    dropped(database);
}

/* SQLite gets exactly what is described, with prepared statements and without. */
static void descriptions_are_what_is_run(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        for (int simple = 0; simple < 2; simple++) {
            mns_database database = database_of(driver, "sqlite:", "minos_test");
            database.kind = (mns_generator_kind)kind;
            database.tables = 2;
            database.simple_protocol = simple == 1;
            database.level = level_of(driver, "immediate");
            expect_described(&database, "w1=5 r2 w2=6 r1");
        }
    }
}

/* ---- Result codes ---------------------------------------------------------------------------- */

static void expect_row(int code, const char *symbol, const char *name, mns_run_outcome outcome,
                       bool broken) {
    const mns_error_row *row = mns_sqlite_error(code);
    assert_string_equal(row->code, symbol);
    assert_string_equal(row->name, name);
    assert_int_equal(row->at_commit, outcome);
    assert_int_equal(row->broken, broken);
}

static void each_code(void **state) {
    (void)state;
    const mns_run_outcome fails = MNS_OUTCOME_FAIL, info = MNS_OUTCOME_INFO;
    expect_row(SQLITE_BUSY, "SQLITE_BUSY", "busy", fails, false);
    expect_row(SQLITE_BUSY_TIMEOUT, "SQLITE_BUSY", "busy", fails, false);
    expect_row(SQLITE_BUSY_RECOVERY, "SQLITE_BUSY", "busy", fails, false);
    expect_row(SQLITE_BUSY_SNAPSHOT, "SQLITE_BUSY_SNAPSHOT", "stale-snapshot", fails, false);
    expect_row(SQLITE_LOCKED, "SQLITE_LOCKED", "locked", fails, false);
    expect_row(SQLITE_LOCKED_SHAREDCACHE, "SQLITE_LOCKED", "locked", fails, false);
    expect_row(SQLITE_INTERRUPT, "SQLITE_INTERRUPT", "interrupted", fails, false);
    expect_row(SQLITE_CONSTRAINT_PRIMARYKEY, "SQLITE_CONSTRAINT", "constraint", fails, false);
    expect_row(SQLITE_IOERR, "SQLITE_IOERR", "input-output", info, true);
    expect_row(SQLITE_IOERR_FSYNC, "SQLITE_IOERR", "input-output", info, true);
    expect_row(SQLITE_IOERR_DIR_FSYNC, "SQLITE_IOERR", "input-output", info, true);
    expect_row(SQLITE_FULL, "SQLITE_FULL", "disk-full", info, false);
    expect_row(SQLITE_NOMEM, "SQLITE_NOMEM", "out-of-memory", info, false);
    expect_row(SQLITE_CORRUPT, "SQLITE_CORRUPT", "corrupt", info, true);
    expect_row(SQLITE_NOTADB, "SQLITE_NOTADB", "not-a-database", info, true);
    expect_row(SQLITE_CANTOPEN_ISDIR, "SQLITE_CANTOPEN", "cannot-open", info, true);
    expect_row(SQLITE_READONLY_DBMOVED, "SQLITE_READONLY", "read-only", info, true);
    expect_row(SQLITE_PROTOCOL, "SQLITE_PROTOCOL", "locking-protocol", info, true);
    expect_row(SQLITE_ABORT_ROLLBACK, "SQLITE_ABORT", "aborted", info, false);
    expect_row(SQLITE_SCHEMA, "SQLITE_SCHEMA", "schema-changed", info, false);
    expect_row(SQLITE_TOOBIG, "SQLITE_TOOBIG", "too-big", info, false);
    expect_row(SQLITE_PERM, "SQLITE_PERM", "permission", info, true);
    expect_row(SQLITE_AUTH, "SQLITE_AUTH", "permission", info, false);
    expect_row(SQLITE_MISUSE, "SQLITE_MISUSE", "misuse", info, true);
    expect_row(SQLITE_ERROR, "SQLITE_ERROR", "error", info, false);
    expect_row(SQLITE_EMPTY, "", "unknown-error", info, true);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static void every_workload(void **state) {
    (void)state;
    expect_every_workload(driver, "sqlite:", "minos_test");
}

/* Two clients of a database at a level, that conflict. */
typedef struct two {
    mns_database database;
    mns_connection *a, *b;
} two;

static void two_open(two *t, const char *target, const char *level) {
    t->database = database_of(driver, target, "minos_test");
    t->database.level = level_of(driver, level);
    t->database.timeout_ms = 100; /* a lock wait takes half of it */
    created(&t->database);
    t->a = connected(&t->database, 0);
    t->b = connected(&t->database, 1);
}

static void two_close(two *t) {
    driver->close(t->a);
    driver->close(t->b);
    dropped(&t->database);
}

/* A reader with an old snapshot may not write; the other client commits. */
static void a_stale_snapshot_fails(void **state) {
    (void)state;
    two t;
    two_open(&t, "sqlite:", "deferred");
    mns_run_txn a = txn_of(&t.database, "r1 w1=1");
    assert_true(driver->begin(t.a, &a) && driver->apply(t.a, &a, 0));
    expect_ok(&t.database, t.b, "w1=2", "[[:append 1 2]]");
    assert_false(driver->apply(t.a, &a, 1));
    expect_driver_error(&t.database, t.a, MNS_OUTCOME_FAIL, "stale-snapshot", false);
    assert_true(driver->rollback(t.a));
    expect_ok(&t.database, t.a, "r1", "[[:r 1 [2]]]");
    mns_run_txn_release(&a);
    two_close(&t);
}

static void lock_waits_are_bounded(void **state) {
    (void)state;
    two t;
    two_open(&t, "sqlite:", "immediate");
    mns_run_txn a = txn_of(&t.database, "w1=1"), b = txn_of(&t.database, "w1=2");
    assert_true(applied(&t.database, t.a, &a));
    assert_false(driver->begin(t.b, &b));
    expect_driver_error(&t.database, t.b, MNS_OUTCOME_FAIL, "busy", false);
    assert_true(driver->rollback(t.b));
    assert_true(driver->commit(t.a, &a));
    expect_ok(&t.database, t.b, "r1", "[[:r 1 [1]]]");
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    two_close(&t);
}

/* Without WAL a reader blocks COMMIT: busy at the very end, and nothing took effect. */
static void busy_at_commit_is_a_failure(void **state) {
    (void)state;
    two t;
    two_open(&t, "sqlite:?journal_mode=delete", "deferred");
    mns_run_txn a = txn_of(&t.database, "w1=1"), b = txn_of(&t.database, "r1");
    assert_true(applied(&t.database, t.b, &b));
    assert_true(applied(&t.database, t.a, &a));
    assert_false(driver->commit(t.a, &a));
    expect_driver_error(&t.database, t.a, MNS_OUTCOME_FAIL, "busy", false);
    assert_true(driver->rollback(t.a));
    assert_true(driver->commit(t.b, &b));
    expect_ok(&t.database, t.b, "r1", "[[:r 1 nil]]");
    mns_run_txn_release(&a);
    mns_run_txn_release(&b);
    two_close(&t);
}

/* An error of COMMIT after the transaction has ended is info: never fail. */
static void a_closed_transaction_is_not_called_failed(void **state) {
    (void)state;
    two t;
    two_open(&t, "sqlite:", "deferred");
    mns_run_txn a = txn_of(&t.database, "w1=1");
    assert_true(applied(&t.database, t.a, &a));
    assert_int_equal(sqlite3_exec(t.a->db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_false(driver->commit(t.a, &a)); /* the transaction is already over */
    expect_driver_error(&t.database, t.a, MNS_OUTCOME_INFO, "error", false);
    mns_run_txn_release(&a);
    two_close(&t);
}

static void an_element_twice_is_refused(void **state) {
    (void)state;
    mns_database database = database_of(driver, "sqlite:", "minos_test");
    database.kind = MNS_GENERATE_SET;
    created(&database);
    mns_connection *connection = connected(&database, 0);
    expect_ok(&database, connection, "w1=1", "[[:add 1 1]]");
    mns_run_txn again = txn_of(&database, "w1=1");
    assert_false(applied(&database, connection, &again));
    expect_driver_error(&database, connection, MNS_OUTCOME_FAIL, "constraint", false);
    assert_true(driver->rollback(connection));
    mns_run_txn_release(&again);
    driver->close(connection);
    dropped(&database);
}

/* An interrupt between two statements is not lost, and does not affect the next transaction. */
static void interrupts_end_a_transaction(void **state) {
    (void)state;
    two t;
    two_open(&t, "sqlite:", "deferred");
    mns_run_txn a = txn_of(&t.database, "w1=1 w1=2");
    assert_true(driver->begin(t.a, &a) && driver->apply(t.a, &a, 0));
    driver->interrupt(t.a);
    assert_false(driver->apply(t.a, &a, 1));
    expect_driver_error(&t.database, t.a, MNS_OUTCOME_FAIL, "interrupted", false);
    assert_true(driver->rollback(t.a));
    assert_true(applied(&t.database, t.a, &a));
    driver->interrupt(t.a);
    assert_false(driver->commit(t.a, &a)); /* COMMIT was not tried */
    expect_driver_error(&t.database, t.a, MNS_OUTCOME_FAIL, "interrupted", false);
    assert_true(driver->rollback(t.a));
    expect_ok(&t.database, t.a, "r1", "[[:r 1 nil]]");
    mns_run_txn_release(&a);
    two_close(&t);
}

/* Foreign values in the tables are recorded unchanged: the checker reports garbage. */
static void garbage_is_not_hidden(void **state) {
    (void)state;
    mns_database database = database_of(driver, "sqlite:", "minos_test");
    database.access = MNS_ACCESS_NONE;
    created(&database);
    mns_connection *connection = connected(&database, 0);
    assert_int_equal(sqlite3_exec(connection->db,
                                  "INSERT INTO minos_test_0 VALUES (1, 1, '1 2'), (2, 1, '3 x')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    expect_ok(&database, connection, "r1", "[[:r 1 [1 2 3 \"x\"]]]");
    driver->close(connection);
    dropped(&database);
}

static void a_counter_that_is_no_number_cannot_be_added_to(void **state) {
    (void)state;
    mns_database database = database_of(driver, "sqlite:", "minos_test");
    database.kind = MNS_GENERATE_COUNTER;
    database.append = MNS_APPEND_RMW;
    created(&database);
    mns_connection *connection = connected(&database, 0);
    assert_int_equal(sqlite3_exec(connection->db, "INSERT INTO minos_test_0 VALUES (1, 1, 'x')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    mns_run_txn txn = txn_of(&database, "w1=1");
    assert_false(applied(&database, connection, &txn));
    expect_driver_error(&database, connection, MNS_OUTCOME_FAIL, "error", false);
    mns_run_txn_release(&txn);
    driver->close(connection);
    dropped(&database);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static char folder[] = "/tmp/minos-test-sqlite-XXXXXX";
static char target[128], path[96];

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/x.db", folder);
    snprintf(target, sizeof target, "sqlite:%s", path);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void execute(const char *text) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* An existing file keeps its journal mode and its tables; those of the run are removed. */
static void existing_tables_stay(void **state) {
    (void)state;
    execute("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
    mns_database database = database_of(driver, target, "minos_test");
    created(&database);
    dropped(&database);
    assert_int_not_equal(access(path, F_OK), -1);
    char wal[128];
    snprintf(wal, sizeof wal, "%s-wal", path);
    assert_int_equal(access(wal, F_OK), -1);
    execute("SELECT x FROM mine; CREATE TABLE minos_test_0 (x)");

    /* A table of that name exists now, and the journal mode differs. */
    database = database_of(driver, target, "minos_test");
    database.tables = 2;
    assert_true(driver->open(&database));
    mns_connection *connection = connected(&database, database.clients);
    assert_false(driver->create(&database, connection));
    assert_non_null(strstr(database.message.data, "minos_test_0 already exists"));
    driver->close(connection);
    release_database(&database);
    execute("CREATE TABLE minos_test_1 (x)"); /* nothing is left of a failed setup */

    char other[160];
    mns_driver_error failure;
    snprintf(other, sizeof other, "%s?journal_mode=wal", target);
    database = database_of(driver, other, "minos_test2");
    assert_true(driver->open(&database));
    assert_null(driver->connect(&database, database.clients, &failure));
    assert_non_null(strstr(failure.message, "another journal mode"));
    release_database(&database);
    unlink(path);
}

static void a_named_file_is_made_and_stays(void **state) {
    (void)state;
    mns_database database = database_of(driver, target, "minos_test");
    created(&database);
    mns_connection *connection = connected(&database, 0);
    expect_ok(&database, connection, "w1=1", "[[:append 1 1]]");
    driver->close(connection);
    dropped(&database);
    assert_int_equal(access(path, F_OK), 0);
    execute("CREATE TABLE minos_test_0 (x)"); /* the run's table is gone */
    unlink(path);
}

static void a_temporary_file_is_gone_unless_kept(void **state) {
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        mns_database database = database_of(driver, "sqlite:", "minos_test");
        database.keep = keep != 0;
        created(&database);
        char *made = strdup(((mns_sqlite_file *)database.state)->path);
        assert_int_equal(access(made, F_OK), 0);
        assert_int_equal(database.warnings.size > 0, keep);
        dropped(&database);
        assert_int_equal(access(made, F_OK), keep ? 0 : -1);
        unlink(made);
        free(made);
    }
}

static void bad_targets_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *target, *message;
    } bad[] = {
        {"sqlite::memory:", "in-memory"},
        {"sqlite:?journal_mode=off", "must be wal"},
        {"sqlite:x.db?cache=shared", "expected journal_mode"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        mns_database database = database_of(driver, bad[i].target, "minos_test");
        assert_false(driver->open(&database));
        assert_non_null(strstr(database.message.data, bad[i].message));
        release_database(&database);
    }
}

static void no_folder_no_file(void **state) {
    (void)state;
    mns_driver_error failure;
    mns_database database = database_of(driver, "sqlite:/nowhere/at/all.db", "minos_test");
    assert_true(driver->open(&database));
    assert_null(driver->connect(&database, database.clients, &failure));
    assert_string_equal(failure.name, "cannot-open");
    assert_non_null(strstr(failure.message, "/nowhere/at/all.db"));
    release_database(&database);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_are_what_is_run),
        cmocka_unit_test(each_code),
        cmocka_unit_test(every_workload),
        cmocka_unit_test(a_stale_snapshot_fails),
        cmocka_unit_test(lock_waits_are_bounded),
        cmocka_unit_test(busy_at_commit_is_a_failure),
        cmocka_unit_test(a_closed_transaction_is_not_called_failed),
        cmocka_unit_test(an_element_twice_is_refused),
        cmocka_unit_test(interrupts_end_a_transaction),
        cmocka_unit_test(garbage_is_not_hidden),
        cmocka_unit_test(a_counter_that_is_no_number_cannot_be_added_to),
        cmocka_unit_test(existing_tables_stay),
        cmocka_unit_test(a_named_file_is_made_and_stays),
        cmocka_unit_test(a_temporary_file_is_gone_unless_kept),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(no_folder_no_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

int main(void) {
    puts("built without SQLite");
    return 77;
}

#endif
