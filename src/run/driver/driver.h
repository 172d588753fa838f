/*
 * driver.h - what a live run needs of a database, and all it knows of one.
 *
 * A driver is one file (sqlite.c, postgres.c, mysql.c, redis.c, etcd.c, exec.c) with one table of
 * functions; drivers.c finds it by the target's scheme. The order of calls:
 *
 *     open ── connect ── create ──┬── connect ── { begin apply* commit | classify rollback }* ── close   (client)
 *      (run)    (first connection) ├── connect ── ...                                                    (client)
 *                                  └── ...
 *     ... all clients closed ── connect ── drop ── close ── release
 *
 * Of several nodes each has a database of its own: create and drop are asked of the first, join of
 * the others.
 *
 * Each connection is used by one thread at a time; `interrupt` alone comes from another thread,
 * never during connect or close, and again and again until the transaction has ended. The database
 * is read by all and changed only in open, create and drop. Clients have all signals blocked, which
 * a process that a driver starts must not inherit.
 *
 * A driver never retries, and never hides an error: begin, apply and commit return false, then
 * classify says what that means for the transaction. A driver may put off sending (BEGIN can travel
 * with the first statement, all of MULTI with EXEC); answers of reads must be there when commit has
 * returned true.
 */
#ifndef MNS_RUN_DRIVER_DRIVER_H
#define MNS_RUN_DRIVER_DRIVER_H

#include <signal.h>
#include <stdatomic.h>

#include "minos_run.h"
#include "run/driver/txn.h"

/* ---- Outcomes ----------------------------------------------------------------------------------- */

typedef enum mns_run_outcome {
    MNS_OUTCOME_OK,   /* the commit was acknowledged */
    MNS_OUTCOME_FAIL, /* it certainly did not happen */
    MNS_OUTCOME_INFO  /* nobody can tell */
} mns_run_outcome;

/* What went wrong. */
typedef struct mns_driver_error {
    mns_run_outcome outcome;
    bool broken; /* the connection is of no more use */
    const char
        *name;     /* of the class, such as "serialization-failure": letters and dashes, static */
    char code[24]; /* SQLSTATE or number, "" where there is none */
    char message[240]; /* in the database's words, one line, no passwords */
} mns_driver_error;

/* Fills in all of it; `message` is shortened, and control characters become blanks. */
void mns_driver_error_set(mns_driver_error *failure, mns_run_outcome outcome, bool broken,
                          const char *name, const char *code, const char *message);

/* Two sorts of trouble mean more to a run than their outcome, and are known by their names.
 *
 * Of connect, "connection-refused", "connection-lost", "unreachable", "timeout", "starting-up",
 * "not-ready" and "too-many-connections" may pass: the run tries again. Anything else (a wrong password, no such
 * database) ends the run if it happens at the start. */
bool mns_driver_error_is_transient(const mns_driver_error *failure);
/* "protocol-error": what answers does not speak the language; the run ends and shows the message.
 * */
bool mns_driver_error_is_fatal(const mns_driver_error *failure);

/* A row of a driver's table of errors (postgres_errors.def and so on). Before COMMIT has been sent
 * any error means that the transaction did not happen; the table says what it means once it has
 * been. */
typedef struct mns_error_row {
    const char *code; /* whole, or the beginning of several codes if it ends with '*' */
    const char *name;
    mns_run_outcome at_commit;
    bool broken; /* the connection is of no more use */
} mns_error_row;

/* The row that fits best (exactly, else the longest beginning), or NULL. */
const mns_error_row *mns_error_find(const mns_error_row *rows, size_t count, const char *code);

/* ---- What a run is about ------------------------------------------------------------------------ */

typedef enum mns_append {
    MNS_APPEND_CONCAT,
    MNS_APPEND_ARRAY,
    MNS_APPEND_RMW,
    MNS_APPEND_COUNT
} mns_append;
typedef enum mns_access {
    MNS_ACCESS_PRIMARY,
    MNS_ACCESS_SECONDARY,
    MNS_ACCESS_NONE,
    MNS_ACCESS_COUNT
} mns_access;

/* How a database keeps a set. */
typedef enum mns_set_storage {
    MNS_SET_ROWS,   /* a row for each element: a read is a search */
    MNS_SET_OBJECT, /* one value: a read is of one of its versions */
    MNS_SET_UNKNOWN /* the driver does not know; rows unless the user says otherwise */
} mns_set_storage;

/* An isolation level of a database. */
typedef struct mns_run_level {
    /* As users write it, "repeatable-read": blanks, - and _ are alike, case is not looked at. */
    const char *name;
    const char *native_name; /* as the database wants it: "REPEATABLE READ" */
    const char *claims;      /* models that it documents, comma-separated */
} mns_run_level;

/* When a connection that is being made is given up, besides timeout_ms: see deadline.h. */
typedef struct mns_connect_limit {
    uint64_t until_ns;                       /* at this moment; 0: never */
    const volatile sig_atomic_t *interrupts; /* or once there are */
    int interrupt_limit;                     /* so many; NULL: they are not counted */
    const atomic_bool *load_ended;           /* or once this is true; NULL: never */
} mns_connect_limit;

