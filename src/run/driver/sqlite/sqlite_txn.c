/*
 * sqlite_txn.c - transactions on SQLite: statements, waiting for locks, errors.
 *
 * A statement that finds the file locked waits for part of the transaction's timeout; then it fails
 * like any other. The wait is implemented here, in much shorter steps than SQLite's own, and ends
 * when the client is interrupted. Errors are classified when they happen, while SQLite still knows
 * whether the transaction is open.
 */
#include <time.h>

#include "run/driver/sql.h"
#include "run/driver/sqlite/sqlite.h"
#include "run/system/clock.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

bool mns_sqlite_fail(mns_connection *connection, int code, const char *message) {
    const mns_error_row *row = mns_sqlite_error(code);
    mns_run_outcome outcome = MNS_OUTCOME_FAIL;
    if (connection->committing &&
        (row->at_commit != MNS_OUTCOME_FAIL || sqlite3_get_autocommit(connection->db) != 0)) {
        outcome = MNS_OUTCOME_INFO;
    }
    mns_driver_error_set(&connection->failure, outcome, row->broken, row->name, row->code, message);
    return false;
}

bool mns_sqlite_fail_now(mns_connection *connection) {
    return mns_sqlite_fail(connection, sqlite3_extended_errcode(connection->db),
                           sqlite3_errmsg(connection->db));
}

bool mns_sqlite_fail_memory(mns_connection *connection) {
    return mns_sqlite_fail(connection, SQLITE_NOMEM, "out of memory");
}

void mns_sqlite_classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
}

/* ---- Waiting for locks ----------------------------------------------------------------------- */

/* SQLite calls this each time it finds the file locked; 0 gives up. A lock is waited for at most
 * half the transaction's timeout, so that it fails, which is more precise than info, before the run
 * interrupts it. */
int mns_sqlite_wait(void *context, int tries) {
    mns_connection *connection = context;
    uint64_t now = mns_clock_ns();
    if (tries == 0) {
        connection->waiting_since_ns = now;
    }
    uint64_t most_ns = (uint64_t)connection->database->timeout_ms * 500000u;
    if (connection->deadline != NULL && mns_deadline_passed(connection->deadline)) {
        return 0;
    }
    if (atomic_load(&connection->interrupted) || now - connection->waiting_since_ns > most_ns) {
        return 0;
    }
    struct timespec pause = {.tv_nsec = 50000L << (tries < 6 ? tries : 6)};
    nanosleep(&pause, NULL);
    return 1;
}

void mns_sqlite_interrupt(mns_connection *connection) {
    atomic_store(&connection->interrupted, true);
    sqlite3_interrupt(connection->db);
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Parameters of a statement. */
typedef struct parameters {
    uint64_t key;
    const char *value; /* NULL: none */
} parameters;

bool mns_sqlite_prepare(mns_connection *connection, const char *text, sqlite3_stmt **statement) {
    unsigned flags = connection->database->simple_protocol ? 0 : SQLITE_PREPARE_PERSISTENT;
    return sqlite3_prepare_v3(connection->db, text, -1, flags, statement, NULL) == SQLITE_OK ||
           mns_sqlite_fail_now(connection);
}

/* For the simple protocol: with literal parameters. */
static bool prepare_inline(mns_connection *connection, mns_statement which, const parameters *given,
                           sqlite3_stmt **statement) {
    mns_buf filled;
    mns_buf_init(&filled);
    char *key = sqlite3_mprintf("%lld", (sqlite3_int64)given->key);
    char *value = sqlite3_mprintf("%Q", given->value);
    bool update = mns_sql_value_first(which);
    bool prepared = key != NULL && value != NULL;
    if (prepared) {
        mns_sql_inline(connection->text.data,
                       (const char *[]){update ? value : key, update ? key : value}, &filled);
        prepared = !filled.failed;
    }
    prepared = prepared ? mns_sqlite_prepare(connection, filled.data, statement)
                        : mns_sqlite_fail_memory(connection);
    sqlite3_free(key);
    sqlite3_free(value);
    mns_buf_release(&filled);
    return prepared;
}

static bool bind(mns_connection *connection, mns_statement which, const parameters *given,
                 sqlite3_stmt *statement) {
    bool update = mns_sql_value_first(which);
    if (sqlite3_bind_int64(statement, update ? 2 : 1, (sqlite3_int64)given->key) != SQLITE_OK) {
        return mns_sqlite_fail_now(connection);
    }
    if (given->value != NULL && sqlite3_bind_text(statement, update ? 1 : 2, given->value, -1,
                                                  SQLITE_STATIC) != SQLITE_OK) {
        return mns_sqlite_fail_now(connection);
    }
    return true;
}

/* Sets *statement to one that can be stepped. */
static bool start(mns_connection *connection, mns_statement which, const parameters *given,
                  sqlite3_stmt **statement) {
    const mns_database *database = connection->database;
    unsigned table = mns_sql_table_of(database, given->key);
    sqlite3_stmt **kept = &connection->prepared[table * MNS_STATEMENT_COUNT + which].made;
    *statement = *kept;
    if (atomic_load(&connection->interrupted)) {
        return mns_sqlite_fail(connection, SQLITE_INTERRUPT, "interrupted");
    }
    if (*statement == NULL) {
        mns_buf_clear(&connection->text);
        mns_sql_write(database, MNS_SQL_SQLITE, which, table, &connection->text);
        if (connection->text.failed) {
            return mns_sqlite_fail_memory(connection);
        }
        if (database->simple_protocol) {
            return prepare_inline(connection, which, given, statement);
        }
        if (!mns_sqlite_prepare(connection, connection->text.data, kept)) {
            return false;
        }
        *statement = *kept;
    }
    return bind(connection, which, given, *statement);
}

/* Store the statement's error before calling this. */
static void finish(mns_connection *connection, sqlite3_stmt *statement) {
    if (connection->database->simple_protocol) {
        sqlite3_finalize(statement);
    } else {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }
}

/* Runs a statement without rows; *changed is the number of matched rows. */
static bool change(mns_connection *connection, mns_statement which, const parameters *given,
                   int *changed) {
    sqlite3_stmt *statement;
    if (!start(connection, which, given, &statement)) {
        return false;
    }
    bool done = sqlite3_step(statement) == SQLITE_DONE || mns_sqlite_fail_now(connection);
    *changed = sqlite3_changes(connection->db);
    finish(connection, statement);
    return done;
}

/* BEGIN, COMMIT and similar. */
static bool command(mns_connection *connection, sqlite3_stmt *statement) {
    if (atomic_load(&connection->interrupted)) {
        return mns_sqlite_fail(connection, SQLITE_INTERRUPT, "interrupted");
    }
    bool done = sqlite3_step(statement) == SQLITE_DONE || mns_sqlite_fail_now(connection);
    sqlite3_reset(statement);
    return done;
}

/* ---- Transactions ---------------------------------------------------------------------------- */

bool mns_sqlite_begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->committing = false;
    return command(connection, connection->begin);
}

