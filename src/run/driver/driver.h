/*
 * driver.h - the interface between a live run and a database.
 *
 * A driver is one file (sqlite.c, postgres.c, mysql.c, redis.c, etcd.c, exec.c) with one table of
 * functions; drivers.c finds it by the target's scheme. The order of calls:
 *
 *     open ── connect ── create ─┬─ connect ── { begin apply* commit | classify rollback }* ─ close
 *      (run)  (first connection)  │                                                      (client)
 *                                 ├─ connect ── ...                                      (client)
 *                                 └─ ...
 *     ... all clients closed ── connect ── drop ── close ── release
 *
 * Each node of a cluster has its own mns_database: create and drop are called for the first, join
 * for the others.
 *
 * Each connection is used by one thread at a time. Only `interrupt` is called from another thread,
 * never during connect or close, and repeatedly until the transaction has ended. All threads read
 * the database; only open, create and drop change it. Client threads have all signals blocked; a
 * process that a driver starts must not inherit this.
 *
 * A driver never retries and never hides an error: begin, apply and commit return false, then
 * classify says what that means for the transaction. A driver may delay sending (BEGIN can be sent
 * with the first statement, all of MULTI with EXEC); the answers of reads must be present when
 * commit has returned true.
 */
#ifndef MNS_RUN_DRIVER_DRIVER_H
#define MNS_RUN_DRIVER_DRIVER_H

#include <signal.h>
#include <stdatomic.h>

#include "minos_run.h"
#include "run/driver/txn.h"

/* ---- Outcomes -------------------------------------------------------------------------------- */

typedef enum mns_run_outcome {
    MNS_OUTCOME_OK,   /* the commit was acknowledged */
    MNS_OUTCOME_FAIL, /* it certainly did not take effect */
    MNS_OUTCOME_INFO  /* unknown */
} mns_run_outcome;

/* How much of a transaction was sent. */
typedef struct mns_sent {
    size_t mops; /* the first micro-operations; the last of them may have failed */
    bool commit; /* and COMMIT */
} mns_sent;

/* What went wrong, and what it means for the transaction. */
typedef struct mns_driver_error {
    mns_run_outcome outcome;
    bool broken;       /* the connection must be closed */
    bool at_statement; /* the last statement failed, which was sent together with COMMIT */
    const char *name; /* error class, such as "serialization-failure": letters and dashes, static */
    char code[24];    /* SQLSTATE or number; "": none */
    char message[240]; /* the database's own message: one line, no passwords */
    /* Set by the client: */
    bool failed;   /* while the transaction ran, not when its answers were checked */
    mns_sent sent; /* what was sent before; the last of it failed */
} mns_driver_error;

/* Sets all fields; `message` is truncated, and control characters become blanks. */
void mns_driver_error_set(mns_driver_error *failure, mns_run_outcome outcome, bool broken,
                          const char *name, const char *code, const char *message);

/* Two kinds of errors mean more to a run than their outcome; they are recognized by name.
 *
 * A connect error "connection-refused", "connection-lost", "unreachable", "timeout", "starting-up",
 * "not-ready" or "too-many-connections" is transient: the run retries. Any other (wrong password,
 * no such database) ends the run if it happens at the start. */
bool mns_driver_error_is_transient(const mns_driver_error *failure);
/* "protocol-error": protocol mismatch; the run ends and shows the message. */
bool mns_driver_error_is_fatal(const mns_driver_error *failure);

/* A row of a driver's error table (postgres_errors.def and others). Before COMMIT has been sent,
 * any error means that the transaction did not take effect; the table says what an error means
 * after it. */
typedef struct mns_error_row {
    const char *code; /* complete, or a prefix of several codes if it ends with '*' */
    const char *name;
    mns_run_outcome at_commit;
    bool broken; /* the connection must be closed */
} mns_error_row;

/* The best match (exact, otherwise the longest prefix), or NULL. */
const mns_error_row *mns_error_find(const mns_error_row *rows, size_t count, const char *code);

/* ---- The database of a run ------------------------------------------------------------------- */

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

/* How a database stores a set. */
typedef enum mns_set_storage {
    MNS_SET_ROWS,   /* one row per element: a read is a search */
    MNS_SET_OBJECT, /* one value: a read returns one of its versions */
    MNS_SET_UNKNOWN /* unknown to the driver; rows unless the user says otherwise */
} mns_set_storage;

/* An isolation level of a database. */
typedef struct mns_run_level {
    /* As users write it, "repeatable-read"; case does not matter, and blanks, - and _ are equal. */
    const char *name;
    const char *native_name; /* the database's own name: "REPEATABLE READ" */
    const char *claims;      /* models that the database documents, comma-separated */
    const char *source;      /* where it documents them: a URL, or words; NULL: nowhere */
} mns_run_level;

/* When to abandon a connection attempt, besides timeout_ms: see deadline.h. */
typedef struct mns_connect_limit {
    uint64_t until_ns;                       /* at this time; 0: never */
    const volatile sig_atomic_t *interrupts; /* or when this counter */
    int interrupt_limit;                     /* reaches this number; NULL: ignored */
    const atomic_bool *load_ended;           /* or when this is true; NULL: never */
} mns_connect_limit;

