/*
 * derivations.c - collects the lemmas that the steps of a cycle depend on into the witness.
 *
 * A step may depend on a lemma (infer/version_graph.h), which may depend on earlier lemmas.
 * Starting at the steps, all of them are collected and stored in the order in which they were
 * inferred, so each comes after those it depends on. Reasons then refer to places in the witness.
 * O(n log n) in the paths of the lemmas.
 */
#include "core/grow.h"
#include "explain/witness_build.h"

typedef struct collection {
    const mns_observation *o;
    uint32_t *lemmas; /* each once */
    uint32_t count;
    size_t capacity;
    mns_map places; /* lemma -> 0 while lemmas are collected, then its place */
} collection;

static bool add(collection *g, uint32_t lemma) {
    if (lemma == MNS_NONE || mns_map_get(&g->places, lemma) != MNS_NONE) {
        return true;
    }
    if (!MNS_GROW(g->lemmas, g->count, g->capacity, 1) || !mns_map_add(&g->places, lemma, 0)) {
        return false;
    }
    g->lemmas[g->count++] = lemma;
    return true;
}

static int compare_ids(const void *a, const void *b) {
    const uint32_t *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

/* Collects all lemmas that the steps depend on; false when out of memory. */
static bool collect(collection *g, const mns_witness *witness) {
    const mns_version_graph *r = &g->o->version_graph;
    bool enough = true;
    for (uint32_t i = 0; i < witness->step_count && enough; i++) {
        enough = add(g, witness->steps[i].reason.lemma);
    }
    for (uint32_t i = 0; i < g->count && enough; i++) {
        const mns_lemma *lemma = &r->lemmas[g->lemmas[i]];
        for (uint32_t p = 0; p + 1 < lemma->count && enough; p++) {
            enough = add(g, r->path[lemma->first + p].lemma);
        }
    }
    if (g->count > 0) {
        qsort(g->lemmas, g->count, sizeof *g->lemmas, compare_ids);
    }
    for (uint32_t i = 0; i < g->count && enough; i++) {
        enough = mns_map_put(&g->places, g->lemmas[i], i);
    }
    return enough;
}

/* The first micro-operation of a transaction that reads or writes a version, or MNS_NONE. */
static uint32_t find_access(const mns_observation *o, uint32_t txn, uint32_t version) {
    const mns_txns *txns = &o->history->txns;
    uint32_t m = txns->first_mop[txn];
    while (m < txns->first_mop[txn + 1] && o->version_graph.version[m] != version) {
        m++;
    }
    return m < txns->first_mop[txn + 1] ? m : MNS_NONE;
}

static minos_status fill(const collection *g, const mns_lemma *lemma, mns_derivation *d) {
    const mns_version_graph *r = &g->o->version_graph;
    assert(lemma->count >= 2);
    d->txns = MNS_NEW_ARRAY(uint32_t, lemma->count);
    d->steps = MNS_NEW_ARRAY(mns_reason, lemma->count - 1);
    if (d->txns == NULL || d->steps == NULL) {
        return MINOS_ENOMEM;
    }
    d->step_count = lemma->count - 1;
    for (uint32_t i = 0; i < lemma->count; i++) {
        d->txns[i] = r->path[lemma->first + i].txn;
    }
    for (uint32_t i = 0; i < d->step_count; i++) {
        if (!mns_reason_on_path(g->o, lemma, i, &d->steps[i])) {
            return MINOS_EINTERNAL;
        }
        d->steps[i].lemma = mns_map_get(&g->places, d->steps[i].lemma);
    }
    d->form = mns_order_class_form((mns_order_class)lemma->order_class);
    d->order = mns_order_class_order((mns_order_class)lemma->order_class);
    d->from_mop = r->writer[lemma->from];
    d->key = g->o->history->tables.mops.key[d->from_mop];
    d->to_mop = find_access(g->o, d->txns[d->step_count], lemma->to);
    return MINOS_OK;
}

minos_status mns_witness_derive(const mns_observation *o, mns_witness *witness) {
    if (o->version_graph.lemma_count == 0) {
        return MINOS_OK;
    }
    collection g = {.o = o};
    mns_map_init(&g.places);
    minos_status status = collect(&g, witness) ? MINOS_OK : MINOS_ENOMEM;
    if (status == MINOS_OK) {
        witness->derivations = MNS_NEW_ARRAY(mns_derivation, g.count);
        status = witness->derivations == NULL ? MINOS_ENOMEM : MINOS_OK;
    }
    for (uint32_t i = 0; i < g.count && status == MINOS_OK; i++) {
        witness->derivation_count = i + 1;
        status = fill(&g, &o->version_graph.lemmas[g.lemmas[i]], &witness->derivations[i]);
    }
    for (uint32_t i = 0; i < witness->step_count && status == MINOS_OK; i++) {
        mns_reason *r = &witness->steps[i].reason;
        r->lemma = r->lemma == MNS_NONE ? MNS_NONE : mns_map_get(&g.places, r->lemma);
    }
    mns_map_release(&g.places);
    free(g.lemmas);
    return status;
}
