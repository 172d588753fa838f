/*
 * postgres.c - the driver of PostgreSQL, by libpq: connections, and a schema for the tables of a
 * run.
 *
 * The target is passed to libpq unchanged, so that TLS, services and password files work as usual.
 * All tables are in a schema named like the prefix. Creating it is one transaction and fails if it
 * exists; dropping it does not use CASCADE, so objects of other users remain and are reported.
 *
 * Some nodes may be standbys, which accept only read-only transactions, and none that are
 * SERIALIZABLE: these run at REPEATABLE READ, and the run claims no more than that.
 *
 * deadlock_timeout is how long transactions wait for each other before PostgreSQL checks for a
 * deadlock. With the default of one second contended transactions are slow, so the session sets it
 * where it may.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "run/driver/postgres/postgres.h"
#include "run/driver/sql.h"

typedef struct state {
    bool set_deadlock_timeout; /* in each session */
} state;

#define INSUFFICIENT_PRIVILEGE "42501"

enum { DEADLOCK_MOST_MS = 1000 };
static const char set_deadlock_timeout[] = "SET deadlock_timeout = '1ms'";

/* ---- Connections ----------------------------------------------------------------------------- */

static void ignore_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

static void close_connection(mns_connection *connection) {
    PQfinish(connection->pg);
    if (connection->socket >= 0) {
        close(connection->socket);
    }
    free(connection->prepared);
    mns_buf_release(&connection->text);
    mns_buf_release(&connection->value);
    free(connection);
}

/* libpq's own message, which has no passwords, without the location in the server's source. */
static void fail_connect(mns_connection *connection) {
    mns_buf message;
    mns_buf_init(&message);
    const char *text = PQerrorMessage(connection->pg);
    const char *end = strstr(text, "\nLOCATION:");
    mns_buf_bytes(&message, text, end != NULL ? (size_t)(end - text) : strlen(text));
    if (PQconnectionNeedsPassword(connection->pg)) {
        mns_buf_str(&message, "(set PGPASSWORD, or use ~/.pgpass)");
    }
    mns_postgres_fail(connection, "", message.failed ? "out of memory" : message.data);
    connection->failure.name = mns_postgres_connect_error(text);
    mns_buf_release(&message);
}

/* PQconnectdb in steps, so that the deadline applies: true if connected. */
static bool finish_connecting(mns_connection *connection) {
    PGconn *pg = connection->pg;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (PQstatus(pg) != CONNECTION_BAD &&
           (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) &&
           mns_deadline_wait(&connection->deadline, PQsocket(pg),
                             next == PGRES_POLLING_READING ? POLLIN : POLLOUT)) {
        next = PQconnectPoll(pg);
    }
    return next == PGRES_POLLING_OK;
}

/* Our defaults come first, so that the target overrides them: a dead server should be detected
 * within seconds. */
static bool open_session(mns_connection *connection, unsigned client) {
    const mns_database *database = connection->database;
    enum { TARGET = 5 };
    const char *names[] = {"fallback_application_name",
                           "keepalives_idle",
                           "keepalives_interval",
                           "keepalives_count",
                           "tcp_user_timeout",
                           "dbname",
                           "hostaddr",
                           "port",
                           NULL};
    char port[16];
    const char *values[] = {"minos",          "10",        "5",  "3", "30000",
                            database->target, "127.0.0.1", port, NULL};
    if (database->proxy_ports == NULL) {
        names[TARGET + 1] = NULL;
    } else {
        /* The host name stays unchanged: certificates are checked against it. */
        snprintf(port, sizeof port, "%u", database->proxy_ports[client]);
    }
    connection->pg = PQconnectStartParams(names, values, 1);
    if (connection->pg == NULL) {
        return mns_postgres_fail_memory(connection);
    }
    PQsetNoticeReceiver(connection->pg, ignore_notice, NULL);
    PQsetErrorVerbosity(connection->pg, PQERRORS_VERBOSE);
    if (!finish_connecting(connection)) {
        fail_connect(connection);
        return false;
    }
    PQsetErrorVerbosity(connection->pg, PQERRORS_DEFAULT);
    connection->socket = fcntl(PQsocket(connection->pg), F_DUPFD_CLOEXEC, 0);
    if (connection->socket < 0) {
        return mns_postgres_fail(connection, "", strerror(errno));
    }
    return true;
}

static bool prepare(mns_connection *connection, const char *name, const char *text) {
    mns_postgres_remember(connection, MNS_POSTGRES_SENT_STATEMENT);
    return PQsendPrepare(connection->pg, name, text, 0, NULL) != 0 ||
           mns_postgres_fail_now(connection);
}

