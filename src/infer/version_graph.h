/*
 * version_graph.h - versions of registers, and what is known of their order.
 *
 * A write replaces what was there and says nothing of it, so the versions of a key are only partly
 * ordered: an edge from one version to another says that the one came first. Where that comes from
 * is its source; what else would have to be broken if it were not so is its level.
 *
 *   version   writer | readers                          the first of each key is its initial state
 *   edge      from | to | level | source | lemma        sorted by from, then to
 *
 * A version's key and value are those of its writer (register_mops.h). Edges outnumber everything
 * else, so they are kept in eight bytes each and handed out in full.
 *
 * Versions are the last writes of transactions that count. Whatever else was read (values of failed
 * or nobody's writes, intermediate ones) is an anomaly by itself, is installed in no order, and takes
 * no part. A read is external if nothing the transaction did before touched the key. Readers of a
 * version are external reads, and others that show a version which the external one did not; never of
 * what their own transaction wrote. The initial state precedes every other version; those edges are
 * not stored.
 */
#ifndef MNS_VERSION_GRAPH_H
#define MNS_VERSION_GRAPH_H

#include "catalog/catalog.h"
#include "claim/assumptions.h"
#include "claim/edge_reason.h"
#include "core/map.h"
#include "read/values.h"

/* What the order of two versions rests on: edges of a level may only be used against models that
 * forbid what would otherwise be there. */
typedef enum mns_order_class {
    MNS_CLASS_GIVEN,       /* said by the database or the user: nothing else */
    MNS_CLASS_WWR,         /* or there is a cycle of ww and wr (G1c) */
    MNS_CLASS_SINGLE,      /* or one with a single rw (G-single-item) */
    MNS_CLASS_NONADJACENT, /* or one with several, no two in succession (G-nonadjacent-item) */
    MNS_CLASS_ITEM,        /* or any other (G2-item) */
    MNS_CLASS_WWR_PROCESS, /* or one of these with steps of process order (G1c-process, ...) */
    MNS_CLASS_SINGLE_PROCESS,
    MNS_CLASS_NONADJACENT_PROCESS,
    MNS_CLASS_ITEM_PROCESS,
    MNS_CLASS_WWR_REALTIME, /* or with steps of real time */
    MNS_CLASS_SINGLE_REALTIME,
    MNS_CLASS_NONADJACENT_REALTIME,
    MNS_CLASS_ITEM_REALTIME,
    MNS_CLASS_COUNT
} mns_order_class;

/* The level of orders that may only be used against models that forbid this class of cycle; from WWR
 * up. */
static inline mns_order_class mns_order_class_of(mns_form form, mns_order order) {
    assert(form >= MNS_FORM_WWR && form <= MNS_FORM_ITEM && order <= MNS_ORDER_REALTIME);
    return (mns_order_class)(1 + (int)order * 4 + (int)form - MNS_FORM_WWR);
}

/* The class of a level other than GIVEN. */
static inline mns_form mns_order_class_form(mns_order_class level) {
    assert(level != MNS_CLASS_GIVEN);
    return (mns_form)(MNS_FORM_WWR + ((int)level - 1) % 4);
}

static inline mns_order mns_order_class_order(mns_order_class level) {
    assert(level != MNS_CLASS_GIVEN);
    return (mns_order)(((int)level - 1) / 4);
}

/* Whether an edge of the first level can be used wherever one of the second can. */
static inline bool mns_order_class_covers(mns_order_class level, mns_order_class other) {
    if (level == MNS_CLASS_GIVEN || other == MNS_CLASS_GIVEN) {
        return level == MNS_CLASS_GIVEN;
    }
    mns_order order = mns_order_class_order(level);
    return mns_order_class_form(level) <= mns_order_class_form(other) &&
           (order == MNS_ORDER_NONE || order == mns_order_class_order(other));
}

/* Why `from` precedes `to`: steps of dependency, process or real time lead from the writer of `from` to
 * the writer of `to` (ww would close the cycle if the order were the other way round), or to a reader of
 * `to` (rw would). */
typedef struct mns_lemma {
    uint32_t from, to; /* versions */
    uint32_t first;    /* places on the path: path[first .. first + count) */
    uint16_t count;
    uint8_t order_class; /* mns_order_class of the order that it shows */
} mns_lemma;

/* A transaction on the path of a lemma, and the step that leads on from it. */
typedef struct mns_lemma_place {
    uint32_t txn;
    uint32_t lemma; /* what the step rests on if that is a lemma, an earlier one; else MNS_NONE */
    uint32_t kind;  /* mns_kind of the step; of the last place 0 */
} mns_lemma_place;

