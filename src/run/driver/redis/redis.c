/*
 * redis.c - the driver of Redis: targets, sessions, setup and cleanup.
 *
 *     redis://[USER:PASSWORD@]HOST[:PORT]/[NUMBER]    HOST may be a socket path: %2Ftmp%2Fr.sock
 *
 * If the target has no password, REDISCLI_AUTH is used, as by redis-cli. The workload's keys are
 * named PREFIX:KEY; create fails if a key with the prefix exists, and drop deletes the keys that
 * the run used, by name. Redis has no tables, no secondary keys and one way to append.
 *
 * What the levels claim: Redis executes commands one at a time, those of a transaction in sequence,
 * and "a request sent by another client will never be served in the middle of the execution of a
 * Redis Transaction" (https://redis.io/docs/latest/develop/using-commands/transactions/); a script
 * likewise "is executed in an atomic way" (.../develop/programmability/eval-intro/). One order of
 * whole transactions, each between its request and its answer, is strict serializability. It holds
 * for a single server that is not restarted: replicas and clusters are rejected, and a restart,
 * which may lose acknowledged writes, produces a warning.
 */
#include <stdio.h>

#include "run/driver/redis/redis.h"

#define LIMIT_SCANS 10000000
#define KEYS_PER_DEL 512
#define DEFAULT_PORT 6379
#define NO_PERMISSION "NOPERM"
/* All commands of this driver, as rules of an ACL. */
#define NEEDED_COMMANDS                                                                            \
    "+auth +select +ping +info +scan +del +multi +exec +eval +rpush +lrange +set +get +sadd "      \
    "+smembers +incrby"

#define DOCUMENTED "https://redis.io/docs/latest/develop/interact/"
static const mns_run_level levels[] = {
    {"multi", "MULTI", "strict-serializable", DOCUMENTED "transactions/"},
    {MNS_REDIS_LUA, "LUA", "strict-serializable", DOCUMENTED "programmability/eval-intro/"},
};

typedef struct redis_state {
    mns_url url;
    char run_id[64]; /* of the server at create; changes at each start */
} redis_state;

static bool fail(mns_database *database, const char *why) {
    mns_buf_str(&database->message, why);
    return false;
}

/* An ACL may lack a command that the run needs: name all of them. */
static bool fail_with(mns_database *database, const char *what, const mns_driver_error *failure) {
    mns_buf_printf(&database->message, "%s: %s", what, failure->message);
    if (strcmp(failure->code, NO_PERMISSION) == 0) {
        const redis_state *state = database->state;
        mns_buf_printf(&database->message,
                       "; as an administrator, run: ACL SETUSER %s ~%s* " NEEDED_COMMANDS,
                       state->url.user != NULL ? state->url.user : "default",
                       strncmp(database->prefix, "minos_", 6) == 0 ? "minos_" : database->prefix);
    }
    return false;
}

/* ---- Targets --------------------------------------------------------------------------------- */

static bool check_url(mns_database *database, const mns_url *url) {
    if (strcmp(url->scheme, "rediss") == 0) {
        return fail(database, "rediss: is not supported (no TLS); use redis:// through a tunnel");
    }
    size_t digits = url->path == NULL ? 0 : strspn(url->path, "0123456789");
    if (url->path != NULL && (url->path[digits] != '\0' || digits > 9)) {
        return fail(database, "the path of a redis:// URL must be a database number");
    }
    if (url->query != NULL) {
        return fail(database, "redis:// URLs have no options after '?'");
    }
    if (database->tables > 1) {
        return fail(database, "--tables is not supported for redis:");
    }
    return true;
}

static bool open_target(mns_database *database) {
    redis_state *state = calloc(1, sizeof *state);
    database->state = state;
    if (state == NULL) {
        return fail(database, "out of memory");
    }
    return mns_url_read(&state->url, database->target, &database->message) &&
           check_url(database, &state->url);
}

