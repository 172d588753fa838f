/*
 * registers.h - versions of registers, and what is known of their order.
 *
 * A write replaces what was there and says nothing of it, so the versions of a key are only partly
 * ordered: an edge from one version to another says that the one came first. Where that comes from
 * is its source; what else would have to be broken if it were not so is its level.
 *
 *   version   key | value | writer | readers            the first of each key is its initial state
 *   edge      from | to | level | source | lemma        sorted by from, then to
 *
 * Versions are the last writes of transactions that count. Whatever else was read (values of failed
 * or nobody's writes, intermediate ones) is an anomaly by itself, is installed in no order, and takes
 * no part. A read is external if nothing the transaction did before touched the key; only external
 * reads are readers, and not of what their own transaction wrote. The initial state precedes every
 * other version; those edges are not stored.
 */
#ifndef MNS_REGISTERS_H
#define MNS_REGISTERS_H

#include "core/base.h"
#include "core/map.h"
#include "infer/assumptions.h"
#include "read/values.h"

/* How the order of two versions is known. */
typedef enum mns_source_of_order {
    MNS_BY_INITIAL,      /* the first is the initial state, which no write brings back */
    MNS_BY_VERSIONS,     /* the database revealed version numbers */
    MNS_BY_TRANSACTIONS, /* the database gave an order of transactions */
    MNS_BY_WFR,          /* a transaction read the one and wrote the other */
    MNS_BY_PROCESS,      /* a process met the one before the other */
    MNS_BY_REALTIME,     /* whoever met the one had completed before another met the other */
    MNS_BY_LEMMA         /* the writer of the one precedes who wrote or read the other */
} mns_source_of_order;

/* What the order of two versions rests on: edges of a level may only be used against models that
 * forbid what would otherwise be there. */
typedef enum mns_level {
    MNS_LEVEL_GIVEN,    /* said by the database or the user: nothing else */
    MNS_LEVEL_WWR,      /* or there is a cycle of ww and wr (G1c) */
    MNS_LEVEL_SINGLE,   /* or one with a single rw (G-single-item) */
    MNS_LEVEL_ITEM,     /* or one with more (G2-item) */
    MNS_LEVEL_PROCESS,  /* or G-single-item-process */
    MNS_LEVEL_REALTIME, /* or G-single-item-realtime */
    MNS_LEVEL_COUNT
} mns_level;

/* Why `from` precedes `to`: steps lead from the writer of `from` to the writer of `to` (ww would
 * close the cycle if the order were the other way round), or to a reader of `to` (rw would). */
typedef struct mns_lemma {
    uint32_t from, to;     /* versions */
    uint32_t first, count; /* places on the path: path[first .. first + count) */
} mns_lemma;

/* A transaction on the path of a lemma, and the step that leads on from it. */
typedef struct mns_lemma_place {
    uint32_t txn;
    uint32_t lemma; /* what the step rests on if that is a lemma, an earlier one; else MNS_NONE */
    uint16_t kind;  /* mns_kind of the step; of the last place 0 */
} mns_lemma_place;

typedef struct mns_version_edge {
    uint32_t from, to; /* versions of one key */
    uint32_t lemma;    /* MNS_NONE unless the source is a lemma */
    uint8_t level;     /* mns_level */
    uint8_t source;    /* mns_source_of_order */
} mns_version_edge;

typedef struct mns_registers {
    uint32_t *shown; /* by mop, for answered reads of transactions that count: the write that wrote
                          the value, MNS_NONE (also for the initial state) or MNS_AMBIGUOUS */
    uint32_t *version; /* by mop: what a last write of a transaction that counts installed, what an
                          external read of one saw; MNS_NONE for every other mop */
    uint32_t *partner; /* by mop: of an external read, the last write of its transaction to the key;
                          of such a write, that read; else MNS_NONE */
    uint32_t *first;   /* by key, and one more: its initial state, then its other versions */
    uint32_t *key;     /* by version */
    mns_value *value;  /* by version; MNS_VALUE_INITIAL for the first of a key */
    uint32_t *writer;  /* by version: mop, or MNS_NONE for the initial state */
    uint32_t *reader_first; /* by version, and one more: into reader */
    uint32_t *reader;       /* mops, ascending */
    uint32_t count;
    mns_version_edge *edges;
    size_t edge_count, edge_capacity;
    uint64_t *edge_first; /* by version, and one more: its edges */
    mns_lemma *lemmas;
    size_t lemma_count, lemma_capacity;
    mns_lemma_place *path;
    size_t path_count, path_capacity;
    /* Keys for which a source contradicted those before it, or itself, and was left out: */
    struct mns_cyclic_key {
        uint32_t key;
        unsigned sources; /* bit set of 1 << mns_source_of_order: those that make the cycle */
        uint32_t first,
            count; /* versions cycle[first ..), each before the next, the last before the
                                  first */
    } * cyclic;
    size_t cyclic_count, cyclic_capacity;
    uint32_t *cycle;
    size_t cycle_count, cycle_capacity;
} mns_registers;

void mns_registers_release(mns_registers *registers);

static inline bool mns_version_is_initial(const mns_registers *r, uint32_t version) {
    return r->first[r->key[version]] == version;
}

#endif