typedef struct mns_version_edge {
    uint32_t from, to;   /* versions of one key */
    uint32_t lemma;      /* MNS_NONE unless the source is a lemma */
    uint8_t order_class; /* mns_order_class */
    uint8_t source;      /* mns_source_of_order */
} mns_version_edge;

/* An edge as it is kept: below MNS_WHY_LEMMA `why` is level and source, from there on a lemma. */
typedef struct mns_kept_edge {
    uint32_t to;
    uint32_t why;
} mns_kept_edge;

#define MNS_WHY_SOURCES 8u
#define MNS_WHY_LEMMA (MNS_CLASS_COUNT * MNS_WHY_SOURCES)

/* A read whose value is not to be had: of a write that installed no version (of a failed transaction,
 * intermediate), of one that its transaction made only later, or of nobody's. */
typedef struct mns_unversioned_read {
    uint32_t read;  /* of a transaction that counts; a mop */
    uint32_t write; /* mop, or MNS_NONE: nobody wrote it */
} mns_unversioned_read;

/* A read that is no meeting (register_orders.h), of which the database revealed a version number: not
 * external, or of what its own transaction wrote. */
typedef struct mns_numbered_read {
    uint32_t version; /* what it shows */
    uint32_t read;    /* a mop */
} mns_numbered_read;

typedef struct mns_version_graph {
    uint32_t *version; /* by mop: what a last write of a transaction that counts installed, what a
                          read of one saw that is external, or shows another version than that
                          one; MNS_NONE for every other mop */
    uint8_t *apart;    /* by mop: of an external read and the last write of its transaction to the
                          key, how many mops they are apart, MNS_FAR if too many; MNS_NOT_EXTERNAL for
                          a read that is not external; else 0 */
    mns_map far;       /* by such a mop that is MNS_FAR from the other: that one */
    uint32_t *first;   /* by key, and one more: its initial state, then its other versions */
    uint32_t *writer;  /* by version: mop, or MNS_NONE for the initial state */
    uint32_t *reader_first; /* by version, and one more: into reader */
    uint32_t *reader;       /* mops, ascending */
    uint32_t count;
    mns_unversioned_read *unversioned; /* ascending */
    size_t unversioned_count, unversioned_capacity;
    mns_numbered_read *numbered; /* by version, then ascending */
    size_t numbered_count, numbered_capacity;
    uint32_t *contradictory; /* keys, ascending: a version has two revealed numbers, or a number two
                                versions, so these are no order */
    size_t contradictory_count, contradictory_capacity;
    mns_kept_edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *edge_first; /* by version, and one more: its edges */
    mns_lemma *lemmas;
    size_t lemma_count, lemma_capacity;
    mns_lemma_place *path;
    size_t path_count, path_capacity;
    /* Keys for which a source contradicted those before it, or itself, and was left out: */
    struct mns_cyclic_key {
        uint32_t key;
        unsigned sources;      /* bit set of 1 << mns_source_of_order: those that make the cycle */
        uint32_t first, count; /* versions cycle[first ..), each before the next, the last before
                                  the first */
    } * cyclic;
    size_t cyclic_count, cyclic_capacity;
    uint32_t *cycle;
    size_t cycle_count, cycle_capacity;
} mns_version_graph;

void mns_version_graph_release(mns_version_graph *registers);

#define MNS_FAR UINT8_MAX
#define MNS_NOT_EXTERNAL (UINT8_MAX - 1)

static inline bool mns_version_is_initial(const mns_version_graph *r, uint32_t version) {
    return r->writer[version] == MNS_NONE;
}

static inline mns_version_edge mns_version_edge_of(const mns_version_graph *r, uint32_t from,
                                                   mns_kept_edge kept) {
    mns_version_edge edge = {.from = from, .to = kept.to, .lemma = MNS_NONE};
    if (kept.why >= MNS_WHY_LEMMA) {
        edge.lemma = kept.why - MNS_WHY_LEMMA;
        edge.order_class = r->lemmas[edge.lemma].order_class;
        edge.source = MNS_BY_LEMMA;
    } else {
        edge.order_class = (uint8_t)(kept.why / MNS_WHY_SOURCES);
        edge.source = (uint8_t)(kept.why % MNS_WHY_SOURCES);
    }
    return edge;
}

/* The edge at a place between edge_first[from] and edge_first[from + 1]. */
static inline mns_version_edge mns_version_edge_at(const mns_version_graph *r, uint32_t from,
                                                   uint32_t place) {
    assert(place >= r->edge_first[from] && place < r->edge_first[from + 1]);
    return mns_version_edge_of(r, from, r->edges[place]);
}

#endif