static void release(mns_database *database) {
    redis_state *state = database->state;
    if (state != NULL) {
        mns_url_release(&state->url);
    }
    free(state);
    database->state = NULL;
}

static const char *host_of(const mns_url *url) {
    return url->host != NULL ? url->host : "localhost";
}

static unsigned port_of(const mns_url *url) { return url->port != 0 ? url->port : DEFAULT_PORT; }

static bool address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                    mns_buf *message) {
    const mns_url *url = &((const redis_state *)database->state)->url;
    const char *name = host_of(url);
    if (name[0] == '/' || strlen(name) >= MNS_HOST_SIZE) {
        mns_buf_str(message, "a Unix socket cannot be proxied; use a host and port");
        return false;
    }
    snprintf(host, MNS_HOST_SIZE, "%s", name);
    *port = port_of(url);
    return true;
}

static bool open_wire(mns_connection *connection, const mns_url *url, unsigned client,
                      const mns_deadline *deadline, mns_driver_error *failure) {
    const mns_database *database = connection->database;
    const char *host = database->proxy_ports == NULL ? host_of(url) : "127.0.0.1";
    unsigned port = database->proxy_ports == NULL ? port_of(url) : database->proxy_ports[client];
    return mns_resp_open(&connection->wire, host, port, deadline, failure);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static bool has(const char *text) { return text != NULL && text[0] != '\0'; }

/* Sends AUTH. The reply is not shown, because a server that does not know AUTH repeats the command.
 */
static bool authenticate(mns_connection *connection, const mns_url *url, const char *password,
                         mns_driver_error *failure) {
    mns_resp *wire = &connection->wire;
    mns_resp_begin(wire);
    mns_resp_command(wire, has(url->user) ? 3 : 2);
    mns_resp_text(wire, "AUTH");
    if (has(url->user)) {
        mns_resp_text(wire, url->user);
    }
    mns_resp_text(wire, password);
    const mns_redis_reply *reply =
        mns_resp_send(wire, failure) ? mns_resp_reply(wire, failure) : NULL;
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR) {
        mns_driver_error known;
        mns_redis_error(reply, &known);
        bool refused = strcmp(known.name, "error") == 0 || strcmp(known.code, "WRONGPASS") == 0;
        mns_driver_error_set(
            failure, MNS_OUTCOME_FAIL, true, refused ? "authentication" : known.name, "",
            refused ? "the server rejected the password" : "the server rejected AUTH");
        return false;
    }
    return reply != NULL;
}

/* SELECT and PING: select the database, and check that the server accepts commands. */
static bool greet(mns_connection *connection, const mns_url *url, mns_driver_error *failure) {
    mns_resp *wire = &connection->wire;
    mns_resp_begin(wire);
    if (has(url->path)) {
        mns_resp_command(wire, 2);
        mns_resp_text(wire, "SELECT");
        mns_resp_text(wire, url->path);
    }
    mns_resp_command(wire, 1);
    mns_resp_text(wire, "PING");
    if (!mns_resp_send(wire, failure)) {
        return false;
    }
    for (int left = has(url->path) ? 2 : 1; left > 0; left--) {
        const mns_redis_reply *reply = mns_resp_reply(wire, failure);
        if (reply == NULL) {
            return false;
        }
        if (reply->type == REDIS_REPLY_ERROR) {
            mns_redis_error(reply, failure);
            return false;
        }
        if (!mns_redis_is_status(reply, left == 1 ? "PONG" : "OK")) {
            mns_redis_unexpected(failure, "protocol mismatch: the server is not Redis");
            return false;
        }
    }
    return true;
}

static void close_connection(mns_connection *connection) {
    mns_resp_close(&connection->wire);
    free(connection);
}

