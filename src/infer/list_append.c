/*
 * list_append.c - outcomes and version orders from lists that grow by appending.
 *
 * A list shows its own history: a read of [3 9 4] shows that 3 was appended first, then 9, then 4.
 * So the longest list that a committed transaction read is the observed part of that key's version
 * order (the paper, section 3, "traceability").
 *
 * For whose reads count see outcomes.h. For models below read-committed, which allow aborted reads,
 * a write of an info transaction that was read counts as installed, as in the paper and the
 * reference; an unseen write of the same transaction does not, since it may have been rolled back
 * (WW_OPEN in catalog/edge_kinds.def).
 *
 * If committed reads of a key contradict each other (incompatible-order), no order explains them
 * all, and the key is contested (list_contested.c). The longest list is then taken as the order, as
 * the reference does: what is inferred from it holds if that list is the real one and the reads
 * that contradict it saw states that did not last. The contradiction itself rules out
 * read-committed and stronger models; weaker models are never ruled out by a guess, so a ww of such
 * a key is not part of a G0.
 *
 * Nearly always all reads of a key agree and no element occurs twice. Then the position of a read
 * is its length, and the writers of the main spine are the order: nothing else is stored. The other
 * keys are corrected afterwards (list_positions.c).
 *
 * O(micro-operations + elements of spines).
 */
#include "core/grow.h"
#include "core/parallel.h"
#include "core/slices.h"
#include "infer/list_steps.h"

/* The length of the common prefix of a spine and the key's main spine. */
static uint32_t count_shared(const mns_spines *spines, const mns_versions *v, uint32_t spine,
                             uint32_t main) {
    uint32_t shared = main == spine ? v->seen[spine] : 0;
    while (main != spine && shared < v->seen[spine] && shared < v->seen[main] &&
           spines->items[spine].elements[shared] == spines->items[main].elements[shared]) {
        shared++;
    }
    return shared;
}

/* The longest list of each key; among equally long ones the spine that was read first. */
static minos_status choose_main_spines(const mns_tables *tables, mns_versions *v) {
    const mns_spines *spines = &tables->spines;
    v->main_spine = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    v->shared = MNS_NEW_ARRAY(uint32_t, spines->count);
    if (v->main_spine == NULL || v->shared == NULL) {
        return MINOS_ENOMEM;
    }
    memset(v->main_spine, 0xFF, tables->keys.count * sizeof *v->main_spine); /* MNS_NONE */
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
    return MINOS_OK;
}

typedef struct first_look {
    mns_observation *o;
    unsigned threads;
    bool told;
    minos_status status[2]; /* by task */
} first_look;

/* One task looks up the elements, the other the reads. */
static void look(void *context, uint32_t task) {
    first_look *f = context;
    f->status[task] = task == 0 ? mns_list_writers(f->o, f->threads > 1 ? f->threads - 1 : 1)
                                : mns_list_reach(f->o, &f->told);
}

minos_status mns_infer_list_append(mns_observation *o, unsigned threads) {
    first_look f = {.o = o, .threads = threads};
    bool small = mns_slice_count(o->history->tables.mops.count) == 1;
    mns_parallel(small ? 1 : threads, 2, look, &f);
    minos_status status = f.status[0] != MINOS_OK ? f.status[0] : f.status[1];
    if (status == MINOS_OK) {
        status = mns_list_prove(o, f.told);
    }
    if (status == MINOS_OK) {
        status = choose_main_spines(&o->history->tables, &o->versions);
    }
    if (status == MINOS_OK) {
        status = mns_list_positions(o, threads);
    }
    if (status == MINOS_OK) {
        status = mns_list_contested(o);
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
    free(v->contested);
    memset(v, 0, sizeof *v);
}
