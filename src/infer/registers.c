/*
 * registers.c - outcomes, versions and their readers; then the sources of order, one after another.
 *
 * A value is written once to a key, so whoever read it read that write (the paper, section 3,
 * "recoverability"). What came before a write nobody can tell from the value: that takes more
 * (section 5.2). Orders that the database or the user gives are facts; where they go in circles, that
 * is an anomaly, and the source is left out for that key. Then come the orders that hold unless
 * something is broken anyway.
 *
 * O(micro-operations log micro-operations).
 */
#include "core/grow.h"
#include "infer/outcomes.h"
#include "infer/register_orders.h"

void mns_registers_release(mns_registers *r) {
    free(r->shown);
    free(r->version);
    free(r->partner);
    free(r->first);
    free(r->key);
    free(r->value);
    free(r->writer);
    free(r->reader_first);
    free(r->reader);
    free(r->edges);
    free(r->edge_first);
    free(r->lemmas);
    free(r->path);
    free(r->cyclic);
    free(r->cycle);
    memset(r, 0, sizeof *r);
}

static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    mns_registers *r = context;
    const mns_history *history = outcomes->o->history;
    const mns_mops *mops = &history->tables.mops;
    if (mops->value[read] != MNS_VALUE_INITIAL) {
        r->shown[read] = mns_history_writer(history, mops->key[read], mops->value[read]);
        mns_outcomes_shown(outcomes, r->shown[read]);
    }
}

/* ---- Versions ------------------------------------------------------------------------------- */

typedef struct numbering {
    const mns_observation *o;
    mns_registers *r;
    uint32_t *touched; /* by key: 1 + the transaction that touched it last */
} numbering;

/* Marks the last write of each key by each transaction that counts: version is then 0 instead of
 * MNS_NONE. */
static void mark_last_writes(numbering *n) {
    const mns_txns *txns = &n->o->history->txns;
    const mns_mops *mops = &n->o->history->tables.mops;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        for (uint32_t m = txns->first_mop[txn + 1]; m > txns->first_mop[txn]; m--) {
            uint32_t key = mops->key[m - 1];
            if (mops->function[m - 1] != MNS_WRITE || !mns_txn_counts(n->o, txn) ||
                n->touched[key] == txn + 1) {
                continue;
            }
            n->touched[key] = txn + 1;
            if (mns_write_is_unique(n->o->history, m - 1)) {
                n->r->version[m - 1] = 0;
            }
        }
    }
}

/* A read of the initial state or of what another transaction installed. */
static bool is_of_version(const numbering *n, uint32_t mop) {
    const mns_mops *mops = &n->o->history->tables.mops;
    uint32_t shown = n->r->shown[mop];
    if (!mns_mop_is_answered(mops, mop) || shown == MNS_AMBIGUOUS) {
        return false;
    }
    if (shown == MNS_NONE) {
        return mops->value[mop] == MNS_VALUE_INITIAL;
    }
    return n->r->version[shown] != MNS_NONE && mns_txn_of(n->o, shown) != mns_txn_of(n->o, mop);
}

/* Marks external reads in the same way. */
static void mark_reads(numbering *n) {
    const mns_txns *txns = &n->o->history->txns;
    const mns_mops *mops = &n->o->history->tables.mops;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            uint32_t key = mops->key[m];
            bool first = n->touched[key] != txn + 1;
            n->touched[key] = txn + 1;
            if (first && mns_txn_counts(n->o, txn) && is_of_version(n, m)) {
                n->r->version[m] = 0;
            }
        }
    }
}

/* first[] from counts: the initial state, then last writes. */
static bool lay_out(numbering *n) {
    const mns_tables *tables = &n->o->history->tables;
    mns_registers *r = n->r;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (tables->mops.function[m] == MNS_WRITE && r->version[m] != MNS_NONE) {
            r->first[tables->mops.key[m] + 1]++;
        }
    }
    uint64_t count = 0;
    for (uint32_t k = 0; k < tables->keys.count; k++) {
        count += 1 + (uint64_t)r->first[k + 1];
        r->first[k + 1] = (uint32_t)count;
    }
    r->count = (uint32_t)count;
    r->key = MNS_NEW_ARRAY(uint32_t, count);
    r->value = MNS_NEW_ARRAY(mns_value, count);
    r->writer = MNS_NEW_ARRAY(uint32_t, count);
    r->reader_first = MNS_NEW_ARRAY(uint32_t, count + 2);
    return count < MNS_NONE && r->key != NULL && r->value != NULL && r->writer != NULL &&
           r->reader_first != NULL;
}

static void name_versions(numbering *n) {
    const mns_tables *tables = &n->o->history->tables;
    const mns_mops *mops = &tables->mops;
    mns_registers *r = n->r;
    for (uint32_t k = 0; k < tables->keys.count; k++) {
        for (uint32_t v = r->first[k]; v < r->first[k + 1]; v++) {
            r->key[v] = k;
            r->value[v] = MNS_VALUE_INITIAL;
            r->writer[v] = MNS_NONE;
        }
        n->touched[k] = r->first[k] + 1; /* from here on: its next version */
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_WRITE && r->version[m] != MNS_NONE) {
            uint32_t v = n->touched[mops->key[m]]++;
            r->version[m] = v;
            r->value[v] = mops->value[m];
            r->writer[v] = m;
        }
    }
}

