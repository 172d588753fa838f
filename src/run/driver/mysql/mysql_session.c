/*
 * mysql_session.c - connections to MySQL and MariaDB.
 *
 * In: a target, mysql://user:password@host:port/database, with socket=, ssl-mode=, ssl-ca=,
 * ssl-cert= and ssl-key= after a '?'. Missing parts come from the library's usual sources: option
 * files ([client], [minos]), MYSQL_PWD, its defaults. Out: a session ready for transactions:
 *
 *   - autocommit is off, so the first statement after COMMIT or ROLLBACK begins a transaction:
 *     BEGIN needs no round trip, and a statement after an error can never commit by itself;
 *   - a statement waits at most LOCK_WAIT_S for a row, or half of the transaction's timeout if that
 *     is less, so that waits without deadlock detection end before the transaction times out;
 *   - the library does not reconnect automatically and sends no files.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/driver/deadline.h"
#include "run/driver/mysql/mysql.h"

/* How long a statement waits for a row: the server's default of 50 s exceeds the transaction's
 * timeout. */
#define LOCK_WAIT_S 5
#define DEFAULT_PORT 3306

/* The timeout of a transaction in whole seconds; it also limits each answer. */
static unsigned limit_s(const mns_database *database) {
    unsigned limit = database->timeout_ms / 1000 + (database->timeout_ms % 1000 != 0);
    return limit < 2 ? 2 : limit;
}

/* ---- Targets --------------------------------------------------------------------------------- */

static const struct mode {
    const char *name;
    mns_mysql_tls tls;
} modes[] = {
    {"disabled", MNS_MYSQL_TLS_DISABLED},
    {"preferred", MNS_MYSQL_TLS_DEFAULT},
    {"required", MNS_MYSQL_TLS_REQUIRED},
    /* The library verifies the name whenever it verifies the certificate. */
    {"verify_ca", MNS_MYSQL_TLS_VERIFIED},
    {"verify_identity", MNS_MYSQL_TLS_VERIFIED},
};

static bool read_mode(mns_mysql_target *target, mns_buf *message) {
    char *name = mns_url_query(&target->url, "ssl-mode");
    bool known = name == NULL;
    for (size_t i = 0; i < MNS_COUNT_OF(modes) && !known; i++) {
        if (strcasecmp(modes[i].name, name) == 0) {
            target->tls = modes[i].tls;
            known = true;
        }
    }
    if (!known) {
        mns_buf_str(message, "ssl-mode must be disabled, preferred, required, verify_ca or "
                             "verify_identity");
    }
    free(name);
    return known;
}

/* Unknown names are rejected: one may be a misspelt ssl-mode. */
static bool check_names(const char *query, mns_buf *message) {
    static const char *const names[] = {"socket", "ssl-mode", "ssl-ca", "ssl-cert", "ssl-key"};
    while (query != NULL && *query != '\0') {
        size_t size = strcspn(query, "=&");
        bool known = false;
        for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
            known = known || (strlen(names[i]) == size && memcmp(names[i], query, size) == 0);
        }
        if (!known) {
            /* The name is not shown: it may be part of a password. */
            mns_buf_str(message, "unknown option after '?' of a mysql:// target; expected socket=, "
                                 "ssl-mode=, ssl-ca=, ssl-cert= or ssl-key=");
            return false;
        }
        query += strcspn(query, "&");
        query += *query == '&' ? 1 : 0;
    }
    return true;
}

bool mns_mysql_target_read(mns_mysql_target *target, const char *text, mns_buf *message) {
    if (!mns_url_read(&target->url, text, message) || !check_names(target->url.query, message) ||
        !read_mode(target, message)) {
        return false;
    }
    target->socket = mns_url_query(&target->url, "socket");
    target->ssl_ca = mns_url_query(&target->url, "ssl-ca");
    target->ssl_cert = mns_url_query(&target->url, "ssl-cert");
    target->ssl_key = mns_url_query(&target->url, "ssl-key");
    if (target->url.path == NULL) {
        mns_buf_str(message, "the target needs a database in which Minos may create tables: "
                             "mysql://USER@HOST/DATABASE");
        return false;
    }
    return true;
}

void mns_mysql_target_release(mns_mysql_target *target) {
    mns_url_release(&target->url);
    free(target->socket);
    free(target->ssl_ca);
    free(target->ssl_cert);
    free(target->ssl_key);
    *target = (mns_mysql_target){.tls = MNS_MYSQL_TLS_DEFAULT};
}

/* Without a port, "localhost" or no host mean the local socket to the library. */
static bool is_socket(const mns_mysql_target *target) {
    const char *host = target->url.host;
    return target->socket != NULL || host == NULL ||
           (strcmp(host, "localhost") == 0 && target->url.port == 0);
}

