/*
 * version_graph.h - the partial order of a key's versions: of registers, and of unseen appends.
 *
 * A write to a register does not show the value that it replaces, so the versions of a key are only
 * partially ordered: an edge from one version to another says that the first precedes the second.
 * Its source says how that is known; its order_class is the class of cycle that would exist if it
 * were false. The appends of a list that no read shows are stored in the same way (list_unseen.c).
 *
 *   version   writer | readers                              first of each key: its initial state
 *   edge      from | to | order_class | source | lemma      sorted by from, then to
 *
 * A version's key and value are those of its writer (register_mops.h). Edges outnumber everything
 * else, so each is stored in eight bytes (mns_kept_edge).
 *
 * Versions are the last writes of transactions that count. A read of any other value (of a failed
 * transaction, never written, intermediate) is an anomaly by itself and has no version. A read is
 * external if the transaction did not access the key before. The readers of a version are external
 * reads, and later reads that show another version than the external one; never reads of their own
 * transaction's writes. The initial state precedes every other version; those edges are not stored.
 */
#ifndef MNS_VERSION_GRAPH_H
#define MNS_VERSION_GRAPH_H

#include "catalog/catalog.h"
#include "claim/assumptions.h"
#include "claim/edge_reason.h"
#include "core/map.h"
#include "read/values.h"

/* What the order of two versions rests on: the order holds unless the history has a cycle of this
 * class, so it may only be used against models that forbid the class. */
typedef enum mns_order_class {
    MNS_CLASS_GIVEN,       /* given by the database or the user: holds unconditionally */
    MNS_CLASS_WWR,         /* unless there is a cycle of ww and wr (G1c) */
    MNS_CLASS_SINGLE,      /* unless there is one with a single rw (G-single-item) */
    MNS_CLASS_NONADJACENT, /* unless there is one with rw, no two adjacent (G-nonadjacent-item) */
    MNS_CLASS_ITEM,        /* unless there is any other (G2-item) */
    MNS_CLASS_WWR_PROCESS, /* the same with steps of process order (G1c-process, ...) */
    MNS_CLASS_SINGLE_PROCESS,
    MNS_CLASS_NONADJACENT_PROCESS,
    MNS_CLASS_ITEM_PROCESS,
    MNS_CLASS_WWR_REALTIME, /* the same with steps of real time */
    MNS_CLASS_SINGLE_REALTIME,
    MNS_CLASS_NONADJACENT_REALTIME,
    MNS_CLASS_ITEM_REALTIME,
    MNS_CLASS_COUNT
} mns_order_class;

/* The class of orders that may only be used against models that forbid this class of cycle; from
 * WWR up. */
static inline mns_order_class mns_order_class_of(mns_form form, mns_order order) {
    assert(form >= MNS_FORM_WWR && form <= MNS_FORM_ITEM && order <= MNS_ORDER_REALTIME);
    return (mns_order_class)(1 + (int)order * 4 + (int)form - MNS_FORM_WWR);
}

/* The form and order of a class other than GIVEN. */
static inline mns_form mns_order_class_form(mns_order_class level) {
    assert(level != MNS_CLASS_GIVEN);
    return (mns_form)(MNS_FORM_WWR + ((int)level - 1) % 4);
}

static inline mns_order mns_order_class_order(mns_order_class level) {
    assert(level != MNS_CLASS_GIVEN);
    return (mns_order)(((int)level - 1) / 4);
}

/* Whether an edge of the first class can be used wherever one of the second can. */
static inline bool mns_order_class_covers(mns_order_class level, mns_order_class other) {
    if (level == MNS_CLASS_GIVEN || other == MNS_CLASS_GIVEN) {
        return level == MNS_CLASS_GIVEN;
    }
    mns_order order = mns_order_class_order(level);
    return mns_order_class_form(level) <= mns_order_class_form(other) &&
           (order == MNS_ORDER_NONE || order == mns_order_class_order(other));
}

/* Why `from` precedes `to`: a path of dependencies, process order or real time leads from the
 * writer of `from` to the writer of `to` (in the opposite order a ww would close a cycle) or to a
 * reader of `to` (an rw would). */
