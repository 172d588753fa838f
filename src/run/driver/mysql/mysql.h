/*
 * mysql.h - internals of the driver of MySQL and MariaDB.
 *
 *     mysql.c           the driver: target, tables, transactions
 *     mysql_session.c   connections: options, TLS, session variables, interrupts
 *     mysql_call.c      one statement: prepared or as text, and its rows
 *     mysql_errors.c    classifies errors by mysql_errors.def
 *
 * A connection stores the error of a transaction in `failure`, which classify returns.
 */
#ifndef MNS_RUN_DRIVER_MYSQL_MYSQL_H
#define MNS_RUN_DRIVER_MYSQL_MYSQL_H

#include <mysql.h>

#include "run/driver/sql_describe.h"
#include "run/system/url.h"

/* TLS modes, as in MySQL's clients. */
typedef enum mns_mysql_tls {
    MNS_MYSQL_TLS_DEFAULT,  /* as set by the library and its option files */
    MNS_MYSQL_TLS_DISABLED, /* never */
    MNS_MYSQL_TLS_REQUIRED, /* otherwise no connection */
    MNS_MYSQL_TLS_VERIFIED  /* certificate and host name are verified */
} mns_mysql_tls;

/* database->state: the parsed target. */
typedef struct mns_mysql_target {
    mns_url url;
    char *socket, *ssl_ca, *ssl_cert, *ssl_key; /* NULL: not given */
    mns_mysql_tls tls;
    unsigned created; /* number of tables created by this run: 0 .. created - 1 */
} mns_mysql_target;

/* A statement for one table; kept as long as the connection. */
typedef struct mns_mysql_statement {
    char *text;           /* NULL until first used; "" if the workload has none */
    MYSQL_STMT *prepared; /* NULL until first used, and always with the simple protocol */
} mns_mysql_statement;

struct mns_connection {
    const mns_database *database;
    MYSQL *mysql;
    unsigned client;                 /* its client, see mns_driver.connect */
    int wake;                        /* a duplicate of the connection's socket, for interrupt */
    mns_mysql_statement *statements; /* table * MNS_STATEMENT_COUNT + statement */
    MYSQL_STMT *reading;             /* the statement whose rows are being read, */
    MYSQL_RES *rows;                 /* or these rows */
    mns_buf cell;                    /* the value read last */
    mns_buf sum;                     /* read-modify-write: the value to write */
    mns_buf query;                   /* simple protocol */
    bool committing;                 /* COMMIT was sent, or is about to be */
    bool waits;                      /* reads wait for the Galera cluster */
    mns_driver_error failure;
};

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Classifies error `code`, before or after COMMIT was sent. */
void mns_mysql_error(mns_driver_error *failure, unsigned code, const char *message,
                     bool committing);
/* Stores the library's last error; always false. */
bool mns_mysql_failed(mns_connection *connection);
/* Stores an error of our own, before COMMIT; the connection must be closed. Always false. */
bool mns_mysql_refused(mns_connection *connection, const char *name, const char *message);

/* Stores that the answer does not match the statement; always false. */
bool mns_mysql_protocol_error(mns_connection *connection, const char *message);

/* If rights are missing: the GRANT to run, after the server's message. */
void mns_mysql_name_grant_to_connect(const mns_database *database, mns_driver_error *failure);
void mns_mysql_name_grant_to_create(mns_connection *connection, mns_buf *out);

/* The product name for a version text. */
void mns_mysql_write_version(const char *text, mns_buf *out);

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Parses the target and its options after '?'; false: message. */
bool mns_mysql_target_read(mns_mysql_target *target, const char *text, mns_buf *message);
void mns_mysql_target_release(mns_mysql_target *target);

/* The statement that sets the isolation level of a session. */
void mns_mysql_level_text(const mns_database *database, char *text, size_t size);
bool mns_mysql_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                       mns_buf *message);
mns_connection *mns_mysql_connect(const mns_database *database, unsigned client,
                                  mns_driver_error *failure);
void mns_mysql_interrupt(mns_connection *connection);
void mns_mysql_close(mns_connection *connection);

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A parameter: text, or the number if text is NULL. */
typedef struct mns_mysql_value {
    const mns_buf *text;
    int64_t number;
} mns_mysql_value;

/* Runs a statement without a result. */
bool mns_mysql_query(mns_connection *connection, const char *text);
/* Runs a statement with a result; appends a column of the first row, if any. */
bool mns_mysql_ask(mns_connection *connection, const char *text, unsigned column, mns_buf *out);

/* Whether the workload has this statement; -1 when out of memory, and the error is stored. */
int mns_mysql_has(mns_connection *connection, mns_statement statement, unsigned table);
/* Runs a statement that changes rows; *changed is the number of matched rows. */
bool mns_mysql_change(mns_connection *connection, mns_statement statement, unsigned table,
                      const mns_mysql_value values[2], uint64_t *changed);
/* Sends a read of a key; then call mns_mysql_next until MNS_MYSQL_END or MNS_MYSQL_ERROR. */
bool mns_mysql_read(mns_connection *connection, unsigned table, int64_t key);
typedef enum mns_mysql_row { MNS_MYSQL_ROW, MNS_MYSQL_END, MNS_MYSQL_ERROR } mns_mysql_row;
/* Sets connection->cell to the next value. NULL counts as no row. */
mns_mysql_row mns_mysql_next(mns_connection *connection);
/* Discards unread rows. */
void mns_mysql_discard(mns_connection *connection);

#endif
