/*
 * etcd.c - the driver of etcd: targets, sessions, setup and cleanup.
 *
 *     etcd://[USER:PASSWORD@]HOST[:PORT]
 *     etcds://...[?cacert=FILE&cert=FILE&key=FILE]       over TLS
 *
 * If the target has no password, ETCDCTL_PASSWORD is used, as by etcdctl. The workload's keys are
 * named PREFIX/KEY; create fails if a key with the prefix exists, and drop deletes the range of it.
 * etcd has no tables, no secondary keys, and values that are written as a whole: clients read,
 * modify and write.
 *
 * What the levels claim follows from two guarantees (https://etcd.io/docs/v3.4/learning/
 * api_guarantees/): a transaction is atomic, at one revision of the store, and operations are
 * linearizable, except for reads requested as "serializable", which a member answers locally,
 * possibly with old data. etcd_txn.c has the argument.
 */
#include "run/driver/etcd/etcd.h"

#include <stdio.h>

#include "run/system/base64.h"

/* Indexed by mns_etcd_level. */
#define DOCUMENTED "https://etcd.io/docs/v3.4/learning/api_guarantees/"
static const mns_run_level levels[] = {
    {"strict-serializable", "compare all keys read", "strict-serializable", DOCUMENTED},
    {"serializable", "compare all keys read, read locally", "serializable", DOCUMENTED},
    {"snapshot-isolation", "compare keys written", "strong-snapshot-isolation", DOCUMENTED},
    {"unchecked", "compare nothing", "none", NULL},
};

mns_etcd_level mns_etcd_level_of(const mns_database *database) {
    return (mns_etcd_level)(database->level - levels);
}

typedef struct etcd_state {
    mns_url url;
    bool curl; /* initialized */
} etcd_state;

static bool fail(mns_database *database, const char *why) {
    mns_buf_str(&database->message, why);
    return false;
}

static bool has(const char *text) { return text != NULL && text[0] != '\0'; }

/* ---- Targets --------------------------------------------------------------------------------- */

/* Host names and addresses only, so that libcurl cannot parse the URL differently. */
static bool is_host(const char *host) {
    return strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:") ==
           strlen(host);
}

static bool check_url(mns_database *database, const mns_url *url) {
    if (url->path != NULL) {
        return fail(database, "an etcd:// URL has no path after host and port");
    }
    if (url->host != NULL && !is_host(url->host)) {
        return fail(database, "the host of an etcd:// URL must be a name or an address");
    }
    if (url->query != NULL && strcmp(url->scheme, "etcds") != 0) {
        return fail(
            database,
            "etcd:// URLs have no options after '?'; etcds:// URLs have cacert, cert and key");
    }
    if (database->tables > 1) {
        return fail(database, "--tables is not supported for etcd:");
    }
    return true;
}

static bool open_target(mns_database *database) {
    etcd_state *state = calloc(1, sizeof *state);
    database->state = state;
    if (state == NULL) {
        return fail(database, "out of memory");
    }
    state->curl = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (!state->curl) {
        return fail(database, "cannot initialize libcurl");
    }
    return mns_url_read(&state->url, database->target, &database->message) &&
           check_url(database, &state->url);
}

static bool address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                    mns_buf *message) {
    const mns_url *url = &((const etcd_state *)database->state)->url;
    const char *name = url->host != NULL ? url->host : "localhost";
    if (strlen(name) >= MNS_HOST_SIZE) {
        mns_buf_str(message, "the host name is too long");
        return false;
    }
    memcpy(host, name, strlen(name) + 1);
    *port = url->port != 0 ? url->port : MNS_ETCD_PORT;
    return true;
}

static void release(mns_database *database) {
    etcd_state *state = database->state;
    if (state != NULL) {
        mns_url_release(&state->url);
        if (state->curl) {
            curl_global_cleanup();
        }
    }
    free(state);
    database->state = NULL;
}

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Gets a token if there is a user. The server's reply is not shown, since it may contain anything.
 */
static bool authenticate(mns_connection *connection, const mns_url *url) {
    const char *password = has(url->password) ? url->password : getenv("ETCDCTL_PASSWORD");
    mns_driver_error *failure = &connection->failure;
    mns_buf *out = &connection->request;
    if (!has(url->user)) {
        return true;
    }
    mns_buf_clear(out);
    mns_buf_str(out, "{\"name\":");
    mns_buf_json_string(out, url->user, strlen(url->user));
    mns_buf_str(out, ",\"password\":");
    mns_buf_json_string(out, has(password) ? password : "", has(password) ? strlen(password) : 0);
    mns_buf_str(out, "}");
    if (!mns_etcd_call(connection, "/v3/auth/authenticate")) {
        if (strncmp(failure->name, "authentication", 14) == 0) {
            bool off = strcmp(failure->name, "authentication-disabled") == 0;
            mns_driver_error_set(
                failure, MNS_OUTCOME_FAIL, true, "authentication", "",
                off ? "authentication is disabled on the server; remove the user from the target"
                    : "the server rejected the password");
        }
        return false;
    }
    const mns_buf *token = &connection->answer.token;
    if (token->size == 0 || strpbrk(token->data, "\r\n") != NULL) {
        mns_etcd_unexpected(failure, "the server returned no authentication token");
        return false;
    }
    if (!mns_etcd_http_token(&connection->http, token->data)) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return false;
    }
    return true;
}

/* Checks that the server is etcd, and gets its version. */
static bool greet(mns_connection *connection) {
    mns_buf_clear(&connection->request);
    mns_buf_str(&connection->request, "{}");
    if (!mns_etcd_call(connection, "/v3/maintenance/status")) {
        return false;
    }
    if (connection->answer.version.size == 0) {
        mns_etcd_unexpected(&connection->failure,
                            "protocol mismatch: the server is not etcd 3.4 or later");
        return false;
    }
    return true;
}

