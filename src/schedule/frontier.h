/*
 * frontier.h - builds an execution forward: transactions begin, and commit.
 *
 * The state is the current version of each key. A transaction begins when it can read, and commits
 * when it can install. In a serial execution it does both at once:
 *
 *   begin    1. every version that it reads is current;
 *            2. those that must come before it have committed: by real time all that completed
 *               before it was invoked, by process order its predecessor, and those that orders.h
 *               names.
 *   commit   3. nobody else still has to begin who reads a version that it replaces;
 *            4. by real time, no version that must come before its own is missing: if somebody who
 *               met version a completed before somebody who met version b began, then a precedes b
 *               (docs/registers.md, source realtime).
 *
 * With snapshots, a transaction may begin earlier than it commits. It does so only if somebody is
 * about to replace what it reads. From then on it holds the keys that it writes: nobody else may
 * write them until it has committed, so it cannot begin while somebody else holds one of them.
 *
 * Of the ready ones the one with the least estimate commits next; one that installs nothing does so
 * at once, since it can do no harm. One that is not ready waits for a version or a transaction. If
 * nobody is ready, the schedule is stuck: conflicts.h finds out why, some of the last events are
 * undone, and it goes on.
 *
 *     events   |b4 c4 b1 b7 c1 c7|  ready: T9, T12 (by estimate)   waiting: T8 for a reader of x
 *
 * O(log n) for each event, and for each time a waiting transaction is looked at again.
 */
#ifndef MNS_FRONTIER_H
#define MNS_FRONTIER_H

#include "catalog/catalog.h"
#include "schedule/demands.h"
#include "schedule/orders.h"

/* The class of executions that is searched. A narrower one is easier to search: a database that
 * works commits updates in real time, even if its model does not ask for that. */
typedef struct mns_candidates {
    mns_order order;      /* that all transactions keep: NONE, PROCESS or REALTIME */
    bool updates_in_time; /* updates commit in real time, whatever the order */
    bool snapshots;       /* snapshot isolation; else serial executions */
} mns_candidates;

typedef enum mns_standing {
    MNS_IDLE,    /* nothing is known: look at it when something changes */
    MNS_WAITING, /* in the list of what it waits for */
    MNS_READY    /* in the heap */
} mns_standing;

typedef struct mns_frontier {
    const mns_demands *p;
    mns_candidates kept;
    bool holds_keys;  /* snapshots, and writers of a key exclude each other */
    uint32_t *events; /* txn << 1, and 1 for a commit */
    uint32_t event_count;
    uint32_t *order; /* the commits */
    uint32_t count;
    /* By txn: */
    uint32_t *place;    /* in the order, or MNS_NONE: not committed */
    uint32_t *begun;    /* the number of commits before it began, or MNS_NONE */
    uint32_t *begun_at; /* that event */
    uint32_t *missing;  /* versions it reads that are not current, and its predecessor in process */
    uint8_t *standing;  /* mns_standing */
    uint32_t *wait_for; /* while it waits: a node, see wait_first */
    uint32_t *wait_next, *wait_previous;
    bool *in_time; /* keeps real time; NULL: nobody does */
    /* By process order, NULL unless that is kept: the predecessor of each, and its successors as a
     * list: the next ok one, and info ones between. */
    uint32_t *process_previous, *process_first, *process_next;
    /* By version: */
    uint32_t *readers_left; /* that have not begun */
    uint32_t *reader_from;  /* into demands->reader: all before have begun */
    uint32_t *parts_left;
    uint32_t *replaced; /* once it is installed, or its first part is: the version before */
    /* The first completion and the last invocation of those in time who met it; MNS_NONE and 0 if
     * there is none. */
    uint32_t *first_complete, *last_invoke;
    uint32_t *zone_next, *zone_previous; /* versions that are not installed, by first completion */
    /* By key: */
    uint32_t *current; /* version; MNS_NONE while one is installed in part */
    uint32_t *open;    /* the version that is installed in part, or MNS_NONE */
    uint32_t *holder;  /* the transaction that holds it, or MNS_NONE; NULL unless holds_keys */
    uint32_t *zone_first;
    /* By node, a version or version_count + txn: the first that waits for it. */
    uint32_t *wait_first;
    uint64_t *heap; /* estimate << 32 | txn of those that are ready */
    size_t heap_count, heap_capacity;
    uint32_t *by_invoke; /* members: those that do not keep real time, the others by invocation */
    uint32_t untimed;    /* how many do not */
    uint32_t released;   /* these, and those that were invoked before the horizon */
    uint32_t settled;    /* of by_invoke, the first so many have committed */
    uint32_t oldest;     /* the first txn that is ok, in time and has not committed */
    uint32_t horizon;    /* its completion: who was invoked later must wait */
    mns_orders orders;   /* learnt from conflicts */
    /* With snapshots: those to look at again, because somebody whom they wait for can begin now. A
     * transaction announces that once in a round; undoing starts a new round. */
    uint32_t *pending;
    size_t pending_count, pending_capacity;
    uint32_t *announced; /* by txn: the round */
    uint32_t round;
    uint64_t steps; /* looks at a transaction so far */
    bool failed;    /* out of memory */
} mns_frontier;

bool mns_frontier_init(mns_frontier *frontier, const mns_demands *demands, mns_candidates kept);
void mns_frontier_release(mns_frontier *frontier);

/* Goes on until all have committed (true), none is ready, `limit` steps were made or memory ran out
 * (failed). */
bool mns_frontier_run(mns_frontier *frontier, uint64_t limit);
/* Undoes events until there are so many. */
void mns_frontier_undo(mns_frontier *frontier, uint32_t event_count);
/* Undoes what contradicts the orders that were learnt. */
void mns_frontier_obey(mns_frontier *frontier);

/* ---- Who is ready (frontier_ready.c) --------------------------------------------------------- */

/* Looks at a transaction that has not committed, if its standing is idle. */
void mns_frontier_look(mns_frontier *frontier, uint32_t txn);
/* Looks at all that wait for a node. */
void mns_frontier_wake(mns_frontier *frontier, uint32_t node);
/* Takes a transaction out of the list that it waits in. */
void mns_frontier_stop_waiting(mns_frontier *frontier, uint32_t txn);
/* The ready one with the least estimate, or MNS_NONE. */
uint32_t mns_frontier_next(mns_frontier *frontier);
/* Whether a transaction could begin, apart from what holds keys, and whether it could commit then,
 * as far as real time goes. */
bool mns_may_begin(const mns_frontier *frontier, uint32_t txn);
bool mns_may_commit(const mns_frontier *frontier, uint32_t txn);
/* A transaction that holds a key that this one writes, or MNS_NONE. */
uint32_t mns_key_holder(const mns_frontier *frontier, uint32_t txn);
/* Whether two transactions write a common key, where writers exclude each other. */
bool mns_excludes(const mns_frontier *frontier, uint32_t txn, uint32_t other);
/* Rule 4: a version that is not installed and must precede this one, or MNS_NONE. */
uint32_t mns_frontier_zone(const mns_frontier *frontier, uint32_t version, uint32_t key);
/* The first reader of a version from index *at on (into demands->reader) that has not begun, other
 * than txn; *at is moved behind it. MNS_NONE if there is none. */
uint32_t mns_next_reader(const mns_frontier *frontier, uint32_t version, uint32_t txn,
                         uint32_t *at);

static inline bool mns_has_committed(const mns_frontier *f, uint32_t txn) {
    return f->place[txn] != MNS_NONE;
}

static inline bool mns_has_begun(const mns_frontier *f, uint32_t txn) {
    return f->begun[txn] != MNS_NONE;
}

#endif
