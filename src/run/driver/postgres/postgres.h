/*
 * postgres.h - shared by the files of the PostgreSQL driver: connections and errors.
 *
 * A client's connection uses libpq's pipeline mode: BEGIN is sent with the first statement, COMMIT
 * with the last, and every statement between has its own round trip, so that transactions overlap
 * as in real programs. With the simple protocol, statements that are sent together are one text.
 */
#ifndef MNS_RUN_DRIVER_POSTGRES_POSTGRES_H
#define MNS_RUN_DRIVER_POSTGRES_POSTGRES_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "run/driver/deadline.h"

/* The level that standbys do not support. */
#define MNS_POSTGRES_SERIALIZABLE "SERIALIZABLE"

/* Sent and not answered yet. */
typedef enum mns_postgres_sent {
    MNS_POSTGRES_SENT_BEGIN,
    MNS_POSTGRES_SENT_PREPARE,
    MNS_POSTGRES_SENT_STATEMENT,
    MNS_POSTGRES_SENT_COMMIT
} mns_postgres_sent;

/* The command tag of the answer to COMMIT. */
typedef enum mns_postgres_tag {
    MNS_POSTGRES_TAG_OTHER,
    MNS_POSTGRES_TAG_COMMIT,
    MNS_POSTGRES_TAG_ROLLBACK
} mns_postgres_tag;

enum { MNS_POSTGRES_SENT_MOST = 4 };

struct mns_connection {
    const mns_database *database;
    PGconn *pg;
    int socket;     /* a duplicate of libpq's, for interrupt; or -1 */
    bool *prepared; /* MNS_STATEMENT_COUNT per table: prepared on the server */
    mns_buf text;   /* of statements, or of values read */
    mns_buf value;  /* to be written */
    bool begun;     /* BEGIN has been sent */
    size_t reading; /* index of the read that is sent with COMMIT, or SIZE_MAX */
    bool committing;
    mns_postgres_tag tag;
    mns_postgres_sent sent[MNS_POSTGRES_SENT_MOST];
    size_t sent_count;
    size_t preparing;         /* index in `prepared` of the statement being prepared */
    mns_driver_error failure; /* the last error */
    atomic_bool interrupted;
    /* Of the current exchange; until_ns 0: none, another thread may interrupt it. */
    mns_deadline deadline;
};

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Store an error: by SQLSTATE ("": connection lost), libpq's current one, one that was returned, or
 * out of memory. All return false. */
bool mns_postgres_fail(mns_connection *connection, const char *sqlstate, const char *message);
bool mns_postgres_fail_now(mns_connection *connection);
bool mns_postgres_fail_result(mns_connection *connection, const PGresult *result);
bool mns_postgres_fail_memory(mns_connection *connection);

/* The row of postgres_errors.def for a SQLSTATE ("": connection lost); never NULL. */
const mns_error_row *mns_postgres_error(const char *sqlstate);

/* The class of a connection error, from libpq's message. */
const char *mns_postgres_connect_error(const char *message);
/* Why libpq rejects a target, from its message, which may quote the target with its password: only
 * the name of a parameter after '?' is repeated. */
void mns_postgres_target_reason(const char *target, const char *message, mns_buf *out);
/* Why a URL is rejected before libpq sees it: it would take part of a password for a host, port or
 * name, and show it. Static text without the URL; NULL: not rejected (postgres_target.c). */
const char *mns_postgres_target_refusal(const char *target);
/* After "permission denied for database": the GRANT that the user needs. */
void mns_postgres_name_grant(PGconn *pg, mns_buf *out);

/* ---- Sending and receiving ------------------------------------------------------------------- */

/* Adds to what is sent. */
void mns_postgres_remember(mns_connection *connection, mns_postgres_sent sent);
/* Sends begin, commit or rollback, which are prepared under these names. */
bool mns_postgres_send_command(mns_connection *connection, const char *name, const char *text,
                               mns_postgres_sent sent);
/* Sends and receives. True: *answer is the statement's, to be cleared; else it is NULL. */
bool mns_postgres_exchange(mns_connection *connection, PGresult **answer);
/* Outside the pipeline, with a timeout unless there is a deadline: one text of one or more
 * statements. */
bool mns_postgres_query(mns_connection *connection, const char *text, PGresult **answer);
bool mns_postgres_execute(mns_connection *connection, const char *text);

void mns_postgres_begin_text(const mns_database *database, char *text, size_t size);
#define MNS_POSTGRES_COMMIT "COMMIT"

/* ---- Driver functions ------------------------------------------------------------------------ */

bool mns_postgres_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                          mns_buf *message);
bool mns_postgres_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_postgres_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_postgres_commit(mns_connection *connection, mns_run_txn *txn);
void mns_postgres_classify(mns_connection *connection, mns_driver_error *failure);
bool mns_postgres_rollback(mns_connection *connection);
void mns_postgres_interrupt(mns_connection *connection);
void mns_postgres_describe(const mns_database *database, const mns_run_txn *txn,
                           const mns_sent *sent, mns_buf *out);

#endif