static void place_reads(numbering *n) {
    const mns_mops *mops = &n->o->history->tables.mops;
    mns_registers *r = n->r;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_READ && r->version[m] != MNS_NONE) {
            bool written = r->shown[m] != MNS_NONE;
            r->version[m] = written ? r->version[r->shown[m]] : r->first[mops->key[m]];
            r->reader_first[r->version[m] + 2]++;
        }
    }
}

static bool list_readers(const mns_observation *o, mns_registers *r) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t v = 0; v < r->count; v++) {
        r->reader_first[v + 2] += r->reader_first[v + 1];
    }
    r->reader = MNS_NEW_ARRAY(uint32_t, r->reader_first[r->count + 1]);
    for (uint32_t m = 0; m < mops->count && r->reader != NULL; m++) {
        if (mops->function[m] == MNS_READ && r->version[m] != MNS_NONE) {
            r->reader[r->reader_first[r->version[m] + 1]++] = m;
        }
    }
    return r->reader != NULL;
}

/* Joins the external read and the last write of a key by one transaction. */
static void find_partners(numbering *n) {
    const mns_txns *txns = &n->o->history->txns;
    const mns_mops *mops = &n->o->history->tables.mops;
    mns_registers *r = n->r;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            uint32_t *read = &n->touched[mops->key[m]]; /* by now: the last external read */
            if (r->version[m] == MNS_NONE) {
                continue;
            }
            if (mops->function[m] == MNS_READ) {
                *read = m;
            } else if (*read != MNS_NONE && mns_txn_of(n->o, *read) == txn) {
                r->partner[m] = *read;
                r->partner[*read] = m;
            }
        }
    }
}

static bool find_versions(mns_observation *o, mns_registers *r) {
    uint32_t keys = o->history->tables.keys.count;
    numbering n = {.o = o, .r = r};
    n.touched = MNS_NEW_ARRAY(uint32_t, keys);
    bool good = n.touched != NULL;
    if (good) {
        mark_last_writes(&n);
        memset(n.touched, 0, keys * sizeof *n.touched);
        mark_reads(&n);
        good = lay_out(&n);
    }
    if (good) {
        name_versions(&n);
        place_reads(&n);
        memset(n.touched, 0xFF, keys * sizeof *n.touched); /* MNS_NONE */
        find_partners(&n);
        good = list_readers(o, r);
    }
    free(n.touched);
    return good;
}

/* ---- Orders --------------------------------------------------------------------------------- */

/* Checks the edges that a source added from `added` on. */
static bool accept(mns_registers *r, size_t added, mns_source_of_order source, unsigned *sources) {
    if (r->edge_count == added) {
        return true;
    }
    *sources |= 1u << source;
    return mns_version_circles(r, added, *sources);
}

/* What the database reveals and the user assumes, in the reference's order. */
static bool given_orders(const mns_observation *o, const mns_assumptions *a, mns_registers *r) {
    unsigned sources = 1u << MNS_BY_INITIAL;
    bool good = mns_order_by_versions(o, r) && accept(r, 0, MNS_BY_VERSIONS, &sources);
    size_t added = r->edge_count;
    if (good && a->transaction_order != NULL) {
        good = mns_order_by_transactions(o, a->transaction_order, r) &&
               accept(r, added, MNS_BY_TRANSACTIONS, &sources);
        added = r->edge_count;
    }
    if (good && a->wfr) {
        good = mns_order_by_wfr(o, MNS_LEVEL_GIVEN, r) && accept(r, added, MNS_BY_WFR, &sources);
        added = r->edge_count;
    }
    if (good && a->sequential) {
        good = mns_order_by_process(o, MNS_LEVEL_GIVEN, r) &&
               accept(r, added, MNS_BY_PROCESS, &sources);
        added = r->edge_count;
    }
    if (good && a->linearizable) {
        good = mns_order_by_realtime(o, MNS_LEVEL_GIVEN, r) &&
               accept(r, added, MNS_BY_REALTIME, &sources);
    }
    return good;
}

static bool find_orders(const mns_observation *o, const mns_assumptions *a, mns_registers *r) {
    return given_orders(o, a, r) && mns_order_by_wfr(o, MNS_LEVEL_WWR, r) &&
           mns_order_by_process(o, MNS_LEVEL_PROCESS, r) &&
           mns_order_by_realtime(o, MNS_LEVEL_REALTIME, r) && mns_version_edges_index(r) &&
           mns_order_by_lemmas(o, r);
}

minos_status mns_infer_registers(mns_observation *o, const mns_assumptions *assumptions) {
    mns_registers *r = &o->registers;
    size_t mops = o->history->tables.mops.count, keys = o->history->tables.keys.count;
    r->shown = MNS_NEW_ARRAY(uint32_t, mops);
    r->version = MNS_NEW_ARRAY(uint32_t, mops);
    r->partner = MNS_NEW_ARRAY(uint32_t, mops);
    r->first = MNS_NEW_ARRAY(uint32_t, keys + 1);
    if (r->shown == NULL || r->version == NULL || r->partner == NULL || r->first == NULL) {
        return MINOS_ENOMEM;
    }
    memset(r->shown, 0xFF, mops * sizeof *r->shown); /* MNS_NONE */
    memset(r->version, 0xFF, mops * sizeof *r->version);
    memset(r->partner, 0xFF, mops * sizeof *r->partner);
    minos_status status = mns_outcomes_find(o, see, r);
    if (status == MINOS_OK && !(find_versions(o, r) && find_orders(o, assumptions, r))) {
        status = MINOS_ENOMEM;
    }
    return status;
}
