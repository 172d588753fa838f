/*
 * sqlite.h - what the files of the SQLite driver share: the file a run is about, and result codes.
 *
 * A target without a file gets a temporary one, which is gone at the end with its -wal and -shm. A file that
 * is named and does not exist is made, and stays. One that exists is used as it is: tables are added and
 * removed, its journal mode is never changed.
 */
#ifndef MNS_RUN_SQLITE_H
#define MNS_RUN_SQLITE_H

#include "run/driver.h"

typedef struct mns_sqlite_file {
    char *path;         /* NULL: a temporary file that has not been made yet */
    char *journal_mode; /* that was asked for, or NULL */
    bool temporary;
    bool own;  /* it did not exist before */
    bool made; /* mns_sqlite_file_make has been here */
} mns_sqlite_file;

/* Understands sqlite:[FILE][?journal_mode=MODE]; touches nothing. False: message. */
bool mns_sqlite_file_read(mns_sqlite_file *file, const char *target, mns_buf *message);
/* Makes the file unless there is one. False: message. */
bool mns_sqlite_file_make(mns_sqlite_file *file, mns_buf *message);
/* Removes a temporary file, unless it is to be kept; frees everything but `file` itself. */
void mns_sqlite_file_release(mns_sqlite_file *file, bool keep);

/* The row of sqlite_errors.def for an extended result code; never NULL. Its code is a name. */
const mns_error_row *mns_sqlite_error(int code);

#endif
