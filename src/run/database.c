/* database.c - see database.h. */
#include "run/database.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "run/bounded_setup.h"
#include "run/client/connectivity.h"
#include "run/system/clock.h"
#include "run/system/url.h"

#define NS_PER_MS UINT64_C(1000000)
/* Minimum time for one connection attempt. */
#define ATTEMPT_NS (1000 * NS_PER_MS)
/* Maximum delay until an interrupt is noticed. */
#define SLICE_NS (50 * NS_PER_MS)

/* Number of interrupts that */
enum {
    STOP_SETUP = 1,  /* stop connecting and creating tables */
    STOP_CLEANUP = 2 /* stop dropping the tables, too */
};

/* ---- Opening --------------------------------------------------------------------------------- */

/* Prefixes of concurrent runs must differ; without /dev/urandom, time and process id are used. */
static uint32_t random_number(void) {
    uint32_t number = 0;
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool had = file >= 0 && read(file, &number, sizeof number) == (ssize_t)sizeof number;
    if (file >= 0) {
        close(file);
    }
    if (!had) {
        mns_random random = mns_random_of(mns_clock_ns(), (uint64_t)getpid());
        number = (uint32_t)(mns_random_next(&random) >> 32);
    }
    return number;
}

/* A level that allows lost updates lets clients that read, modify and write overwrite each other's
 * values. The database does not promise to prevent that, so no model is expected to hold. */
static void weaken_claims(mns_database *database) {
    const char *claims = database->claims;
    if (database->append == MNS_APPEND_RMW &&
        (strcmp(claims, "read-committed") == 0 || strcmp(claims, "read-uncommitted") == 0)) {
        mns_buf_printf(&database->warnings,
                       "clients append by read-modify-write (rmw) and %s allows lost updates, so "
                       "no model is expected to hold\n",
                       claims);
        database->claims = "none";
    }
}

bool mns_database_open(mns_database *database, const mns_plan *plan,
                       const minos_run_options *options, const mns_database *first, unsigned node,
                       mns_buf *message) {
    *database = (mns_database){.driver = plan->driver,
                               .target = first == NULL ? options->target : options->more[node - 1],
                               .node = node,
                               .level = plan->level,
                               .kind = plan->config.shape.kind,
                               .append = plan->append,
                               .access = plan->access,
                               .tables = options->tables,
                               .clients = plan->config.processes,
                               .simple_protocol = options->simple_protocol != 0,
                               .keep = options->keep != 0,
                               .timeout_ms = options->timeout_ms,
                               .connect_ms = options->connect_ms,
                               .claims = plan->level->claims,
                               .claims_source = plan->level->source};
    mns_buf_init(&database->version);
    mns_buf_init(&database->warnings);
    mns_buf_init(&database->message);
    const char *prefix = first != NULL ? first->prefix : options->prefix;
    if (first == NULL) {
        weaken_claims(database);
    }
    if (prefix != NULL) {
        snprintf(database->prefix, sizeof database->prefix, "%s", prefix);
    } else {
        snprintf(database->prefix, sizeof database->prefix, "minos_%08lx",
                 (unsigned long)random_number());
    }
    if (database->driver->open(database)) {
        return true;
    }
    mns_buf_bytes(message, database->message.data, database->message.size);
    message->failed = message->failed || database->message.failed;
    return false;
}