bool mns_mysql_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                       mns_buf *message) {
    const mns_mysql_target *target = database->state;
    if (is_socket(target) || strlen(target->url.host) >= MNS_HOST_SIZE) {
        mns_buf_str(message, "a Unix socket cannot be proxied; use a host and port");
        return false;
    }
    if (target->tls == MNS_MYSQL_TLS_VERIFIED) {
        /* The library compares the certificate with the address that it connects to. */
        mns_buf_str(message, "a server whose host name is verified cannot be proxied; use "
                             "ssl-mode=required");
        return false;
    }
    snprintf(host, MNS_HOST_SIZE, "%s", target->url.host);
    *port = target->url.port != 0 ? target->url.port : DEFAULT_PORT;
    return true;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

/* The deadline of the connection that this thread is opening; NULL: none. The library's wait
 * callback has no context argument. */
static _Thread_local const mns_deadline *connecting;

/* Replaces the library's own wait, with one deadline for all waits while connecting: 1, 0 on
 * timeout, -1. */
static int wait_for_socket(my_socket fd, my_bool is_read, int timeout_ms) {
    short events = is_read ? POLLIN : POLLOUT;
    if (connecting != NULL) {
        return mns_deadline_wait(connecting, (int)fd, events) ? 1 : 0;
    }
    struct pollfd entry = {.fd = (int)fd, .events = events};
    int ready;
    do {
        ready = poll(&entry, 1, timeout_ms > 0 ? timeout_ms : -1);
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        errno = ETIMEDOUT;
    }
    return ready;
}

/* Option files, read while connecting, may change these: call it before and after. */
static void set_safety(MYSQL *mysql) {
    my_bool reconnect = 0;
    unsigned files = 0;
    mysql_options(mysql, MYSQL_OPT_RECONNECT, &reconnect);
    mysql_options(mysql, MYSQL_OPT_LOCAL_INFILE, &files);
}

static void set_tls(MYSQL *mysql, const mns_mysql_target *target) {
    my_bool enforce = target->tls >= MNS_MYSQL_TLS_REQUIRED;
    my_bool verify = target->tls == MNS_MYSQL_TLS_VERIFIED;
    if (target->tls != MNS_MYSQL_TLS_DEFAULT) {
        mysql_options(mysql, MYSQL_OPT_SSL_ENFORCE, &enforce);
        mysql_options(mysql, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
    }
    if (target->ssl_ca != NULL) {
        mysql_options(mysql, MYSQL_OPT_SSL_CA, target->ssl_ca);
    }
    if (target->ssl_cert != NULL) {
        mysql_options(mysql, MYSQL_OPT_SSL_CERT, target->ssl_cert);
    }
    if (target->ssl_key != NULL) {
        mysql_options(mysql, MYSQL_OPT_SSL_KEY, target->ssl_key);
    }
}

static void set_options(MYSQL *mysql, const mns_database *database) {
    const mns_mysql_target *target = database->state;
    unsigned wait_s = limit_s(database);
    unsigned tcp = MYSQL_PROTOCOL_TCP;
    mysql_options(mysql, MYSQL_READ_DEFAULT_GROUP, "minos");
    mysql_options(mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    mysql_options(mysql, MYSQL_OPT_CONNECT_TIMEOUT, &wait_s);
    mysql_options(mysql, MYSQL_OPT_READ_TIMEOUT, &wait_s);
    mysql_options(mysql, MYSQL_OPT_WRITE_TIMEOUT, &wait_s);
    mysql_optionsv(mysql, MARIADB_OPT_IO_WAIT, wait_for_socket);
    if (target->url.port != 0 || database->proxy_ports != NULL) {
        /* Otherwise "localhost" means the local socket, whatever the port. */
        mysql_options(mysql, MYSQL_OPT_PROTOCOL, &tcp);
    }
    set_safety(mysql);
    set_tls(mysql, target);
}

static bool open_session(mns_connection *connection) {
    const mns_database *database = connection->database;
    const mns_mysql_target *target = database->state;
    const mns_url *url = &target->url;
    const char *host = database->proxy_ports == NULL ? url->host : "127.0.0.1";
    unsigned port =
        database->proxy_ports == NULL ? url->port : database->proxy_ports[connection->client];
    MYSQL *mysql = connection->mysql;
    set_options(mysql, database);
    /* CLIENT_FOUND_ROWS: UPDATE counts matched rows, including unchanged ones. */
    if (mysql_real_connect(mysql, host, url->user, url->password, url->path, port, target->socket,
                           CLIENT_FOUND_ROWS) == NULL) {
        return mns_mysql_failed(connection);
    }
    set_safety(mysql);
    if (target->tls >= MNS_MYSQL_TLS_REQUIRED && mysql_get_ssl_cipher(mysql) == NULL) {
        return mns_mysql_refused(connection, "tls-failed", "the connection is not encrypted");
    }
    /* The library may close its descriptor at any time, and its number may be reused. */
    connection->wake = fcntl((int)mysql_get_socket(mysql), F_DUPFD_CLOEXEC, 0);
    return connection->wake >= 0 ||
           mns_mysql_refused(connection, "too-many-files", "out of file descriptors");
}

void mns_mysql_level_text(const mns_database *database, char *text, size_t size) {
    snprintf(text, size, "SET SESSION TRANSACTION ISOLATION LEVEL %s",
             database->level->native_name);
}

static bool set_up(mns_connection *connection) {
    const mns_database *database = connection->database;
    unsigned limit = limit_s(database);
    unsigned row_s = limit / 2 < LOCK_WAIT_S ? limit / 2 : LOCK_WAIT_S;
    char text[120];
    mns_mysql_level_text(database, text, sizeof text);
    if (!mns_mysql_query(connection, text)) {
        return false;
    }
    /* Dropping a table waits longer: interrupted clients may still hold row locks. */
    snprintf(text, sizeof text,
             "SET autocommit = 0, innodb_lock_wait_timeout = %u, lock_wait_timeout = %u", row_s,
             (row_s + limit) / 2);
    return mns_mysql_query(connection, text);
}

/* A node outside the cluster accepts connections but rejects all statements: detect that here,
 * where connecting is retried. */
static bool is_ready(mns_connection *connection) {
    if (connection->database->driver != &mns_driver_galera) {
        return true;
    }
    mns_buf state;
    mns_buf_init(&state);
    bool asked = mns_mysql_ask(connection, "SHOW STATUS LIKE 'wsrep_ready'", 1, &state);
    bool ready = asked && state.size == 2 && memcmp(state.data, "ON", 2) == 0;
    mns_buf_release(&state);
    return ready || !asked ? ready
                           : mns_mysql_refused(
                                 connection, "not-ready",
                                 "not ready, or not a node of a Galera cluster: wsrep_ready is not "
                                 "ON");
}

mns_connection *mns_mysql_connect(const mns_database *database, unsigned client,
                                  mns_driver_error *failure) {
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_mysql_error(failure, 2008, "out of memory", false);
        return NULL;
    }
    *connection = (mns_connection){.database = database, .client = client, .wake = -1};
    mns_buf_init(&connection->cell);
    mns_buf_init(&connection->sum);
    mns_buf_init(&connection->query);
    connection->statements =
        calloc((size_t)database->tables * MNS_STATEMENT_COUNT, sizeof *connection->statements);
    connection->mysql = mysql_init(NULL);
    if (connection->statements == NULL || connection->mysql == NULL) {
        mns_mysql_refused(connection, "out-of-memory", "out of memory");
    }
    mns_deadline deadline = mns_deadline_begin(database);
    connecting = &deadline;
    bool good = connection->mysql != NULL && connection->statements != NULL &&
                open_session(connection) && set_up(connection) && is_ready(connection);
    connecting = NULL;
    if (good) {
        return connection;
    }
    *failure = connection->failure;
    mns_mysql_name_grant_to_connect(database, failure);
    mns_mysql_close(connection);
    if (mns_deadline_passed(&deadline)) {
        mns_deadline_error(&deadline, failure);
    }
    return NULL;
}

void mns_mysql_interrupt(mns_connection *connection) { shutdown(connection->wake, SHUT_RDWR); }

void mns_mysql_close(mns_connection *connection) {
    size_t count = (size_t)connection->database->tables * MNS_STATEMENT_COUNT;
    /* The library reads the rest of a result before closing it: avoid that on a broken connection.
     */
    if (connection->failure.broken && connection->wake >= 0) {
        shutdown(connection->wake, SHUT_RDWR);
    }
    if (connection->mysql != NULL) {
        mns_mysql_discard(connection);
    }
    for (size_t i = 0; i < count && connection->statements != NULL; i++) {
        free(connection->statements[i].text);
        if (connection->statements[i].prepared != NULL) {
            mysql_stmt_close(connection->statements[i].prepared);
        }
    }
    if (connection->mysql != NULL) {
        mysql_close(connection->mysql);
    }
    if (connection->wake >= 0) {
        close(connection->wake);
    }
    free(connection->statements);
    mns_buf_release(&connection->cell);
    mns_buf_release(&connection->sum);
    mns_buf_release(&connection->query);
    free(connection);
}
