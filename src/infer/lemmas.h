/*
 * lemmas.h - dependencies order versions, and versions add dependencies, until a fixed point.
 *
 * The paper, section 5.2: dependencies between transactions imply an order of versions, which adds
 * new dependencies. Two rules, where a path leads from T to R and T wrote x=1:
 *
 *     R wrote x=2      1 precedes 2. If it did not, R -ww-> T would close a cycle.
 *     R read x=2       1 precedes 2. If it did not, R -rw-> T would.
 *
 * Such a cycle belongs to one of the classes that models forbid, so against a model that forbids
 * the class the order is a fact; the class is its order_class (version_graph.h). The rules are run
 * for each class, with paths of the edges that a cycle of the class may consist of. They imply that
 * no version comes between the one that an update read and the one that it wrote:
 *
 *     T read x=1 and wrote x=2, and 1 precedes 3:   T -rw-> the writer of 3, so 2 precedes 3,
 *                                                   unless there is a G-single-item
 *
 * In: registers, whose versions are partially ordered; lists, where only the unseen appends are
 * (list_unseen.c makes them versions). Out: edges between versions, and lemmas, which hold their
 * proofs.
 *
 *     lemmas.c            which rules are run, in rounds, and the bounds on steps
 *     lemma_sequence.c    an order of transactions that does not depend on the order of lines
 *     lemma_closure.c     which transactions lead to which, for all at once
 *     lemma_needs.c       which orders follow from that and are not known yet
 *     lemma_walk.c        the backward walk from one transaction, and what it finds
 *     lemma_register.c    the direct predecessors of a transaction on registers
 *     lemma_list.c        and on lists
 */
#ifndef MNS_LEMMAS_H
#define MNS_LEMMAS_H

#include "infer/register_orders.h"

/* How paths may use rw: a path is in one of two states; state 0 allows everything that state 1
 * allows. */
typedef enum mns_lemma_mode {
    MNS_PATHS_WITHOUT_RW,
    MNS_PATHS_SINGLE,      /* state 1: the path has an rw already */
    MNS_PATHS_NONADJACENT, /* state 1: the path starts with an rw, so no rw may precede it */
    MNS_PATHS_ANY,
    MNS_PATHS_LISTED /* no paths: predecessors are listed for the closure, not entered */
} mns_lemma_mode;

/* The state of a path that begins with a step of this kind and continues in `state`; MNS_NONE if
 * the rule forbids it. */
static inline uint32_t mns_lemma_state(mns_lemma_mode mode, mns_kind kind, uint32_t state) {
    bool rw = (kind & MNS_ANY_RW) != 0;
    switch (mode) {
    case MNS_PATHS_WITHOUT_RW: return rw ? MNS_NONE : 0;
    case MNS_PATHS_SINGLE: return rw && state == 1 ? MNS_NONE : state + rw;
    case MNS_PATHS_NONADJACENT: return rw && state == 1 ? MNS_NONE : rw;
    case MNS_PATHS_ANY: return 0;
    default: return MNS_NONE;
    }
}

/* A node of a walk. */
typedef struct mns_visited {
    uint32_t txn;   /* MNS_NONE: stands for all transactions that completed up to `until` */
    uint32_t next;  /* the place that its step leads to */
    uint32_t lemma; /* the lemma that the step rests on, or MNS_NONE */
    uint32_t kind;  /* of the step */
    uint32_t until; /* index into `completed`, if txn is MNS_NONE */
    uint8_t state;
} mns_visited;

typedef struct mns_edge_in {
    uint32_t from, why; /* as in mns_kept_edge */
} mns_edge_in;

/* A version that the seeker accessed, whose predecessors are searched for. */
typedef struct mns_target {
    uint32_t version;
    uint32_t next;                 /* the seeker's next target of the same key, or MNS_NONE */
    uint32_t others;               /* versions of the key besides this one */
    uint8_t hits;                  /* predecessors found so far */
    bool by_write;                 /* the seeker wrote it; otherwise it read it */
    bool wanted;                   /* by the current walk */
    uint32_t need_first, need_end; /* into needs: predecessors to find, if a closure is used */
} mns_target;

typedef struct mns_closure mns_closure; /* lemma_closure.h */

/* A version that precedes a target, whose path a walk is to find. */
typedef struct mns_need {
    uint32_t version;
    bool found;
} mns_need;

