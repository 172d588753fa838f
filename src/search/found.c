/* found.c - see found.h. */
#include "search/found.h"

#include "core/grow.h"

void mns_cycles_release(mns_cycles *cycles) {
    free(cycles->items);
    free(cycles->txns);
    free(cycles->kinds);
    memset(cycles, 0, sizeof *cycles);
}

/* Whether to keep a cycle: if there is room, or instead of the longest one kept, if it is shorter.
 */
static bool worth_keeping(const mns_found *found, mns_anomaly anomaly, uint32_t length,
                          size_t *place) {
    const mns_cycles *cycles = found->cycles;
    uint32_t kept = 0, longest = 0;
    size_t replaced = cycles->count;
    for (size_t i = 0; i < cycles->count; i++) { /* a handful per class */
        if (cycles->items[i].anomaly == anomaly) {
            kept++;
            replaced = cycles->items[i].length >= longest ? i : replaced;
            longest = cycles->items[replaced].length;
        }
    }
    *place = kept < found->max_per_anomaly ? cycles->count : replaced;
    return kept < found->max_per_anomaly || length < longest;
}

static minos_status keep(mns_found *found, const mns_cycle *cycle, const mns_closed_walk *walk,
                         size_t place) {
    mns_cycles *cycles = found->cycles;
    if (!MNS_GROW(cycles->items, cycles->count, cycles->capacity, 1) ||
        !MNS_GROW(cycles->txns, cycles->step_count, cycles->txn_capacity, walk->length) ||
        !MNS_GROW(cycles->kinds, cycles->step_count, cycles->kind_capacity, walk->length)) {
        return MINOS_ENOMEM;
    }
    cycles->items[place] = *cycle;
    cycles->count += place == cycles->count;
    for (uint32_t i = 0; i < walk->length; i++) {
        cycles->txns[cycles->step_count + i] = found->graph->vertex[walk->vertex[i]];
        cycles->kinds[cycles->step_count + i] = walk->kind[i];
    }
    cycles->step_count += walk->length;
    assert(cycles->total[cycle->anomaly] > 0 && cycle->first + cycle->length <= cycles->step_count);
    return MINOS_OK;
}

/* A vertex of the cycle that a non-rw edge leads to, if there is one: in a layered view the cycle
 * passes through its state 2v. */
static uint32_t representative(const mns_closed_walk *walk) {
    for (uint32_t i = 0; i < walk->length; i++) {
        if ((walk->kind[i] & MNS_ANY_RW) == 0) {
            return walk->vertex[(i + 1) % walk->length];
        }
    }
    return walk->vertex[0];
}

minos_status mns_found_add(mns_found *found, mns_closed_walk *walk) {
    mns_cycle cycle;
    mns_closed_walk_fold(found->graph, walk);
    assert(walk->length >= 2); /* no transaction precedes itself */
    mns_closed_walk_classify(walk, &cycle.form, &cycle.order);
    cycle.anomaly = mns_cycle_anomaly(cycle.form, cycle.order, found->by_predicate);
    cycle.first = (uint32_t)found->cycles->step_count;
    cycle.length = walk->length;
    if (!MNS_GROW(found->hits, found->hit_count, found->hit_capacity, 1)) {
        return MINOS_ENOMEM;
    }
    found->hits[found->hit_count++] =
        (mns_hit){.anomaly = cycle.anomaly, .vertex = representative(walk)};
    found->cycles->total[cycle.anomaly]++;
    size_t place;
    return worth_keeping(found, cycle.anomaly, cycle.length, &place)
               ? keep(found, &cycle, walk, place)
               : MINOS_OK;
}

void mns_found_cover(const mns_found *found, const mns_view *view, const mns_components *components,
                     mns_anomaly anomaly, bool *covered) {
    bool implying[MNS_ANOMALY_COUNT] = {false};
    implying[anomaly] = true;
    mns_anomalies_add_implying(implying);
    for (size_t i = 0; i < found->hit_count; i++) {
        if (implying[found->hits[i].anomaly]) {
            uint32_t vertex = found->hits[i].vertex;
            covered[components->of[view->layered ? 2 * vertex : vertex]] = true;
        }
    }
}

/* In the order of the search; then shorter first; then the one whose first transaction is earlier.
 */
static bool before(const mns_found *found, const mns_cycle *a, const mns_cycle *b) {
    int shape_a = (int)a->order * MNS_FORM_COUNT + (int)a->form;
    int shape_b = (int)b->order * MNS_FORM_COUNT + (int)b->form;
    if (shape_a != shape_b) {
        return shape_a < shape_b;
    }
    const uint32_t *txns = found->cycles->txns;
    return a->length != b->length ? a->length < b->length : txns[a->first] < txns[b->first];
}

void mns_found_sort(mns_found *found) {
    mns_cycle *items = found->cycles->items;
    for (size_t i = 1; i < found->cycles->count; i++) { /* a handful: insertion sort */
        mns_cycle cycle = items[i];
        size_t place = i;
        while (place > 0 && before(found, &cycle, &items[place - 1])) {
            items[place] = items[place - 1];
            place--;
        }
        items[place] = cycle;
    }
    for (size_t i = 1; i < found->cycles->count; i++) {
        assert(!before(found, &items[i], &items[i - 1]));
    }
}
