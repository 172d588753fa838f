/*
 * ordering.h - transactions being put in an order; who must come before whom, by datatype.
 *
 * A datatype answers one question: who of those that precede a transaction is not in the order yet? It
 * is asked again whenever one of them was put there, and goes on where it stopped, so all questions
 * together cost as much as there are edges. Where many precede many (readers of one version, all who
 * follow it), whoever is in the order already is passed over once for all.
 */
#ifndef MNS_ORDERING_H
#define MNS_ORDERING_H

#include "depend/depend.h"

typedef enum mns_progress {
    MNS_AHEAD,   /* not looked at yet */
    MNS_BEGUN,   /* waits for those that precede it */
    MNS_PLACED,  /* in the order, and so are all that precede it */
    MNS_LEFT_OUT /* does not count: has no edges */
} mns_progress;

/* How far the predecessors of a transaction have been followed. */
typedef struct mns_cursor {
    uint32_t txn;
    uint32_t mop; /* all that precede it by an earlier one are in the order */
    /* Registers: so many edges that lead to what this mop wrote, and readers of where the next of them
     * comes from. */
    uint32_t edge, reader;
} mns_cursor;

/* Lists: the readers of each version, as chains of mops. A transaction is in a chain once. */
typedef struct mns_reader_chains {
    uint64_t *slot;  /* by key: where the chains of its versions are, the initial state's first */
    uint32_t *first; /* by slot */
    uint32_t *next;  /* by mop */
} mns_reader_chains;

/* Registers: the edges between versions by where they lead, and the readers passed over. */
typedef struct mns_back_edges {
    uint32_t *first;  /* by version, and one more: into from */
    uint32_t *from;   /* versions that edges come from */
    uint32_t *placed; /* by version: so many of its readers, from the first, are in the order */
} mns_back_edges;

typedef struct mns_ordering {
    const mns_observation *o;
    uint8_t *progress; /* by txn: mns_progress */
    unsigned kinds; /* of the edges followed so far: WW, WR, RW, PROCESS, whatever they rest on */
    mns_reader_chains chains;
    mns_back_edges back;
} mns_ordering;

/* For each datatype: what it needs (MINOS_ENOMEM), and somebody who precedes cursor->txn by a dependency
 * and is not in the order, or MNS_NONE. */
minos_status mns_ordering_prepare_list(mns_ordering *ordering);
uint32_t mns_ordering_before_list(mns_ordering *ordering, mns_cursor *cursor);
minos_status mns_ordering_prepare_register(mns_ordering *ordering);
uint32_t mns_ordering_before_register(mns_ordering *ordering, mns_cursor *cursor);

/* `other` precedes `txn`, unless it is the same or does not count. Returns it if it is not in the order
 * yet, else MNS_NONE. */
static inline uint32_t mns_ordering_follow(mns_ordering *ordering, uint32_t other, uint32_t txn,
                                           mns_kind kind) {
    uint8_t progress = ordering->progress[other];
    if (progress == MNS_LEFT_OUT || other == txn) {
        return MNS_NONE;
    }
    ordering->kinds |= kind;
    return progress == MNS_PLACED ? MNS_NONE : other;
}

#endif
