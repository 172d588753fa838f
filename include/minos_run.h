/*
 * minos_run.h - find out what a real database does: drive it, and record what clients saw.
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
 * Clients run transactions at the same time, each in a thread with a connection of its own. What is
 * recorded is honest: ok only when the commit was acknowledged, fail only when the transaction
 * certainly did not happen, info for everything else. The history is on disk as it grows.
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

/* ---- Options -------------------------------------------------------------------------------- */

typedef enum minos_run_phase {
    MINOS_PHASE_CONNECTING,
    MINOS_PHASE_RUNNING,
    MINOS_PHASE_STOPPING, /* clients finish the transactions that they have begun */
    MINOS_PHASE_HEALING,  /* faults are reverted */
    MINOS_PHASE_FINAL_READS
} minos_run_phase;

/* "connecting", "running", "stopping", "healing", "final reads" */
MINOS_API const char *minos_run_phase_name(minos_run_phase phase);

/* How a run is going. */
typedef struct minos_run_progress {
    minos_run_phase phase;
    const char *fault;       /* that there is now, such as "kill"; or NULL */
    double seconds;          /* since the load began */
    uint64_t ok, fail, info; /* transactions that have completed so */
    unsigned connected, clients;
} minos_run_progress;

typedef struct minos_server minos_server; /* see below */

/* What is done to the database while clients work: one fault at a time, each healed after a while,
 * everything at the end. What, when and to which nodes is a matter of the load's seed alone. Each
 * is an operation of the process :nemesis in the history. With load.final_reads every key is read
 * once all is healed, which tells what is lost from what is late. */
typedef struct minos_fault_options {
    /* "kill,pause,restart,partition,delay,reset,clock,disk-full", as many as wanted; NULL: none.
     * Processes, clocks and disks take a server that minos_server_start was told of them. */
    const char *kinds;
    const char *on; /* "one", "primary", "majority", "all" nodes, or several of these; NULL: one */
    double every_s; /* between the beginnings of faults, on average; default 5 */
    double for_s;   /* how long they last, on average; default 2 */
    /* Run by the shell, with the fault's number as $1; or NULL. */
    const char *command, *heal_command;
    const long
        *processes; /* that may be signalled besides those of `server`; 0 at the end, or NULL */
} minos_fault_options;

typedef struct minos_run_options {
    /* "sqlite:[FILE][?journal_mode=MODE]", "postgres://...", "mysql://..." or "mariadb://...",
     * "redis://...", "etcd://...", "exec:COMMAND" or "sim:[LEVEL]". For "postgres:" and the like see
     * minos_server. */
    const char *target;
    /* Further nodes that hold the same data, each a target of the same kind; NULL-terminated, or
     * NULL. Tables are created through `target`. */
    const char *const *more;
    minos_server *server;       /* whose nodes they are, for faults; or NULL */
    minos_fault_options faults; /* what is done to them */
    /* What clients ask for. `isolation` is one of the database's own names (minos_run_level), or
     * NULL for its default; `transactions` 0 means no limit; `format` is ignored (EDN). Bugs,
     * abort_rate, crash_rate, versions and timestamps are for sim: only. */
    minos_sim_options load;
    const char *append; /* "concat", "array", "rmw"; NULL: what suits the database */
    const char
        *access; /* rows are found by "primary" key, "secondary" key, or with "none" (no index) */
    /* exec: only: the program stores each set as one object, not as one row per element. For the other
     * targets Minos knows this. The history records it. */
    int sets_are_objects;
    unsigned tables;     /* over which keys are spread */
    const char *prefix;  /* of all names it creates; NULL: a new one */
    int simple_protocol; /* no prepared statements */
    int keep;            /* leave tables in place at the end */
    double time_s;       /* how long clients work; 0: no limit */
    double rate;         /* transactions a second, all clients together; 0: as fast as they can */
    unsigned timeout_ms; /* a transaction that has not been answered by then is info */
    unsigned connect_ms; /* how long to try to reach the server at the start */
    const char *history; /* the file to write, which must not exist; EDN, one operation a line */
    /* Checks the history while it grows, at growing intervals, and stops when these models are
     * violated; models NULL: those that the database claims. NULL: never. */
    const minos_options *stop_on;
    /* Counted up by the caller's signal handler: 1 stops the clients after their transactions, 2 at
     * once. The history is finished either way. May be NULL. */
    const volatile sig_atomic_t *interrupts;
    /* Called several times a second from the thread that called minos_run; may be NULL. */
    void (*progress)(void *context, const minos_run_progress *progress);
    void *progress_context;
} minos_run_options;

/* Defaults: sqlite:, those of minos_sim_options_init without a limit of transactions, primary keys,
 * one table, 10 seconds, 10 s for a transaction and 10 s to connect. */
MINOS_API void minos_run_options_init(minos_run_options *options);

/* MINOS_EARGUMENT where an option makes no sense, alone or for the target; *message then says what,
 * and what there is instead. Connects to nothing. Free *message with minos_free. */
MINOS_API minos_status minos_run_options_check(const minos_run_options *options, char **message);

/* ---- Running -------------------------------------------------------------------------------- */

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
    char *target;    /* without passwords */
    char *database;  /* what answered, such as "PostgreSQL 15.18" */
    char *isolation; /* the level that was used, as the database calls it */
    char *claims;    /* models that the database documents for it, for minos_options.models */
    char *warnings;  /* lines to tell the user, or NULL */
    minos_run_end ended;
    uint64_t ok, fail, info;
    uint64_t operations; /* in the history */
    double seconds;      /* of load */
    uint64_t faults;     /* that there were */
    char *fault_kinds;   /* "kill, pause": what they were, or NULL */
} minos_run_summary;

