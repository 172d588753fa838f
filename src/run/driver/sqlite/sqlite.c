/*
 * sqlite.c - the driver of SQLite: one connection per client, all to one file; transactions are in
 * sqlite_txn.c.
 *
 * SQLite's transactions differ in when they take locks, not in their guarantees: the levels are
 * BEGIN DEFERRED, IMMEDIATE and EXCLUSIVE, all documented as serializable
 * (https://www.sqlite.org/isolation.html).
 */
#include "run/driver/sqlite/sqlite.h"
#include "run/driver/sql_describe.h"

static const char commit_text[] = "COMMIT";

/* ---- Connections ----------------------------------------------------------------------------- */

static void close_connection(mns_connection *connection) {
    size_t count = (size_t)connection->database->tables * MNS_STATEMENT_COUNT;
    for (size_t i = 0; connection->prepared != NULL && i < count; i++) {
        sqlite3_finalize(connection->prepared[i].made);
    }
    sqlite3_finalize(connection->begin);
    sqlite3_finalize(connection->commit);
    sqlite3_close(connection->db);
    free(connection->prepared);
    mns_buf_release(&connection->text);
    mns_buf_release(&connection->value);
    free(connection);
}

/* Sets the journal mode of a file that we created, in each connection, since only WAL is stored in
 * the file. */
static bool set_journal(mns_connection *connection) {
    const mns_sqlite_file *file = connection->database->state;
    const char *wanted = file->journal_mode != NULL || !file->created ? file->journal_mode : "wal";
    sqlite3_stmt *statement = NULL;
    mns_buf *text = &connection->text;
    if (wanted == NULL) {
        return true;
    }
    mns_buf_clear(text);
    mns_buf_printf(text, "PRAGMA journal_mode%s%s", file->created ? "=" : "",
                   file->created ? wanted : "");
    if (text->failed) {
        return mns_sqlite_fail_memory(connection);
    }
    if (!mns_sqlite_prepare(connection, text->data, &statement)) {
        return false;
    }
    bool good = sqlite3_step(statement) == SQLITE_ROW || mns_sqlite_fail_now(connection);
    if (good && sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), wanted) != 0) {
        good = mns_sqlite_fail(
            connection, SQLITE_ERROR,
            file->created ? "the file system does not support that journal mode"
                          : "the file has another journal mode; Minos only changes files that it "
                            "created");
    }
    sqlite3_finalize(statement);
    return good;
}

static void write_begin(const mns_database *database, mns_buf *out) {
    mns_buf_printf(out, "BEGIN %s", database->level->native_name);
}

static bool set_up(mns_connection *connection) {
    const mns_sqlite_file *file = connection->database->state;
    mns_buf *text = &connection->text;
    connection->prepared = calloc((size_t)connection->database->tables * MNS_STATEMENT_COUNT,
                                  sizeof *connection->prepared);
    if (connection->prepared == NULL) {
        return mns_sqlite_fail_memory(connection);
    }
    int code = sqlite3_open_v2(file->path, &connection->db,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        return connection->db == NULL ? mns_sqlite_fail_memory(connection)
                                      : mns_sqlite_fail_now(connection);
    }
    sqlite3_extended_result_codes(connection->db, 1);
    sqlite3_busy_handler(connection->db, mns_sqlite_wait, connection);
    if (!set_journal(connection)) {
        return false;
    }
    mns_buf_clear(text);
    write_begin(connection->database, text);
    return text->failed ? mns_sqlite_fail_memory(connection)
                        : mns_sqlite_prepare(connection, text->data, &connection->begin) &&
                              mns_sqlite_prepare(connection, commit_text, &connection->commit);
}

