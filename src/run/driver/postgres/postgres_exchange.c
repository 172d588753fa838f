/*
 * postgres_exchange.c - sends to PostgreSQL, receives answers, classifies errors.
 *
 * An exchange sends the collected messages and reads all answers: first that of BEGIN, if it was
 * sent along, that of a statement being prepared, then the statement's own. Only received answers
 * count: a statement is marked as prepared once the server has confirmed it, even if the next one
 * failed.
 */
#include <poll.h>
#include <sys/socket.h>

#include "run/driver/postgres/postgres.h"
#include "run/system/clock.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Masks our password in a server's message. Shorter passwords are not masked, since they would hide
 * unrelated text. */
static void write_masked(const char *message, const char *password, mns_buf *out) {
    enum { SHORTEST = 3 };
    size_t size = password != NULL ? strlen(password) : 0;
    const char *found;
    while (size >= SHORTEST && (found = strstr(message, password)) != NULL) {
        mns_buf_bytes(out, message, (size_t)(found - message));
        mns_buf_str(out, "***");
        message = found + size;
    }
    mns_buf_str(out, message);
}

bool mns_postgres_fail(mns_connection *connection, const char *sqlstate, const char *message) {
    const mns_error_row *row = mns_postgres_error(sqlstate);
    bool broken = row->broken || PQstatus(connection->pg) != CONNECTION_OK;
    bool interrupted = atomic_load(&connection->interrupted) && broken;
    mns_buf masked;
    mns_buf_init(&masked);
    write_masked(message, PQpass(connection->pg), &masked);
    mns_driver_error_set(&connection->failure,
                         connection->committing ? row->at_commit : MNS_OUTCOME_FAIL, broken,
                         interrupted ? "interrupted" : row->name, sqlstate,
                         masked.failed ? "out of memory" : masked.data);
    mns_buf_release(&masked);
    return false;
}

bool mns_postgres_fail_result(mns_connection *connection, const PGresult *result) {
    const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (sqlstate == NULL || message == NULL) { /* from libpq: the connection was lost */
        return mns_postgres_fail(connection, "", PQresultErrorMessage(result));
    }
    return mns_postgres_fail(connection, sqlstate, message);
}

bool mns_postgres_fail_memory(mns_connection *connection) {
    mns_driver_error_set(&connection->failure,
                         connection->committing ? MNS_OUTCOME_INFO : MNS_OUTCOME_FAIL, true,
                         "out-of-memory", "", "out of memory");
    return false;
}

bool mns_postgres_fail_now(mns_connection *connection) {
    return mns_postgres_fail(connection, "", PQerrorMessage(connection->pg));
}

void mns_postgres_classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
    failure->at_statement = !connection->committing;
}

/* PQcancel would need another connection to the server and may block for minutes. Without the
 * connection the server ends the transaction as soon as it notices. */
void mns_postgres_interrupt(mns_connection *connection) {
    atomic_store(&connection->interrupted, true);
    shutdown(connection->socket, SHUT_RDWR);
}

/* ---- Exchange -------------------------------------------------------------------------------- */

void mns_postgres_remember(mns_connection *connection, mns_postgres_sent sent) {
    assert(connection->sent_count < MNS_POSTGRES_SENT_MOST);
    connection->sent[connection->sent_count++] = sent;
}

bool mns_postgres_send_command(mns_connection *connection, const char *name, const char *text,
                               mns_postgres_sent sent) {
    if (connection->database->simple_protocol) {
        mns_buf_str(&connection->text, text);
        mns_buf_char(&connection->text, ';');
    } else if (PQsendQueryPrepared(connection->pg, name, 0, NULL, NULL, NULL, 0) == 0) {
        return mns_postgres_fail_now(connection);
    }
    mns_postgres_remember(connection, sent);
    return true;
}

static mns_postgres_tag tag_of(const char *status) {
    if (strcmp(status, "COMMIT") == 0) {
        return MNS_POSTGRES_TAG_COMMIT;
    }
    return strcmp(status, "ROLLBACK") == 0 ? MNS_POSTGRES_TAG_ROLLBACK : MNS_POSTGRES_TAG_OTHER;
}

/* The server has executed the message at this index; true: its answer is needed. */
static bool answered(mns_connection *connection, size_t at, PGresult *result) {
    if (at >= connection->sent_count) {
        return true;
    }
    switch (connection->sent[at]) {
    case MNS_POSTGRES_SENT_BEGIN: return false;
    case MNS_POSTGRES_SENT_PREPARE:
        connection->prepared[connection->preparing] = true;
        return false;
    case MNS_POSTGRES_SENT_STATEMENT: return true;
    case MNS_POSTGRES_SENT_COMMIT: connection->tag = tag_of(PQcmdStatus(result)); return false;
    }
    return false;
}

/* Waits until libpq has an answer or knows that there is none; false: the deadline has passed. */
static bool wait_for_answer(mns_connection *connection) {
    while (connection->deadline.until_ns != 0 && PQisBusy(connection->pg) != 0) {
        int fd = PQsocket(connection->pg);
        if (fd < 0 || !mns_deadline_wait(&connection->deadline, fd, POLLIN) ||
            PQconsumeInput(connection->pg) == 0) {
            return false;
        }
    }
    return true;
}

