/*
 * mysql.h - inside the driver of MySQL and MariaDB.
 *
 *     mysql.c           the driver: target, tables, transactions
 *     mysql_session.c   connections: options, TLS, what is set in a session, interruption
 *     mysql_call.c      one statement: prepared or as text, and its rows
 *     mysql_errors.c    what each error means, by mysql_errors.def
 *
 * A connection remembers the first thing that went wrong in a transaction as a trouble; that is
 * what classify hands out.
 */
#ifndef MNS_RUN_DRIVER_MYSQL_MYSQL_H
#define MNS_RUN_DRIVER_MYSQL_MYSQL_H

#include <mysql.h>

#include "run/driver/sql.h"
#include "run/system/url.h"

/* How a server verifies itself, as MySQL's clients call it. */
typedef enum mns_mysql_tls {
    MNS_MYSQL_TLS_DEFAULT,  /* what the library and its option files say */
    MNS_MYSQL_TLS_DISABLED, /* never */
    MNS_MYSQL_TLS_REQUIRED, /* or no connection */
    MNS_MYSQL_TLS_VERIFIED  /* and the certificate must be good and the host's own */
} mns_mysql_tls;

/* database->state: the target in parts. */
typedef struct mns_mysql_target {
    mns_url url;
    char *socket, *ssl_ca, *ssl_cert, *ssl_key; /* NULL where not given */
    mns_mysql_tls tls;
    unsigned made; /* tables that this run has made: 0 .. made - 1 */
} mns_mysql_target;

/* A statement of one of the tables; kept as long as the connection. */
typedef struct mns_mysql_statement {
    char *text;           /* NULL until it is first used; "" where the workload has none */
    MYSQL_STMT *prepared; /* NULL until it is first used, and always with the simple protocol */
} mns_mysql_statement;

struct mns_connection {
    const mns_database *database;
    MYSQL *mysql;
    unsigned client;                 /* whose it is, see mns_driver.connect */
    int wake;                        /* the connection's socket once more, for interrupt */
    mns_mysql_statement *statements; /* table * MNS_STATEMENT_COUNT + statement */
    MYSQL_STMT *reading;             /* rows of this are under way, */
    MYSQL_RES *rows;                 /* or these */
    mns_buf cell;                    /* a value that was read */
    mns_buf sum;                     /* of read-modify-write: what shall be written */
    mns_buf query;                   /* of the simple protocol */
    bool committing;                 /* COMMIT has been sent, or was about to be */
    mns_driver_error failure;
};

/* ---- Troubles -------------------------------------------------------------------------------- */

/* What error `code` means, before or after COMMIT was sent. */
void mns_mysql_error(mns_driver_error *failure, unsigned code, const char *message,
                     bool committing);
/* Remembers the library's last error on the connection; always false. */
bool mns_mysql_failed(mns_connection *connection);
/* Remembers a trouble of our own, before COMMIT, after which the connection is done with; always
 * false. */
bool mns_mysql_refused(mns_connection *connection, const char *name, const char *message);

/* Remembers that the server's answer is not one that the statement can have; always false. */
bool mns_mysql_protocol_error(mns_connection *connection, const char *message);

/* The name of a server that says this of its version. */
void mns_mysql_write_version(const char *text, mns_buf *out);

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Reads the names after '?' of a target; false: message. */
bool mns_mysql_target_read(mns_mysql_target *target, const char *text, mns_buf *message);
void mns_mysql_target_release(mns_mysql_target *target);

bool mns_mysql_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                       mns_buf *message);
mns_connection *mns_mysql_connect(const mns_database *database, unsigned client,
                                  mns_driver_error *failure);
void mns_mysql_interrupt(mns_connection *connection);
void mns_mysql_close(mns_connection *connection);

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A parameter: text, or the number if there is none. */
typedef struct mns_mysql_value {
    const mns_buf *text;
    int64_t number;
} mns_mysql_value;

/* Runs a statement that answers nothing, as it is. */
bool mns_mysql_query(mns_connection *connection, const char *text);
/* Runs one that answers; adds a column of the first row, or nothing where there is none. */
bool mns_mysql_ask(mns_connection *connection, const char *text, unsigned column, mns_buf *out);

/* Whether the workload has this statement; -1 when out of memory, which is remembered. */
int mns_mysql_has(mns_connection *connection, mns_statement statement, unsigned table);
/* Runs a statement that changes rows; *changed says how many it met. */
bool mns_mysql_change(mns_connection *connection, mns_statement statement, unsigned table,
                      const mns_mysql_value values[2], uint64_t *changed);
/* Sends a read of a key; then mns_mysql_next until it says MNS_MYSQL_END or MNS_MYSQL_ERROR. */
bool mns_mysql_read(mns_connection *connection, unsigned table, int64_t key);
typedef enum mns_mysql_row { MNS_MYSQL_ROW, MNS_MYSQL_END, MNS_MYSQL_ERROR } mns_mysql_row;
/* Fills connection->cell with the next value. A NULL counts as no row. */
mns_mysql_row mns_mysql_next(mns_connection *connection);
/* Lets go of rows that nobody will read. */
void mns_mysql_discard(mns_connection *connection);

#endif
