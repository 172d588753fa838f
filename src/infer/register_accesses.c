/*
 * register_accesses.c - the accesses of each key of a register history. O(micro-operations).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* One mop for each transaction and key: a write after an external read is represented by that read,
 * and later reads of the key are left to the lemmas. */
static bool is_access(const mns_observation *o, uint32_t mop) {
    uint8_t apart = o->version_graph.apart[mop];
    return o->version_graph.version[mop] != MNS_NONE && apart != MNS_NOT_EXTERNAL &&
           (apart == 0 || o->history->tables.mops.function[mop] == MNS_READ);
}

bool mns_accesses_list(const mns_observation *o, mns_accesses *accesses) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t keys = o->history->tables.keys.count;
    uint32_t *first = accesses->first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 2);
    if (first == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        first[mops->key[m] + 2] += is_access(o, m);
    }
    for (uint32_t k = 0; k < keys; k++) {
        first[k + 2] += first[k + 1];
    }
    accesses->mop = MNS_NEW_ARRAY(uint32_t, first[keys + 1]);
    for (uint32_t m = 0; m < mops->count && accesses->mop != NULL; m++) {
        if (is_access(o, m)) {
            accesses->mop[first[mops->key[m] + 1]++] = m;
        }
    }
    return accesses->mop != NULL;
}

void mns_accesses_release(mns_accesses *accesses) {
    free(accesses->first);
    free(accesses->mop);
    memset(accesses, 0, sizeof *accesses);
}

static mns_access access_at(const mns_observation *o, uint32_t mop) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t version = r->version[mop], partner = mns_partner(o, mop);
    uint32_t last = partner == MNS_NONE ? version : r->version[partner];
    return (mns_access){.mop = mop,
                        .txn = mns_txn_of(o, mop),
                        .first = mns_version_is_initial(r, version) ? last : version,
                        .last = last};
}

bool mns_key_orders_init(mns_key_orders *k, const mns_observation *o) {
    memset(k, 0, sizeof *k);
    k->o = o;
    k->by_process = MNS_NEW_ARRAY(uint32_t, o->history->process_count);
    return k->by_process != NULL;
}

void mns_key_orders_release(mns_key_orders *k) {
    free(k->accesses);
    free(k->edges);
    free(k->sorted);
    free(k->listed);
    free(k->zones);
    free(k->by_process);
    memset(k, 0, sizeof *k);
}

bool mns_key_orders_open(mns_key_orders *k, const mns_accesses *accesses, uint32_t key) {
    uint32_t first = accesses->first[key], end = accesses->first[key + 1];
    k->key = key;
    k->base = k->o->version_graph.first[key];
    k->end = k->o->version_graph.first[key + 1];
    k->access_count = k->edge_count = 0;
    k->contradictory = false;
    if (!MNS_GROW(k->accesses, k->access_count, k->access_capacity, end - first)) {
        return false;
    }
    for (uint32_t i = first; i < end; i++) {
        k->accesses[k->access_count++] = access_at(k->o, accesses->mop[i]);
    }
    return true;
}

bool mns_version_edge_add(mns_key_orders *k, uint32_t from, uint32_t to, mns_order_class level,
                          mns_source_of_order source) {
    assert(from >= k->base && from < k->end && to >= k->base && to < k->end);
    if (from == to || from == k->base) {
        return true;
    }
    if (!MNS_GROW(k->edges, k->edge_count, k->edge_capacity, 1)) {
        return false;
    }
    k->edges[k->edge_count++] = (mns_version_edge){.from = from,
                                                   .to = to,
                                                   .lemma = MNS_NONE,
                                                   .order_class = (uint8_t)level,
                                                   .source = (uint8_t)source};
    return true;
}