void mns_etcd_release_keys(mns_connection *connection) {
    for (size_t i = 0; i < connection->key_capacity; i++) {
        mns_buf_release(&connection->keys[i].value);
    }
    free(connection->keys);
}

static void close_connection(mns_connection *connection) {
    mns_etcd_release_keys(connection);
    mns_etcd_answer_release(&connection->answer);
    mns_buf_release(&connection->request);
    mns_etcd_http_close(&connection->http);
    free(connection);
}

static mns_connection *connect_client(const mns_database *database, unsigned client,
                                      mns_driver_error *failure) {
    const mns_url *url = &((const etcd_state *)database->state)->url;
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return NULL;
    }
    connection->database = database;
    connection->level = mns_etcd_level_of(database);
    mns_buf_init(&connection->request);
    mns_etcd_answer_init(&connection->answer);
    mns_deadline deadline = mns_deadline_begin(database);
    bool good =
        mns_etcd_http_open(&connection->http, url,
                           database->proxy_ports != NULL ? database->proxy_ports[client] : 0,
                           &deadline, &connection->failure) &&
        authenticate(connection, url) && greet(connection);
    if (!good) {
        *failure = connection->failure;
        failure->outcome = MNS_OUTCOME_FAIL;
        failure->broken = true;
        close_connection(connection);
        /* curl may time out slightly before the deadline. */
        if (mns_deadline_passed(&deadline) || strcmp(failure->name, "timeout") == 0) {
            mns_deadline_error(&deadline, failure);
        }
        return NULL;
    }
    mns_etcd_http_settle(&connection->http, database->timeout_ms);
    return connection;
}

static void classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
}

/* The only request that writes was answered, or the connection is broken. */
static bool rollback(mns_connection *connection) { return !connection->failure.broken; }

static void interrupt(mns_connection *connection) { mns_etcd_http_interrupt(&connection->http); }

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

/* The prefix of a run is random unless the user chose it, so the right is for all runs. */
static void name_missing_right(mns_database *database, const mns_driver_error *failure) {
    bool anonymous = strstr(failure->message, "user name is empty") != NULL;
    if (anonymous) {
        mns_buf_str(&database->message, "; the server requires a user: etcd://USER@HOST, with the "
                                        "password in ETCDCTL_PASSWORD");
    } else if (strstr(failure->message, "permission denied") != NULL) {
        bool own = strncmp(database->prefix, "minos_", 6) == 0;
        mns_buf_printf(&database->message,
                       "; as root, run: etcdctl role grant-permission ROLE readwrite "
                       "--prefix=true %s",
                       own ? "minos_" : database->prefix);
    }
}

/* Sends a request about all keys with the prefix: from PREFIX/ to PREFIX0, since '0' follows '/'.
 */
static bool request_all_keys(mns_database *database, mns_connection *connection, const char *path,
                             const char *rest) {
    mns_buf *out = &connection->request;
    char from[sizeof database->prefix + 2], until[sizeof database->prefix + 2];
    int size = snprintf(from, sizeof from, "%s/", database->prefix);
    snprintf(until, sizeof until, "%s0", database->prefix);
    mns_buf_clear(out);
    mns_buf_str(out, "{\"key\":\"");
    mns_base64_write(from, (size_t)size, out);
    mns_buf_str(out, "\",\"range_end\":\"");
    mns_base64_write(until, (size_t)size, out);
    mns_buf_str(out, rest);
    if (!mns_etcd_call(connection, path)) {
        mns_buf_printf(&database->message, "%s: %s", path, connection->failure.message);
        name_missing_right(database, &connection->failure);
        return false;
    }
    return true;
}

static bool create(mns_database *database, mns_connection *connection) {
    const mns_etcd_answer *answer = &connection->answer;
    if (!greet(connection)) {
        return fail(database, connection->failure.message);
    }
    size_t harmless = strspn(answer->version.data, "0123456789.-+abcdefghijklmnopqrstuvwxyz");
    mns_buf_printf(&database->version, "etcd %.*s", harmless < 32 ? (int)harmless : 32,
                   answer->version.data);
    if (!request_all_keys(database, connection, "/v3/kv/range",
                          "\",\"keys_only\":true,\"limit\":\"1\"}")) {
        return false;
    }
    if (answer->single.found > 0) {
        mns_buf_printf(&database->message, "the database already has keys that begin with %s/",
                       database->prefix);
        return false;
    }
    return true;
}

static bool drop(mns_database *database, mns_connection *connection) {
    if (!request_all_keys(database, connection, "/v3/kv/deleterange", "\"}")) {
        mns_buf_printf(&database->message, "; keys that begin with %s/ were not removed",
                       database->prefix);
        return false;
    }
    return true;
}

static const char *const schemes[] = {"etcd", "etcds", NULL};

const mns_driver mns_driver_etcd = {
    .schemes = schemes,
    .summary = "etcd 3.4 and later, through its JSON gateway",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = 1u << MNS_APPEND_RMW,
    .accesses = 1u << MNS_ACCESS_PRIMARY,
    .default_append = MNS_APPEND_RMW,
    .set_storage = MNS_SET_OBJECT,
    .open = open_target,
    .address = address,
    .connect = connect_client,
    .create = create,
    .drop = drop,
    .begin = mns_etcd_begin,
    .apply = mns_etcd_apply,
    .commit = mns_etcd_commit,
    .describe = mns_etcd_describe,
    .classify = classify,
    .rollback = rollback,
    .interrupt = interrupt,
    .close = close_connection,
    .release = release,
};