static mns_connection *connect_client(const mns_database *database, unsigned client,
                                      mns_driver_error *failure) {
    const mns_url *url = &((const redis_state *)database->state)->url;
    const char *password = has(url->password) ? url->password : getenv("REDISCLI_AUTH");
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return NULL;
    }
    connection->database = database;
    mns_deadline deadline = mns_deadline_begin(database);
    if (!open_wire(connection, url, client, &deadline, failure) ||
        (has(password) && !authenticate(connection, url, password, failure)) ||
        !greet(connection, url, failure)) {
        failure->outcome = MNS_OUTCOME_FAIL;
        failure->broken = true;
        close_connection(connection);
        if (mns_deadline_passed(&deadline)) {
            mns_deadline_error(&deadline, failure);
        }
        return NULL;
    }
    mns_resp_settle(&connection->wire, database->timeout_ms);
    return connection;
}

static void classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
}

/* EXEC has ended the transaction either way. */
static bool rollback(mns_connection *connection) { return !connection->failure.broken; }

static void interrupt(mns_connection *connection) { mns_resp_shut(&connection->wire); }

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

/* Sends the command and returns its reply; NULL and a message if it is not of this type. */
static const mns_redis_reply *ask(mns_database *database, mns_connection *connection, int type,
                                  const char *what) {
    mns_driver_error *failure = &connection->failure;
    const mns_redis_reply *reply = mns_resp_send(&connection->wire, failure)
                                       ? mns_resp_reply(&connection->wire, failure)
                                       : NULL;
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR) {
        mns_redis_error(reply, failure);
        reply = NULL;
    } else if (reply != NULL && reply->type != type) {
        mns_redis_unexpected(failure, "unexpected reply type");
        reply = NULL;
    }
    if (reply == NULL) {
        fail_with(database, what, failure);
    }
    return reply;
}

/* Finds name:value in the lines of INFO and copies the value, restricted to safe characters. */
static bool find_info(const char *info, const char *name, char *value, size_t room) {
    size_t size = strlen(name);
    for (const char *line = info; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, size) == 0 && line[size] == ':') {
            line += size + 1;
            size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789.-_+~");
            snprintf(value, room, "%.*s", (int)(length < room ? length : room - 1), line);
            return true;
        }
    }
    return false;
}

static bool info_is(const char *info, const char *name, const char *expected) {
    char value[64];
    return find_info(info, name, value, sizeof value) && strcmp(value, expected) == 0;
}

/* The text of INFO; NULL: message. */
static const char *ask_info(mns_database *database, mns_connection *connection) {
    mns_resp_begin(&connection->wire);
    mns_resp_command(&connection->wire, 1);
    mns_resp_text(&connection->wire, "INFO");
    const mns_redis_reply *reply = ask(database, connection, REDIS_REPLY_STRING, "INFO");
    return reply == NULL ? NULL : reply->text;
}

static bool check_server(mns_database *database, mns_connection *connection) {
    redis_state *state = database->state;
    const char *info = ask_info(database, connection);
    if (info == NULL) {
        return false;
    }
    if (info_is(info, "role", "slave")) {
        return fail(database, "this server is a read-only replica; use its primary");
    }
    if (info_is(info, "cluster_enabled", "1")) {
        return fail(database,
                    "this server is part of a cluster, where a transaction cannot span several "
                    "slots; use a server without cluster mode");
    }
    char version[64] = "(unknown version)", policy[64];
    bool valkey = find_info(info, "valkey_version", version, sizeof version);
    if (!valkey) {
        find_info(info, "redis_version", version, sizeof version);
    }
    mns_buf_printf(&database->version, "%s %s", valkey ? "Valkey" : "Redis", version);
    find_info(info, "run_id", state->run_id, sizeof state->run_id);
    if (find_info(info, "maxmemory_policy", policy, sizeof policy) &&
        !info_is(info, "maxmemory", "0") && strncmp(policy, "allkeys-", 8) == 0) {
        mns_buf_printf(&database->warnings,
                       "Redis may evict keys when its memory is full (maxmemory-policy %s)\n",
                       policy);
    }
    return true;
}