static mns_connection *connect(const mns_database *database, unsigned client,
                               mns_driver_error *failure) {
    (void)client;
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return NULL;
    }
    connection->database = database;
    mns_buf_init(&connection->text);
    mns_buf_init(&connection->value);
    atomic_init(&connection->interrupted, false);
    mns_buf message;
    mns_buf_init(&message);
    bool good = mns_sqlite_file_make(database->state, &message);
    if (!good) {
        mns_sqlite_fail(connection, SQLITE_CANTOPEN,
                        message.failed ? "out of memory" : message.data);
    }
    mns_buf_release(&message);
    mns_deadline deadline = mns_deadline_begin(database);
    connection->deadline = &deadline;
    good = good && set_up(connection);
    connection->deadline = NULL;
    if (!good && sqlite3_errcode(connection->db) == SQLITE_NOTADB) {
        mns_sqlite_fail(connection, SQLITE_NOTADB, "the file is not an SQLite database");
    }
    if (!good) {
        *failure = connection->failure;
        close_connection(connection);
        return NULL;
    }
    return connection;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool execute(mns_connection *connection, const char *text, mns_buf *message) {
    if (sqlite3_exec(connection->db, text, NULL, NULL, NULL) == SQLITE_OK) {
        return true;
    }
    if (sqlite3_errcode(connection->db) == SQLITE_NOTADB) {
        const mns_sqlite_file *file = connection->database->state;
        mns_buf_printf(message, "%s is not an SQLite database", file->path);
    } else {
        mns_buf_str(message, sqlite3_errmsg(connection->db));
    }
    return false;
}

/* One statement for every table, in one transaction. */
static bool for_all_tables(mns_database *database, mns_connection *connection,
                           mns_statement which) {
    bool good = execute(connection, "BEGIN IMMEDIATE", &database->message);
    for (unsigned table = 0; good && table < database->tables; table++) {
        mns_buf_clear(&connection->text);
        mns_sql_write(database, MNS_SQL_SQLITE, which, table, &connection->text);
        good = !connection->text.failed &&
               execute(connection, connection->text.data, &database->message);
    }
    good = good && execute(connection, "COMMIT", &database->message);
    return mns_sqlite_rollback(connection) && good;
}

static bool create(mns_database *database, mns_connection *connection) {
    const mns_sqlite_file *file = database->state;
    mns_buf_printf(&database->version, "SQLite %s", sqlite3_libversion());
    if (file->temporary && database->keep) {
        mns_buf_printf(&database->warnings, "the database file is kept: %s\n", file->path);
    }
    return for_all_tables(database, connection, MNS_SQL_CREATE);
}

static bool drop(mns_database *database, mns_connection *connection) {
    const mns_sqlite_file *file = database->state;
    if (file->temporary || for_all_tables(database, connection, MNS_SQL_DROP)) {
        return true;
    }
    mns_buf_printf(&database->message, "; not removed from %s: tables %s_0 to %s_%u", file->path,
                   database->prefix, database->prefix, database->tables - 1);
    return false;
}

/* ---- The driver ------------------------------------------------------------------------------ */

static bool open_database(mns_database *database) {
    if (sqlite3_threadsafe() == 0) {
        mns_buf_str(&database->message, "this SQLite library is built without thread support");
        return false;
    }
    mns_sqlite_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        mns_buf_str(&database->message, "out of memory");
        return false;
    }
    database->state = file;
    return mns_sqlite_file_read(file, database->target, &database->message);
}

static void release(mns_database *database) {
    if (database->state != NULL) {
        mns_sqlite_file_release(database->state, database->keep);
        free(database->state);
        database->state = NULL;
    }
}

static void describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                     mns_buf *out) {
    write_begin(database, out);
    mns_buf_char(out, '\n');
    mns_sql_describe(database, MNS_SQL_SQLITE, txn, sent, out);
    if (sent->commit) {
        mns_buf_printf(out, "%s\n", commit_text);
    }
}

static const char *const schemes[] = {"sqlite", NULL};

#define DOCUMENTED "https://www.sqlite.org/isolation.html"
static const mns_run_level levels[] = {
    {"exclusive", "EXCLUSIVE", "serializable", DOCUMENTED},
    {"immediate", "IMMEDIATE", "serializable", DOCUMENTED},
    {"deferred", "DEFERRED", "serializable", DOCUMENTED},
};

const mns_driver mns_driver_sqlite = {
    .schemes = schemes,
    .summary = "SQLite, embedded",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .default_level = 2,
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = 1u << MNS_APPEND_CONCAT | 1u << MNS_APPEND_RMW,
    .accesses = (1u << MNS_ACCESS_COUNT) - 1,
    .default_append = MNS_APPEND_CONCAT,
    .set_storage = MNS_SET_ROWS,
    .open = open_database,
    .connect = connect,
    .create = create,
    .drop = drop,
    .begin = mns_sqlite_begin,
    .apply = mns_sqlite_apply,
    .commit = mns_sqlite_commit,
    .classify = mns_sqlite_classify,
    .rollback = mns_sqlite_rollback,
    .interrupt = mns_sqlite_interrupt,
    .close = close_connection,
    .describe = describe,
    .release = release,
};
