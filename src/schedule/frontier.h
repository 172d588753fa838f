/*
 * frontier.h - builds a serial execution forward, one transaction at a time.
 *
 * The state is the current version of each key. A transaction is ready if
 *
 *   1. every version that it reads is current,
 *   2. those that must come before it are placed: by real time all that completed before it was
 *      invoked, by process order its predecessor, and those that orders.h names,
 *   3. nobody else still has to read a version that it replaces,
 *   4. by real time, no version that must come before its own is missing: if somebody who met
 *      version a completed before somebody who met version b began, then a precedes b
 *      (docs/registers.md, source realtime).
 *
 * Of the ready ones the one with the least estimate goes next; one that installs nothing goes at
 * once, since it can do no harm. A transaction that fails 3 or 4 waits for the version or
 * transaction concerned. If nobody is ready, the schedule is stuck: conflicts.h finds out why, some
 * of the last placements are undone, and it goes on.
 *
 *     order    |T4 T1 T7 T3|  ready: T9, T12 (by estimate)   waiting: T8 for a reader of x
 *
 * O(log n) for each placement, and for each time a waiting transaction is looked at again.
 */
#ifndef MNS_FRONTIER_H
#define MNS_FRONTIER_H

#include "catalog/catalog.h"
#include "schedule/demands.h"
#include "schedule/orders.h"

/* The class of executions that is searched. A narrower one is easier to search: a database that
 * works commits updates in real time, even if its model does not ask for that. */
typedef struct mns_candidates {
    mns_order order; /* that all transactions keep: NONE, PROCESS or REALTIME */
    bool updates_in_time; /* updates keep real time, whatever the order */
} mns_candidates;

typedef struct mns_frontier {
    const mns_demands *p;
    mns_candidates kept;
    uint32_t *order;      /* what is placed */
    uint32_t count;
    /* By txn: */
    uint32_t *place;    /* in the order, or MNS_NONE */
    uint32_t *missing;  /* versions it reads that are not current, and its predecessor in process */
    uint8_t *standing;  /* enum standing of frontier.c */
    uint32_t *wait_for; /* while it waits: a node, see wait_first */
    uint32_t *wait_next, *wait_previous;
    bool *in_time; /* keeps real time; NULL: nobody does */
    /* By process order, NULL unless that is kept: the predecessor of each, and its successors as a
     * list: the next ok one, and info ones between. */
    uint32_t *process_previous, *process_first, *process_next;
    /* By version: */
    uint32_t *readers_left; /* that are not placed */
    uint32_t *parts_left;
    uint32_t *replaced; /* once it is installed, or its first part is: the version before */
    /* The first completion and the last invocation of those in time who read or installed it;
     * MNS_NONE and 0 if there is none. */
    uint32_t *first_complete, *last_invoke;
    uint32_t *zone_next, *zone_previous; /* unplaced versions of its key by first completion */
    /* By key: */
    uint32_t *current; /* version; MNS_NONE while one is installed in part */
    uint32_t *open;    /* the version that is installed in part, or MNS_NONE */
    uint32_t *zone_first;
    /* By node, a version or version_count + txn: the first that waits for it. */
    uint32_t *wait_first;
    uint64_t *heap; /* estimate << 32 | txn of those that are ready */
    size_t heap_count, heap_capacity;
    uint32_t *by_invoke; /* members: those that do not keep real time, the others by invocation */
    uint32_t untimed;    /* how many do not */
    uint32_t released;   /* these, and those that were invoked before the horizon */
    uint32_t settled;    /* of these, the first so many are placed */
    uint32_t oldest;     /* the first txn that is ok, in time and not placed */
    uint32_t horizon;    /* its completion: who was invoked later must wait */
    mns_orders orders; /* learnt from conflicts */
    uint64_t steps; /* looks at a transaction so far */
    bool failed;    /* out of memory */
} mns_frontier;

bool mns_frontier_init(mns_frontier *frontier, const mns_demands *demands,
                       mns_candidates kept);
void mns_frontier_release(mns_frontier *frontier);

/* Places transactions until all are placed (true), none is ready, `limit` steps were made or
 * memory ran out (failed). */
bool mns_frontier_run(mns_frontier *frontier, uint64_t limit);
/* Undoes all placements from this place on. */
void mns_frontier_undo(mns_frontier *frontier, uint32_t place);
/* Undoes what contradicts the orders that were learnt. */
void mns_frontier_obey(mns_frontier *frontier);

/* Rule 4: an unplaced version that must precede this one, or MNS_NONE. */
uint32_t mns_frontier_zone(const mns_frontier *frontier, uint32_t version, uint32_t key);

static inline bool mns_is_placed(const mns_frontier *f, uint32_t txn) {
    return f->place[txn] != MNS_NONE;
}

#endif