/* What a restart may have lost depends on what is written to disk, and when. */
static void warn_of_restart(mns_database *database, mns_connection *connection) {
    const redis_state *state = database->state;
    const char *info = ask_info(database, connection);
    if (info != NULL && state->run_id[0] != '\0' && !info_is(info, "run_id", state->run_id)) {
        mns_buf_printf(
            &database->warnings,
            "Redis was restarted during the run; %s, so acknowledged writes may be lost\n",
            info_is(info, "aof_enabled", "1") ? "its append-only file is synced by appendfsync"
                                              : "it has no append-only file");
    }
}

/* Scans the whole key space: there is no other way to find keys with a prefix. */
static bool check_prefix(mns_database *database, mns_connection *connection) {
    char cursor[32] = "0", pattern[80];
    snprintf(pattern, sizeof pattern, "%s:*", database->prefix);
    for (unsigned i = 0; i < LIMIT_SCANS; i++) {
        const char *const words[] = {"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"};
        mns_resp_begin(&connection->wire);
        mns_resp_command(&connection->wire, MNS_COUNT_OF(words));
        for (size_t j = 0; j < MNS_COUNT_OF(words); j++) {
            mns_resp_text(&connection->wire, words[j]);
        }
        const mns_redis_reply *reply = ask(database, connection, REDIS_REPLY_ARRAY, "SCAN");
        if (reply == NULL) {
            return false;
        }
        if (reply->count != 2 || reply->items[0]->type != REDIS_REPLY_STRING ||
            reply->items[0]->size >= sizeof cursor || reply->items[1]->type != REDIS_REPLY_ARRAY) {
            return fail(database, "SCAN: unexpected reply");
        }
        if (reply->items[1]->count > 0) {
            mns_buf_printf(&database->message,
                           "the database already has keys that begin with %s:", database->prefix);
            return false;
        }
        snprintf(cursor, sizeof cursor, "%s", reply->items[0]->text);
        if (strcmp(cursor, "0") == 0) {
            return true;
        }
    }
    return fail(database, "SCAN: the database has too many keys");
}

static bool create(mns_database *database, mns_connection *connection) {
    return check_server(database, connection) && check_prefix(database, connection);
}

static bool drop(mns_database *database, mns_connection *connection) {
    for (uint64_t from = 0; from < database->keys; from += KEYS_PER_DEL) {
        uint64_t left = database->keys - from;
        uint64_t count = left < KEYS_PER_DEL ? left : KEYS_PER_DEL;
        mns_resp_begin(&connection->wire);
        mns_resp_command(&connection->wire, 1 + (size_t)count);
        mns_resp_text(&connection->wire, "DEL");
        for (uint64_t i = 0; i < count; i++) {
            mns_resp_key(&connection->wire, database->prefix, from + i);
        }
        if (ask(database, connection, REDIS_REPLY_INTEGER, "DEL") == NULL) {
            mns_buf_printf(&database->message, "; keys that begin with %s: were not removed",
                           database->prefix);
            return false;
        }
    }
    warn_of_restart(database, connection);
    return true;
}

static const char *const schemes[] = {"redis", "rediss", NULL};

const mns_driver mns_driver_redis = {
    .schemes = schemes,
    .summary = "Redis and compatible databases",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = 1u << MNS_APPEND_CONCAT,
    .accesses = 1u << MNS_ACCESS_PRIMARY,
    .default_append = MNS_APPEND_CONCAT,
    .set_storage = MNS_SET_OBJECT,
    .open = open_target,
    .address = address,
    .connect = connect_client,
    .create = create,
    .drop = drop,
    .begin = mns_redis_begin,
    .apply = mns_redis_apply,
    .commit = mns_redis_commit,
    .describe = mns_redis_describe,
    .classify = classify,
    .rollback = rollback,
    .interrupt = interrupt,
    .close = close_connection,
    .release = release,
};
