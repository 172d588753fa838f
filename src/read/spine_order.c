/* spine_order.c - see spine_order.h. */
#include "read/spine_order.h"

#include "core/grow.h"

typedef struct reordering {
    mns_tables *tables;
    mns_spines spines;
    uint32_t *first; /* by key: its first spine */
} reordering;

/* The elements for the first spine of a key: those of the old spine if it is the only one, else a
 * copy. NULL when out of memory. */
static mns_value *own_elements(mns_spine *old, bool single, size_t count) {
    mns_value *elements = single ? old->elements : MNS_NEW_ARRAY(mns_value, count);
    if (single) {
        old->elements = NULL;
    } else if (elements != NULL) {
        memcpy(elements, old->elements, count * sizeof *elements);
    }
    return elements;
}

/* The new spine of a read of the first `length` elements of a spine; MNS_NONE when out of memory.
 */
static uint32_t place_read(reordering *r, uint32_t spine, uint32_t length) {
    const mns_keys *keys = &r->tables->keys;
    mns_spine *old = &r->tables->spines.items[spine];
    assert(length > 0 && length <= old->count && old->key < keys->count);
    uint32_t *first = &r->first[old->key];
    bool single = r->tables->spines.items[keys->first_spine[old->key]].next == MNS_NONE;
    if (single && *first != MNS_NONE) {
        return *first;
    }
    size_t count = single ? old->count : length;
    bool fresh = *first == MNS_NONE;
    mns_spine read = {.elements = fresh ? own_elements(old, single, count) : old->elements,
                      .count = count,
                      .capacity = count};
    mns_spine_home home;
    bool placed =
        read.elements != NULL && mns_spines_adopt(&r->spines, &read, old->key, first, &home);
    if (fresh) {
        free(read.elements); /* NULL unless memory ran out: adopting moves them */
    }
    return placed ? home.high : MNS_NONE;
}

static bool place_reads(reordering *r) {
    const mns_mops *mops = &r->tables->mops;
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (mops->content[mop] != MNS_NONE) {
            mops->content[mop] = place_read(r, mops->content[mop], mops->value[mop]);
            if (mops->content[mop] == MNS_NONE) {
                return false;
            }
            assert(r->spines.items[mops->content[mop]].key == mops->key[mop]);
        }
    }
    return true;
}

bool mns_spines_reorder(mns_tables *tables) {
    if (tables->spines.prefix_count == 0) {
        return true; /* only keys with several spines have prefixes */
    }
    reordering r = {.tables = tables, .first = MNS_NEW_ARRAY(uint32_t, tables->keys.count)};
    if (r.first == NULL) {
        return false;
    }
    memset(r.first, 0xFF, tables->keys.count * sizeof *r.first); /* MNS_NONE */
    mns_spines_init(&r.spines);
    bool good = place_reads(&r);
    mns_spines_release(&tables->spines);
    tables->spines = r.spines;
    if (good) {
        memcpy(tables->keys.first_spine, r.first, tables->keys.count * sizeof *r.first);
    }
    free(r.first);
    return good;
}
