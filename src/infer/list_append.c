/*
 * list_append.c - outcomes and version orders from lists that grow by appending.
 *
 * A list shows its own history: whoever read [3 9 4] saw that 3 was appended first, then 9, then 4.
 * So the longest list that a committed transaction read is the order of that key's versions, as far
 * as it was observed (the paper, section 3, "traceability").
 *
 * Whose reads count: outcomes.h. For models below read-committed, which allow aborted reads, a write
 * of an info transaction that was seen is taken as installed, as the paper and the reference do; a
 * write of the same transaction that nobody saw is not, since it may have been rolled back (WW_OPEN
 * in catalog/edge_kinds.def). Each element of each spine is looked at once.
 *
 * Where committed reads of a key disagree (incompatible-order), no order explains them all. The
 * longest list is then taken as the order, as the reference does: what is inferred from it is what
 * holds if that list is real and the reads that contradict it are of states that did not last. Such
 * a key has already ruled out read-committed and everything above.
 *
 * O(micro-operations + elements of spines).
 */
#include "core/grow.h"
#include "infer/outcomes.h"

typedef struct inference {
    mns_observation *o;
    const mns_history *history;
    mns_versions *v;
} inference;

static minos_status allocate(inference *in) {
    const mns_tables *tables = &in->history->tables;
    size_t mops = tables->mops.count, keys = tables->keys.count;
    size_t spines = tables->spines.count;
    mns_versions *v = in->v;
    v->position = MNS_NEW_ARRAY(uint32_t, mops);
    v->main_spine = MNS_NEW_ARRAY(uint32_t, keys);
    v->order_first = MNS_NEW_ARRAY(uint32_t, keys + 1);
    v->seen = MNS_NEW_ARRAY(uint32_t, spines);
    v->seen_by = MNS_NEW_ARRAY(uint32_t, spines);
    v->shared = MNS_NEW_ARRAY(uint32_t, spines);
    v->spine_first = MNS_NEW_ARRAY(uint64_t, spines + 1);
    if (v->position == NULL || v->main_spine == NULL || v->order_first == NULL || v->seen == NULL ||
        v->seen_by == NULL || v->shared == NULL || v->spine_first == NULL) {
        return MINOS_ENOMEM;
    }
    for (size_t s = 0; s < spines; s++) {
        v->seen_by[s] = MNS_NONE;
        v->spine_first[s + 1] = v->spine_first[s] + tables->spines.items[s].count;
    }
    v->spine_writer = MNS_NEW_ARRAY(uint32_t, v->spine_first[spines]);
    return v->spine_writer == NULL ? MINOS_ENOMEM : MINOS_OK;
}

/* A read that counts saw elements up to its length; whoever appended the new ones has committed. */
static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    const inference *in = context;
    mns_versions *v = in->v;
    uint32_t length = in->history->tables.mops.value[read];
    uint32_t spine = in->history->tables.mops.content[read];
    if (length == 0 || length <= v->seen[spine]) {
        return;
    }
    const mns_spine *s = &in->history->tables.spines.items[spine];
    for (uint32_t i = v->seen[spine]; i < length; i++) {
        uint32_t writer = mns_history_writer(in->history, s->key, s->elements[i]);
        v->spine_writer[v->spine_first[spine] + i] = writer;
        mns_outcomes_shown(outcomes, writer);
    }
    v->seen[spine] = length;
    v->seen_by[spine] = read;
}

/* The longest list of each key; of equally long ones the spine that was read first. */
static void choose_main_spines(inference *in) {
    const mns_spines *spines = &in->history->tables.spines;
    mns_versions *v = in->v;
    for (uint32_t key = 0; key < in->history->tables.keys.count; key++) {
        v->main_spine[key] = MNS_NONE;
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t *main = &v->main_spine[spines->items[s].key];
        if (v->seen[s] > 0 && (*main == MNS_NONE || v->seen[s] > v->seen[*main])) {
            *main = s;
        }
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t main = v->main_spine[spines->items[s].key];
        uint32_t limit = v->seen[s];
        uint32_t shared = main == s ? limit : 0;
        while (main != s && shared < limit && shared < v->seen[main] &&
               spines->items[s].elements[shared] == spines->items[main].elements[shared]) {
            shared++;
        }
        v->shared[s] = shared;
    }
}