#define MNS_HOST_SIZE 256

typedef struct mns_driver mns_driver;
typedef struct mns_connection mns_connection; /* defined by each driver */

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
    unsigned timeout_ms;             /* for one transaction; the run interrupts longer ones */
    unsigned connect_ms;             /* for a program to become ready: --connect-timeout */
    mns_connect_limit connect_limit; /* changed only while no connection attempt is running */
    unsigned node;                   /* number of this node, from 0 */
    /* Ports of 127.0.0.1 that the network proxy forwards to the target's address, by client, plus
     * one for the connections that create and drop; NULL: connect to the target directly. See
     * network.h. */
    const unsigned *proxy_ports;
    char prefix[64]; /* of all names: lowercase letters, digits and underscores */
    uint64_t keys;   /* used so far, 0 .. keys - 1; set before drop is called */
    /* Set by the driver: */
    const char *claims;        /* initially level->claims; the server's settings may weaken them */
    const char *claims_source; /* initially level->source */
    bool read_only;            /* this node rejects writes; set by join */
    mns_buf version;           /* "PostgreSQL 15.18" */
    mns_buf warnings;          /* for the user, one per line */
    mns_buf message;           /* why open, create or drop failed: one line, no passwords */
    void *state;               /* private to the driver */
} mns_database;

/* ---- Drivers --------------------------------------------------------------------------------- */

struct mns_driver {
    const char *const *schemes; /* "postgres", "postgresql", NULL */
    const char *summary;
    const mns_run_level *levels; /* from strong to weak */
    size_t level_count;
    size_t default_level;
    /* Any other name is a level too and is passed on; it claims what the default level claims. */
    bool accepts_any_level;
    unsigned kinds, appends, accesses; /* bit sets: 1u << MNS_GENERATE_SET and so on */
    mns_append default_append;
    mns_set_storage set_storage;

    /* Parses the target; has no side effects. False: message. */
    bool (*open)(mns_database *database);
    /* The address that the target's server listens on, so that a proxy can be put in front: host
     * name or number, and port. NULL, or false and a message: impossible (an embedded database, a
     * Unix socket). Called after open. */
    bool (*address)(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                    mns_buf *message);
    /* Opens a connection and sets up the session: isolation level, and prepared statements where
     * these do not need the tables. NULL: `failure`. `client` counts from 0; it is
     * database->clients for the connections that create and drop. Gives up when its deadline has
     * passed: mns_deadline_begin, for all its steps together. */
    mns_connection *(*connect)(const mns_database *database, unsigned client,
                               mns_driver_error *failure);
    /* Creates the tables or keys that clients use, with names that begin with the prefix; fails if
     * any exists. Sets version, warnings, claims. On failure, removes what it has created. False:
     * message. */
    bool (*create)(mns_database *database, mns_connection *connection);
    /* For every node but the first: sets what create sets for the first, and creates nothing. The
     * tables may not be replicated to this node yet. NULL: nothing to set. False: message. */
    bool (*join)(mns_database *database, mns_connection *connection);
    /* Removes what create and the clients created, and nothing else. Called for the first node.
     * False: message, which names what is left. */
    bool (*drop)(mns_database *database, mns_connection *connection);

    bool (*begin)(mns_connection *connection, mns_run_txn *txn);
    bool (*apply)(mns_connection *connection, mns_run_txn *txn, size_t i);
    bool (*commit)(mns_connection *connection, mns_run_txn *txn);
    /* After one of them returned false: classifies the error, by how far the connection got. */
    void (*classify)(mns_connection *connection, mns_driver_error *failure);
    /* Rolls back on a connection that is not broken; false if the connection must be closed. */
    bool (*rollback)(mns_connection *connection);
    /* From another thread: makes the current call return false soon. Does not wait for the
     * server. */
    void (*interrupt)(mns_connection *connection);
    void (*close)(mns_connection *connection);
    /* Writes what a client sends for a transaction, one statement or command per line; a line that
     * begins with "-- " is a comment. Uses the functions that send it, without a connection: the
     * database need not be open. No passwords. */
    void (*describe)(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                     mns_buf *out);
    /* Frees database->state, which may be NULL. */
    void (*release)(mns_database *database);
};

/* The driver of a target, or NULL: *message then says why ("unknown target ...", "built without
 * libpq ..."). The simulator has none. */
const mns_driver *mns_driver_find(const char *target, mns_buf *message);

bool mns_target_is_simulated(const char *target);
/* True if clients connect to this database over a network. */
bool mns_target_is_server(const char *target);
/* "postgres:" without an address: a throw-away server, see minos_server. */
bool mns_target_is_bare(const char *target);

extern const mns_driver mns_driver_sqlite;
extern const mns_driver mns_driver_postgres;
extern const mns_driver mns_driver_mysql;
extern const mns_driver mns_driver_galera;
extern const mns_driver mns_driver_redis;
extern const mns_driver mns_driver_etcd;
extern const mns_driver mns_driver_exec;

#endif
