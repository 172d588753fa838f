/*
 * sqlite.c - the driver for SQLite: a connection a client, all to one file.
 *
 * SQLite's transactions differ in when they take locks, not in what they promise: BEGIN DEFERRED, IMMEDIATE and
 * EXCLUSIVE are its levels, and it documents all as serializable (https://www.sqlite.org/isolation.html). A
 * statement that finds the file locked waits, for part of a transaction's time; then it is an error
 * like any other. Waiting is done here, in steps far shorter than SQLite's own, and ends when
 * the client is interrupted.
 *
 * What an error means is settled when it happens, while SQLite still says whether the transaction is open.
 */
#include <sqlite3.h>
#include <stdatomic.h>
#include <time.h>

#include "run/sql.h"
#include "run/sqlite.h"

enum { PREPARED_PER_TABLE = MNS_STATEMENT_COUNT };

struct mns_connection {
    const mns_database *database;
    sqlite3 *db;
    sqlite3_stmt *begin, *commit;
    sqlite3_stmt **prepared; /* PREPARED_PER_TABLE of each table, made when they are first used */
    mns_buf text;            /* of a statement, or of a value that was read */
    mns_buf value;           /* what is written */
    bool committing;
    mns_trouble trouble; /* the last one */
    atomic_bool interrupted;
    uint64_t waiting_since_ns;
};

/* ---- Trouble ------------------------------------------------------------------------------------ */

/* Remembers what it means; returns false. */
static bool fail(mns_connection *connection, int code, const char *message) {
    const mns_error_row *row = mns_sqlite_error(code);
    mns_outcome outcome = MNS_OUTCOME_FAIL;
    if (connection->committing &&
        (row->at_commit != MNS_OUTCOME_FAIL || sqlite3_get_autocommit(connection->db) != 0)) {
        outcome = MNS_OUTCOME_INFO;
    }
    mns_trouble_set(&connection->trouble, outcome, row->broken, row->name, row->code, message);
    return false;
}

static bool fail_now(mns_connection *connection) {
    return fail(connection, sqlite3_extended_errcode(connection->db),
                sqlite3_errmsg(connection->db));
}

static bool fail_memory(mns_connection *connection) {
    return fail(connection, SQLITE_NOMEM, "out of memory");
}

static void classify(mns_connection *connection, mns_trouble *trouble) {
    *trouble = connection->trouble;
}

/* ---- Waiting for locks -------------------------------------------------------------------------- */

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* SQLite calls it each time it finds the file locked: 0 gives up. A lock is waited for at most half the time of a
 * transaction, so that it fails, which says more than info, before the run loses patience. */
static int wait_for_lock(void *context, int tries) {
    mns_connection *connection = context;
    uint64_t now = now_ns();
    if (tries == 0) {
        connection->waiting_since_ns = now;
    }
    uint64_t most_ns = (uint64_t)connection->database->timeout_ms * 500000u;
    if (atomic_load(&connection->interrupted) || now - connection->waiting_since_ns > most_ns) {
        return 0;
    }
    struct timespec pause = {.tv_nsec = 50000L << (tries < 6 ? tries : 6)};
    nanosleep(&pause, NULL);
    return 1;
}

static void interrupt(mns_connection *connection) {
    atomic_store(&connection->interrupted, true);
    sqlite3_interrupt(connection->db);
}

/* ---- Statements --------------------------------------------------------------------------------- */

/* What a statement is given. */
typedef struct parameters {
    uint64_t key;
    const char *value; /* NULL where it has none */
} parameters;

static bool prepare(mns_connection *connection, const char *text, sqlite3_stmt **statement) {
    unsigned flags = connection->database->simple_protocol ? 0 : SQLITE_PREPARE_PERSISTENT;
    return sqlite3_prepare_v3(connection->db, text, -1, flags, statement, NULL) == SQLITE_OK ||
           fail_now(connection);
}

/* For the simple protocol: with its parameters in the text. */
static bool prepare_filled(mns_connection *connection, mns_statement which, const parameters *given,
                           sqlite3_stmt **statement) {
    mns_buf filled;
    mns_buf_init(&filled);
    char *key = sqlite3_mprintf("%lld", (sqlite3_int64)given->key);
    char *value = sqlite3_mprintf("%Q", given->value);
    bool update = which == MNS_SQL_UPDATE;
    bool prepared = key != NULL && value != NULL;
    if (prepared) {
        mns_sql_fill(connection->text.data,
                     (const char *[]){update ? value : key, update ? key : value}, &filled);
        prepared = !filled.failed;
    }
    prepared = prepared ? prepare(connection, filled.data, statement) : fail_memory(connection);
    sqlite3_free(key);
    sqlite3_free(value);
    mns_buf_release(&filled);
    return prepared;
}

