/*
 * minos_run.h - run a workload against a real database and record a history of what clients saw.
 *
 *     minos_run_options options;
 *     minos_run_options_init(&options);
 *     options.target = "postgres://me@localhost/test";
 *     options.history = "history.edn";
 *     minos_run_summary summary;
 *     char *message = NULL;
 *     if (minos_run(&options, &summary, &message) == MINOS_OK) {
 *         ... minos_check_file(options.history, ...) with summary.claims as the models
 *     }
 *     minos_run_summary_release(&summary);
 *     minos_free(message);
 *
 * Clients run transactions concurrently, each in its own thread with its own connection. An
 * operation is recorded as ok only if its commit was acknowledged, as fail only if the transaction
 * certainly did not take effect, and as info otherwise. The history is written to disk as it grows.
 *
 * Part of libminos_run, which needs libminos and the client libraries of the databases.
 */
#ifndef MINOS_RUN_H
#define MINOS_RUN_H

#include <signal.h>

#include "minos.h"
#include "minos_sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options --------------------------------------------------------------------------------- */

typedef enum minos_run_phase {
    MINOS_PHASE_CONNECTING,
    MINOS_PHASE_RUNNING,
    MINOS_PHASE_STOPPING, /* clients finish the transactions that they have begun */
    MINOS_PHASE_HEALING,  /* faults are reverted */
    MINOS_PHASE_FINAL_READS,
    MINOS_PHASE_SETUP,  /* before the clients connect: the first connection, the tables */
    MINOS_PHASE_CLEANUP /* the tables are removed */
} minos_run_phase;

/* "connecting", "running", "stopping", "healing", "final reads", "creating tables", "removing
 * tables" */
MINOS_API const char *minos_run_phase_name(minos_run_phase phase);

/* Passed to minos_run_options.progress. */
typedef struct minos_run_progress {
    minos_run_phase phase;
    const char *fault;       /* the current fault and its nodes, such as "kill n2"; NULL: none */
    const char *error;       /* the most frequent class of errors, static; NULL: none */
    double seconds;          /* since the load began */
    uint64_t ok, fail, info; /* completed transactions by outcome */
    unsigned connected, clients;
} minos_run_progress;

typedef struct minos_server minos_server; /* see below */

/* Faults injected while clients run: one at a time, each reverted after some time, all of them at
 * the end. The load's seed determines kind, time and nodes of every fault. Each fault is recorded
 * as operations of the process :nemesis. With load.final_reads every key is read after all faults
 * are reverted, which distinguishes lost writes from late ones. */
typedef struct minos_fault_options {
    /* A comma-separated list of "kill", "pause", "restart", "partition", "delay", "reset", "clock"
     * and "disk-full"; NULL: none. Faults of processes, clocks and disks need a server that was
     * started by minos_server_start with the same faults. */
    const char *kinds;
    const char *on; /* "one", "primary", "majority", "all", or a list of these; NULL: one */
    double every_s; /* average time between the starts of faults; default 5 */
    double for_s;   /* average duration; default 2 */
    /* Shell commands that inject and revert a fault; $1 is the fault's number. NULL: none. */
    const char *command, *heal_command;
    const long *processes; /* further processes to kill and pause; ends with 0, or NULL */
} minos_fault_options;

typedef struct minos_run_options {
    /* "sqlite:[FILE][?journal_mode=MODE]", "postgres://...", "mysql://..." or "mariadb://...",
     * "redis://...", "etcd://...", "exec:COMMAND" or "sim:[LEVEL]". For "postgres:" and similar
     * targets see minos_server. */
    const char *target;
    /* Further nodes of the same cluster, each a target of the same kind; NULL-terminated, or NULL.
     * Tables are created through `target`. */
    const char *const *more;
    minos_server *server; /* the server that these nodes belong to, for faults; or NULL */
    minos_fault_options faults;
    /* The workload. `isolation` is one of the database's own names (minos_run_level), or NULL for
     * its default; `transactions` 0 means no limit; `format` is ignored (EDN). Bugs, abort_rate,
     * crash_rate, versions and timestamps apply only to sim:. */
    minos_sim_options load;
    const char *append; /* "concat", "array", "rmw"; NULL: the database's default */
    const char *access; /* find rows by "primary" key, "secondary" key, or "none" (no index) */
    /* exec: only: the program stores each set as one object, not as one row per element. For the
     * other targets Minos knows this. The history records it. */
    int sets_are_objects;
    unsigned tables;     /* keys are spread over this many tables */
    const char *prefix;  /* of all names that the run creates; NULL: a random one */
    int simple_protocol; /* no prepared statements */
    int keep;            /* leave tables in place at the end */
    double time_s;       /* duration of the load; 0: no limit */
    double rate;         /* transactions per second, all clients together; 0: no limit */
    unsigned timeout_ms; /* a transaction without an answer after this time is info */
    unsigned connect_ms; /* how long to retry the first connection */
    const char *history; /* the file to write, which must not exist; EDN, one operation per line */
    /* Check the history while it grows, at growing intervals, and stop at the first violation of
     * these models; models NULL: those that the database claims. NULL: do not check. */
    const minos_options *stop_on;
    /* Incremented by the caller's signal handler: 1 stops the clients after their current
     * transactions, 2 at once. The history is complete either way. May be NULL. */
    const volatile sig_atomic_t *interrupts;
    /* Called several times a second from the thread that called minos_run; may be NULL. */
    void (*progress)(void *context, const minos_run_progress *progress);
    void *progress_context;
} minos_run_options;