typedef struct mns_lemma {
    uint32_t from, to; /* versions */
    uint32_t first;    /* its path is path[first .. first + count) */
    uint16_t count;
    uint8_t order_class; /* mns_order_class of the order that it proves */
} mns_lemma;

/* A transaction on the path of a lemma, and the step from it to the next. */
typedef struct mns_lemma_place {
    uint32_t txn;
    uint32_t lemma; /* the earlier lemma that the step rests on, or MNS_NONE */
    uint32_t kind;  /* mns_kind of the step; 0 for the last place */
} mns_lemma_place;

typedef struct mns_version_edge {
    uint32_t from, to;   /* versions of one key */
    uint32_t lemma;      /* MNS_NONE unless the source is a lemma */
    uint8_t order_class; /* mns_order_class */
    uint8_t source;      /* mns_source_of_order */
} mns_version_edge;

/* An edge as it is stored: below MNS_WHY_LEMMA `why` encodes order_class and source, above it a
 * lemma. */
typedef struct mns_kept_edge {
    uint32_t to;
    uint32_t why;
} mns_kept_edge;

#define MNS_WHY_SOURCES 8u
#define MNS_WHY_LEMMA (MNS_CLASS_COUNT * MNS_WHY_SOURCES)

/* A read of a value that is no version: of a failed transaction's write, of an intermediate write,
 * of a write that its own transaction made only later, or of a value that was never written. */
typedef struct mns_unversioned_read {
    uint32_t read;  /* of a transaction that counts; a mop */
    uint32_t write; /* mop, or MNS_NONE: it was never written */
} mns_unversioned_read;

/* A read that is no access (register_orders.h) whose version number the database revealed: it is
 * not external, or reads its own transaction's write. */
typedef struct mns_numbered_read {
    uint32_t version; /* the version that it shows */
    uint32_t read;    /* a mop */
} mns_numbered_read;

typedef struct mns_version_graph {
    uint32_t *version; /* by mop, of transactions that count: the version that a last write
                          installed, or that an external read (or a later read that shows another
                          version) saw; otherwise MNS_NONE */
    uint8_t *apart;   /* by mop: the distance in mops between an external read and the last write of
                         its transaction to the key (at both), MNS_FAR if it is too large;
                         MNS_NOT_EXTERNAL for a read that is not external; otherwise 0 */
    mns_map far;      /* by mop that is MNS_FAR from its partner: the partner */
    uint32_t *first;  /* by key, and one more: its initial state, then its other versions */
    uint32_t *writer; /* by version: mop, or MNS_NONE for the initial state */
    uint32_t *reader_first; /* by version, and one more: into reader */
    uint32_t *reader;       /* mops, ascending */
    uint32_t count;
    mns_unversioned_read *unversioned; /* ascending */
    size_t unversioned_count, unversioned_capacity;
    mns_numbered_read *numbered; /* by version, then ascending */
    size_t numbered_count, numbered_capacity;
    uint32_t *contradictory; /* keys, ascending: a version has two revealed numbers, or a number two
                                versions, so the numbers are not an order */
    size_t contradictory_count, contradictory_capacity;
    mns_kept_edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *edge_first; /* by version, and one more: its edges */
    mns_lemma *lemmas;
    size_t lemma_count, lemma_capacity;
    mns_lemma_place *path;
    size_t path_count, path_capacity;
    bool walks_only; /* there are too many edges for closures (lemma_closure.h) */
    /* Keys for which a source contradicted the sources before it, or itself, and was dropped: */
    struct mns_cyclic_key {
        uint32_t key;
        unsigned
            sources; /* bit set of 1 << mns_source_of_order: the sources of the cycle's edges */
        uint32_t first,
            count; /* versions cycle[first ..): each precedes the next, and the last the first */
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

/* The edge at an index between edge_first[from] and edge_first[from + 1]. */
static inline mns_version_edge mns_version_edge_at(const mns_version_graph *r, uint32_t from,
                                                   uint32_t place) {
    assert(place >= r->edge_first[from] && place < r->edge_first[from + 1]);
    return mns_version_edge_of(r, from, r->edges[place]);
}

#endif