static bool bind(mns_connection *connection, mns_statement which, const parameters *given,
                 sqlite3_stmt *statement) {
    bool update = which == MNS_SQL_UPDATE;
    if (sqlite3_bind_int64(statement, update ? 2 : 1, (sqlite3_int64)given->key) != SQLITE_OK) {
        return fail_now(connection);
    }
    if (given->value != NULL && sqlite3_bind_text(statement, update ? 1 : 2, given->value, -1,
                                                  SQLITE_STATIC) != SQLITE_OK) {
        return fail_now(connection);
    }
    return true;
}

/* Sets *statement to one that can be stepped, or NULL if the workload has none. */
static bool start(mns_connection *connection, mns_statement which, const parameters *given,
                  sqlite3_stmt **statement) {
    const mns_database *database = connection->database;
    unsigned table = mns_sql_table_of(database, given->key);
    sqlite3_stmt **kept = &connection->prepared[table * PREPARED_PER_TABLE + which];
    *statement = *kept;
    if (atomic_load(&connection->interrupted)) {
        return fail(connection, SQLITE_INTERRUPT, "interrupted");
    }
    if (*statement == NULL) {
        mns_buf_clear(&connection->text);
        mns_sql_write(database, MNS_SQL_SQLITE, which, table, &connection->text);
        if (connection->text.failed) {
            return fail_memory(connection);
        }
        if (connection->text.size == 0) {
            return true;
        }
        if (database->simple_protocol) {
            return prepare_filled(connection, which, given, statement);
        }
        if (!prepare(connection, connection->text.data, kept)) {
            return false;
        }
        *statement = *kept;
    }
    return bind(connection, which, given, *statement);
}

/* The trouble of a statement is remembered before this. */
static void finish(mns_connection *connection, sqlite3_stmt *statement) {
    if (connection->database->simple_protocol) {
        sqlite3_finalize(statement);
    } else {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }
}

/* Runs one without rows; *changed says how many rows it met. */
static bool change(mns_connection *connection, mns_statement which, const parameters *given,
                   int *changed) {
    sqlite3_stmt *statement;
    *changed = 0;
    if (!start(connection, which, given, &statement)) {
        return false;
    }
    if (statement == NULL) {
        return true;
    }
    bool done = sqlite3_step(statement) == SQLITE_DONE || fail_now(connection);
    *changed = sqlite3_changes(connection->db);
    finish(connection, statement);
    return done;
}

/* BEGIN, COMMIT and the like. */
static bool command(mns_connection *connection, sqlite3_stmt *statement) {
    if (atomic_load(&connection->interrupted)) {
        return fail(connection, SQLITE_INTERRUPT, "interrupted");
    }
    bool done = sqlite3_step(statement) == SQLITE_DONE || fail_now(connection);
    sqlite3_reset(statement);
    return done;
}

/* ---- Transactions ------------------------------------------------------------------------------- */

static bool begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->committing = false;
    return command(connection, connection->begin);
}

static bool commit(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->committing = true;
    return command(connection, connection->commit);
}

static bool rollback(mns_connection *connection) {
    atomic_store(&connection->interrupted, false);
    return sqlite3_get_autocommit(connection->db) != 0 ||
           sqlite3_exec(connection->db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK;
}

/* Puts v of all rows of a key into the text, a blank between them: so a second row of a key that should have
 * one only is seen by the checker, not hidden. */
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
    bool done = code == SQLITE_DONE || fail_now(connection);
    finish(connection, statement);
    return done && (!connection->text.failed || fail_memory(connection));
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
        mns_answer_nothing(txn, i);
    }
    return !txn->answers.failed || fail_memory(connection);
}

static bool write(mns_connection *connection, const mns_run_mop *mop) {
    size_t rows = 0;
    int changed;
    if (mns_sql_reads_first(connection->database) && !read_rows(connection, mop->key, &rows)) {
        return false;
    }
    mns_buf_clear(&connection->value);
    if (!mns_sql_modify(connection->database->kind, rows > 0 ? connection->text.data : NULL,
                        connection->text.size, mop->value, &connection->value)) {
        return fail(connection, SQLITE_ERROR, "what was read is not a number that can be added to");
    }
    if (connection->value.failed) {
        return fail_memory(connection);
    }
    parameters given = {.key = mop->key, .value = connection->value.data};
    return change(connection, MNS_SQL_UPDATE, &given, &changed) &&
           (changed > 0 || change(connection, MNS_SQL_WRITE, &given, &changed));
}

static bool apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    return txn->mops[i].write ? write(connection, &txn->mops[i]) : read(connection, txn, i);
}

/* ---- Connections -------------------------------------------------------------------------------- */

static void close_connection(mns_connection *connection) {
    size_t count = (size_t)connection->database->tables * PREPARED_PER_TABLE;
    for (size_t i = 0; connection->prepared != NULL && i < count; i++) {
        sqlite3_finalize(connection->prepared[i]);
    }
    sqlite3_finalize(connection->begin);
    sqlite3_finalize(connection->commit);
    sqlite3_close(connection->db);
    free(connection->prepared);
    mns_buf_release(&connection->text);
    mns_buf_release(&connection->value);
    free(connection);
}

