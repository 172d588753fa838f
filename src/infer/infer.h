/*
 * infer.h - which transactions committed, and the order in which each key's versions were
 * installed.
 *
 * All later stages use this: detect and depend read it, explain quotes it. One file per datatype
 * fills in its part: list_append.c, registers.c, set_orders.c, counters.c. The rest of this comment
 * is about lists; for the other datatypes see version_graph.h, set_orders.h and counters.h.
 *
 *   key k     versions:   init    v1      v2      v3         (version_count[k] of them)
 *                          |       |       |       |
 *             position:    0       1       2       3         a read at position p saw v1 .. vp
 *
 * Invariants: versions of a key are distinct elements; the writer of one is the append that
 * installed it (MNS_NONE: no append did, a garbage element); position[mop] of an answered read is
 * the last version that it saw, or MNS_NONE if the read contradicts the order; position[mop] of an
 * append is its own version's position (1 for the first), or MNS_NONE if the order does not contain
 * it: then no read that agrees with the order saw it.
 *
 * The versions of a key are the elements of its main spine, so their writers are stored once:
 *
 *   writer:   | spine 0 | spine 1 | ... | last spine | key 4 | key 9 |
 *                 ^ order_first of the key it is the main spine of  ^ a key whose main spine
 *                                                                     repeats elements: each once
 */
#ifndef MNS_INFER_H
#define MNS_INFER_H

#include "history/history.h"
#include "infer/counters.h"
#include "infer/repeated_keys.h"
#include "infer/set_orders.h"
#include "infer/version_graph.h"

typedef enum mns_outcome {
    MNS_COMMITTED, /* ok */
    MNS_PROVEN,    /* info, and a committed transaction read one of its writes */
    MNS_UNKNOWN,   /* info, and no read shows its writes: it may or may not have committed */
    MNS_ABORTED    /* fail */
} mns_outcome;

typedef struct mns_versions {
    uint32_t *position;      /* by mop */
    uint32_t *main_spine;    /* by key: the longest committed read, MNS_NONE if there is none */
    uint64_t *order_first;   /* by key: where its versions start in `writer` */
    uint32_t *version_count; /* by key */
    /* By spine, from the reads of transactions that count: */
    uint32_t *seen;        /* the length of the longest such read */
    uint32_t *seen_by;     /* the first read of that length, or MNS_NONE */
    uint32_t *shared;      /* the length of its common prefix with the key's main spine */
    uint64_t *spine_first; /* where its elements start in `writer`; and one more */
    uint32_t *writer;      /* by element: append mop, or MNS_NONE */
    uint32_t *place;       /* by version after the spines: its first index in the main spine */
    bool *contested; /* by key: no order explains all reads that count; NULL: no key is contested */
    /* False only if there is certainly none, so that detectors can skip the search: */
    bool garbage;   /* an element that was never appended */
    bool aborted;   /* an element of a failed transaction */
    bool forked;    /* a read that contradicts the order of its key */
    bool repeating; /* an element that occurs twice in a main spine */
} mns_versions;

/* The observation: the input of all later stages. Only the part of the history's workload is filled
 * in. For lists mns_infer_orders also fills in version_graph: appends that no read shows are
 * versions whose order is unknown, like those of registers (list_unseen.c). */
typedef struct mns_observation {
    const mns_history *history;
    uint8_t *outcome;                 /* by txn: mns_outcome */
    const int64_t *transaction_order; /* of the assumptions: by txn, or NULL */
    bool by_predicate; /* reads are predicate searches for rows: sets, unless they are assumed to be
                          objects */
    mns_repeated_keys repeated_keys;
    mns_versions versions;
    mns_version_graph version_graph;
    mns_set_orders sets;
    mns_counters counters;
} mns_observation;

/* Fills in the observation of a history, by its workload, on up to `threads` threads: first who
 * committed and who saw what, then, for registers, the order of versions. */
minos_status mns_infer_versions(mns_observation *observation, const mns_history *history,
                                const mns_assumptions *assumptions, unsigned threads);
minos_status mns_infer_version_orders(mns_observation *observation,
                                      const mns_assumptions *assumptions);
/* Both. */
minos_status mns_infer(mns_observation *observation, const mns_history *history,
                       const mns_assumptions *assumptions, unsigned threads);
