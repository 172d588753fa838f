/*
 * postgres_reasons.c - why libpq could not connect, and what the user can do about it.
 *
 * In: libpq's messages. Out: the class of a connection error, which decides whether the run tries
 * again; the reason why libpq rejects a target, without the target; the GRANT that is missing.
 *
 * libpq has no error numbers for connections, so its messages are searched. Minos never calls
 * setlocale, so they are in English. A message may contain one line for each address that libpq
 * tried, and for each attempt with and without TLS: one line with a permanent error is enough to
 * give up.
 */
#include <errno.h>
#include <stdio.h>

#include "run/driver/postgres/postgres.h"

/* SQLSTATEs of a rejected connection. */
#define TOO_MANY_CONNECTIONS "53300"
#define CANNOT_CONNECT_NOW "57P03"

static bool contains(const char *message, const char *text) {
    return strstr(message, text) != NULL;
}

/* ---- Connection errors ----------------------------------------------------------------------- */

/* Errors of libpq itself that stay the same however often it tries. */
static const struct permanent {
    const char *text, *name;
} permanents[] = {
    {"no password supplied", "not-authorized"},
    {"password retrieved from file", "not-authorized"},
    {"authentication method", "not-authorized"},
    {"channel binding", "not-authorized"},
    {"SCRAM", "not-authorized"},
    {"GSSAPI", "not-authorized"},
    {"SSL was required", "tls-failed"},
    {"SSL negotiation", "tls-failed"},
    {"SSL error", "tls-failed"},
    {"certificate", "tls-failed"},
    {"private key", "tls-failed"},
    {"sslmode", "bad-target"},
    {"invalid ", "bad-target"},
    {"\" not found", "bad-target"}, /* a service */
    {"expected authentication request", "not-postgresql"},
    {"Name or service not known", "unknown-host"},
};

/* With PQERRORS_VERBOSE the server's errors have a SQLSTATE: "FATAL:  28P01: ...". */
static const char *server_error_name(const char *message) {
    if (contains(message, " " TOO_MANY_CONNECTIONS ":")) {
        return "too-many-connections";
    }
    return contains(message, " " CANNOT_CONNECT_NOW ":") ? "starting-up" : "not-authorized";
}

const char *mns_postgres_connect_error(const char *message) {
    if (contains(message, "FATAL")) {
        return server_error_name(message);
    }
    /* The server went away during the handshake. */
    bool closed = contains(message, "unexpected eof");
    for (size_t i = 0; i < MNS_COUNT_OF(permanents) && !closed; i++) {
        if (contains(message, permanents[i].text)) {
            return permanents[i].name;
        }
    }
    bool refused = contains(message, strerror(ECONNREFUSED)) || contains(message, strerror(ENOENT));
    return refused ? "connection-refused" : "unreachable";
}

/* ---- Targets --------------------------------------------------------------------------------- */

static bool is_name(const char *text, size_t size) {
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return letters > 0 && letters >= size;
}

/* Whether the target has a parameter of this name. What precedes the last '@' is not searched: it
 * may be a password with an unescaped '?'. */
static bool has_parameter(const char *target, const char *name, size_t size) {
    const char *host = strrchr(target, '@');
    const char *at = strchr(host != NULL ? host : target, '?');
    for (; at != NULL; at = strchr(at + 1, '&')) {
        if (strncmp(at + 1, name, size) == 0 && strcspn(at + 1, "=&") == size) {
            return true;
        }
    }
    return false;
}

void mns_postgres_target_reason(const char *target, const char *message, mns_buf *out) {
    const char *open = strchr(message, '"');
    while (open != NULL && strcspn(open + 1, "\"") <= 1) { /* a character such as "=" */
        const char *close = strchr(open + 1, '"');
        open = close != NULL ? strchr(close + 1, '"') : NULL;
    }
    size_t size = open != NULL ? strcspn(open + 1, "\"") : 0;
    size_t reason = open != NULL ? (size_t)(open - message) : strcspn(message, "\n");
    if (open != NULL && is_name(open + 1, size) && has_parameter(target, open + 1, size)) {
        reason += size + 2;
    }
    while (reason > 0 && strchr(": \n", message[reason - 1]) != NULL) {
        reason--;
    }
    mns_buf_str(out, "libpq cannot parse this target: ");
    mns_buf_bytes(out, message, reason);
}

/* ---- Missing rights -------------------------------------------------------------------------- */

/* Quotes the name if it needs quotes. */
static void write_identifier(PGconn *pg, const char *name, mns_buf *out) {
    size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    bool simple = name[plain] == '\0' && plain > 0 && (name[0] < '0' || name[0] > '9');
    char *quoted = simple ? NULL : PQescapeIdentifier(pg, name, strlen(name));
    mns_buf_str(out, quoted != NULL ? quoted : name);
    PQfreemem(quoted);
}

void mns_postgres_name_grant(PGconn *pg, mns_buf *out) {
    mns_buf_str(out, "; Minos creates a schema for its tables. As a superuser, run: GRANT CREATE "
                     "ON DATABASE ");
    write_identifier(pg, PQdb(pg), out);
    mns_buf_str(out, " TO ");
    write_identifier(pg, PQuser(pg), out);
    mns_buf_char(out, ';');
}