/* The journal mode of a file of our own is set by each connection, since only WAL is written in the file. */
static bool set_journal(mns_connection *connection) {
    const mns_sqlite_file *file = connection->database->state;
    const char *wanted = file->journal_mode != NULL || !file->own ? file->journal_mode : "wal";
    sqlite3_stmt *statement = NULL;
    mns_buf *text = &connection->text;
    if (wanted == NULL) {
        return true;
    }
    mns_buf_clear(text);
    mns_buf_printf(text, "PRAGMA journal_mode%s%s", file->own ? "=" : "", file->own ? wanted : "");
    if (text->failed) {
        return fail_memory(connection);
    }
    if (!prepare(connection, text->data, &statement)) {
        return false;
    }
    bool good = sqlite3_step(statement) == SQLITE_ROW || fail_now(connection);
    if (good && sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), wanted) != 0) {
        good = fail(connection, SQLITE_ERROR,
                    file->own ? "the file system does not support that journal mode"
                              : "the file has another journal mode; only files that minos makes "
                                "are changed");
    }
    sqlite3_finalize(statement);
    return good;
}

static bool set_up(mns_connection *connection) {
    const mns_sqlite_file *file = connection->database->state;
    mns_buf *text = &connection->text;
    connection->prepared = calloc((size_t)connection->database->tables * PREPARED_PER_TABLE,
                                  sizeof *connection->prepared);
    if (connection->prepared == NULL) {
        return fail_memory(connection);
    }
    int code = sqlite3_open_v2(file->path, &connection->db,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        return connection->db == NULL ? fail_memory(connection) : fail_now(connection);
    }
    sqlite3_extended_result_codes(connection->db, 1);
    sqlite3_busy_handler(connection->db, wait_for_lock, connection);
    if (!set_journal(connection)) {
        return false;
    }
    mns_buf_clear(text);
    mns_buf_printf(text, "BEGIN %s", connection->database->level->words);
    return text->failed ? fail_memory(connection)
                        : prepare(connection, text->data, &connection->begin) &&
                              prepare(connection, "COMMIT", &connection->commit);
}

static mns_connection *connect(const mns_database *database, unsigned client,
                               mns_trouble *trouble) {
    (void)client;
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_trouble_set(trouble, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
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
        fail(connection, SQLITE_CANTOPEN, message.failed ? "out of memory" : message.data);
    }
    mns_buf_release(&message);
    if (!good || !set_up(connection)) {
        *trouble = connection->trouble;
        close_connection(connection);
        return NULL;
    }
    return connection;
}

/* ---- Tables ------------------------------------------------------------------------------------- */

static bool execute(mns_connection *connection, const char *text, mns_buf *message) {
    if (sqlite3_exec(connection->db, text, NULL, NULL, NULL) == SQLITE_OK) {
        return true;
    }
    mns_buf_str(message, sqlite3_errmsg(connection->db));
    return false;
}

/* One statement for every table, all or none of them. */
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
    return rollback(connection) && good;
}

static bool create(mns_database *database, mns_connection *connection) {
    const mns_sqlite_file *file = database->state;
    mns_buf_printf(&database->version, "SQLite %s", sqlite3_libversion());
    if (file->temporary && database->keep) {
        mns_buf_printf(&database->warnings, "the database is kept in %s\n", file->path);
    }
    return for_all_tables(database, connection, MNS_SQL_CREATE);
}

static bool drop(mns_database *database, mns_connection *connection) {
    const mns_sqlite_file *file = database->state;
    if (file->temporary || for_all_tables(database, connection, MNS_SQL_DROP)) {
        return true;
    }
    mns_buf_printf(&database->message, "; left in %s: the tables %s_0 to %s_%u", file->path,
                   database->prefix, database->prefix, database->tables - 1);
    return false;
}

/* ---- The driver --------------------------------------------------------------------------------- */

static bool open_database(mns_database *database) {
    if (sqlite3_threadsafe() == 0) {
        mns_buf_str(&database->message, "this SQLite was built for one thread only");
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

static const char *const schemes[] = {"sqlite", NULL};

static const mns_level levels[] = {
    {"exclusive", "EXCLUSIVE", "serializable"},
    {"immediate", "IMMEDIATE", "serializable"},
    {"deferred", "DEFERRED", "serializable"},
};

const mns_driver mns_driver_sqlite = {
    .schemes = schemes,
    .summary = "SQLite, in this process",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .default_level = 2,
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = 1u << MNS_APPEND_CONCAT | 1u << MNS_APPEND_RMW,
    .accesses = (1u << MNS_ACCESS_COUNT) - 1,
    .default_append = MNS_APPEND_CONCAT,
    .open = open_database,
    .connect = connect,
    .create = create,
    .drop = drop,
    .begin = begin,
    .apply = apply,
    .commit = commit,
    .classify = classify,
    .rollback = rollback,
    .interrupt = interrupt,
    .close = close_connection,
    .release = release,
};
