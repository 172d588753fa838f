/*
 * minos_sim.h - write a history of a simulated database with a chosen isolation level and bugs.
 *
 *     minos_sim_options options;
 *     minos_sim_options_init(&options);
 *     options.isolation = "snapshot-isolation";
 *     options.bugs = "stale-replica:0.01";
 *     minos_status status = minos_sim_run(&options, write, file, NULL, NULL);
 *
 * The same options give the same bytes. Without bugs a history satisfies its isolation level by
 * construction; with bugs, the truth output lists each injected bug and the client that could
 * observe it. The library writes through callbacks and never prints.
 */
#ifndef MINOS_SIM_H
#define MINOS_SIM_H

#include "minos.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options --------------------------------------------------------------------------------- */

typedef struct minos_sim_options {
    const char *isolation;        /* a name of minos_sim_level_name */
    const char *workload;         /* "list-append", "rw-register", "set" or "counter" */
    const char *bugs;             /* "NAME[:RATE],NAME[:RATE]", or NULL */
    const char *key_distribution; /* "uniform", "exponential" or "zipf" */
    minos_format format;          /* of the output; auto is EDN */
    uint64_t seed;
    uint64_t transactions; /* not counting final reads */
    unsigned processes;
    unsigned keys;                    /* in use at a time */
    unsigned min_length, max_length;  /* micro-operations of a transaction */
    unsigned max_writes_per_key;      /* then a new key replaces it */
    double read_fraction;             /* of the micro-operations */
    double abort_rate;                /* of the transactions: aborted at commit */
    double crash_rate;                /* of the transactions: the client gets no answer */
    int final_reads;                  /* read each key after its last write */
    int min_increment, max_increment; /* of a counter; from -1,000,000 to 1,000,000 */
    int versions, timestamps;         /* reveal them; see minos_sim_run */
} minos_sim_options;

/* Defaults, close to Jepsen's: strict-serializable, list-append, 1,000 transactions of 1 to 4
 * micro-operations by 10 processes, 10 keys chosen exponentially with 32 writes each, half of all
 * micro-operations reads, increments of 1 to 5, no bugs, aborts, crashes, final reads, versions or
 * timestamps, seed 1. */
MINOS_API void minos_sim_options_init(minos_sim_options *options);

/* MINOS_EARGUMENT if an option is invalid; *message then says which (free it with minos_free). */
MINOS_API minos_status minos_sim_options_check(const minos_sim_options *options, char **message);

/* ---- Running --------------------------------------------------------------------------------- */

/* Receives bytes; a result other than 0 ends the run with MINOS_EIO. */
typedef int (*minos_sim_write)(void *context, const char *bytes, size_t size);

/* Writes the history to `history` and, unless it is NULL, one JSON line for each injected bug to
 * `truth`:
 *
 *     {"bug":"empty-shard","transaction":17,"key":3,"observable":true,"observed_by":17}
 *
 * transaction and observed_by are the :index of completions. A bug is observable if the answers to
 * clients prove it; observed_by is the first transaction whose answer does.
 *
 * With `versions`, a micro-operation that is ok may have a fourth element, {:version n} or
 * {"version":n}: the position of the version it wrote or read among the versions of its key, from
 * 1; 0 is the initial state. Values that are not versions of the store have none: a write that its
 * own transaction overwrites, and a read of it or of anything else that is not committed.
 *
 * With `timestamps`, an operation that is ok has :start-ts and :commit-ts, from the database's
 * clock; a start never equals a commit. At levels that read a snapshot, reads see their own writes
 * and exactly those with a commit-ts below their start-ts, except for bugs. The other levels
 * (parallel-snapshot-isolation, read-atomic and below) take their start-ts when they begin.
 *
 * O(output); memory is bounded by the live keys and the running transactions. */
MINOS_API minos_status minos_sim_run(const minos_sim_options *options, minos_sim_write history,
                                     void *history_context, minos_sim_write truth,
                                     void *truth_context);

/* ---- Levels and bugs ------------------------------------------------------------------------- */

/* Isolation levels from strong to weak, and bugs; NULL past the end. */
MINOS_API const char *minos_sim_level_name(size_t i);
MINOS_API const char *minos_sim_level_summary(size_t i);
MINOS_API const char *minos_sim_bug_name(size_t i);
MINOS_API const char *minos_sim_bug_summary(size_t i);
/* The anomalies that show the bug, comma-separated: at least one if the bug is observable. */
MINOS_API const char *minos_sim_bug_anomalies(size_t i);
/* The default rate; negative past the end. */
MINOS_API double minos_sim_bug_rate(size_t i);

/* ---- Which bugs a load shows ----------------------------------------------------------------- */

#define MINOS_SHOWN_BUGS 64            /* at most */
#define MINOS_SHOWN_RUNS 5             /* histories of each bug */
#define MINOS_SHOWN_TRANSACTIONS 10000 /* of each history; a load with more is cut to this many */

typedef struct minos_shown_bug {
    const char *name;
    unsigned shown; /* in how many of MINOS_SHOWN_RUNS histories */
} minos_shown_bug;

typedef struct minos_bugs_shown {
    const char *isolation; /* simulated: the weakest level that satisfies the models; NULL: none */
    uint64_t transactions; /* of each history */
    unsigned processes;
    minos_shown_bug bugs[MINOS_SHOWN_BUGS];
    size_t count;
} minos_bugs_shown;

/* Simulates the load with each bug in turn, on a database that otherwise satisfies
 * judging->models, judges the histories by `judging` (models, anomalies, assumptions; progress is
 * called too), and counts how often each bug is shown. Bugs that neither this load nor the default
 * load of minos_sim_options_init shows are left out: they violate none of what `judging` demands.
 * load->isolation and load->bugs are ignored. If judging expects nothing, there are no bugs. The
 * same arguments give the same answer. O(transactions). */
MINOS_API minos_status minos_sim_bugs_shown(const minos_sim_options *load,
                                            const minos_options *judging, minos_bugs_shown *shown);

#ifdef __cplusplus
}
#endif

#endif