static bool enter_pipeline(mns_connection *connection) {
    char begin[64];
    PGresult *answer;
    mns_postgres_begin_text(connection->database, begin, sizeof begin);
    if (PQenterPipelineMode(connection->pg) == 0) {
        return mns_postgres_fail_now(connection);
    }
    bool good =
        prepare(connection, "begin", begin) && prepare(connection, "commit", MNS_POSTGRES_COMMIT) &&
        prepare(connection, "rollback", "ROLLBACK") && mns_postgres_exchange(connection, &answer);
    if (good) {
        PQclear(answer);
    }
    return good;
}

static bool set_up(mns_connection *connection) {
    const mns_database *database = connection->database;
    const state *shared = database->state;
    connection->prepared =
        calloc((size_t)database->tables * MNS_STATEMENT_COUNT, sizeof *connection->prepared);
    if (connection->prepared == NULL) {
        return mns_postgres_fail_memory(connection);
    }
    if (shared->set_deadlock_timeout && !mns_postgres_execute(connection, set_deadlock_timeout)) {
        return false;
    }
    return database->simple_protocol || enter_pipeline(connection);
}

static mns_connection *connect(const mns_database *database, unsigned client,
                               mns_driver_error *failure) {
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return NULL;
    }
    connection->database = database;
    connection->socket = -1;
    mns_buf_init(&connection->text);
    mns_buf_init(&connection->value);
    atomic_init(&connection->interrupted, false);
    mns_deadline deadline = connection->deadline = mns_deadline_begin(database);
    if (!open_session(connection, client) || (client < database->clients && !set_up(connection))) {
        *failure = connection->failure;
        close_connection(connection);
        if (mns_deadline_passed(&deadline)) {
            mns_deadline_error(&deadline, failure);
        }
        return NULL;
    }
    connection->deadline.until_ns = 0;
    return connection;
}

/* ---- Server properties ----------------------------------------------------------------------- */

/* The first column of the first row; NULL, without an error, if there is none. Clear *answer. */
static const char *ask(mns_connection *connection, const char *question, PGresult **answer) {
    bool good = mns_postgres_query(connection, question, answer) && PQntuples(*answer) > 0 &&
                PQnfields(*answer) > 0;
    return good ? PQgetvalue(*answer, 0, 0) : NULL;
}

/* "PostgreSQL 15.18 (Debian ...) on x86_64 ...": the part before the details. */
static void find_version(mns_database *database, mns_connection *connection) {
    enum { MOST = 80 };
    PGresult *answer;
    const char *text = ask(connection, "SELECT version()", &answer);
    const char *end = text;
    while (text != NULL && *end != '\0' && end - text < MOST && strncmp(end, " (", 2) != 0 &&
           strncmp(end, " on ", 4) != 0 && *end != ',') {
        mns_buf_char(&database->version, (unsigned char)*end < ' ' ? ' ' : *end);
        end++;
    }
    if (text == NULL) {
        mns_buf_str(&database->version, "unknown, PostgreSQL-compatible");
    }
    PQclear(answer);
}