/* Numbers the distinct elements of a main spine. rank[i] becomes the position after element i.
 * A repeated element is known by its writer having a position already; one without a writer is
 * looked up in `garbage`. */
static minos_status number_versions(inference *in, uint32_t spine, uint32_t *rank,
                                    mns_map *garbage) {
    mns_versions *v = in->v;
    const mns_spine *s = &in->history->tables.spines.items[spine];
    uint32_t first = v->order_first[s->key], count = 0;
    for (uint32_t i = 0; i < v->seen[spine]; i++) {
        uint32_t writer = v->spine_writer[v->spine_first[spine] + i];
        bool repeated = writer != MNS_NONE && v->position[writer] != MNS_NONE;
        if (writer == MNS_NONE) {
            uint64_t name = (uint64_t)s->key << 32 | s->elements[i];
            repeated = mns_map_get(garbage, name) != MNS_NONE;
            if (!repeated && !mns_map_add(garbage, name, 0)) {
                return MINOS_ENOMEM;
            }
        }
        if (!repeated) {
            v->writer[first + count] = writer;
            v->element[first + count] = s->elements[i];
            count++;
            if (writer != MNS_NONE) {
                v->position[writer] = count;
            }
        }
        rank[v->spine_first[spine] + i] = count;
    }
    v->order_first[s->key + 1] = first + count;
    return MINOS_OK;
}

static minos_status number_all(inference *in, uint32_t *rank) {
    mns_versions *v = in->v;
    mns_map garbage;
    mns_map_init(&garbage);
    minos_status status = MINOS_OK;
    for (uint32_t key = 0; key < in->history->tables.keys.count && status == MINOS_OK; key++) {
        v->order_first[key + 1] = v->order_first[key];
        if (v->main_spine[key] != MNS_NONE) {
            status = number_versions(in, v->main_spine[key], rank, &garbage);
        }
    }
    mns_map_release(&garbage);
    return status;
}

/* The position of every answered read of a transaction that counts. */
static void place_reads(inference *in, const uint32_t *rank) {
    mns_versions *v = in->v;
    const mns_mops *mops = &in->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_answered(mops, m) || !mns_txn_counts(in->o, in->history->txn_of_mop[m])) {
            continue;
        }
        uint32_t length = mops->value[m], spine = mops->content[m];
        if (length == 0) {
            v->position[m] = 0;
        } else if (length <= v->shared[spine]) {
            v->position[m] = rank[v->spine_first[v->main_spine[mops->key[m]]] + length - 1];
        }
    }
}

static minos_status find_orders(inference *in) {
    mns_versions *v = in->v;
    const mns_tables *tables = &in->history->tables;
    uint64_t elements = 0;
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        elements += v->main_spine[key] == MNS_NONE ? 0 : v->seen[v->main_spine[key]];
    }
    v->writer = MNS_NEW_ARRAY(uint32_t, elements);
    v->element = MNS_NEW_ARRAY(mns_value, elements);
    uint32_t *rank = MNS_NEW_ARRAY(uint32_t, v->spine_first[tables->spines.count]);
    minos_status status = MINOS_ENOMEM;
    if (v->writer != NULL && v->element != NULL && rank != NULL && elements < MNS_NONE) {
        for (uint32_t m = 0; m < tables->mops.count; m++) {
            v->position[m] = MNS_NONE;
        }
        status = number_all(in, rank);
    }
    if (status == MINOS_OK) {
        place_reads(in, rank);
    }
    free(rank);
    return status;
}

minos_status mns_infer_list_append(mns_observation *o) {
    inference in = {.o = o, .history = o->history, .v = &o->versions};
    minos_status status = allocate(&in);
    if (status == MINOS_OK) {
        status = mns_outcomes_find(o, see, &in);
    }
    if (status == MINOS_OK) {
        choose_main_spines(&in);
        status = find_orders(&in);
    }
    return status;
}

void mns_versions_release(mns_versions *v) {
    free(v->position);
    free(v->main_spine);
    free(v->order_first);
    free(v->writer);
    free(v->element);
    free(v->seen);
    free(v->seen_by);
    free(v->shared);
    free(v->spine_first);
    free(v->spine_writer);
    memset(v, 0, sizeof *v);
}
