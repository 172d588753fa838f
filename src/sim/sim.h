/*
 * sim.h - the simulated world: a multi-version store, the clients' sessions, and one clock.
 *
 *     generate/   what clients ask for
 *     scheduler.c whose turn it is: invoke, each micro-operation, commit, response
 *     engine.c    what the database does about it, by isolation level
 *       store.c     keys and their versions
 *       locks.c     who waits for whom
 *       atomic.c    reads of read-atomic
 *       sites.c     commits that travel between sites
 *     reveal.c    version numbers and timestamps, for those who ask
 *     bugs_*.c    what it does wrong on purpose
 *     truth.c     which of that a client could tell
 *     writer.c    the history as EDN or JSON
 *
 * The values written to a key are kept in one list in the order of their commits; whatever the
 * level, a correct read is the beginning of that list, as far as the reader's view goes, and then
 * the reader's own writes. So a view is a commit number for each site, and a read a length.
 *
 * Running out of memory and output that nobody takes are remembered in `status`; the scheduler
 * stops at the next step.
 */
#ifndef MNS_SIM_H
#define MNS_SIM_H

#include "core/buf.h"
#include "sim/config.h"

enum {
    MNS_SITES = 3,        /* of parallel snapshot isolation; the other levels use the first */
    MNS_SITE_LOG = 64,    /* commits that may be on their way from a site */
    MNS_REMEMBERED = 8192 /* transactions whose completion is known, by number */
};

/* No version of the store: see reveal.c. */
#define MNS_UNNUMBERED UINT64_MAX

/* How many commits of each site are seen. */
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
    uint64_t visible; /* and the one from which on it is seen, which only a bug puts off */
    uint32_t end;     /* of the text up to it */
    uint8_t site;
} mns_version;

struct mns_key {
    uint64_t id;
    uint32_t references; /* its slot, and each micro-operation under way */
    bool closing;        /* waits for its final read, or has had it */
    mns_session *holder; /* of the write lock, or NULL */
    mns_key *next_made, *next;
    mns_version *versions;
    size_t count, capacity;
    char *text; /* the values as they are printed, where the workload prints them all */
    size_t text_size, text_capacity;
    uint32_t first_fault; /* not yet observed, or MNS_NONE */
    bool leaks;           /* aborted-read: the next reader sees this value too */
    int64_t leak_value;
    uint32_t leak_fault;
    bool retries; /* duplicate-append: whoever writes next writes this again first */
    int64_t retry_value;
    uint64_t retry_writer;
    uint32_t retry_fault;
};

/* ---- Sessions ------------------------------------------------------------------------------- */

typedef struct mns_sim_step {
    mns_key *key;
    int64_t value;                /* of a write */
    size_t prefix;                /* of a read: how many versions it sees, */
    size_t extra_at, extra_count; /* and values of its own */
    uint64_t version;             /* the number of what it wrote or saw, where that is revealed */
    bool write;
    bool own; /* a read that shows what its transaction wrote before */
    bool nil; /* a read that is answered with nothing at all */
} mns_sim_step;

typedef enum mns_phase {
    MNS_IDLE,
    MNS_RUNNING,
    MNS_ANSWERING /* committed or aborted; the client does not know yet */
} mns_phase;

struct mns_session {
    mns_phase phase;
    uint64_t process;
    uint64_t number;    /* of the transaction, from 1 */
    uint64_t invoked;   /* :index of the invocation */
    uint64_t completed; /* and of the completion, 0 until there is one */
    mns_sim_step *steps;
    size_t step_count, step_capacity, done;
    int64_t *extras; /* values that reads saw besides versions */
    size_t extra_count, extra_capacity;
    bool begun;      /* the database knows of it */
    bool reader;     /* only reads */
    bool final;      /* a final read: of the newest state, and marked in the history */
    bool ghost;      /* its client is gone: it goes on in silence */
    bool committed;  /* of MNS_ANSWERING */
    size_t crash_at; /* the client gives up after that many steps; SIZE_MAX: never */
    uint8_t site;
    mns_sim_view begin; /* what snapshots show, and what the guard compares with */
    uint64_t start_ts, commit_ts;
    uint64_t lag;      /* stale-read-timestamp: how far reads are behind */
    bool forked;       /* long-fork: it runs while a fork is open, */
    mns_sim_view fork; /* and sees this much of the keys beyond it */
    mns_session *waits_for, *first_waiter, *next_waiter;
    mns_session *next_made;
    size_t place;           /* in the list of its phase */
    uint32_t *owned, *seen; /* faults it committed, faults it shows if it completes well */
    size_t owned_count, owned_capacity, seen_count, seen_capacity;
};

