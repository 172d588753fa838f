/*
 * postgres_address.c - where the server of a target listens, so that something can be put in front.
 *
 * Libpq decides it from the target, then the environment, then what it was built with; so it is
 * asked for both. What cannot be led elsewhere is refused: a Unix socket, several hosts to choose
 * from, and a service, which only libpq itself looks up.
 */
#include <stdio.h>

#include "run/driver/postgres/postgres.h"

/* Of options as libpq lists them; NULL where it is not there or is empty. */
static const char *value_of(const PQconninfoOption *options, const char *name) {
    for (const PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++) {
        if (strcmp(o->keyword, name) == 0) {
            return o->val != NULL && o->val[0] != '\0' ? o->val : NULL;
        }
    }
    return NULL;
}

/* The target's, or else the default. */
static const char *either(const PQconninfoOption *own, const PQconninfoOption *defaults,
                          const char *name) {
    const char *value = value_of(own, name);
    return value != NULL ? value : value_of(defaults, name);
}

static const char *refusal(const PQconninfoOption *own, const char *host, const char *port) {
    if (host == NULL && value_of(own, "service") != NULL) {
        return "a service: name its host";
    }
    if (host == NULL || host[0] == '/' || host[0] == '@' || strlen(host) >= MNS_HOST_SIZE) {
        return "a Unix socket: name a host";
    }
    if (strchr(host, ',') != NULL || strchr(port, ',') != NULL) {
        return "several hosts: name each as a target of its own";
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
        /* An address wins over the name that goes with it. */
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
            mns_buf_printf(message, "nothing can be put in front of %s", why);
        }
    }
    PQconninfoFree(own);
    PQconninfoFree(defaults);
    return known;
}