typedef enum progress { MORE, PAUSE, DONE, LOST } progress;

/* Receives one answer. The statement's is stored in *answer, the first error in *error. */
static progress take(mns_connection *connection, size_t *at, PGresult **answer, PGresult **error) {
    if (!wait_for_answer(connection)) {
        return LOST;
    }
    PGresult *result = PQgetResult(connection->pg);
    PGresult **keep = answer;
    if (result == NULL) {
        return PQstatus(connection->pg) == CONNECTION_OK ? PAUSE : LOST;
    }
    switch (PQresultStatus(result)) {
    case PGRES_PIPELINE_SYNC: PQclear(result); return DONE;
    case PGRES_PIPELINE_ABORTED: PQclear(result); return MORE;
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK: keep = answered(connection, (*at)++, result) ? answer : NULL; break;
    case PGRES_FATAL_ERROR: keep = *error == NULL ? error : NULL; break;
    default: PQclear(result); return LOST; /* COPY and other unexpected results */
    }
    if (keep != NULL) {
        PQclear(*keep);
        *keep = result;
    } else {
        PQclear(result);
    }
    return MORE;
}

/* Receives all answers. In a pipeline one NULL follows those of each command; otherwise NULL is the
 * end. */
static progress take_all(mns_connection *connection, size_t *at, PGresult **answer,
                         PGresult **error) {
    progress last = MORE, now = MORE;
    while (now == MORE || now == PAUSE) {
        now = take(connection, at, answer, error);
        if (now == PAUSE && PQpipelineStatus(connection->pg) == PQ_PIPELINE_OFF) {
            now = DONE;
        } else if (now == PAUSE && last == PAUSE) {
            now = LOST; /* otherwise libpq would return NULL forever */
        }
        last = now;
    }
    return now;
}

/* The result of receiving all answers; the answer is kept only on success. */
static bool judge(mns_connection *connection, progress end, bool complete, PGresult **answer,
                  PGresult *error) {
    bool good = false;
    if (error != NULL) {
        mns_postgres_fail_result(connection, error);
    } else if (end == LOST && mns_deadline_passed(&connection->deadline)) {
        mns_postgres_fail(connection, "", "timeout while waiting for an answer");
    } else if (end == LOST) {
        mns_postgres_fail_now(connection);
    } else if (!complete) {
        mns_postgres_fail(connection, "", "the server did not answer all statements");
    } else {
        good = true;
    }
    PQclear(error);
    if (!good) {
        PQclear(*answer);
        *answer = NULL;
    }
    return good;
}

/* If COMMIT was sent together with a statement that failed, the server skips COMMIT: the protocol
 * guarantees this, for a pipeline up to its sync and for a text of several statements. It does not
 * hold for an error that ends the connection, which a pooler may have made up after losing its
 * server. */
static bool commit_was_skipped(const mns_connection *connection, size_t at, const PGresult *error) {
    const char *sqlstate = error != NULL ? PQresultErrorField(error, PG_DIAG_SQLSTATE) : NULL;
    const char *severity = PQresultErrorField(error, PG_DIAG_SEVERITY_NONLOCALIZED);
    return sqlstate != NULL && severity != NULL && strcmp(severity, "ERROR") == 0 &&
           !mns_postgres_error(sqlstate)->broken && at < connection->sent_count &&
           connection->sent[at] != MNS_POSTGRES_SENT_COMMIT;
}

bool mns_postgres_exchange(mns_connection *connection, PGresult **answer) {
    bool simple = connection->database->simple_protocol;
    size_t at = 0;
    PGresult *error = NULL;
    *answer = NULL;
    if (connection->text.failed) {
        return mns_postgres_fail_memory(connection);
    }
    if ((simple ? PQsendQuery(connection->pg, connection->text.data)
                : PQpipelineSync(connection->pg)) == 0) {
        return mns_postgres_fail_now(connection);
    }
    progress end = take_all(connection, &at, answer, &error);
    if (commit_was_skipped(connection, at, error)) {
        connection->committing = false;
    }
    bool complete = at == connection->sent_count;
    connection->sent_count = 0;
    mns_buf_clear(&connection->text);
    return judge(connection, end, complete, answer, error);
}

bool mns_postgres_query(mns_connection *connection, const char *text, PGresult **answer) {
    size_t at = 0;
    PGresult *error = NULL;
    *answer = NULL;
    bool own = connection->deadline.until_ns == 0;
    if (own) {
        connection->deadline.until_ns =
            mns_clock_ns() + (uint64_t)connection->database->timeout_ms * 1000000u;
    }
    bool good = PQsendQuery(connection->pg, text) != 0 || mns_postgres_fail_now(connection);
    if (good) {
        progress end = take_all(connection, &at, answer, &error);
        good = judge(connection, end, at > 0, answer, error);
    }
    connection->deadline.until_ns = own ? 0 : connection->deadline.until_ns;
    return good;
}

bool mns_postgres_execute(mns_connection *connection, const char *text) {
    PGresult *answer;
    bool good = mns_postgres_query(connection, text, &answer);
    PQclear(answer);
    return good;
}
