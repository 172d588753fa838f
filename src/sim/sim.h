/*
 * sim.h - the simulated database: a multi-version store, the clients' sessions, and one clock.
 *
 *     generate/   generates the transactions
 *     scheduler.c chooses the next step: invocation, micro-operation, commit, response
 *     engine.c    executes it, by isolation level
 *       store.c     keys and their versions
 *       locks.c     write locks and deadlocks
 *       atomic.c    reads of read-atomic
 *       sites.c     replication between sites
 *     reveal.c    version numbers and timestamps, if requested
 *     bugs_*.c    injected bugs
 *     truth.c     which of their faults a client could observe
 *     history_writer.c  writes the history as EDN or JSON
 *
 * The values written to a key form one list in commit order. At every level, a correct read is a
 * prefix of that list, as far as the reader's view goes, followed by the reader's own writes. So a
 * view is a commit number for each site, and a read is a length.
 *
 * Out of memory and failed output set `status`; the scheduler stops at the next step.
 */
#ifndef MNS_SIM_H
#define MNS_SIM_H

#include "core/buf.h"
#include "sim/config.h"

enum {
    MNS_SITES = 3,        /* of parallel snapshot isolation; the other levels use the first */
    MNS_SITE_LOG = 64,    /* commits of a site that may be in transit */
    MNS_REMEMBERED = 8192 /* transactions whose completion is kept, by number */
};

/* Not a version of the store; see reveal.c. */
#define MNS_UNNUMBERED UINT64_MAX

/* The number of visible commits of each site. */
typedef struct mns_sim_view {
    uint64_t at[MNS_SITES];
} mns_sim_view;

/* ---- The store ------------------------------------------------------------------------------ */

typedef struct mns_session mns_session;
typedef struct mns_key mns_key;

typedef struct mns_version {
    int64_t value;
    uint64_t writer;  /* the number of the transaction */
    uint64_t commit;  /* its commit at its site, */
    uint64_t visible; /* and the commit that makes it visible, later only by a bug */
    uint32_t end;     /* of the text up to it */
    uint8_t site;
} mns_version;

struct mns_key {
    uint64_t id;
    uint32_t references; /* its slot, and each micro-operation of a running transaction */
    bool closing;        /* waits for its final read, or had it */
    mns_session *holder; /* of the write lock, or NULL */
    mns_key *next_made, *next;
    mns_version *versions;
    size_t count, capacity;
    char *text; /* the printed values, for workloads whose reads return all of them */
    size_t text_size, text_capacity;
    uint32_t first_fault; /* not yet observed, or MNS_NONE */
    bool leaks;           /* aborted-read: the next reader also returns this value */
    int64_t leak_value;
    uint32_t leak_fault;
    bool retries; /* duplicate-append: the next write appends this value again first */
    int64_t retry_value;
    uint64_t retry_writer;
    uint32_t retry_fault;
};

/* ---- Sessions ------------------------------------------------------------------------------- */

typedef struct mns_sim_step {
    mns_key *key;
    int64_t value;                /* of a write */
    size_t prefix;                /* of a read: the number of versions it returns, */
    size_t extra_at, extra_count; /* and its additional values */
    uint64_t version;             /* the version number it wrote or read, if revealed */
    bool write;
    bool own; /* a read that returns its transaction's earlier writes */
    bool nil; /* a read that returns nil */
} mns_sim_step;

typedef enum mns_phase {
    MNS_IDLE,
    MNS_RUNNING,
    MNS_ANSWERING /* committed or aborted; the client has no response yet */
} mns_phase;

struct mns_session {
    mns_phase phase;
    uint64_t process;
    uint64_t number;    /* of the transaction, from 1 */
    uint64_t invoked;   /* :index of the invocation */
    uint64_t completed; /* and of the completion; 0: not completed */
    mns_sim_step *steps;
    size_t step_count, step_capacity, done;
    int64_t *extras; /* values that reads return besides versions */
    size_t extra_count, extra_capacity;
    bool begun;      /* in the database */
    bool reader;     /* read-only */
    bool final;      /* a final read: of the newest state, and marked in the history */
    bool abandoned;  /* its client crashed: it runs on without response */
    bool committed;  /* of MNS_ANSWERING */
    size_t crash_at; /* the client crashes after this many steps; SIZE_MAX: never */
    uint8_t site;
    mns_sim_view begin; /* the snapshot, and the state that the guard compares with */
    uint64_t start_ts, commit_ts;
    uint64_t lag;      /* stale-read-timestamp: the commits that reads are behind */
    bool forked;       /* long-fork: it runs while a fork is open, */
    mns_sim_view fork; /* with this view of the keys on the other side */
    mns_session *waits_for, *first_waiter, *next_waiter;
    mns_session *next_made;
    size_t place;           /* in the list of its phase */
    uint32_t *owned, *seen; /* faults in it, and faults that it reveals if it completes with ok */
    size_t owned_count, owned_capacity, seen_count, seen_capacity;
};

