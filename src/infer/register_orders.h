/*
 * register_orders.h - orders the versions of registers: one key at a time, then by lemmas.
 *
 * Sources of order never relate two keys, so each key's versions are ordered separately:
 *
 *     accesses of the key  ->  given orders, each checked for cycles  ->  orders that hold unless
 *     there is a forbidden cycle (mns_order_class)  ->  edges of its versions, sorted and reduced
 *
 * Only lemmas (lemmas.h) use several keys; they come last.
 */
#ifndef MNS_REGISTER_ORDERS_H
#define MNS_REGISTER_ORDERS_H

#include "catalog/catalog.h"
#include "infer/register_mops.h"

/* ---- Accesses of a key ---------------------------------------------------------------------- */

/* The first and the last version of a key that a transaction accesses. First: the version that it
 * read, otherwise the one that it wrote. Last: the version that it wrote, otherwise the one that it
 * read. A read of the initial state before a write adds nothing to the write and is ignored. */
typedef struct mns_access {
    uint32_t mop; /* the external read, or if there is none, the last write */
    uint32_t txn;
    uint32_t first, last;
} mns_access;

/* The mops by which transactions access each key, ascending. */
typedef struct mns_accesses {
    uint32_t *first; /* by key, and one more: into mop */
    uint32_t *mop;
} mns_accesses;

/* False when out of memory. */
bool mns_accesses_list(const mns_observation *o, mns_accesses *accesses);
void mns_accesses_release(mns_accesses *accesses);

/* ---- The orders of one key ------------------------------------------------------------------ */

typedef struct mns_zone mns_zone; /* register_realtime.c */

/* The orders of one key under construction; the arrays are reused for all keys. */
typedef struct mns_key_orders {
    const mns_observation *o;
    uint32_t key;
    uint32_t base, end; /* its versions; base is the initial state */
    mns_access *accesses;
    size_t access_count, access_capacity;
    mns_version_edge *edges; /* found so far, grouped by source */
    size_t edge_count, edge_capacity;
    bool contradictory; /* the version numbers that the database revealed are not an order */
    /* Scratch: */
    uint64_t *sorted;
    size_t sorted_capacity;
    uint32_t *listed;
    size_t listed_capacity;
    mns_zone *zones;
    size_t zone_capacity;
    uint32_t *by_process; /* by process; 0 between uses */
} mns_key_orders;

bool mns_key_orders_init(mns_key_orders *k, const mns_observation *o);
void mns_key_orders_release(mns_key_orders *k);
/* Starts a key: collects its accesses; no edges yet. */
bool mns_key_orders_open(mns_key_orders *k, const mns_accesses *accesses, uint32_t key);
/* Adds an edge, unless it leads from a version to itself or from the initial state. */
bool mns_version_edge_add(mns_key_orders *k, uint32_t from, uint32_t to, mns_order_class level,
                          mns_source_of_order source);

/* Sources: false when out of memory. */
bool mns_order_by_versions(mns_key_orders *k);
bool mns_order_by_transactions(mns_key_orders *k, const int64_t *order);
bool mns_order_by_wfr(mns_key_orders *k, mns_order_class level);
bool mns_order_by_process(mns_key_orders *k, mns_order_class level);
bool mns_order_by_realtime(mns_key_orders *k, mns_order_class level);

/* Looks for a cycle among the edges; those of the last source start at `added`. If there is one,
 * adds it to r->cyclic and drops the edges of that source. */
bool mns_drop_cyclic_order(mns_key_orders *k, size_t added, mns_source_of_order source,
                           mns_version_graph *r);

/* ---- Edges ---------------------------------------------------------------------------------- */

/* Appends the edges of a key to r->edges, sorted and without edges that another one between the
 * same versions covers. Called for keys in ascending order. */
bool mns_version_edges_keep(mns_key_orders *k, mns_version_graph *r);
/* Sorts edges that rest on lemmas and merges them into r->edges, in the same way. */
bool mns_version_edges_merge(mns_version_graph *r, mns_version_edge *added, size_t count);

/* The kind of the ww edge between the writers of an edge's versions, and of the rw edge from a
 * reader of the first. */
mns_kind mns_version_edge_ww(const mns_observation *o, const mns_version_edge *edge);
mns_kind mns_version_edge_rw(const mns_version_edge *edge);

/* ---- All keys ------------------------------------------------------------------------------- */

/* Fills in the outcomes, and o->version_graph up to the readers. */
bool mns_find_versions(mns_observation *o);
/* All orders that are needed to decide whether there is any cycle. False when out of memory. */
bool mns_order_registers(mns_observation *o, const mns_assumptions *assumptions);
/* Infers further orders from paths of dependencies, until nothing new is found (lemmas.h). */
typedef enum mns_lemma_scope {
    MNS_LEMMAS_STRICTEST, /* as if every cycle were forbidden: enough to decide whether there is one
                           */
    MNS_LEMMAS_ALL        /* for each class of cycle */
} mns_lemma_scope;
bool mns_order_by_lemmas(const mns_observation *o, mns_version_graph *r, mns_lemma_scope scope);
/* Lists: makes the appends that no read shows versions, without an order. */
bool mns_find_unseen_appends(mns_observation *o);

/* Finds two mops that accessed the versions and show, by one of the sources (a bit set of 1 <<
 * source), that the first precedes the second; mns_reason (claim/edge_reason.h) says what they are
 * for each source. */
bool mns_order_shown(const mns_observation *o, uint32_t from, uint32_t to, unsigned sources,
                     uint32_t *by, uint32_t *also);

#endif