typedef struct mns_walker {
    const mns_observation *o;
    mns_version_graph *r;
    void (*visit_preceding)(struct mns_walker *w, uint32_t place);
    /* The current rule. */
    mns_form form;
    mns_order order;
    mns_lemma_mode mode;
    unsigned kinds; /* bit set: the kinds of edge that paths may use */
    /* Edges into versions, as of this round. */
    uint32_t *into; /* by version, and one more */
    mns_edge_in *in;
    /* Orders: process and real time. */
    uint32_t *sequence;   /* all transactions (lemma_sequence.c) */
    uint32_t *in_process; /* by txn: the ok transaction before it in its process, or MNS_NONE */
    uint32_t *completed;  /* ok transactions, in the order of their completion */
    uint32_t *before;     /* by txn: how many of `completed` had completed when it was invoked */
    uint32_t *ended; /* registers, by version: first completion of a transaction that accessed it,
                        or MNS_NONE */
    uint32_t *begun; /* registers, by version: 1 + the last invocation that accessed it */
    /* Datatypes. */
    uint32_t *versions; /* of seekers, in their sequence */
    uint32_t version_count;
    uint32_t *trail;        /* registers, by mop */
    uint64_t *reader_slot;  /* lists, by key: where the readers of its versions are */
    uint32_t *reader_first; /* lists, by slot, and one more: into reader */
    uint32_t *reader;       /* transactions, in their sequence; of registers at the places of
                               r->reader */
    uint32_t *key_begun;    /* lists, by key: when the first of its unseen appends was invoked */
    /* The walk. */
    mns_visited *places;
    uint32_t count;
    uint32_t steps, limit; /* of the current walk */
    uint32_t bound;        /* the limit of walks without a closure */
    /* Of the rule: steps so far, the number after which no new round begins, and the same with a
     * closure. */
    uint64_t total, most_steps, most_closing;
    uint32_t walk;
    uint32_t horizon;     /* transactions that completed before this are skipped */
    uint32_t *stamp;      /* by 2 * txn + state: the walk that visited it */
    uint32_t *time_stamp; /* the same for places in `completed` */
    /* The targets. */
    uint32_t seeker;
    uint32_t *sought; /* by key: the seeker's first target, where sought_by is the seeker */
    uint32_t *sought_by;
    mns_target *targets;
    size_t target_count, target_capacity;
    uint32_t *seekers; /* transactions that accessed a version of a key that has others */
    uint32_t seeker_count;
    uint32_t open; /* wanted targets that need more predecessors */
    uint8_t most_hits;
    bool small; /* the history is small: walks are not cut short */
    /* Closures. */
    mns_closure *closure; /* NULL: walks look for everything */
    bool closing;         /* the walks of this round are told by the closure what to find */
    mns_need *needs;      /* of the current walk */
    size_t need_count, need_capacity;
    /* What was found. */
    mns_map known;           /* pairs found in this round, and their order_class */
    mns_version_edge *found; /* and their edges */
    size_t found_count, found_capacity;
    bool failed; /* out of memory */
} mns_walker;

/* Walks back from a transaction along paths of the current rule, and adds the orders it finds to
 * w->found. */
void mns_walk_from(mns_walker *w, uint32_t txn);
/* The same for what is needed according to the closure: predecessors of versions that the
 * transaction read, wrote, or both. */
void mns_walk_needed(mns_walker *w, uint32_t txn, bool reads, bool writes, uint8_t start);
/* Enters a direct predecessor of the transaction at a place, if the rule allows it. */
void mns_walk_visit(mns_walker *w, uint32_t txn, uint32_t place, mns_kind kind, uint32_t lemma);
/* Whether there is already an edge between the two that can be used wherever one of this class can;
 * whether it follows from real time; whether it follows from the read of an update. */
bool mns_lemma_is_known(const mns_walker *w, uint32_t from, uint32_t to, mns_order_class level);
bool mns_lemma_is_timely(const mns_walker *w, uint32_t from, uint32_t to);
bool mns_lemma_follows_from_read(const mns_walker *w, const mns_target *target, uint32_t version,
                                 mns_order_class level);
/* The class of an order that the current rule finds for a target. */
static inline mns_order_class mns_lemma_level(const mns_walker *w, const mns_target *target) {
    mns_form form = !target->by_write && w->form < MNS_FORM_SINGLE ? MNS_FORM_SINGLE : w->form;
    return mns_order_class_of(form, w->order);
}
/* Enters the writers (and for registers the readers) of the versions with an edge into this one. */
void mns_walk_visit_edges(mns_walker *w, uint32_t version, uint32_t place);

/* Fills in w->sequence. False when out of memory. */
bool mns_lemma_sequence(mns_walker *w);

/* Datatypes: permanent tables (false when out of memory), tables of a round, direct predecessors.
 */
bool mns_lemma_register_prepare(mns_walker *w);
void mns_lemma_register_round(mns_walker *w);
void mns_lemma_register_preceding(mns_walker *w, uint32_t place);
bool mns_lemma_list_prepare(mns_walker *w);
void mns_lemma_list_preceding(mns_walker *w, uint32_t place);

#endif
