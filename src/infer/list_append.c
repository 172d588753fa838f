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
 * in catalog/edge_kinds.def).
 *
 * Where committed reads of a key disagree (incompatible-order), no order explains them all. The
 * longest list is then taken as the order, as the reference does: what is inferred from it is what
 * holds if that list is real and the reads that contradict it are of states that did not last. Such
 * a key has already ruled out read-committed and everything above.
 *
 * Nearly always all reads of a key agree and no element stands in it twice. Then the position of a
 * read is its length, and the writers of the main spine are the order: nothing else is stored. The
 * other keys are put right afterwards (list_positions.c).
 *
 * O(micro-operations + elements of spines).
 */
#include "core/grow.h"
#include "infer/list_steps.h"

static minos_status allocate(const mns_tables *tables, mns_versions *v) {
    size_t mops = tables->mops.count, keys = tables->keys.count, spines = tables->spines.count;
    v->position = MNS_NEW_ARRAY(uint32_t, mops);
    v->main_spine = MNS_NEW_ARRAY(uint32_t, keys);
    v->seen = MNS_NEW_ARRAY(uint32_t, spines);
    v->seen_by = MNS_NEW_ARRAY(uint32_t, spines);
    v->shared = MNS_NEW_ARRAY(uint32_t, spines);
    if (v->position == NULL || v->main_spine == NULL || v->seen == NULL || v->seen_by == NULL ||
        v->shared == NULL) {
        return MINOS_ENOMEM;
    }
    memset(v->position, 0xFF, mops * sizeof *v->position); /* MNS_NONE */
    memset(v->main_spine, 0xFF, keys * sizeof *v->main_spine);
    memset(v->seen_by, 0xFF, spines * sizeof *v->seen_by);
    return MINOS_OK;
}

/* A read that counts saw elements up to its length; whoever appended the new ones has committed. */
static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    mns_versions *v = context;
    const mns_mops *mops = &outcomes->o->history->tables.mops;
    uint32_t length = mops->value[read], spine = mops->content[read];
    v->position[read] = length;
    if (length == 0 || length <= v->seen[spine]) {
        return;
    }
    for (uint32_t i = v->seen[spine]; i < length && outcomes->unknown > 0; i++) {
        mns_outcomes_shown(outcomes, v->writer[v->spine_first[spine] + i]);
    }
    v->seen[spine] = length;
    v->seen_by[spine] = read;
}

/* How much of a spine the key's main spine begins with. */
static uint32_t count_shared(const mns_spines *spines, const mns_versions *v, uint32_t spine,
                             uint32_t main) {
    uint32_t shared = main == spine ? v->seen[spine] : 0;
    while (main != spine && shared < v->seen[spine] && shared < v->seen[main] &&
           spines->items[spine].elements[shared] == spines->items[main].elements[shared]) {
        shared++;
    }
    return shared;
}

/* The longest list of each key; of equally long ones the spine that was read first. */
static void choose_main_spines(const mns_spines *spines, mns_versions *v) {
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t *main = &v->main_spine[spines->items[s].key];
        if (v->seen[s] > 0 && (*main == MNS_NONE || v->seen[s] > v->seen[*main])) {
            *main = s;
        }
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        v->shared[s] = count_shared(spines, v, s, v->main_spine[spines->items[s].key]);
        v->forked |= v->shared[s] < v->seen[s];
    }
}

minos_status mns_infer_list_append(mns_observation *o, unsigned threads) {
    const mns_tables *tables = &o->history->tables;
    minos_status status = allocate(tables, &o->versions);
    if (status == MINOS_OK) {
        status = mns_list_writers(o, threads);
    }
    if (status == MINOS_OK) {
        status = mns_outcomes_find(o, see, &o->versions);
    }
    if (status == MINOS_OK) {
        choose_main_spines(&tables->spines, &o->versions);
        status = mns_list_positions(o, threads);
    }
    return status;
}

void mns_versions_release(mns_versions *v) {
    free(v->position);
    free(v->main_spine);
    free(v->order_first);
    free(v->version_count);
    free(v->seen);
    free(v->seen_by);
    free(v->shared);
    free(v->spine_first);
    free(v->writer);
    free(v->place);
    memset(v, 0, sizeof *v);
}
