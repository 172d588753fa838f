/*
 * list_writers.c - finds the append of each element of each spine.
 *
 * Includes elements that only failed and unknown transactions read, because it is not known yet
 * which transactions count. This is the only place where elements are looked up. Slices have
 * equally many elements, regardless of where spines begin and end, so one huge list is split like
 * many small ones.
 *
 * O(elements of spines), on several threads.
 */
#include "core/grow.h"
#include "core/parallel.h"
#include "core/slices.h"
#include "infer/list_steps.h"

typedef struct lookup {
    const mns_observation *o;
    const mns_history *history;
    mns_versions *v;
    uint32_t slices;
    struct {
        bool garbage, aborted;
    } met[MNS_LIMIT_SLICES];
} lookup;

/* The spine of an element, by its index among all elements. */
static uint32_t spine_of(const lookup *l, uint64_t at) {
    uint32_t low = 0, high = (uint32_t)l->history->tables.spines.count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (l->v->spine_first[middle + 1] <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(l->v->spine_first[low] <= at && at < l->v->spine_first[low + 1]);
    return low;
}

/* Looks up the elements of one spine from `at` on, up to `end`. */
static void look_up(lookup *l, uint32_t spine, uint64_t at, uint64_t end, uint32_t slice) {
    const mns_history *h = l->history;
    const mns_spine *s = &h->tables.spines.items[spine];
    const mns_value *elements = s->elements + (at - l->v->spine_first[spine]);
    uint32_t *writer = l->v->writer + at;
    bool garbage = false, aborted = false;
    for (uint64_t i = 0; i < end - at; i++) {
        writer[i] = mns_history_writer(h, s->key, elements[i]);
        assert(writer[i] != MNS_AMBIGUOUS); /* lists with two appends of one element are rejected */
        if (writer[i] == MNS_NONE) {
            garbage = true;
        } else {
            aborted |= h->txns.type[mns_txn_of(l->o, writer[i])] == MNS_TXN_FAIL;
        }
    }
    l->met[slice].garbage |= garbage;
    l->met[slice].aborted |= aborted;
}

static void look_up_slice(void *context, uint32_t slice) {
    lookup *l = context;
    uint64_t elements = l->v->spine_first[l->history->tables.spines.count];
    uint64_t at = mns_slice_start(elements, l->slices, slice);
    uint64_t end = mns_slice_start(elements, l->slices, slice + 1);
    for (uint32_t spine = at < end ? spine_of(l, at) : 0; at < end; spine++) {
        uint64_t spine_end = l->v->spine_first[spine + 1];
        uint64_t stop = spine_end < end ? spine_end : end;
        look_up(l, spine, at, stop, slice);
        at = stop;
    }
}

minos_status mns_list_writers(mns_observation *o, unsigned threads) {
    const mns_spines *spines = &o->history->tables.spines;
    mns_versions *v = &o->versions;
    lookup l = {.o = o, .history = o->history, .v = v};
    v->spine_first = MNS_NEW_ARRAY(uint64_t, spines->count + 1);
    if (v->spine_first == NULL) {
        return MINOS_ENOMEM;
    }
    for (size_t s = 0; s < spines->count; s++) {
        v->spine_first[s + 1] = v->spine_first[s] + spines->items[s].count;
    }
    v->writer = MNS_NEW_ARRAY(uint32_t, v->spine_first[spines->count]);
    if (v->writer == NULL) {
        return MINOS_ENOMEM;
    }
    l.slices = mns_slice_count(v->spine_first[spines->count]);
    mns_parallel(threads, l.slices, look_up_slice, &l);
    for (uint32_t slice = 0; slice < l.slices; slice++) {
        v->garbage |= l.met[slice].garbage;
        v->aborted |= l.met[slice].aborted;
    }
    return MINOS_OK;
}
