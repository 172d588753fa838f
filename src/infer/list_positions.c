/*
 * list_positions.c - the positions of appends and reads in the order of their key.
 *
 *     main spine of x:    3  9  4  12            append 9: position 2;  r x [3 9 4]: position 3
 *     main spine of y:    3  9  3  3  4          append 4: position 3;  r y [3 9 3 3]: position 2
 *
 * Nearly all keys are like x: the elements of the main spine were appended and are distinct, so a
 * version's position is its index. These are numbered in parallel slices; only one slice touches a
 * key's appends. Keys like y, or with elements that were never appended, are irregular: they are
 * numbered again, one after another, and their orders are stored after the spines.
 *
 * O(elements of main spines), plus O(micro-operations) if a key is irregular or its reads disagree.
 */
#include "core/grow.h"
#include "core/map.h"
#include "core/parallel.h"
#include "core/slices.h"
#include "infer/list_steps.h"

/* The version count of an irregular key, until it is known. */
#define NOT_YET MNS_NONE

typedef struct numbering {
    const mns_tables *tables;
    mns_versions *v;
    uint32_t slices; /* of keys, then of micro-operations */
    uint64_t behind; /* where the spines end in v->writer */
    uint32_t *rank; /* of irregular keys, by index in the main spine: position after that element */
    mns_map garbage; /* the elements of irregular keys that were never appended */
} numbering;

/* ---- All keys ---------------------------------------------------------------------------------
 */

/* Numbers appends by their index. If an element occurs twice or was never appended, undoes
 * everything and returns false. */
static bool number_by_place(mns_versions *v, const uint32_t *writers, uint32_t count) {
    uint32_t place = 0;
    while (place < count && writers[place] != MNS_NONE && v->position[writers[place]] == MNS_NONE) {
        v->position[writers[place]] = place + 1;
        place++;
    }
    if (place == count) {
        return true;
    }
    while (place > 0) {
        v->position[writers[--place]] = MNS_NONE;
    }
    return false;
}

static void number_slice(void *context, uint32_t slice) {
    const numbering *n = context;
    mns_versions *v = n->v;
    uint64_t keys = n->tables->keys.count, end = mns_slice_start(keys, n->slices, slice + 1);
    for (uint64_t key = mns_slice_start(keys, n->slices, slice); key < end; key++) {
        uint32_t spine = v->main_spine[key];
        if (spine != MNS_NONE) {
            v->order_first[key] = v->spine_first[spine];
            bool numbered = number_by_place(v, v->writer + v->spine_first[spine], v->seen[spine]);
            v->version_count[key] = numbered ? v->seen[spine] : NOT_YET;
        }
    }
}

/* ---- Irregular keys
 * --------------------------------------------------------------------------------- */

/* Makes room for the orders of irregular keys, each as long as its main spine. */
static minos_status reserve_odd(numbering *n, bool *any) {
    mns_versions *v = n->v;
    uint64_t end = n->behind;
    for (uint32_t key = 0; key < n->tables->keys.count; key++) {
        if (v->version_count[key] == NOT_YET) {
            v->order_first[key] = end;
            end += v->seen[v->main_spine[key]];
        }
    }
    *any = end > n->behind;
    if (!*any) {
        return MINOS_OK;
    }
    v->place = MNS_NEW_ARRAY(uint32_t, end - n->behind);
    n->rank = MNS_NEW_ARRAY(uint32_t, end - n->behind);
    uint32_t *writer = realloc(v->writer, end * sizeof *writer);
    v->writer = writer == NULL ? v->writer : writer;
    return v->place == NULL || n->rank == NULL || writer == NULL ? MINOS_ENOMEM : MINOS_OK;
}

/* Whether an element without an append was seen before in this key; if not, remembers it. */
static bool is_known_garbage(numbering *n, uint32_t key, mns_value element, bool *failed) {
    uint64_t name = (uint64_t)key << 32 | element;
    bool known = mns_map_get(&n->garbage, name) != MNS_NONE;
    *failed |= !known && !mns_map_add(&n->garbage, name, 0);
    return known;
}

