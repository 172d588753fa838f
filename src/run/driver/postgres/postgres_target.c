/*
 * postgres_target.c - rejects URLs in which libpq would take part of a password for something else.
 *
 * libpq ends the user and password of a URL at the first '@', and only if no '/' precedes it. A
 * password with an unescaped '@' or '/' so becomes part of the host, the port or the database's
 * name, which error messages of libpq and the server show. O(size).
 */
#include "run/driver/postgres/postgres.h"

#define ESCAPES "in a user or password write %40 for @, %2F for /, %3A for : and %3F for ?"

/* True if each ':' outside of brackets is followed by digits, up to a ',' or the end. */
static bool ports_are_numbers(const char *hosts, size_t size) {
    bool in_brackets = false;
    for (size_t i = 0; i < size; i++) {
        if (hosts[i] == '[' || hosts[i] == ']') {
            in_brackets = hosts[i] == '[';
        } else if (hosts[i] == ':' && !in_brackets) {
            i += strspn(hosts + i + 1, "0123456789");
            if (i + 1 < size && hosts[i + 1] != ',') {
                return false;
            }
        }
    }
    return true;
}

const char *mns_postgres_target_refusal(const char *target) {
    bool is_url = strncmp(target, "postgres://", 11) == 0 ||
                  strncmp(target, "postgresql://", 13) == 0; /* else: NAME=VALUE ... */
    if (!is_url) {
        return NULL;
    }
    const char *rest = strstr(target, "://") + 3;
    size_t user = strcspn(rest, "@/");
    rest += rest[user] == '@' ? user + 1 : 0;
    if (memchr(rest, '@', strcspn(rest, "?")) != NULL) {
        return "this URL has an unescaped @ or / in its password; " ESCAPES;
    }
    if (!ports_are_numbers(rest, strcspn(rest, "/?"))) {
        return "the port in a PostgreSQL URL must be a number; " ESCAPES;
    }
    return NULL;
}