/* A list of sessions with removal in O(1). */
typedef struct mns_sessions {
    struct mns_session_item {
        mns_session *session;
    } * items;
    size_t count, capacity;
} mns_sessions;

/* ---- The simulation ------------------------------------------------------------------------- */

typedef struct mns_fault mns_fault;

typedef struct mns_sim {
    mns_config config;
    minos_status status;
    mns_generator generator;
    mns_random schedule, chance; /* for scheduler and database; for bugs */
    uint64_t index, time_ns;
    uint64_t invoked; /* transactions of the workload */
    uint64_t numbers; /* all transactions, with final reads */

    mns_key **slots;  /* by slot of the workload */
    mns_key *keys;    /* all keys, linked by next_made */
    mns_key *spare;   /* for reuse, linked by next */
    mns_key *closing; /* waiting for their final read, linked by next, first in first out */
    mns_key *closing_last;
    size_t closing_count;
    bool closed; /* the live keys are among them */

    mns_session *all; /* linked by next_made */
    size_t session_count;
    mns_sessions idle, running, unused;

    mns_sim_view sites[MNS_SITES];               /* the commits each site has received */
    mns_sim_view needs[MNS_SITES][MNS_SITE_LOG]; /* by commit: what must have arrived first */
    bool cut[MNS_SITES][MNS_SITES];              /* the link from the second to the first is down */

    mns_sim_view fork;  /* long-fork: the view when it opened */
    uint64_t fork_left; /* transactions until it closes */
    uint64_t garbage;   /* values invented so far */

    struct mns_completion {
        uint64_t number, index;
    } * remembered; /* by number modulo MNS_REMEMBERED: transactions that completed with ok */
    mns_fault *faults;
    size_t fault_count, fault_capacity;
    uint32_t free_fault;
    mns_buf truth_line;

    char *out;
    size_t out_size, out_capacity;
    minos_sim_write history, truth;
    void *history_context, *truth_context;
} mns_sim;

/* ---- store.c -------------------------------------------------------------------------------- */

/* The number of versions of a key that are visible in a view. */
size_t mns_key_visible(const mns_key *key, const mns_sim_view *view);
/* The key of a slot; a new one if the id changed. NULL when out of memory. */
mns_key *mns_key_of_slot(mns_sim *sim, uint32_t slot, uint64_t id);
void mns_key_release(mns_sim *sim, mns_key *key);
void mns_key_push(mns_sim *sim, mns_key *key, const mns_version *version);
/* Drops the last versions. Running transactions keep the results of their reads. */
void mns_key_truncate(mns_sim *sim, mns_key *key, size_t count);
/* Adds a value that a read returns besides versions. */
void mns_step_extra(mns_sim *sim, mns_session *session, mns_sim_step *step, int64_t value);

/* ---- engine.c, locks.c, atomic.c, sites.c --------------------------------------------------- */

void mns_engine_begin(mns_sim *sim, mns_session *session);
/* Executes the next micro-operation; `done` does not advance if the session must wait. */
void mns_engine_step(mns_sim *sim, mns_session *session);
void mns_engine_commit(mns_sim *sim, mns_session *session);
void mns_engine_abort(mns_sim *sim, mns_session *session);

/* The first earlier read of the step's key in the same transaction; whether there was a write. */
bool mns_step_repeats(const mns_session *session, size_t at, size_t *earlier);
bool mns_step_own(const mns_session *session, size_t at);

typedef enum mns_lock { MNS_LOCKED, MNS_WAITING, MNS_DEADLOCK } mns_lock;
mns_lock mns_lock_take(mns_sim *sim, mns_session *session, mns_key *key);
/* Releases all locks of the session and wakes the sessions that wait for it. */
void mns_lock_release(mns_sim *sim, mns_session *session);