/* Defaults: sqlite:, those of minos_sim_options_init without a limit of transactions, primary keys,
 * one table, 10 seconds, 10 s for a transaction and 10 s to connect. */
MINOS_API void minos_run_options_init(minos_run_options *options);

/* MINOS_EARGUMENT if an option is invalid, alone or for the target; *message then names the option
 * and what is valid instead. Does not connect. Free *message with minos_free. */
MINOS_API minos_status minos_run_options_check(const minos_run_options *options, char **message);

/* ---- Running --------------------------------------------------------------------------------- */

/* Why the clients stopped. */
typedef enum minos_run_end {
    MINOS_END_FAILED, /* the run failed: see its status */
    MINOS_END_TIME,
    MINOS_END_TRANSACTIONS, /* as many as were asked for */
    MINOS_END_INTERRUPTED,
    MINOS_END_VIOLATION,  /* of the models of stop_on */
    MINOS_END_SERVER_GONE /* and it did not come back */
} minos_run_end;

/* "time", "transactions", "interrupted", "anomaly", "server gone"; NULL for MINOS_END_FAILED. */
MINOS_API const char *minos_run_end_name(minos_run_end end);

typedef struct minos_run_summary {
    char *target;       /* without passwords */
    char *database;     /* the server's version, such as "PostgreSQL 15.18" */
    char *isolation;    /* the level used, by the database's name for it */
    char *native_level; /* the level as the database calls it */
    char *claims; /* models that the database documents for this level, for minos_options.models */
    char *claims_source; /* where it documents them, or NULL */
    char *nodes;         /* "n1, n2 (read-only)"; NULL: one node */
    char *warnings;      /* one per line, or NULL */
    char *prefix;        /* of all names that the run created; or NULL */
    unsigned read_only;  /* bit i: node i, from 0, rejects writes */
    minos_run_end ended;
    uint64_t ok, fail, info;
    uint64_t operations;  /* in the history */
    double concurrency;   /* transactions in flight, on average when one began */
    double seconds;       /* duration of the load */
    uint64_t faults;      /* number of injected faults */
    char *fault_kinds;    /* their kinds, such as "kill, pause"; or NULL */
    uint64_t unread_keys; /* keys without an answered final read, if final reads were requested */
    uint64_t load_ms;     /* duration of the load without waiting for the last answers */
    /* Time without answers, in milliseconds; see docs/running.md. */
    uint64_t faults_ms;          /* of the load, under injected faults */
    uint64_t unanswered_ms;      /* of the rest: clients waited for answers and got none */
    uint64_t unanswered_last_ms; /* of that, the part at the end of the load */
} minos_run_summary;

/* Connects, creates tables, runs the clients and removes the tables. *message says why the run
 * failed, without passwords:
 *   MINOS_EARGUMENT  as minos_run_options_check
 *   MINOS_EIO        the server is unreachable, the tables cannot be created, or the history cannot
 *                    be written; the file ends with a complete operation, and *message says how
 *                    many operations are missing
 *   MINOS_ENOMEM
 * A server that becomes unreachable after the load has started is not a failure but part of the
 * observation. `summary` is always set; release it. */
MINOS_API minos_status minos_run(const minos_run_options *options, minos_run_summary *summary,
                                 char **message);
MINOS_API void minos_run_summary_release(minos_run_summary *summary);

/* What a client sent for a transaction of a recorded run: statements or commands with their
 * parameters, one per line; lines that begin with "-- " are comments, the error for example. `live`
 * is the text of the run's run.json. *text, to be freed with free, is NULL if that does not
 * describe a run of a database. No passwords. To be used as minos_options.statements. */
MINOS_API minos_status minos_run_statements(const char *live, const minos_transaction *transaction,
                                            char **text);

/* ---- Supported targets, levels and faults ---------------------------------------------------- */

/* Kinds of targets: syntax and description; NULL past the end. `missing` is NULL, or says what this
 * build lacks to support the target. */
MINOS_API const char *minos_run_target(size_t i);
MINOS_API const char *minos_run_target_summary(size_t i);
MINOS_API const char *minos_run_target_missing(size_t i);

