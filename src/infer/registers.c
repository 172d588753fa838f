/*
 * registers.c - versions of registers and their readers, then the sources of order, one after
 * another.
 *
 * A value is written to a key once, so a read of it identifies the write (the paper, section 3,
 * "recoverability"). The value does not show which version the write replaced; that must be
 * inferred (section 5.2). Orders given by the database or the user are facts; if they are cyclic,
 * that is an anomaly, and the source is dropped for that key. Then come the orders that hold unless
 * there is a forbidden cycle.
 *
 * O(micro-operations log micro-operations).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

void mns_version_graph_release(mns_version_graph *r) {
    free(r->version);
    free(r->apart);
    mns_map_release(&r->far);
    free(r->first);
    free(r->writer);
    free(r->reader_first);
    free(r->reader);
    free(r->unversioned);
    free(r->numbered);
    free(r->contradictory);
    free(r->edges);
    free(r->edge_first);
    free(r->lemmas);
    free(r->path);
    free(r->cyclic);
    free(r->cycle);
    memset(r, 0, sizeof *r);
}

/* The sources of given orders: first what the database reveals, then what the user assumes, in the
 * reference's order. */
static bool give(mns_key_orders *k, const mns_assumptions *a, mns_source_of_order source) {
    switch (source) {
    case MNS_BY_VERSIONS: return mns_order_by_versions(k);
    case MNS_BY_TRANSACTIONS:
        return a->transaction_order == NULL || mns_order_by_transactions(k, a->transaction_order);
    case MNS_BY_WFR: return !a->wfr || mns_order_by_wfr(k, MNS_CLASS_GIVEN);
    case MNS_BY_PROCESS: return !a->sequential || mns_order_by_process(k, MNS_CLASS_GIVEN);
    case MNS_BY_REALTIME: return !a->linearizable || mns_order_by_realtime(k, MNS_CLASS_GIVEN);
    default: return true;
    }
}

static bool note_contradictory(const mns_key_orders *k, mns_version_graph *r) {
    if (!k->contradictory) {
        return true;
    }
    if (!MNS_GROW(r->contradictory, r->contradictory_count, r->contradictory_capacity, 1)) {
        return false;
    }
    r->contradictory[r->contradictory_count++] = k->key;
    return true;
}

/* *used: bit set of the sources that ordered versions of any key so far. */
static bool order_key(mns_key_orders *k, const mns_assumptions *a, mns_version_graph *r,
                      unsigned *used) {
    bool good = true;
    for (int s = MNS_BY_VERSIONS; s <= MNS_BY_REALTIME && good; s++) {
        size_t added = k->edge_count;
        good = give(k, a, (mns_source_of_order)s);
        *used |= k->edge_count > added ? 1u << s : 0;
        good = good && mns_drop_cyclic_order(k, added, (mns_source_of_order)s, r);
    }
    return good && note_contradictory(k, r) && mns_order_by_wfr(k, MNS_CLASS_WWR) &&
           mns_order_by_process(k, MNS_CLASS_SINGLE_PROCESS) &&
           mns_order_by_realtime(k, MNS_CLASS_SINGLE_REALTIME) && mns_version_edges_keep(k, r);
}

/* By the source that closed the cycle, then by key. */
static int by_source(const void *a, const void *b) {
    const struct mns_cyclic_key *x = a, *y = b;
    if (x->sources != y->sources) {
        return x->sources < y->sources ? -1 : 1;
    }
    return (x->key > y->key) - (x->key < y->key);
}

/* So far each cycle has only the source that closed it; adds the sources used before. */
static void name_sources(mns_version_graph *r, unsigned used) {
    if (r->cyclic_count > 0) {
        qsort(r->cyclic, r->cyclic_count, sizeof *r->cyclic, by_source);
    }
    for (size_t i = 0; i < r->cyclic_count; i++) {
        unsigned last = r->cyclic[i].sources;
        r->cyclic[i].sources |= 1u << MNS_BY_INITIAL | (used & (last - 1));
    }
}

static bool order_keys(const mns_observation *o, const mns_assumptions *a, mns_version_graph *r) {
    unsigned used = 0;
    mns_accesses accesses = {NULL, NULL};
    mns_key_orders k;
    r->edge_first = MNS_NEW_ARRAY(uint32_t, (size_t)r->count + 1);
    bool good = mns_key_orders_init(&k, o) && r->edge_first != NULL;
    good = good && mns_accesses_list(o, &accesses);
    for (uint32_t key = 0; key < o->history->tables.keys.count && good; key++) {
        good = mns_key_orders_open(&k, &accesses, key) && order_key(&k, a, r, &used);
    }
    name_sources(r, used);
    mns_accesses_release(&accesses);
    mns_key_orders_release(&k);
    return good;
}

minos_status mns_infer_registers(mns_observation *o) {
    return mns_find_versions(o) ? MINOS_OK : MINOS_ENOMEM;
}

bool mns_order_registers(mns_observation *o, const mns_assumptions *assumptions) {
    mns_version_graph *r = &o->version_graph;
    return order_keys(o, assumptions, r) && mns_order_by_lemmas(o, r, MNS_LEMMAS_STRICTEST);
}
