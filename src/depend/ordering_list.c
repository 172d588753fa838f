/*
 * ordering_list.c - the predecessors of a transaction on lists, by the rules of edges_list.h.
 *
 *     order of key x:   initial   1 (by T1)   2 (by T2)
 *
 *     before a read of [1]       T1
 *     before the append of 2     T1, and every reader of [1]
 *     before an unseen append    T2, and every reader of [1 2]
 *
 * The tables do not list the readers of a version; chains of micro-operations do. Readers that are
 * in the order leave their chain, so the readers of a last version are visited once, however many
 * unseen appends follow them.
 *
 * O(micro-operations), 4 bytes for each and 4 for each version.
 */
#include "core/grow.h"
#include "depend/edges_list.h"
#include "depend/ordering.h"

/* Puts the reads of a transaction into their chains. Which mops are reads is hard to predict, so
 * all are chained without a branch, the others in the chain `aside`. */
static void chain_reads(const mns_observation *o, mns_reader_chains *chains, uint32_t txn,
                        uint64_t aside) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t begin = o->history->txns.first_mop[txn], end = o->history->txns.first_mop[txn + 1];
    for (uint32_t m = begin; m < end; m++) {
        uint32_t version = o->versions.position[m]; /* of a read: mns_list_version_read */
        bool reads = (mops->function[m] == MNS_READ) & (version != MNS_NONE);
        uint64_t mask = 0 - (uint64_t)reads, slot = chains->slot[mops->key[m]] + version;
        uint32_t *first = &chains->first[(slot & mask) | (aside & ~mask)];
        assert(!reads || (version <= mns_version_count(o, mops->key[m]) && slot < aside));
        if (*first == MNS_NONE || *first < begin || !reads) { /* else the transaction is in it */
            chains->next[m] = *first;
            *first = m;
        }
    }
}

/* mns_acyclic comes before mns_infer_orders, so there is no order of unseen appends to follow. */
minos_status mns_ordering_prepare_list(mns_ordering *ordering) {
    const mns_observation *o = ordering->o;
    const mns_tables *tables = &o->history->tables;
    mns_reader_chains *chains = &ordering->chains;
    uint64_t slots = 0;
    assert(o->version_graph.count == 0);
    chains->slot = MNS_NEW_ARRAY(uint64_t, tables->keys.count);
    chains->next = MNS_NEW_ARRAY(uint32_t, tables->mops.count);
    if (chains->slot == NULL || chains->next == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        chains->slot[key] = slots;
        slots += (uint64_t)mns_version_count(o, key) + 1; /* and the initial state */
    }
    chains->first = MNS_NEW_ARRAY(uint32_t, slots + 1);
    if (chains->first == NULL) {
        return MINOS_ENOMEM;
    }
    memset(chains->first, 0xFF, (slots + 1) * sizeof *chains->first); /* MNS_NONE */
    for (uint32_t txn = 0; txn < o->history->txns.count; txn++) {
        if (ordering->progress[txn] != MNS_EXCLUDED) {
            chain_reads(o, chains, txn, slots);
        }
    }
    return MINOS_OK;
}

/* Readers that are in the order leave the chain. The transaction's own read stays in it,
 * wherever it is, because other writes wait for it. It is there once, so it is skipped once. */
static uint32_t reader_before(mns_ordering *ordering, uint64_t slot, uint32_t txn) {
    mns_reader_chains *chains = &ordering->chains;
    uint32_t *link = &chains->first[slot];
    while (*link != MNS_NONE) {
        uint32_t reader = mns_txn_of(ordering->o, *link);
        if (reader == txn) {
            link = &chains->next[*link];
            continue;
        }
        if (mns_ordering_follow(ordering, reader, txn, MNS_RW) != MNS_NONE) {
            return reader;
        }
        *link = chains->next[*link];
    }
    return MNS_NONE;
}

static uint32_t before_append(mns_ordering *ordering, uint32_t txn, uint32_t mop) {
    mns_in_edges in = mns_list_append_edges(ordering->o, mop);
    uint32_t before = mns_ordering_follow_write(ordering, &in, txn, MNS_WW);
    if (before != MNS_NONE) {
        return before;
    }
    uint32_t key = ordering->o->history->tables.mops.key[mop];
    return reader_before(ordering, ordering->chains.slot[key] + in.version, txn);
}

static uint32_t before_read(mns_ordering *ordering, uint32_t txn, uint32_t mop) {
    mns_in_edges in = mns_list_read_edges(ordering->o, mop);
    return mns_ordering_follow_write(ordering, &in, txn, MNS_WR);
}

uint32_t mns_ordering_before_list(mns_ordering *ordering, mns_cursor *cursor) {
    const mns_history *history = ordering->o->history;
    uint32_t end = history->txns.first_mop[cursor->txn + 1];
    for (; cursor->mop < end; cursor->mop++) {
        uint32_t before = history->tables.mops.function[cursor->mop] == MNS_WRITE
                              ? before_append(ordering, cursor->txn, cursor->mop)
                              : before_read(ordering, cursor->txn, cursor->mop);
        if (before != MNS_NONE) {
            return before;
        }
    }
    return MNS_NONE;
}
