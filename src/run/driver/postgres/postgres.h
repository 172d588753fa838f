/*
 * postgres.h - what the files of the PostgreSQL driver share: connections, and what an error means.
 *
 * A client's connection is in libpq's pipeline mode: BEGIN travels with the first statement, COMMIT
 * with the last, everything between takes a round trip of its own, so that transactions overlap as
 * those of programs do. With the simple protocol what travels together is one text.
 */
#ifndef MNS_RUN_DRIVER_POSTGRES_POSTGRES_H
#define MNS_RUN_DRIVER_POSTGRES_POSTGRES_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "run/driver/deadline.h"

/* The level that standbys do not have. */
#define MNS_POSTGRES_SERIALIZABLE "SERIALIZABLE"

/* What has been sent and not answered yet. */
typedef enum mns_postgres_sent {
    MNS_POSTGRES_SENT_BEGIN,
    MNS_POSTGRES_SENT_PREPARE,
    MNS_POSTGRES_SENT_STATEMENT,
    MNS_POSTGRES_SENT_COMMIT
} mns_postgres_sent;

/* What COMMIT was answered. */
typedef enum mns_postgres_tag {
    MNS_POSTGRES_TAG_OTHER,
    MNS_POSTGRES_TAG_COMMIT,
    MNS_POSTGRES_TAG_ROLLBACK
} mns_postgres_tag;

enum { MNS_POSTGRES_SENT_MOST = 4 };

struct mns_connection {
    const mns_database *database;
    PGconn *pg;
    int socket; /* a copy of libpq's, for interrupt: libpq closes its own whenever it likes; or -1 */
    bool *prepared; /* MNS_STATEMENT_COUNT of each table: the server knows the statement */
    mns_buf text;   /* of statements, or of values that were read */
    mns_buf value;  /* what is written */
    bool begun;     /* BEGIN has been sent */
    size_t reading; /* the read that is to travel with COMMIT, or SIZE_MAX */
    bool committing;
    mns_postgres_tag tag;
    mns_postgres_sent sent[MNS_POSTGRES_SENT_MOST];
    size_t sent_count;
    size_t preparing;         /* what PREPARE is about, in prepared */
    mns_driver_error failure; /* the last one */
    atomic_bool interrupted;
    /* By which an exchange must be over; of moment 0: whoever waits can interrupt it. */
    mns_deadline deadline;
};

/* ---- Trouble --------------------------------------------------------------------------------- */

/* Remember what an error means: one of a SQLSTATE ("" where the connection was lost), the one that
 * libpq has just had, one that was answered, a lack of memory. All return false. */
bool mns_postgres_fail(mns_connection *connection, const char *sqlstate, const char *message);
bool mns_postgres_fail_now(mns_connection *connection);
bool mns_postgres_fail_result(mns_connection *connection, const PGresult *result);
bool mns_postgres_fail_memory(mns_connection *connection);

/* The row of postgres_errors.def for a SQLSTATE, "" where the connection was lost; never NULL. */
const mns_error_row *mns_postgres_error(const char *sqlstate);

/* ---- Sending and receiving ------------------------------------------------------------------- */

/* Notes what is due. */
void mns_postgres_remember(mns_connection *connection, mns_postgres_sent sent);
/* One of begin, commit and rollback, which have been prepared by those names. */
bool mns_postgres_send_command(mns_connection *connection, const char *name, const char *text,
                               mns_postgres_sent sent);
/* Sends what is due. True: *answer is that of the statement, to be cleared; else it is NULL. */
bool mns_postgres_exchange(mns_connection *connection, PGresult **answer);
/* Outside of a pipeline, with a deadline of its own unless there is one: one text, some
 * statements. */
bool mns_postgres_query(mns_connection *connection, const char *text, PGresult **answer);
bool mns_postgres_execute(mns_connection *connection, const char *text);

void mns_postgres_begin_text(const mns_connection *connection, char *text, size_t size);

/* ---- Of the driver --------------------------------------------------------------------------- */

bool mns_postgres_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                          mns_buf *message);
bool mns_postgres_begin(mns_connection *connection, mns_run_txn *txn);
bool mns_postgres_apply(mns_connection *connection, mns_run_txn *txn, size_t i);
bool mns_postgres_commit(mns_connection *connection, mns_run_txn *txn);
void mns_postgres_classify(mns_connection *connection, mns_driver_error *failure);
bool mns_postgres_rollback(mns_connection *connection);
void mns_postgres_interrupt(mns_connection *connection);

#endif