/* Numbers the distinct elements of an irregular key. An element is repeated if its append has a
 * position already. */
static minos_status number_odd(numbering *n, uint32_t key) {
    mns_versions *v = n->v;
    uint32_t spine = v->main_spine[key], count = 0;
    const uint32_t *writers = v->writer + v->spine_first[spine];
    uint64_t first = v->order_first[key];
    bool failed = false;
    for (uint32_t i = 0; i < v->seen[spine] && !failed; i++) {
        bool repeated =
            writers[i] == MNS_NONE
                ? is_known_garbage(n, key, n->tables->spines.items[spine].elements[i], &failed)
                : v->position[writers[i]] != MNS_NONE;
        if (!repeated) {
            v->writer[first + count] = writers[i];
            v->place[first - n->behind + count] = i;
            count++;
        }
        if (!repeated && writers[i] != MNS_NONE) {
            v->position[writers[i]] = count;
        }
        n->rank[first - n->behind + i] = count;
    }
    v->version_count[key] = count;
    v->repeating |= count < v->seen[spine];
    return failed ? MINOS_ENOMEM : MINOS_OK;
}

static minos_status number_all_odd(numbering *n, bool *any) {
    minos_status status = reserve_odd(n, any);
    for (uint32_t key = 0; key < n->tables->keys.count && *any && status == MINOS_OK; key++) {
        if (n->v->version_count[key] == NOT_YET) {
            status = number_odd(n, key);
        }
    }
    return status;
}

/* ---- Reads ------------------------------------------------------------------------------------
 */

/* Until here the position of every read that counts is its length. That is wrong for reads that
 * contradict the order, and for reads of irregular keys. */
static void place_slice(void *context, uint32_t slice) {
    const numbering *n = context;
    const mns_mops *mops = &n->tables->mops;
    mns_versions *v = n->v;
    uint64_t end = mns_slice_start(mops->count, n->slices, slice + 1);
    for (uint64_t m = mns_slice_start(mops->count, n->slices, slice); m < end; m++) {
        uint32_t length = v->position[m];
        if (mops->function[m] != MNS_READ || length == MNS_NONE || length == 0) {
            continue;
        }
        uint64_t first = v->order_first[mops->key[m]];
        if (length > v->shared[mops->content[m]]) {
            v->position[m] = MNS_NONE;
        } else if (first >= n->behind) {
            v->position[m] = n->rank[first - n->behind + length - 1];
            assert(v->position[m] > 0 && v->position[m] <= length);
        }
    }
}

/* -----------------------------------------------------------------------------------------------
 */

static minos_status number_and_place(numbering *n, unsigned threads) {
    bool any_odd;
    n->slices = mns_slice_count(n->behind);
    mns_parallel(threads, n->slices, number_slice, n);
    minos_status status = number_all_odd(n, &any_odd);
    if (status == MINOS_OK && (any_odd || n->v->forked)) {
        n->slices = mns_slice_count(n->tables->mops.count);
        mns_parallel(threads, n->slices, place_slice, n);
    }
    return status;
}

minos_status mns_list_positions(mns_observation *o, unsigned threads) {
    const mns_tables *tables = &o->history->tables;
    mns_versions *v = &o->versions;
    v->order_first = MNS_NEW_ARRAY(uint64_t, tables->keys.count);
    v->version_count = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    if (v->order_first == NULL || v->version_count == NULL) {
        return MINOS_ENOMEM;
    }
    numbering n = {.tables = tables, .v = v, .behind = v->spine_first[tables->spines.count]};
    mns_map_init(&n.garbage);
    minos_status status = number_and_place(&n, threads);
    mns_map_release(&n.garbage);
    free(n.rank);
    return status;
}