static void lower_deadlock_timeout(mns_database *database, mns_connection *connection) {
    PGresult *answer;
    state *shared = database->state;
    const char *text =
        ask(connection, "SELECT setting FROM pg_settings WHERE name = 'deadlock_timeout'", &answer);
    bool long_one = text != NULL && strtol(text, NULL, 10) >= DEADLOCK_MOST_MS;
    PQclear(answer);
    if (!long_one) {
        return;
    }
    shared->set_deadlock_timeout = mns_postgres_execute(connection, set_deadlock_timeout);
    if (!shared->set_deadlock_timeout) {
        mns_buf_str(&database->warnings,
                    "the server's deadlock_timeout is 1 s or more and only a superuser may change "
                    "it, so contended transactions will be slow; start the server with "
                    "deadlock_timeout=1ms\n");
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool execute_for_tables(mns_database *database, mns_connection *connection,
                               mns_statement which) {
    bool good = true;
    for (unsigned table = 0; good && table < database->tables; table++) {
        mns_buf_clear(&connection->text);
        mns_sql_write(database, MNS_SQL_POSTGRES, which, table, &connection->text);
        good = connection->text.failed ? mns_postgres_fail_memory(connection)
                                       : mns_postgres_execute(connection, connection->text.data);
    }
    return good;
}

static bool execute_for_schema(mns_connection *connection, const char *verb) {
    mns_buf_clear(&connection->text);
    mns_buf_printf(&connection->text, "%s SCHEMA %s", verb, connection->database->prefix);
    return connection->text.failed ? mns_postgres_fail_memory(connection)
                                   : mns_postgres_execute(connection, connection->text.data);
}

static void end(mns_database *database, mns_connection *connection) {
    mns_buf_str(&database->message, connection->failure.message);
    mns_postgres_execute(connection, "ROLLBACK");
}

static bool create(mns_database *database, mns_connection *connection) {
    find_version(database, connection);
    lower_deadlock_timeout(database, connection);
    bool good = mns_postgres_execute(connection, "BEGIN") &&
                execute_for_schema(connection, "CREATE") &&
                execute_for_tables(database, connection, MNS_SQL_CREATE) &&
                mns_postgres_execute(connection, "COMMIT");
    if (!good) {
        bool denied = strcmp(connection->failure.code, INSUFFICIENT_PRIVILEGE) == 0;
        end(database, connection);
        if (denied) {
            mns_postgres_name_grant(connection->pg, &database->message);
        }
    }
    return good;
}

/* A hot standby rejects SERIALIZABLE: https://www.postgresql.org/docs/15/hot-standby.html, caveats.
 */
static void weaken_claims(mns_database *database) {
    if (strcmp(database->level->native_name, MNS_POSTGRES_SERIALIZABLE) == 0) {
        database->claims = "snapshot-isolation";
        database->claims_source = "https://www.postgresql.org/docs/15/hot-standby.html";
        mns_buf_printf(&database->warnings,
                       "node %u is a standby, which does not support SERIALIZABLE: its reads use "
                       "REPEATABLE READ, so only snapshot-isolation is claimed\n",
                       database->node);
    }
}

/* Compatible servers may not know pg_is_in_recovery: they are not in recovery. */
static bool join(mns_database *database, mns_connection *connection) {
    PGresult *answer;
    find_version(database, connection);
    const char *text = ask(connection, "SELECT pg_is_in_recovery()", &answer);
    database->read_only = text != NULL && strcmp(text, "t") == 0;
    PQclear(answer);
    if (PQstatus(connection->pg) != CONNECTION_OK) {
        mns_buf_str(&database->message, connection->failure.message);
        return false;
    }
    if (database->read_only) {
        weaken_claims(database);
    } else {
        lower_deadlock_timeout(database, connection);
    }
    return true;
}

/* An interrupted client may hold its locks for a while, but not forever. */
static bool drop(mns_database *database, mns_connection *connection) {
    bool good = mns_postgres_execute(connection, "SET lock_timeout = '10s'") &&
                mns_postgres_execute(connection, "BEGIN") &&
                execute_for_tables(database, connection, MNS_SQL_DROP) &&
                execute_for_schema(connection, "DROP") &&
                mns_postgres_execute(connection, "COMMIT");
    if (!good) {
        end(database, connection);
        mns_buf_printf(&database->message, "; schema not removed: %s", database->prefix);
    }
    return good;
}

/* ---- The driver ------------------------------------------------------------------------------ */

static bool open_database(mns_database *database) {
    char *reason = NULL;
    PQconninfoOption *options = PQconninfoParse(database->target, &reason);
    if (options == NULL) {
        mns_postgres_target_reason(database->target, reason == NULL ? "" : reason,
                                   &database->message);
        mns_buf_str(&database->message, "; expected postgres://USER@HOST:PORT/DATABASE?NAME=VALUE, "
                                        "with %XX for special characters");
        PQfreemem(reason);
        return false;
    }
    PQconninfoFree(options);
    database->state = calloc(1, sizeof(state));
    if (database->state == NULL) {
        mns_buf_str(&database->message, "out of memory");
    }
    return database->state != NULL;
}

static void release(mns_database *database) {
    free(database->state);
    database->state = NULL;
}

static const char *const schemes[] = {"postgres", "postgresql", NULL};

/* https://www.postgresql.org/docs/15/transaction-iso.html: READ UNCOMMITTED is the same as READ
 * COMMITTED, and REPEATABLE READ is snapshot isolation. */
#define DOCUMENTED "https://www.postgresql.org/docs/15/transaction-iso.html"
static const mns_run_level levels[] = {
    {"serializable", MNS_POSTGRES_SERIALIZABLE, "serializable", DOCUMENTED "#XACT-SERIALIZABLE"},
    {"repeatable-read", "REPEATABLE READ", "snapshot-isolation",
     DOCUMENTED "#XACT-REPEATABLE-READ"},
    {"read-committed", "READ COMMITTED", "read-committed", DOCUMENTED "#XACT-READ-COMMITTED"},
    {"read-uncommitted", "READ UNCOMMITTED", "read-committed", DOCUMENTED},
};

const mns_driver mns_driver_postgres = {
    .schemes = schemes,
    .summary = "PostgreSQL and compatible databases",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .default_level = 2,
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = (1u << MNS_APPEND_COUNT) - 1,
    .accesses = (1u << MNS_ACCESS_COUNT) - 1,
    .default_append = MNS_APPEND_CONCAT,
    .set_storage = MNS_SET_ROWS,
    .open = open_database,
    .address = mns_postgres_address,
    .connect = connect,
    .create = create,
    .join = join,
    .drop = drop,
    .begin = mns_postgres_begin,
    .apply = mns_postgres_apply,
    .commit = mns_postgres_commit,
    .classify = mns_postgres_classify,
    .rollback = mns_postgres_rollback,
    .interrupt = mns_postgres_interrupt,
    .close = close_connection,
    .describe = mns_postgres_describe,
    .release = release,
};