/* A list of sessions, from which any can be taken in O(1). */
typedef struct mns_sessions {
    struct mns_seat {
        mns_session *session;
    } * seats;
    size_t count, capacity;
} mns_sessions;

/* ---- The world ------------------------------------------------------------------------------ */

typedef struct mns_fault mns_fault;

typedef struct mns_sim {
    mns_config config;
    minos_status status;
    mns_generator generator;
    mns_random schedule, chance; /* the scheduler's and the database's; the bugs' */
    uint64_t index, time_ns;
    uint64_t invoked; /* transactions of the workload */
    uint64_t numbers; /* transactions at all */

    mns_key **slots;  /* by slot of the workload */
    mns_key *keys;    /* all that were ever made, linked by next_made */
    mns_key *spare;   /* to be used again, linked by next */
    mns_key *closing; /* that wait for their final read, linked by next, first come first */
    mns_key *closing_last;
    size_t closing_count;
    bool closed; /* the live keys are among them */

    mns_session *all; /* ever made, linked by next_made */
    size_t session_count;
    mns_sessions idle, running, unused;

    mns_sim_view sites[MNS_SITES];               /* what each has heard of */
    mns_sim_view needs[MNS_SITES][MNS_SITE_LOG]; /* by commit: what must have arrived first */
    bool cut[MNS_SITES][MNS_SITES];              /* no news from the second to the first */

    mns_sim_view fork;  /* long-fork: what was known when it opened */
    uint64_t fork_left; /* transactions that it lasts for */
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

/* How many versions of a key a view shows. */
size_t mns_key_visible(const mns_key *key, const mns_sim_view *view);
/* The key of a slot: a new one where the workload has moved on. NULL when out of memory. */
mns_key *mns_key_of_slot(mns_sim *sim, uint32_t slot, uint64_t id);
void mns_key_release(mns_sim *sim, mns_key *key);
void mns_key_push(mns_sim *sim, mns_key *key, const mns_version *version);
/* Forgets the last versions. Reads under way keep what they saw. */
void mns_key_truncate(mns_sim *sim, mns_key *key, size_t count);
/* Adds a value that a read sees besides versions. */
void mns_step_extra(mns_sim *sim, mns_session *session, mns_sim_step *step, int64_t value);

/* ---- engine.c, locks.c, atomic.c, sites.c --------------------------------------------------- */

void mns_engine_begin(mns_sim *sim, mns_session *session);
/* The next micro-operation; `done` stays where the session has to wait and try again. */
void mns_engine_step(mns_sim *sim, mns_session *session);
void mns_engine_commit(mns_sim *sim, mns_session *session);
void mns_engine_abort(mns_sim *sim, mns_session *session);

/* An earlier read of the key in the same transaction, the first one; an earlier write of it. */
bool mns_step_repeats(const mns_session *session, size_t at, size_t *earlier);
bool mns_step_own(const mns_session *session, size_t at);

typedef enum mns_lock { MNS_LOCKED, MNS_WAITING, MNS_DEADLOCK } mns_lock;
mns_lock mns_lock_take(mns_sim *sim, mns_session *session, mns_key *key);
/* Gives back every lock and wakes those who wait. */
void mns_lock_release(mns_sim *sim, mns_session *session);

/* The versions that a read-atomic read sees; false where there is no such state. */
bool mns_atomic_read(const mns_sim *sim, const mns_session *session, size_t at, size_t *prefix);

void mns_sites_travel(mns_sim *sim);
void mns_sites_settle(mns_sim *sim);
/* A new commit at the session's site; returns its number. */
uint64_t mns_sites_commit(mns_sim *sim, const mns_session *session);
/* How many commits there were, at all sites together. */
uint64_t mns_sites_commits(const mns_sim *sim);

/* ---- reveal.c ------------------------------------------------------------------------------- */

/* A read has been answered; a write has just become the last version of its key. */
void mns_reveal_read(mns_session *session, size_t at);
void mns_reveal_write(mns_session *session, size_t at);
/* The transaction knows what it sees; it has committed. */
void mns_reveal_start(const mns_sim *sim, mns_session *session);
void mns_reveal_commit(const mns_sim *sim, mns_session *session);

/* ---- bugs_read.c, bugs_write.c, truth.c ----------------------------------------------------- */

void mns_bugs_begin(mns_sim *sim, mns_session *session);
void mns_bugs_read(mns_sim *sim, mns_session *session, size_t at);
/* True if a conflict is to be ignored. */
bool mns_bugs_retry(mns_sim *sim, mns_session *session);
/* What becomes of a commit that the guard allows. */
typedef enum mns_fate { MNS_FATE_COMMIT, MNS_FATE_LEAK, MNS_FATE_DIRTY } mns_fate;
mns_fate mns_bugs_fate(mns_sim *sim, mns_session *session);
/* Of a write at commit time: how many commits it is put off, and afterwards. */
uint64_t mns_bugs_delay(mns_sim *sim, const mns_session *session, mns_key **delayed);
void mns_bugs_before_push(mns_sim *sim, mns_session *session, mns_key *key, uint64_t commit);
void mns_bugs_committed(mns_sim *sim, mns_session *session, mns_fate fate, mns_key *delayed);
void mns_bugs_answered(mns_sim *sim, mns_session *session);

/* A view from that many commits ago. */
mns_sim_view mns_view_before(const mns_sim_view *view, uint64_t commits);

/* A fault of the session on a key: MNS_NONE where nobody wants to know. */
uint32_t mns_truth_fault(mns_sim *sim, mns_session *session, mns_bug bug, const mns_key *key);
/* It shows once the session completes with ok. */
void mns_truth_shown_by(mns_sim *sim, mns_session *session, uint32_t fault);
/* It shows once a transaction reads the key: more than `position` versions of it (which kinds of
 * bug need what is in truth.c); `other` is the key that was in time. */
void mns_truth_pending(mns_sim *sim, uint32_t fault, mns_key *key, size_t position);
void mns_truth_other(mns_sim *sim, uint32_t fault, const mns_key *other, size_t position);
void mns_truth_hidden(mns_sim *sim, uint32_t fault);
/* The client was answered: ok, or anything else. */
void mns_truth_completed(mns_sim *sim, mns_session *session, bool ok);
/* Nobody reads these versions of the key any more, or anything of it. */
void mns_truth_forget(mns_sim *sim, mns_key *key, size_t position);
void mns_truth_close(mns_sim *sim, mns_key *key);
/* True if versions from `prefix` on were acknowledged before the session's invocation. */
bool mns_truth_missed(const mns_sim *sim, const mns_session *session, const mns_key *key,
                      size_t prefix);

/* ---- writer.c, scheduler.c ------------------------------------------------------------------ */

typedef enum mns_event { MNS_INVOKE, MNS_OK, MNS_FAIL, MNS_INFO } mns_event;
/* Writes an operation of the session; returns its index. */
uint64_t mns_writer_operation(mns_sim *sim, const mns_session *session, mns_event event);
void mns_writer_flush(mns_sim *sim);
/* Writes a number at a place with room for 20 characters; returns its length. */
size_t mns_writer_number(char *place, int64_t number);

void mns_sessions_add(mns_sessions *list, mns_session *session);
void mns_sessions_remove(mns_sessions *list, mns_session *session);

/* Runs until all is done or `status` says why not. */
void mns_scheduler_run(mns_sim *sim);

#endif
