/*
 * postgres_address.c - the address of a target's server, so that a proxy can be put in front.
 *
 * libpq determines it from the target, then the environment, then its defaults, so both are
 * queried. Rejects what cannot be proxied: a Unix socket, several hosts, and a service, which only
 * libpq looks up.
 */
#include <stdio.h>

#include "run/driver/postgres/postgres.h"

/* An option's value; NULL if missing or empty. */
static const char *value_of(const PQconninfoOption *options, const char *name) {
    for (const PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
        if (strcmp(o->keyword, name) == 0) {
            return o->val != NULL && o->val[0] != '\0' ? o->val : NULL;
        }
    }
    return NULL;
}

/* The target's value, else the default. */
static const char *either(const PQconninfoOption *own, const PQconninfoOption *defaults,
                          const char *name) {
    const char *value = value_of(own, name);
    return value != NULL ? value : value_of(defaults, name);
}

static const char *refusal(const PQconninfoOption *own, const char *host, const char *port) {
    if (host == NULL && value_of(own, "service") != NULL) {
        return "a service cannot be proxied; use its host and port";
    }
    if (host == NULL || host[0] == '/' || host[0] == '@' || strlen(host) >= MNS_HOST_SIZE) {
        return "a Unix socket cannot be proxied; use a host and port";
    }
    if (strchr(host, ',') != NULL || strchr(port, ',') != NULL) {
        return "several hosts in one target cannot be proxied; use one target for each";
    }
    return NULL;
}

bool mns_postgres_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                          mns_buf *message) {
    PQconninfoOption *own = PQconninfoParse(database->target, NULL);
    PQconninfoOption *defaults = PQconndefaults();
    bool known = false;
    if (own == NULL || defaults == NULL) {
        mns_buf_str(message, "out of memory");
    } else {
        /* An address takes precedence over the host name. */
        const char *name = either(own, defaults, "hostaddr");
        const char *where = either(own, defaults, "port");
        name = name != NULL ? name : either(own, defaults, "host");
        where = where != NULL ? where : "5432";
        const char *why = refusal(own, name, where);
        if (why == NULL) {
            snprintf(host, MNS_HOST_SIZE, "%s", name);
            *port = (unsigned)strtoul(where, NULL, 10);
            known = true;
        } else {
            mns_buf_str(message, why);
        }
    }
    PQconninfoFree(own);
    PQconninfoFree(defaults);
    return known;
}