void mns_database_release(mns_database *database) {
    database->driver->release(database);
    mns_buf_release(&database->version);
    mns_buf_release(&database->warnings);
    mns_buf_release(&database->message);
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static bool interrupted(const minos_run_options *options, int interrupt_limit) {
    return options->interrupts != NULL && *options->interrupts >= interrupt_limit;
}

/* Sleeps for `ns`, or until the user interrupts. */
static void sleep_or_interrupt(const minos_run_options *options, int interrupt_limit, uint64_t ns) {
    minos_run_progress progress = {.phase = MINOS_PHASE_CONNECTING,
                                   .clients = options->load.processes};
    uint64_t until = mns_clock_ns() + ns;
    for (uint64_t now = mns_clock_ns(); now < until && !interrupted(options, interrupt_limit);
         now = mns_clock_ns()) {
        struct timespec slice = mns_clock_timespec(until - now < SLICE_NS ? until - now : SLICE_NS);
        nanosleep(&slice, NULL);
        if (options->progress != NULL) {
            options->progress(options->progress_context, &progress);
        }
    }
}

/* Limits the following connection attempts by time and number of interrupts. */
static void set_connect_limit(mns_database *database, const minos_run_options *options,
                              uint64_t limit_ns, int interrupt_limit) {
    uint64_t attempt_ns = limit_ns > ATTEMPT_NS ? limit_ns : ATTEMPT_NS;
    database->connect_limit = (mns_connect_limit){.until_ns = mns_clock_ns() + attempt_ns,
                                                  .interrupts = options->interrupts,
                                                  .interrupt_limit = interrupt_limit};
}

/* How long to wait before the next attempt; 0: the time is up. Near the end the delay shrinks, so
 * that the last attempt is made just before it. */
static uint64_t delay_until(uint64_t until, unsigned failures, mns_random *jitter) {
    uint64_t delay = mns_connectivity_delay_ns(failures, jitter), now = mns_clock_ns();
    uint64_t left = until > now ? until - now : 0;
    if (delay < left) {
        return delay;
    }
    return left > 2 * SLICE_NS ? left / 2 : left;
}

/* Retries until the connection succeeds, fails permanently, the time is up, or the user interrupts.
 * `connectivity` records the attempts. */
static mns_connection *connect_with_retries(mns_database *database,
                                            const minos_run_options *options, uint64_t limit_ns,
                                            int interrupt_limit, mns_connectivity *connectivity) {
    mns_random jitter = mns_random_of(options->load.seed, 4 + (uint64_t)database->clients);
    uint64_t until = mns_clock_ns() + limit_ns;
    set_connect_limit(database, options, limit_ns, interrupt_limit);
    for (unsigned failures = 1;; failures++) {
        mns_driver_error failure;
        mns_connection *connection =
            database->driver->connect(database, database->clients, &failure);
        if (connection != NULL) {
            return connection;
        }
        mns_connectivity_failed(connectivity, &failure);
        if (!mns_driver_error_is_transient(&failure)) {
            return NULL;
        }
        sleep_or_interrupt(options, interrupt_limit, delay_until(until, failures, &jitter));
        if (mns_clock_ns() >= until || interrupted(options, interrupt_limit)) {
            return NULL;
        }
    }
}

mns_connection *mns_database_connect(mns_database *database, const minos_run_options *options,
                                     mns_buf *message) {
    mns_connectivity connectivity;
    mns_connectivity_init(&connectivity);
    mns_connection *connection = connect_with_retries(
        database, options, options->connect_ms * NS_PER_MS, STOP_SETUP, &connectivity);
    if (connection == NULL) {
        bool refused = !mns_driver_error_is_transient(&connectivity.last);
        mns_buf_str(message, interrupted(options, STOP_SETUP) ? "interrupted: " : "");
        mns_buf_str(message, "cannot connect to ");
        mns_url_mask(database->target, message);
        mns_buf_str(message, ": ");
        if (refused) {
            mns_buf_str(message, connectivity.last.message);
        } else {
            mns_connectivity_describe(&connectivity, message);
        }
    }
    mns_connectivity_release(&connectivity);
    return connection;
}

bool mns_database_create(mns_database *database, mns_connection *connection,
                         const minos_run_options *options, mns_buf *message) {
    bool cut;
    bool made = mns_bounded_setup(database, connection, database->driver->create,
                                  options->interrupts, STOP_SETUP, &cut);
    if (!made && cut) {
        mns_buf_printf(message, "creating the tables timed out; tables named %s... may be left: ",
                       database->prefix);
    }
    if (!made) {
        mns_buf_bytes(message, database->message.data, database->message.size);
        message->failed = message->failed || database->message.failed;
    }
    return made;
}

bool mns_database_join(mns_database *database, mns_connection *connection,
                       const minos_run_options *options, mns_buf *message) {
    bool cut;
    bool joined = database->driver->join == NULL ||
                  mns_bounded_setup(database, connection, database->driver->join,
                                    options->interrupts, STOP_SETUP, &cut);
    if (!joined) {
        mns_url_mask(database->target, message);
        mns_buf_printf(message, ": %s", database->message.data);
        message->failed = message->failed || database->message.failed;
    }
    return joined;
}

/* ---- Further nodes --------------------------------------------------------------------------- */

/* A task of mns_bounded_setup: reads the first key. False: message; close the connection. */
static bool read_first_key(mns_database *database, mns_connection *connection) {
    const mns_driver *driver = database->driver;
    mns_run_txn txn;
    mns_run_txn_init(&txn, database->kind);
    mns_driver_error failure;
    bool pushed = mns_run_txn_push(&txn, false, 0, 0);
    bool good = pushed && driver->begin(connection, &txn) && driver->apply(connection, &txn, 0) &&
                driver->commit(connection, &txn);
    if (!good && pushed) {
        driver->classify(connection, &failure);
    }
    if (!good) {
        mns_buf_str(&database->message, pushed ? failure.message : "out of memory");
    }
    mns_run_txn_release(&txn);
    return good;
}

/* Connects anew each time, as a client does: preparing statements needs the tables. False: message.
 */
static bool try_once(mns_database *database, const minos_run_options *options) {
    mns_driver_error failure;
    bool cut;
    mns_buf_clear(&database->message);
    mns_connection *connection = database->driver->connect(database, 0, &failure);
    if (connection == NULL) {
        mns_buf_str(&database->message, failure.message);
        return false;
    }
    bool good = mns_bounded_setup(database, connection, read_first_key, options->interrupts,
                                  STOP_SETUP, &cut);
    database->driver->close(connection);
    return good;
}

bool mns_database_wait_for_tables(mns_database *database, const minos_run_options *options,
                                  mns_buf *message) {
    uint64_t limit_ns = options->connect_ms * NS_PER_MS;
    uint64_t until = mns_clock_ns() + limit_ns;
    set_connect_limit(database, options, limit_ns, STOP_SETUP);
    bool good = try_once(database, options);
    while (!good && mns_clock_ns() < until && !interrupted(options, STOP_SETUP)) {
        sleep_or_interrupt(options, STOP_SETUP, SLICE_NS);
        good = try_once(database, options);
    }
    if (!good) {
        mns_buf_str(message, "the tables of the first node were not replicated to ");
        mns_url_mask(database->target, message);
        mns_buf_printf(message, " (are the targets nodes of one cluster?): %s",
                       database->message.data == NULL ? "" : database->message.data);
    }
    return good;
}

/* ---- Cleaning up ----------------------------------------------------------------------------- */

static bool drop(mns_database *database, const minos_run_options *options, bool gone,
                 mns_buf *message) {
    mns_connectivity connectivity;
    mns_connectivity_init(&connectivity);
    uint64_t limit_ns = gone ? 0 : options->connect_ms * NS_PER_MS;
    mns_connection *connection =
        connect_with_retries(database, options, limit_ns, STOP_CLEANUP, &connectivity);
    bool dropped = false, cut;
    if (connection == NULL) {
        mns_buf_str(message, connectivity.last.message);
    } else {
        mns_buf_clear(&database->message);
        dropped = mns_bounded_setup(database, connection, database->driver->drop,
                                    options->interrupts, STOP_CLEANUP, &cut);
        database->driver->close(connection);
        mns_buf_bytes(message, database->message.data, database->message.size);
    }
    mns_connectivity_release(&connectivity);
    return dropped;
}

void mns_database_cleanup(mns_database *database, const minos_run_options *options, bool gone) {
    mns_buf message;
    mns_buf_init(&message);
    if (database->keep) {
        mns_buf_printf(&database->warnings, "test data is kept; its names begin with %s\n",
                       database->prefix);
    } else if (!drop(database, options, gone, &message)) {
        mns_buf_printf(&database->warnings,
                       "test data was not removed; its names begin with %s: %s\n", database->prefix,
                       message.data == NULL ? "" : message.data);
    }
    mns_buf_release(&message);
}
