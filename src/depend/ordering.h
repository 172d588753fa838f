/*
 * ordering.h - transactions while acyclic.c puts them in topological order; their predecessors, by
 * datatype.
 *
 * A datatype finds one predecessor of a transaction that is not in the order yet. After placing
 * that one, acyclic.c calls again, and the search continues where it stopped, so all calls together
 * take time linear in the number of edges. Where many transactions precede many (the readers of a
 * version, and all writes that follow it), placed readers are skipped once for all of the writes.
 */
#ifndef MNS_ORDERING_H
#define MNS_ORDERING_H

#include "depend/edges.h"

typedef enum mns_progress {
    MNS_NOT_VISITED,
    MNS_ON_STACK, /* waits for its predecessors */
    MNS_PLACED,   /* in the order, and so are all its predecessors */
    MNS_EXCLUDED  /* does not count, so it has no edges */
} mns_progress;

/* How far the predecessors of a transaction have been visited. */
typedef struct mns_cursor {
    uint32_t txn;
    uint32_t mop; /* all predecessors by earlier micro-operations are in the order */
    /* Registers: how many of the steps to the version that the micro-operation wrote are done,
     * and how many readers of the version that the next step comes from. */
    uint32_t step, reader;
} mns_cursor;

/* Lists: the readers of each version, as chains of micro-operations. A transaction is in a chain at
 * most once. */
typedef struct mns_reader_chains {
    uint64_t *slot;  /* by key: the slot of its initial state; those of its versions follow */
    uint32_t *first; /* by slot */
    uint32_t *next;  /* by mop */
} mns_reader_chains;

/* Registers: the steps between versions by where they lead, and the readers skipped. */
typedef struct mns_back_steps {
    uint32_t *first;  /* by version, and one more: into from */
    uint32_t *from;   /* the versions that steps come from, without initial states */
    uint32_t *placed; /* by version: how many of its readers, from the first, are in the order */
} mns_back_steps;

typedef struct mns_ordering {
    const mns_observation *o;
    uint8_t *progress; /* by txn: mns_progress */
    unsigned kinds;    /* bases of the edges followed so far: WW, WR, RW, PROCESS */
    mns_reader_chains chains;
    mns_back_steps back;
} mns_ordering;

/* For each datatype: allocates what the search needs (MINOS_ENOMEM), and finds a transaction that
 * precedes cursor->txn and is not in the order, or MNS_NONE. */
minos_status mns_ordering_prepare_list(mns_ordering *ordering);
uint32_t mns_ordering_before_list(mns_ordering *ordering, mns_cursor *cursor);
minos_status mns_ordering_prepare_register(mns_ordering *ordering);
uint32_t mns_ordering_before_register(mns_ordering *ordering, mns_cursor *cursor);
/* acyclic.c: frees what these allocated, and progress. */
void mns_ordering_release(mns_ordering *ordering);

/* Follows the edge from `other` to `txn`, unless they are the same. Returns `other` if it is not
 * in the order yet, else MNS_NONE. */
static inline uint32_t mns_ordering_follow(mns_ordering *ordering, uint32_t other, uint32_t txn,
                                           mns_kind base) {
    uint8_t progress = ordering->progress[other];
    assert(progress != MNS_EXCLUDED);
    if (other == txn) {
        return MNS_NONE;
    }
    ordering->kinds |= base;
    return progress == MNS_PLACED ? MNS_NONE : other;
}

/* The same for the write that precedes a micro-operation of `txn`. */
static inline uint32_t mns_ordering_follow_write(mns_ordering *ordering, const mns_in_edges *in,
                                                 uint32_t txn, mns_kind base) {
    return in->write == MNS_NONE
               ? MNS_NONE
               : mns_ordering_follow(ordering, mns_txn_of(ordering->o, in->write), txn, base);
}

#endif