/* The versions that a read-atomic read returns; false if no such state exists. */
bool mns_atomic_read(const mns_sim *sim, const mns_session *session, size_t at, size_t *prefix);

/* Delivers at most one commit from one site to another; delivers all. */
void mns_sites_replicate(mns_sim *sim);
void mns_sites_deliver_all(mns_sim *sim);
/* A new commit at the session's site; returns its number. */
uint64_t mns_sites_commit(mns_sim *sim, const mns_session *session);
/* The number of commits at all sites. */
uint64_t mns_sites_commits(const mns_sim *sim);

/* ---- reveal.c ------------------------------------------------------------------------------- */

/* After a read got its result; after a write became the last version of its key. */
void mns_reveal_read(mns_session *session, size_t at);
void mns_reveal_write(mns_session *session, size_t at);
/* After the transaction got its view; after its commit. */
void mns_reveal_start(const mns_sim *sim, mns_session *session);
void mns_reveal_commit(const mns_sim *sim, mns_session *session);

/* ---- bugs_read.c, bugs_write.c, truth.c ----------------------------------------------------- */

void mns_bugs_begin(mns_sim *sim, mns_session *session);
void mns_bugs_read(mns_sim *sim, mns_session *session, size_t at);
/* True if the commit ignores a conflict. */
bool mns_bugs_retry(mns_sim *sim, mns_session *session);
/* The outcome of a commit that the guard allows. */
typedef enum mns_fate { MNS_FATE_COMMIT, MNS_FATE_LEAK, MNS_FATE_DIRTY } mns_fate;
mns_fate mns_bugs_fate(mns_sim *sim, mns_session *session);
/* At commit time: the number of commits by which writes to *delayed become visible late. */
uint64_t mns_bugs_delay(mns_sim *sim, const mns_session *session, mns_key **delayed);
void mns_bugs_before_push(mns_sim *sim, mns_session *session, mns_key *key, uint64_t commit);
void mns_bugs_committed(mns_sim *sim, mns_session *session, mns_fate fate, mns_key *delayed);
void mns_bugs_answered(mns_sim *sim, mns_session *session);

/* The view of this many commits ago. */
mns_sim_view mns_view_before(const mns_sim_view *view, uint64_t commits);

/* A new fault of the session on a key; MNS_NONE if no truth file was requested. */
uint32_t mns_truth_fault(mns_sim *sim, mns_session *session, mns_bug bug, const mns_key *key);
/* The fault is observed if the session completes with ok. */
void mns_truth_shown_by(mns_sim *sim, mns_session *session, uint32_t fault);
/* The fault is observed by a read of more than `position` versions of the key; truth.c has the rule
 * of each bug. `other`: the key of a fractured commit that was not delayed. */
void mns_truth_pending(mns_sim *sim, uint32_t fault, mns_key *key, size_t position);
void mns_truth_other(mns_sim *sim, uint32_t fault, const mns_key *other, size_t position);
void mns_truth_hidden(mns_sim *sim, uint32_t fault);
/* The client got its response: ok, or anything else. */
void mns_truth_completed(mns_sim *sim, mns_session *session, bool ok);
/* Versions from `position` on, or the whole key, will not be read any more. */
void mns_truth_forget(mns_sim *sim, mns_key *key, size_t position);
void mns_truth_close(mns_sim *sim, mns_key *key);
/* True if versions from `prefix` on were acknowledged before the session's invocation. */
bool mns_truth_missed(const mns_sim *sim, const mns_session *session, const mns_key *key,
                      size_t prefix);

/* ---- history_writer.c, scheduler.c ---------------------------------------------------------- */

typedef enum mns_event { MNS_INVOKE, MNS_OK, MNS_FAIL, MNS_INFO } mns_event;
/* Writes an operation of the session; returns its index. */
uint64_t mns_writer_operation(mns_sim *sim, const mns_session *session, mns_event event);
void mns_writer_flush(mns_sim *sim);
/* Writes a number into a buffer of at least 20 characters; returns its length. */
size_t mns_writer_number(char *place, int64_t number);

void mns_sessions_add(mns_sessions *list, mns_session *session);
void mns_sessions_remove(mns_sessions *list, mns_session *session);

/* Runs to the end, or until `status` is an error. */
void mns_scheduler_run(mns_sim *sim);

#endif