/* Connects, creates its tables, runs the clients, removes the tables. *message says why it failed,
 * without passwords:
 *   MINOS_EARGUMENT  as minos_run_options_check
 *   MINOS_EIO        the database cannot be reached or refuses the tables, or the history cannot be
 *                    written: what is in the file is whole, and *message says how much is missing
 *   MINOS_ENOMEM
 * A server that goes away once the load has begun is not a failure but part of the observation.
 * `summary` is set in any case; release it. */
MINOS_API minos_status minos_run(const minos_run_options *options, minos_run_summary *summary,
                                 char **message);
MINOS_API void minos_run_summary_release(minos_run_summary *summary);

/* ---- What there is -------------------------------------------------------------------------- */

/* Kinds of targets: how they are written, and what they are; NULL past the end. `missing` is NULL,
 * or says what this build lacks to use them. */
MINOS_API const char *minos_run_target(size_t i);
MINOS_API const char *minos_run_target_summary(size_t i);
MINOS_API const char *minos_run_target_missing(size_t i);

/* The isolation levels of the database that a target names, from strong to weak, as it calls them;
 * NULL past the end or where the target is not understood. */
MINOS_API const char *minos_run_level(const char *target, size_t i);
/* The models that the database documents for that level, comma-separated. */
MINOS_API const char *minos_run_level_claims(const char *target, size_t i);
/* Which of the levels is used where none is asked for. */
MINOS_API size_t minos_run_level_default(const char *target);
/* Which of them has that name, however it is spelt: blanks, - and _ are alike, case is not looked at.
 * SIZE_MAX where none has. */
MINOS_API size_t minos_run_level_find(const char *target, const char *name);

/* Kinds of faults, as minos_fault_options.kinds has them, and what they do; NULL past the end. */
MINOS_API const char *minos_fault(size_t i);
MINOS_API const char *minos_fault_summary(size_t i);

/* The target without the password that may be in it; free with minos_free. NULL when out of memory.
 * */
MINOS_API char *minos_run_mask(const char *target);

/* ---- Throw-away servers ---------------------------------------------------------------------- */

/* A database server of its own: made in a new folder under $TMPDIR or /tmp, on a free port of the
 * loopback interface, as an unprivileged user, with a password that nobody else has; gone at the
 * end, also if this process is killed. PostgreSQL and MariaDB write before they acknowledge a
 * commit but do not force it to the disk: what they hold survives that they are killed, not a power
 * cut. Redis has everything in memory. Some have several nodes. */
typedef struct minos_server_options {
    const char *target; /* "postgres:", "mariadb:" (or "mysql:"), "redis:", ... */
    /* "NAME=VALUE" each, as the server calls them, or "durability=off", which has it acknowledge
     * commits before they are written; NULL-terminated, or NULL. */
    const char *const *settings;
    unsigned nodes;     /* 0: as many as it has if nobody says */
    int sync;           /* replicas have what was committed before that is acknowledged */
    const char *faults; /* that must be possible: see minos_fault_options.kinds; or NULL */
    int namespaces;     /* each node has a network of its own, which takes root */
    unsigned clients;   /* that will be connected at a time to each node; default 100 */
    unsigned start_ms;  /* how long it may take to answer */
    int keep;           /* leave it running and in place */
    const volatile sig_atomic_t *interrupts; /* as in minos_run_options: any gives up */
} minos_server_options;

/* Defaults: postgres:, a minute. */
MINOS_API void minos_server_options_init(minos_server_options *options);
/* Targets of such servers, what each is and how many nodes it has if nobody says; NULL and 0 past the
 * end. */
MINOS_API const char *minos_server_target(size_t i);
MINOS_API const char *minos_server_title(size_t i);
MINOS_API unsigned minos_server_usual_nodes(size_t i);
/* True if a target asks for such a server. */
MINOS_API int minos_server_wanted(const char *target);
/* Starts it and waits until it answers. Start servers before any thread. On failure nothing is
 * left, and *message (free it with minos_free) says in a line, and perhaps more from the log,
 * without passwords:
 *   MINOS_EARGUMENT  not such a target; a setting is not NAME=VALUE, or decides where the server is
 *   MINOS_EIO        its programs are not installed (and what to install), it did not start (and the end of
 *                    its log), or interrupted
 *   MINOS_ENOMEM */
MINOS_API minos_status minos_server_start(const minos_server_options *options,
                                          minos_server **server, char **message);
/* How many nodes it has. They hold the same data; clients are spread over them. */
MINOS_API unsigned minos_server_nodes(const minos_server *server);
/* A target for minos_run, with the password in it, for a node from 0. */
MINOS_API const char *minos_server_url(const minos_server *server, unsigned node);
/* Its folder: "log", "data", and "password", a file that only the server's user can read. */
MINOS_API const char *minos_server_folder(const minos_server *server, unsigned node);
/* Both stop and remove the server, unless it is kept; NULL is allowed. minos_server_end returns MINOS_EIO
 * if something could not be removed or the server's guard process was killed; *message then has one line
 * for each problem. Free it with minos_free. */
MINOS_API void minos_server_stop(minos_server *server);
MINOS_API minos_status minos_server_end(minos_server *server, char **message);

#ifdef __cplusplus
}
#endif

#endif
