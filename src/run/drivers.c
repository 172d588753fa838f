/*
 * drivers.c - finds the driver of a target.
 *
 * The scheme, the part before the first ':', decides. Drivers whose client library was missing at
 * build time are still known by name, so that the message says what to install.
 */
#include "core/spelling.h"
#include "run/driver/driver.h"
#include "run/simulated.h"
#include "run/system/url.h"

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
#define GALERA &mns_driver_galera
#else
#define MYSQL NULL
#define GALERA NULL
#endif
#if defined(MNS_HAVE_HIREDIS)
#define REDIS &mns_driver_redis
#else
#define REDIS NULL
#endif
#if defined(MNS_HAVE_LIBCURL)
#define ETCD &mns_driver_etcd
#else
#define ETCD NULL
#endif

/* The message for a driver that is not in this build. */
#define WITHOUT(library, package)                                                                  \
    "this minos was built without " library "; install " package " and rebuild it"

static const struct kind {
    const char *schemes[3];
    const char *written, *summary;
    const mns_driver *driver; /* NULL: not in this build; the simulator has none */
    const char *without;      /* the message for that case */
    bool server;              /* without // after the scheme: a throw-away server */
} kinds[] = {
    {{"sqlite"},
     "sqlite:[FILE]",
     "SQLite, embedded; default: a temporary file",
     SQLITE,
     WITHOUT("sqlite3", "libsqlite3-dev"),
     false},
    {{"postgres", "postgresql"},
     "postgres://[USER@]HOST[:PORT]/[DATABASE]",
     "PostgreSQL and compatible databases",
     POSTGRES,
     WITHOUT("libpq", "libpq-dev"),
     true},
    {{"mysql", "mariadb"},
     "mysql://[USER@]HOST[:PORT]/DATABASE",
     "MySQL, MariaDB and compatible databases",
     MYSQL,
     WITHOUT("libmariadb", "libmariadb-dev"),
     true},
    {{"galera"},
     "galera://[USER@]HOST[:PORT]/DATABASE",
     "a Galera cluster of MySQL or MariaDB",
     GALERA,
     WITHOUT("libmariadb", "libmariadb-dev"),
     true},
    {{"redis", "rediss"},
     "redis://HOST[:PORT]/[NUMBER]",
     "Redis and compatible databases",
     REDIS,
     WITHOUT("hiredis", "libhiredis-dev"),
     true},
    {{"etcd", "etcds"},
     "etcd://[USER@]HOST[:PORT]",
     "etcd 3.4 and later, through its JSON gateway",
     ETCD,
     WITHOUT("libcurl", "libcurl4-openssl-dev"),
     true},
    {{"exec"},
     "exec:COMMAND",
     "any program that speaks JSON lines, see docs/exec.md",
     &mns_driver_exec,
     NULL,
     false},
    {{"sim"}, "sim:[LEVEL]", "a simulated database with optional bugs", NULL, NULL, false},
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

/* "unknown target 'nope:'": at most the scheme, since the rest may contain a password, as may any
 * text without a scheme. */
static void name_target(const char *target, mns_buf *message) {
    size_t size =
        strspn(target, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    mns_buf_str(message, "unknown target");
    if (size > 0 && target[size] == ':') {
        mns_buf_str(message, " '");
        mns_buf_bytes(message, target, size);
        mns_buf_str(message, ":'");
    }
}

static void suggest(const char *target, mns_buf *message) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, target, strcspn(target, ":"));
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        for (size_t j = 0; kinds[i].schemes[j] != NULL; j++) {
            mns_spelling_offer(&spelling, kinds[i].schemes[j]);
        }
    }
    name_target(target, message);
    if (spelling.nearest != NULL) {
        mns_buf_printf(message, "; did you mean %s:?", spelling.nearest);
    } else {
        mns_buf_str(message, "; to test another database, use exec:COMMAND with a program of your "
                             "own, see docs/exec.md");
    }
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? " (expected " : ", ", kinds[i].written);
    }
    mns_buf_char(message, ')');
}

const mns_driver *mns_driver_find(const char *target, mns_buf *message) {
    const struct kind *kind = kind_of(target);
    if (kind == NULL) {
        suggest(target, message);
        return NULL;
    }
    if (kind->driver == NULL && kind->without != NULL) {
        mns_buf_str(message, kind->without);
    }
    return kind->driver;
}

bool mns_target_is_simulated(const char *target) { return strncmp(target, "sim:", 4) == 0; }

bool mns_target_is_server(const char *target) {
    const struct kind *kind = kind_of(target);
    return kind != NULL && kind->server;
}

bool mns_target_is_bare(const char *target) {
    return mns_target_is_server(target) && strncmp(strchr(target, ':') + 1, "//", 2) != 0;
}

/* ---- Public functions ------------------------------------------------------------------------ */

const char *minos_run_target(size_t i) { return i < MNS_COUNT_OF(kinds) ? kinds[i].written : NULL; }

const char *minos_run_target_summary(size_t i) {
    return i < MNS_COUNT_OF(kinds) ? kinds[i].summary : NULL;
}

const char *minos_run_target_missing(size_t i) {
    return i < MNS_COUNT_OF(kinds) && kinds[i].driver == NULL ? kinds[i].without : NULL;
}

static const mns_run_level *level_at(const char *target, size_t i) {
    const struct kind *kind = kind_of(target);
    bool there = kind != NULL && kind->driver != NULL && i < kind->driver->level_count;
    return there ? &kind->driver->levels[i] : NULL;
}

const char *minos_run_level(const char *target, size_t i) {
    if (mns_target_is_simulated(target)) {
        return minos_sim_level_name(i);
    }
    const mns_run_level *level = level_at(target, i);
    return level != NULL ? level->name : NULL;
}

const char *minos_run_level_claims(const char *target, size_t i) {
    if (mns_target_is_simulated(target)) {
        return minos_sim_level_name(i);
    }
    const mns_run_level *level = level_at(target, i);
    return level != NULL ? level->claims : NULL;
}

const char *minos_run_level_source(const char *target, size_t i) {
    const mns_run_level *level = level_at(target, i);
    return level != NULL ? level->source : NULL;
}

size_t minos_run_level_find(const char *target, const char *name) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, strlen(name));
    const char *level;
    for (size_t i = 0; (level = minos_run_level(target, i)) != NULL; i++) {
        if (mns_spelling_is(&spelling, level)) {
            return i;
        }
    }
    return SIZE_MAX;
}

size_t minos_run_level_default(const char *target) {
    if (mns_target_is_simulated(target)) {
        return mns_simulated_default(target);
    }
    const struct kind *kind = kind_of(target);
    return kind != NULL && kind->driver != NULL ? kind->driver->default_level : 0;
}

char *minos_run_mask(const char *target) {
    mns_buf out;
    mns_buf_init(&out);
    mns_url_mask(target, &out);
    return mns_buf_take(&out, NULL);
}
