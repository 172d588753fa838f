/*
 * lemmas.h - transactions order versions, versions order transactions, until nothing is new.
 *
 * The paper, section 5.2: dependencies between transactions tell the order of versions, and that makes
 * new dependencies. Two rules, where a path leads from T to R and T wrote x=1:
 *
 *     R wrote x=2      1 precedes 2. If it did not, R -ww-> T would close a cycle.
 *     R read x=2       1 precedes 2. If it did not, R -rw-> T would.
 *
 * Such a cycle is one of the classes that models forbid, so against a model that forbids the class the
 * order is a fact; the class is its level (registers.h). The rules are run for each class, with paths of
 * the edges that a cycle of the class may be made of. "No version comes between the one that an update
 * read and the one that it wrote" is one of their consequences:
 *
 *     T read x=1 and wrote x=2, and 1 precedes 3:   T -rw-> the writer of 3, so 2 precedes 3, unless
 *                                                   there is a G-single-item
 *
 * In: registers, whose versions are partly ordered; lists, where only the appends that no read shows are
 * (list_unseen.c makes them versions). Out: edges between versions, and lemmas, which say why.
 *
 *     lemmas.c            which rules are run, in rounds, and within which bounds
 *     lemma_walk.c        from one transaction back along paths, and what is found there
 *     lemma_register.c    who directly precedes a transaction of registers
 *     lemma_list.c        and of lists
 */
#ifndef MNS_LEMMAS_H
#define MNS_LEMMAS_H

#include "infer/register_orders.h"

/* How paths may use rw: a path has two states, of which the first allows whatever the second does. */
typedef enum mns_lemma_mode {
    MNS_PATHS_WITHOUT_RW,
    MNS_PATHS_SINGLE,      /* state 1: it has its rw already */
    MNS_PATHS_NONADJACENT, /* state 1: it goes on with an rw, so none may stand before it */
    MNS_PATHS_ANY
} mns_lemma_mode;

/* A place of a walk. */
typedef struct mns_visited {
    uint32_t txn;   /* MNS_NONE: no transaction, but all that completed up to `until` */
    uint32_t next;  /* the place that its step leads to */
    uint32_t lemma; /* what the step rests on if that is a lemma; else MNS_NONE */
    uint32_t kind;  /* of the step */
    uint32_t until; /* place in `completed`, where txn is MNS_NONE */
    uint8_t state;
} mns_visited;

typedef struct mns_edge_in {
    uint32_t from, why; /* as in mns_kept_edge */
} mns_edge_in;

/* A version that the seeker met: which others precede it? */
typedef struct mns_target {
    uint32_t version;
    uint32_t next;   /* the seeker's next target of the same key, or MNS_NONE */
    uint32_t others; /* versions of the key besides this one */
    uint8_t hits;    /* how many were found */
    bool by_write;   /* the seeker wrote it, else it read it */
    bool wanted;     /* by the walk at hand */
} mns_target;

typedef struct mns_walker {
    const mns_observation *o;
    mns_version_graph *r;
    void (*visit_preceding)(struct mns_walker *w, uint32_t place);
    /* The rule at hand. */
    mns_form form;
    mns_order order;
    mns_lemma_mode mode;
    unsigned kinds; /* of edges that paths are made of */
    /* Edges into versions, as they are in this round. */
    uint32_t *into; /* by version, and one more */
    mns_edge_in *in;
    /* Orders: process and real time. */
    uint32_t *in_process; /* by txn: the ok one before it in its process, or MNS_NONE */
    uint32_t *completed;  /* ok transactions, in the order of their completion */
    uint32_t *before;     /* by txn: so many of `completed` had completed when it was invoked */
    uint32_t *ended;      /* registers, by version: first completion of who met it, or MNS_NONE */
    uint32_t *begun;      /* registers, by version: last invocation of who met it, plus one */
    /* Datatypes. */
    uint32_t *trail;        /* registers, by mop */
    uint64_t *reader_slot;  /* lists, by key: where the readers of its versions are */
    uint32_t *reader_first; /* lists, by slot, and one more: into reader */
    uint32_t *reader;       /* lists: transactions */
    uint32_t *key_begun;    /* lists, by key: when the first of its unseen appends was invoked */
    /* The walk. */
    mns_visited *places;
    uint32_t count;
    uint32_t steps, limit;
    uint64_t total, most_steps; /* of the rule: made so far, and after how many no round begins */
    uint32_t walk;
    uint32_t horizon;     /* whoever completed before this is passed over */
    uint32_t *stamp;      /* by 2 * txn + state: the walk that visited it */
    uint32_t *time_stamp; /* the same for places in `completed` */
    /* What is looked for. */
    uint32_t seeker;
    uint32_t *sought; /* by key: the seeker's first target, where sought_by is the seeker */
    uint32_t *sought_by;
    mns_target *targets;
    size_t target_count, target_capacity;
    uint32_t *seekers; /* transactions that met a version of a key with others */
    uint32_t seeker_count;
    uint32_t open; /* wanted targets of which more predecessors are looked for */
    uint8_t most_hits;
    bool small; /* the history: walks go on to their end */
    /* What was found. */
    mns_map known;           /* pairs found in this round, and the level */
    mns_version_edge *found; /* and their edges */
    size_t found_count, found_capacity;
    bool failed; /* out of memory */
} mns_walker;

/* Walks back from a transaction along paths of the rule at hand, and adds what is found to w->found. */
void mns_walk_from(mns_walker *w, uint32_t txn);
/* Enters a transaction that directly precedes the one at a place, unless the rule does not allow it. */
void mns_walk_visit(mns_walker *w, uint32_t txn, uint32_t place, mns_kind kind, uint32_t lemma);
/* The writers, and of registers the readers, of the versions with an edge into this one. */
void mns_walk_visit_edges(mns_walker *w, uint32_t version, uint32_t place);

/* Datatypes: tables that last (false when out of memory), tables of a round, and who precedes. */
bool mns_lemma_register_prepare(mns_walker *w);
void mns_lemma_register_round(mns_walker *w);
void mns_lemma_register_preceding(mns_walker *w, uint32_t place);
bool mns_lemma_list_prepare(mns_walker *w);
void mns_lemma_list_preceding(mns_walker *w, uint32_t place);

#endif
