/*
 * list_unseen.c - appends that no read shows, as versions whose order is unknown.
 *
 *     order of key x:   init   1   2  |  3, 4 and 5 (unseen)
 *
 * The longest list is the order of the appends that were seen; all others follow it, in an unknown
 * order. Dependencies imply part of that order, as they do for registers (lemmas.h), so the unseen
 * appends are stored the same way, in o->version_graph: a key's first version stands for everything
 * that was seen, and each transaction that counts and has an unseen append to the key has one
 * version after it, whose writer is the first of these appends. Such a version has no readers.
 *
 * O(micro-operations + keys).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* Whether this is the first unseen append of a transaction that counts to its key. `last` is by
 * key: 1 + the transaction of the last one. */
static bool is_tail(const mns_observation *o, uint32_t mop, uint32_t *last) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t txn = mns_txn_of(o, mop), key = mops->key[mop];
    if (mops->function[mop] != MNS_WRITE || o->versions.position[mop] != MNS_NONE ||
        !mns_txn_counts(o, txn) || last[key] == txn + 1) {
        return false;
    }
    last[key] = txn + 1;
    return true;
}

static bool lay_out(const mns_observation *o, mns_version_graph *r, uint32_t *last) {
    uint32_t keys = o->history->tables.keys.count;
    uint64_t count = 0;
    for (uint32_t m = 0; m < o->history->tables.mops.count; m++) {
        r->first[o->history->tables.mops.key[m] + 1] += is_tail(o, m, last);
    }
    for (uint32_t k = 0; k < keys; k++) {
        count += 1 + (uint64_t)r->first[k + 1];
        r->first[k + 1] = (uint32_t)count;
    }
    r->count = (uint32_t)count;
    r->writer = MNS_NEW_ARRAY(uint32_t, count);
    r->reader_first = MNS_NEW_ARRAY(uint32_t, count + 1);
    r->edge_first = MNS_NEW_ARRAY(uint32_t, count + 1);
    return count < MNS_NONE && r->writer != NULL && r->reader_first != NULL &&
           r->edge_first != NULL;
}

static void number(const mns_observation *o, mns_version_graph *r, uint32_t *last, uint32_t *next) {
    for (uint32_t k = 0; k < o->history->tables.keys.count; k++) {
        r->writer[r->first[k]] = MNS_NONE;
        next[k] = r->first[k] + 1;
        last[k] = 0;
    }
    for (uint32_t m = 0; m < o->history->tables.mops.count; m++) {
        if (is_tail(o, m, last)) {
            r->version[m] = next[o->history->tables.mops.key[m]]++;
            r->writer[r->version[m]] = m;
        }
    }
}

bool mns_find_unseen_appends(mns_observation *o) {
    mns_version_graph *r = &o->version_graph;
    size_t mops = o->history->tables.mops.count, keys = o->history->tables.keys.count;
    r->version = MNS_NEW_ARRAY(uint32_t, mops);
    r->first = MNS_NEW_ARRAY(uint32_t, keys + 1);
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, keys), *next = MNS_NEW_ARRAY(uint32_t, keys);
    bool good = r->version != NULL && r->first != NULL && last != NULL && next != NULL;
    if (good) {
        memset(r->version, 0xFF, mops * sizeof *r->version); /* MNS_NONE */
        good = lay_out(o, r, last);
    }
    if (good) {
        number(o, r, last, next);
        for (size_t k = 0; k < keys; k++) {
            assert(next[k] == r->first[k + 1]); /* as many as were counted */
        }
    }
    free(last);
    free(next);
    return good;
}
