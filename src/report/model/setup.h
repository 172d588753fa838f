/*
 * setup.h - how a history was recorded: database, level, load, faults, machine, command.
 *
 * Comes from run.json, which minos run writes beside the history: report/json/setup_read.c reads
 * it, setup.c makes the rows of the header. Every field may be missing, because the file may be
 * from another version; missing strings are NULL, missing numbers are 0. Strings are in an arena,
 * and numbers that are only shown are strings too.
 */
#ifndef MNS_REPORT_MODEL_SETUP_H
#define MNS_REPORT_MODEL_SETUP_H

#include "core/arena.h"

/* A line of the header. */
typedef struct mns_setup_row {
    const char *label; /* "Isolation level" */
    const char *value; /* "serializable, which PostgreSQL calls SERIALIZABLE" */
} mns_setup_row;

#define MNS_LIMIT_SETUP_ROWS 24

/* How much of the run had answers from the server, in milliseconds. */
typedef struct mns_setup_answers {
    uint64_t total_ms;      /* duration of the load */
    uint64_t faults_ms;     /* of it, time under injected faults */
    uint64_t unanswered_ms; /* of the rest, time in which clients waited and got no answer */
    uint64_t last_ms;       /* of that, the part at the end of the load */
} mns_setup_answers;

typedef struct mns_setup_faults {
    const char *kinds, *on, *every_s, *for_s;
} mns_setup_faults;

/* The rules that the run was judged by. */
typedef struct mns_setup_rules {
    const char *models, *anomalies; /* as in minos_options; NULL: not stored */
    bool wfr, sequential, linearizable, ambiguous;
    bool certificate_required; /* --exact=require */
    uint64_t min_answered;     /* thousandths of the run time that must have answers */
} mns_setup_rules;

/* The load, as far as advice on a harder one and a comparison of two runs need it. */
typedef struct mns_setup_load {
    uint64_t keys, max_length;
    const char *key_distribution;
    const char *rate, *read_fraction; /* numbers in JSON, as the next four */
    const char *transactions, *time_s, *timeout_ms, *tables;
    const char *append, *access;
} mns_setup_load;

/* In how many of so many simulated histories the load showed a bug of the simulator. */
typedef struct mns_setup_bug {
    const char *name;
    uint64_t shown, of;
} mns_setup_bug;

#define MNS_LIMIT_SETUP_BUGS 64

typedef struct mns_setup {
    const char *minos, *commit; /* version and commit that recorded the history */
    const char *target;
    const char *database; /* product and version: "PostgreSQL 15.18" */
    const char *isolation, *native_level;
    const char *claims, *claims_source; /* models that the database documents, and where */
    const char *topology;
    const char *workload, *workload_options;
    const char *seed, *processes, *seconds;
    const char **server_options;
    uint32_t server_option_count;
    mns_setup_faults *faults; /* NULL: none were requested */
    uint64_t fault_count;
    const char *fault_kinds;
    const char *started, *machine;
    const char *command; /* a shell command that runs it again */
    const char *ended;
    uint64_t ok, fail, info;
    bool final_reads;           /* were requested */
    uint64_t unread_keys;       /* without an answered final read */
    const char *simulated_bugs; /* of sim:, comma-separated; NULL: none */
    const char *error;          /* the most frequent error */
    mns_setup_answers answers;
    mns_setup_rules rules;
    mns_setup_load load;
    mns_setup_bug *bugs; /* those that violate the rules; none: not simulated */
    uint32_t bug_count;
    uint64_t bug_transactions; /* of each simulated history, at most */
    /* The header, in the order to show; made by mns_setup_rows. */
    mns_setup_row *rows;
    uint32_t row_count;
} mns_setup;

/* Fills in rows. */
void mns_setup_rows(mns_setup *setup, mns_arena *arena);

/* "no answer for the last 8.0 s of 12.0 s", "no answer for 3.0 s of 12.0 s"; nothing if everything
 * was answered. True if something was written. */
bool mns_setup_say_unanswered(const mns_setup *setup, mns_buf *out);

/* True if less of the run time had answers than its rules require. Time under faults counts neither
 * way. */
bool mns_setup_answers_too_few(const mns_setup *setup);

#endif