/* Room for the name of a host. */
#define MNS_HOST_SIZE 256

typedef struct mns_driver mns_driver;
typedef struct mns_connection mns_connection; /* each driver has its own */

typedef struct mns_database {
    const mns_driver *driver;
    const char *target;
    const mns_run_level *level;
    mns_generator_kind kind;
    mns_append append;
    mns_access access;
    unsigned tables;
    unsigned clients;
    bool simple_protocol;
    bool keep;
    unsigned timeout_ms;             /* for one transaction; the run interrupts what takes longer */
    mns_connect_limit connect_limit; /* of connections that are being made; changed while none is */
    unsigned node; /* of several, which the target is: from 0. They hold the same data. */
    /* Ports of 127.0.0.1 that lead to the target's address, by client, one more for the connections
     * that create and drop; NULL: connect to the target itself. See network.h. */
    const unsigned *proxy_ports;
    char prefix[64]; /* of all names: letters, digits and underscores */
    uint64_t keys;   /* used so far, 0 .. keys - 1: known when drop is called */
    /* Set by the driver: */
    const char *claims; /* starts as level->claims; a server may be set up to do otherwise */
    bool read_only;     /* this node takes no writes: found out by join */
    mns_buf version;    /* "PostgreSQL 15.18" */
    mns_buf warnings;   /* what the user should know, a line each */
    mns_buf message;    /* why open, create or drop failed: one line, no passwords */
    void *state;        /* the driver's own */
} mns_database;

/* ---- Drivers ------------------------------------------------------------------------------------ */

struct mns_driver {
    const char *const *schemes; /* "postgres", "postgresql", NULL */
    const char *summary;
    const mns_run_level *levels; /* from strong to weak */
    size_t level_count;
    size_t default_level;
    /* Any other name is a level too, which the driver passes on; it claims what the default does. */
    bool accepts_any_level;
    unsigned kinds, appends, accesses; /* bit sets: 1u << MNS_GENERATE_SET and so on */
    mns_append default_append;
    mns_set_storage set_storage;

    /* Understands the target; touches nothing. False: message. */
    bool (*open)(mns_database *database);
    /* Where the target's server listens, so that something can be put in between: a name or number
     * of a host, and a port. NULL, or false and a message: that cannot be done (an embedded
     * database, a Unix socket). After open. */
    bool (*address)(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                    mns_buf *message);
    /* NULL and a trouble. Sets up the session: isolation level, prepared statements where that can
     * be done before the tables exist. `client` counts from 0; of the connections that create and
     * drop it is database->clients. It gives up by itself when its deadline has passed:
     * mns_deadline_begin, for all its steps together. */
    mns_connection *(*connect)(const mns_database *database, unsigned client,
                               mns_driver_error *failure);
    /* Makes what clients use, in names that begin with the prefix; refuses what exists. Fills in
     * version, warnings, claims. On failure what it had made is removed again. False: message. */
    bool (*create)(mns_database *database, mns_connection *connection);
    /* Of every node but the first, where create was called: learns of this one what create learned
     * of that one, and makes nothing. What was created need not have arrived here. NULL: there is
     * nothing to learn. False: message. */
    bool (*join)(mns_database *database, mns_connection *connection);
    /* Removes what create and the clients made, and nothing else. Asked of the first node. False:
     * message, which names what is left. */
    bool (*drop)(mns_database *database, mns_connection *connection);

    bool (*begin)(mns_connection *connection, mns_run_txn *txn);
    bool (*apply)(mns_connection *connection, mns_run_txn *txn, size_t i);
    bool (*commit)(mns_connection *connection, mns_run_txn *txn);
    /* After one of them returned false: what does that mean? The connection knows how far it got.
     * */
    void (*classify)(mns_connection *connection, mns_driver_error *failure);
    /* Undoes what is under way on a connection that is not broken; false if it is of no more use.
     * */
    bool (*rollback)(mns_connection *connection);
    /* From another thread: makes the call under way return soon, false. Does not wait for the
     * server. */
    void (*interrupt)(mns_connection *connection);
    void (*close)(mns_connection *connection);
    /* Frees database->state, which may be NULL. */
    void (*release)(mns_database *database);
};

/* The driver of a target, or NULL: *message then says why ("unknown target ...", "built without
 * libpq: install libpq-dev and build again"). The simulator has none. */
const mns_driver *mns_driver_find(const char *target, mns_buf *message);

/* "sim:..." */
bool mns_target_is_simulated(const char *target);
/* A database that clients reach over a network, whether it is there or to be started. */
bool mns_target_is_server(const char *target);
/* "postgres:" without a server to connect to: one is to be started for it, see minos_server. */
bool mns_target_is_bare(const char *target);

extern const mns_driver mns_driver_sqlite;
extern const mns_driver mns_driver_postgres;
extern const mns_driver mns_driver_mysql;
extern const mns_driver mns_driver_galera;
extern const mns_driver mns_driver_redis;
extern const mns_driver mns_driver_etcd;
extern const mns_driver mns_driver_exec;

#endif