void mns_observation_release(mns_observation *observation);
/* Infers the version order for every class of cycle; mns_infer only infers enough to decide whether
 * there is any cycle (depend/acyclic.h). */
minos_status mns_infer_orders(mns_observation *observation);

/* The datatypes: each finds the outcomes first (outcomes.h), then its versions. */
minos_status mns_infer_list_append(mns_observation *observation, unsigned threads);
minos_status mns_infer_registers(mns_observation *observation);
minos_status mns_infer_set_orders(mns_observation *observation);
minos_status mns_infer_counters(mns_observation *observation);
void mns_versions_release(mns_versions *versions);

/* True for transactions whose reads and writes count as committed: ok, or info and proven. */
static inline bool mns_txn_counts(const mns_observation *o, uint32_t txn) {
    return o->outcome[txn] <= MNS_PROVEN;
}

/* The version number that the database revealed for a micro-operation, or MNS_NO_VERSION. Numbers
 * of info transactions are not used: the transaction may have been rolled back. */
static inline int64_t mns_revealed_version(const mns_observation *o, uint32_t mop) {
    bool ok = o->history->txns.type[o->history->txn_of_mop[mop]] == MNS_TXN_OK;
    return ok ? mns_mop_version(&o->history->tables.mops, mop) : MNS_NO_VERSION;
}

/* True if reads of a list contradict each other or a transaction that appended to it
 * (incompatible-order): then its order is only a guess. */
static inline bool mns_is_contested(const mns_observation *o, uint32_t key) {
    return o->versions.contested != NULL && o->versions.contested[key];
}

static inline uint32_t mns_version_count(const mns_observation *o, uint32_t key) {
    return o->versions.version_count[key];
}

/* A read of a counting transaction that shows the whole order of a key, or MNS_NONE. */
static inline uint32_t mns_shown_by(const mns_observation *o, uint32_t key) {
    uint32_t spine = o->versions.main_spine[key];
    return spine == MNS_NONE ? MNS_NONE : o->versions.seen_by[spine];
}

/* The append that wrote element i of a spine, or MNS_NONE. */
static inline uint32_t mns_spine_writer(const mns_observation *o, uint32_t spine, uint32_t i) {
    assert(i < o->versions.seen[spine]);
    return o->versions.writer[o->versions.spine_first[spine] + i];
}

/* The append that installed the version at a position (from 1) of a key, or MNS_NONE. */
static inline uint32_t mns_version_writer(const mns_observation *o, uint32_t key,
                                          uint32_t position) {
    assert(position >= 1 && position <= mns_version_count(o, key));
    return o->versions.writer[o->versions.order_first[key] + position - 1];
}

/* The element of that version. */
static inline mns_value mns_version_element(const mns_observation *o, uint32_t key,
                                            uint32_t position) {
    assert(position >= 1 && position <= mns_version_count(o, key));
    const mns_versions *v = &o->versions;
    const mns_spines *spines = &o->history->tables.spines;
    uint64_t version = v->order_first[key] + position - 1, behind = v->spine_first[spines->count];
    uint32_t place = version < behind ? position - 1 : v->place[version - behind];
    return spines->items[v->main_spine[key]].elements[place];
}

static inline uint32_t mns_txn_of(const mns_observation *o, uint32_t mop) {
    return o->history->txn_of_mop[mop];
}

/* The transaction that installed a version of a list, or MNS_NONE if it does not count. */
static inline uint32_t mns_version_installer(const mns_observation *o, uint32_t key,
                                             uint32_t position) {
    uint32_t mop = mns_version_writer(o, key, position);
    uint32_t txn = mop == MNS_NONE ? MNS_NONE : mns_txn_of(o, mop);
    return txn != MNS_NONE && mns_txn_counts(o, txn) ? txn : MNS_NONE;
}

/* The kind of the ww edge to an append from the append before it. An unseen append of an info
 * transaction may have been rolled back, and the order of a contested key may be wrong, so these
 * edges are not part of a G0. */
static inline mns_kind mns_list_ww(const mns_observation *o, uint32_t append) {
    bool unseen = o->versions.position[append] == MNS_NONE;
    bool open = mns_is_contested(o, o->history->tables.mops.key[append]) ||
                (unseen && o->outcome[mns_txn_of(o, append)] == MNS_PROVEN);
    return open ? MNS_WW_OPEN : MNS_WW;
}

#endif