bool mns_sqlite_commit(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->committing = true;
    return command(connection, connection->commit);
}

bool mns_sqlite_rollback(mns_connection *connection) {
    atomic_store(&connection->interrupted, false);
    return sqlite3_get_autocommit(connection->db) != 0 ||
           sqlite3_exec(connection->db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK;
}

/* Appends v of all rows of a key to the text, separated by blanks, so that the checker sees a
 * duplicate row. */
static bool read_rows(mns_connection *connection, uint64_t key, size_t *rows) {
    sqlite3_stmt *statement;
    int code;
    *rows = 0;
    if (!start(connection, MNS_SQL_READ, &(parameters){.key = key}, &statement)) {
        return false;
    }
    mns_buf_clear(&connection->text);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        mns_buf_str(&connection->text, (*rows)++ > 0 ? " " : "");
        mns_buf_bytes(&connection->text, text != NULL ? text : "NULL",
                      text != NULL ? (size_t)sqlite3_column_bytes(statement, 0) : 4);
    }
    bool done = code == SQLITE_DONE || mns_sqlite_fail_now(connection);
    finish(connection, statement);
    return done && (!connection->text.failed || mns_sqlite_fail_memory(connection));
}

static bool read(mns_connection *connection, mns_run_txn *txn, size_t i) {
    size_t rows;
    if (!read_rows(connection, txn->mops[i].key, &rows)) {
        return false;
    }
    const mns_buf *text = &connection->text;
    if (txn->kind == MNS_GENERATE_SET || (txn->kind == MNS_GENERATE_LIST_APPEND && rows > 0)) {
        mns_answer_list(txn, i, text->data, text->size);
    } else if (rows > 0) {
        mns_answer_text(txn, i, text->data, text->size);
    } else {
        mns_answer_nil(txn, i);
    }
    return !txn->answers.failed || mns_sqlite_fail_memory(connection);
}

static bool write(mns_connection *connection, const mns_run_mop *mop) {
    size_t rows = 0;
    int changed = 0;
    if (mns_sql_reads_first(connection->database) && !read_rows(connection, mop->key, &rows)) {
        return false;
    }
    mns_buf_clear(&connection->value);
    if (!mns_sql_modify(connection->database->kind, rows > 0 ? connection->text.data : NULL,
                        connection->text.size, mop->value, &connection->value)) {
        return mns_sqlite_fail(connection, SQLITE_ERROR, "the value read is not a number");
    }
    if (connection->value.failed) {
        return mns_sqlite_fail_memory(connection);
    }
    parameters given = {.key = mop->key, .value = connection->value.data};
    if (mns_sql_updates(connection->database) &&
        !change(connection, MNS_SQL_UPDATE, &given, &changed)) {
        return false;
    }
    return changed > 0 || change(connection, MNS_SQL_WRITE, &given, &changed);
}

bool mns_sqlite_apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    return txn->mops[i].write ? write(connection, &txn->mops[i]) : read(connection, txn, i);
}
