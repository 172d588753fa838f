/*
 * sqlite.h - shared by the files of the SQLite driver: the database file, connections, result
 * codes.
 *
 * A target without a file uses a temporary one, which is removed at the end with its -wal and -shm.
 * A named file that does not exist is created and kept. An existing file is used as it is: tables
 * are added and removed, its journal mode is never changed.
 */
#ifndef MNS_RUN_DRIVER_SQLITE_SQLITE_H
#define MNS_RUN_DRIVER_SQLITE_SQLITE_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "run/driver/deadline.h"

/* ---- The file -------------------------------------------------------------------------------- */

typedef struct mns_sqlite_file {
    char *path;         /* NULL: a temporary file that is not created yet */
    char *journal_mode; /* requested mode, or NULL */
    bool temporary;
    bool created; /* it did not exist before */
    bool made;    /* mns_sqlite_file_make was called */
} mns_sqlite_file;

/* Parses sqlite:[FILE][?journal_mode=MODE]; has no side effects. False: message. */
bool mns_sqlite_file_read(mns_sqlite_file *file, const char *target, mns_buf *message);
/* Creates the file unless it exists. False: message. */
bool mns_sqlite_file_make(mns_sqlite_file *file, mns_buf *message);
/* Removes a temporary file unless it is kept; frees everything but `file` itself. */
void mns_sqlite_file_release(mns_sqlite_file *file, bool keep);

/* ---- Connections ----------------------------------------------------------------------------- */

struct mns_connection {
    const mns_database *database;
    sqlite3 *db;
    sqlite3_stmt *begin, *commit;
    /* MNS_STATEMENT_COUNT per table, prepared when first used. */
    struct mns_sqlite_statement {
        sqlite3_stmt *made;
    } * prepared;
    mns_buf text;  /* of a statement, or of a value read */
    mns_buf value; /* to be written */
    bool committing;
    mns_driver_error failure; /* the last error */
    atomic_bool interrupted;
    const mns_deadline *deadline; /* while connecting, else NULL */
    uint64_t waiting_since_ns;
};

/* Store an error: a code and its message, SQLite's current one, or out of memory. All return false.
 */
bool mns_sqlite_fail(mns_connection *connection, int code, const char *message);
bool mns_sqlite_fail_now(mns_connection *connection);
bool mns_sqlite_fail_memory(mns_connection *connection);

bool mns_sqlite_prepare(mns_connection *connection, const char *text, sqlite3_stmt **statement);
/* The busy handler. */
int mns_sqlite_wait(void *context, int tries);

/* Driver functions. */
bool mns_sqlite_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_sqlite_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_sqlite_commit(mns_connection *connection, mns_run_txn *txn);
void mns_sqlite_classify(mns_connection *connection, mns_driver_error *failure);
bool mns_sqlite_rollback(mns_connection *connection);
void mns_sqlite_interrupt(mns_connection *connection);

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The row of sqlite_errors.def for an extended result code; never NULL. Its code is a name. */
const mns_error_row *mns_sqlite_error(int code);

#endif
