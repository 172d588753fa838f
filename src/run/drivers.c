/*
 * drivers.c - which driver a target belongs to, and what this build has.
 *
 * The scheme, the part before the first ':', decides. Drivers whose client library was not there at build time
 * are known by name, so that the message says what to install.
 */
#include "run/driver.h"

#if defined(MNS_HAVE_SQLITE)
#define SQLITE &mns_driver_sqlite
#else
#define SQLITE NULL
#endif
#if defined(MNS_HAVE_LIBPQ)
#define POSTGRES &mns_driver_postgres
#else
#define POSTGRES NULL
#endif
#if defined(MNS_HAVE_LIBMARIADB)
#define MYSQL &mns_driver_mysql
#else
#define MYSQL NULL
#endif
#if defined(MNS_HAVE_HIREDIS)
#define REDIS &mns_driver_redis
#else
#define REDIS NULL
#endif

static const struct kind {
    const char *schemes[4];
    const char *written, *summary;
    const mns_driver *driver;      /* NULL: not in this build, */
    const char *library, *package; /* for want of this */
} kinds[] = {
    {{"sqlite"},
     "sqlite:[FILE]",
     "SQLite, in this process; a temporary file if none is named",
     SQLITE,
     "sqlite3",
     "libsqlite3-dev"},
    {{"postgres", "postgresql"},
     "postgres://[USER@]HOST[:PORT]/[DATABASE]",
     "PostgreSQL and what speaks its protocol",
     POSTGRES,
     "libpq",
     "libpq-dev"},
    {{"mysql", "mariadb"},
     "mysql://[USER@]HOST[:PORT]/DATABASE",
     "MySQL, MariaDB and what speaks their protocol",
     MYSQL,
     "libmariadb",
     "libmariadb-dev"},
    {{"redis", "rediss"},
     "redis://HOST[:PORT]/[NUMBER]",
     "Redis and what speaks its protocol",
     REDIS,
     "hiredis",
     "libhiredis-dev"},
    {{"exec"},
     "exec:COMMAND",
     "any program: transactions as lines of JSON, see docs/exec.md",
     &mns_driver_exec,
     NULL,
     NULL},
};

static const struct kind *kind_of(const char *target) {
    size_t size = strcspn(target, ":");
    for (size_t i = 0; i < MNS_COUNT_OF(kinds) && target[size] == ':'; i++) {
        for (size_t j = 0; kinds[i].schemes[j] != NULL; j++) {
            const char *scheme = kinds[i].schemes[j];
            if (strlen(scheme) == size && memcmp(scheme, target, size) == 0) {
                return &kinds[i];
            }
        }
    }
    return NULL;
}

const mns_driver *mns_driver_find(const char *target, mns_buf *message) {
    const struct kind *kind = kind_of(target);
    if (kind == NULL) {
        mns_buf_str(message, "unknown target; minos run --list shows what there is");
        return NULL;
    }
    if (kind->driver == NULL) {
        mns_buf_printf(message, "this minos was built without %s: install %s and build it again",
                       kind->library, kind->package);
    }
    return kind->driver;
}