/* The isolation levels of a target's database, from strong to weak, by the database's names; NULL
 * past the end and for an unknown target. */
MINOS_API const char *minos_run_level(const char *target, size_t i);
/* The models that the database documents for a level, comma-separated. */
MINOS_API const char *minos_run_level_claims(const char *target, size_t i);
/* Where it documents them: a URL or words; NULL: nowhere. */
MINOS_API const char *minos_run_level_source(const char *target, size_t i);
/* The index of the level that is used by default. */
MINOS_API size_t minos_run_level_default(const char *target);
/* The index of the level with this name; case does not matter, and blanks, - and _ are equal.
 * SIZE_MAX: none. */
MINOS_API size_t minos_run_level_find(const char *target, const char *name);

/* Kinds of faults, as used in minos_fault_options.kinds, and their descriptions; NULL past the end.
 */
MINOS_API const char *minos_fault(size_t i);
MINOS_API const char *minos_fault_summary(size_t i);

/* The target with any password replaced by ***; free with minos_free. NULL when out of memory. */
MINOS_API char *minos_run_mask(const char *target);

/* ---- Throw-away servers ---------------------------------------------------------------------- */

/* Passed to minos_server_options.progress. */
typedef struct minos_server_progress {
    const char *title;    /* "PostgreSQL" */
    unsigned node, nodes; /* the node that is being started, from 1 */
    double seconds;       /* since the start began */
} minos_server_progress;

/* A temporary database server: created in a new folder under $TMPDIR or /tmp, on a free port of the
 * loopback interface, as an unprivileged user, with a random password. It is removed at the end,
 * even if this process is killed. PostgreSQL and MariaDB write a commit before they acknowledge it,
 * but do not fsync it: committed data survives SIGKILL but not a power failure. Redis keeps all
 * data in memory. Some servers have several nodes. */
typedef struct minos_server_options {
    const char *target; /* "postgres:", "mariadb:" (or "mysql:"), "redis:", ... */
    /* "NAME=VALUE" each, by the server's names, or "durability=off": acknowledge commits before
     * they are written; NULL-terminated, or NULL. */
    const char *const *settings;
    unsigned nodes; /* 0: the default of the target */
    int sync;       /* synchronous replication: replicas apply a commit before it is acknowledged */
    const char *faults; /* kinds of faults to prepare for: see minos_fault_options.kinds; or NULL */
    int namespaces;     /* one network namespace per node; needs root */
    unsigned clients;   /* concurrent connections to each node; default 100 */
    unsigned start_ms;  /* timeout until the server is ready */
    int keep;           /* leave it running and in place */
    const volatile sig_atomic_t
        *interrupts; /* as in minos_run_options: any interrupt aborts the start */
    /* Called several times a second while the server starts; may be NULL. */
    void (*progress)(void *context, const minos_server_progress *progress);
    void *progress_context;
} minos_server_options;

/* Defaults: postgres:, 60 seconds. */
MINOS_API void minos_server_options_init(minos_server_options *options);
/* Targets of throw-away servers, their names and default numbers of nodes; NULL and 0 past the end.
 */
MINOS_API const char *minos_server_target(size_t i);
MINOS_API const char *minos_server_title(size_t i);
MINOS_API unsigned minos_server_usual_nodes(size_t i);
/* True if the target names a throw-away server. */
MINOS_API int minos_server_wanted(const char *target);
/* Starts the server and waits until it is ready. Call it before starting any thread. On failure
 * everything is removed, and *message (free it with minos_free) has one line, possibly followed by
 * lines of the server's log, without passwords:
 *   MINOS_EARGUMENT  unknown target; a setting is not NAME=VALUE, or is reserved
 *   MINOS_EIO        the programs are not installed (and what to install), the server did not start
 *                    (and the end of its log), or the start was interrupted
 *   MINOS_ENOMEM */
MINOS_API minos_status minos_server_start(const minos_server_options *options,
                                          minos_server **server, char **message);
/* The number of nodes. All hold the same data; clients are spread over them. */
MINOS_API unsigned minos_server_nodes(const minos_server *server);
/* A target for minos_run that includes the password. Nodes are numbered from 0. */
MINOS_API const char *minos_server_url(const minos_server *server, unsigned node);
/* The node's folder: "log", "data", and "password", a file that only the server's user can read. */
MINOS_API const char *minos_server_folder(const minos_server *server, unsigned node);
/* Both stop and remove the server unless `keep` was set; NULL is allowed. minos_server_end returns
 * MINOS_EIO if something could not be removed or if the server's guard process was killed; *message
 * then has one line for each problem. Free it with minos_free. */
MINOS_API void minos_server_stop(minos_server *server);
MINOS_API minos_status minos_server_end(minos_server *server, char **message);

#ifdef __cplusplus
}
#endif

#endif
