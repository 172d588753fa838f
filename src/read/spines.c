/*
 * spines.c - see spines.h.
 *
 * A list is placed in one of two ways:
 *   1. Its elements repeat or extend the first spine: one comparison of elements.
 *   2. Otherwise it forks. Every prefix of every spine of the key is in a hash map, so the longest
 *      prefix shared with any spine is found in O(length), however many spines there are. Hits are
 *      verified element by element, so a hash collision has no effect.
 */
#include "read/spines.h"

#include "core/grow.h"

void mns_spines_init(mns_spines *spines) {
    memset(spines, 0, sizeof *spines);
    mns_map_init(&spines->prefixes);
}

void mns_spines_release(mns_spines *spines) {
    for (size_t i = 0; i < spines->count; i++) {
        free(spines->items[i].elements);
        free(spines->items[i].ends);
    }
    free(spines->items);
    free(spines->prefix);
    free(spines->scratch);
    free(spines->scratch_ends);
    mns_map_release(&spines->prefixes);
    memset(spines, 0, sizeof *spines);
}

bool mns_spine_extend(const mns_spines *spines, mns_spine *spine, uint32_t length, const char *text,
                      size_t text_size, size_t ends_from) {
    assert(length > spine->count && ends_from <= spine->count); /* a spine never shrinks */
    assert(length <= spines->scratch_capacity && length <= spines->scratch_ends_capacity);
    size_t extra = length - spine->count;
    if (!MNS_GROW(spine->elements, spine->count, spine->capacity, extra) ||
        !MNS_GROW(spine->ends, spine->count, spine->ends_capacity, extra)) {
        return false;
    }
    assert(spine->elements != NULL && spine->ends != NULL); /* for the static analyzer */
    memcpy(spine->elements + spine->count, spines->scratch + spine->count,
           extra * sizeof(mns_value));
    memcpy(spine->ends + ends_from, spines->scratch_ends + ends_from,
           (length - ends_from) * sizeof(uint32_t));
    spine->count = length;
    bool keeps_text = text_size < UINT32_MAX;
    spine->text = keeps_text ? text : NULL;
    spine->text_size = keeps_text ? text_size : 0;
    return true;
}

uint32_t mns_spines_add(mns_spines *spines, uint32_t key, uint32_t *first_spine) {
    if (spines->count >= MNS_LIMIT_IDS ||
        !MNS_GROW(spines->items, spines->count, spines->capacity, 1)) {
        return MNS_NONE;
    }
    assert(*first_spine == MNS_NONE || spines->items[*first_spine].key == key);
    uint32_t id = (uint32_t)spines->count++;
    spines->items[id] = (mns_spine){.key = key, .next = MNS_NONE};
    if (*first_spine == MNS_NONE) {
        *first_spine = id;
    } else { /* second in the list: the order of the later spines does not matter */
        spines->items[id].next = spines->items[*first_spine].next;
        spines->items[*first_spine].next = id;
    }
    return id;
}

static uint64_t prefix_start(const mns_spines *spines, uint32_t key) {
    return mns_hash_mix(spines->prefixes.seed, key);
}

bool mns_spines_index(mns_spines *spines, uint32_t id, uint32_t from) {
    const mns_spine *spine = &spines->items[id];
    assert(from < spine->count);
    uint64_t hash = prefix_start(spines, spine->key);
    for (uint32_t i = 0; i < spine->count; i++) {
        hash = mns_hash_mix(hash, spine->elements[i]);
        if (i < from) {
            continue;
        }
        if (!MNS_GROW(spines->prefix, spines->prefix_count, spines->prefix_capacity, 1) ||
            spines->prefix_count >= MNS_NONE ||
            !mns_map_add(&spines->prefixes, hash, (uint32_t)spines->prefix_count)) {
            return false;
        }
        spines->prefix[spines->prefix_count++] = (struct mns_prefix){.spine = id, .length = i + 1};
    }
    spines->items[id].indexed = true;
    return true;
}

/* The spine that starts with the first `length` elements of the scratch list; `hash` is theirs. */
static uint32_t find_prefix(const mns_spines *spines, uint32_t key, uint64_t hash,
                            uint32_t length) {
    size_t slot;
    for (uint32_t id = mns_map_first(&spines->prefixes, hash, &slot); id != MNS_NONE;
         id = mns_map_next(&spines->prefixes, hash, &slot)) {
        const mns_spine *spine = &spines->items[spines->prefix[id].spine];
        assert(spines->prefix[id].length <= spine->count);
        if (spine->key == key && spines->prefix[id].length == length &&
            memcmp(spine->elements, spines->scratch, length * sizeof(mns_value)) == 0) {
            return spines->prefix[id].spine;
        }
    }
    return MNS_NONE;
}

/* The longest prefix of the scratch list that a spine of the key has, and that spine. All prefixes
 * of a known prefix are known, so binary search finds it in O(length). */
static uint32_t longest_prefix(const mns_spines *spines, uint32_t key, const uint64_t *hashes,
                               uint32_t length, uint32_t *spine) {
    uint32_t known = 0, unknown = length + 1;
    *spine = MNS_NONE;
    while (unknown - known > 1) {
        uint32_t middle = known + (unknown - known) / 2;
        uint32_t found = find_prefix(spines, key, hashes[middle - 1], middle);
        if (found == MNS_NONE) {
            unknown = middle;
        } else {
            known = middle;
            *spine = found;
        }
    }
    assert((known == 0) == (*spine == MNS_NONE));
    return known;
}

/* Way 2. *home also says where the prefixes of the list belong. */
static minos_status place_fork(mns_spines *spines, uint32_t key, uint32_t *first_spine,
                               uint32_t length, const char *text, size_t text_size,
                               mns_spine_home *home) {
    if (!spines->items[*first_spine].indexed && !mns_spines_index(spines, *first_spine, 0)) {
        return MINOS_ENOMEM;
    }
    uint64_t *hashes = MNS_NEW_ARRAY(uint64_t, length);
    if (hashes == NULL) {
        return MINOS_ENOMEM;
    }
    uint64_t hash = prefix_start(spines, key);
    for (uint32_t i = 0; i < length; i++) {
        hashes[i] = hash = mns_hash_mix(hash, spines->scratch[i]);
    }
    uint32_t spine;
    uint32_t shared = longest_prefix(spines, key, hashes, length, &spine);
    free(hashes);
    *home = (mns_spine_home){.upto = shared, .low = spine, .high = spine};
    if (shared == length) {
        return MINOS_OK;
    }
    if (spine == MNS_NONE || spines->items[spine].count != shared) {
        spine = mns_spines_add(spines, key, first_spine);
    }
    if (spine == MNS_NONE ||
        !mns_spine_extend(spines, &spines->items[spine], length, text, text_size, 0) ||
        !mns_spines_index(spines, spine, shared)) {
        return MINOS_ENOMEM;
    }
    home->high = spine;
    return MINOS_OK;
}

minos_status mns_spines_place(mns_spines *spines, uint32_t key, uint32_t *first_spine,
                              uint32_t length, const char *text, size_t text_size,
                              mns_spine_home *home) {
    assert(length > 0 && length <= spines->scratch_capacity);
    bool fresh = *first_spine == MNS_NONE;
    uint32_t id = fresh ? mns_spines_add(spines, key, first_spine) : *first_spine;
    if (id == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    mns_spine *spine = &spines->items[id];
    size_t common = length < spine->count ? length : spine->count;
    if (common > 0 && memcmp(spine->elements, spines->scratch, common * sizeof(mns_value)) != 0) {
        return place_fork(spines, key, first_spine, length, text, text_size, home);
    }
    uint32_t before = (uint32_t)spine->count;
    if (length > spine->count && (!mns_spine_extend(spines, spine, length, text, text_size, 0) ||
                                  (spine->indexed && !mns_spines_index(spines, id, before)))) {
        return MINOS_ENOMEM;
    }
    assert(spine->count >= length);
    *home = (mns_spine_home){.upto = length, .low = id, .high = id};
    return MINOS_OK;
}

/* ---- Merging -------------------------------------------------------------------------------- */

/* The first spine of a key: its elements are moved. */
static bool adopt_first(mns_spines *spines, mns_spine *from, uint32_t key, uint32_t *first_spine,
                        mns_spine_home *home) {
    uint32_t id = mns_spines_add(spines, key, first_spine);
    if (id == MNS_NONE) {
        return false;
    }
    mns_spine *spine = &spines->items[id];
    spine->elements = from->elements;
    spine->count = from->count;
    spine->capacity = from->capacity;
    from->elements = NULL;
    *home = (mns_spine_home){.upto = (uint32_t)spine->count, .low = id, .high = id};
    return true;
}

bool mns_spines_adopt(mns_spines *spines, mns_spine *from, uint32_t key, uint32_t *first_spine,
                      mns_spine_home *home) {
    assert(from->count > 0);
    if (*first_spine == MNS_NONE) {
        return adopt_first(spines, from, key, first_spine, home);
    }
    if (!MNS_GROW(spines->scratch, 0, spines->scratch_capacity, from->count) ||
        !MNS_GROW(spines->scratch_ends, 0, spines->scratch_ends_capacity, from->count)) {
        return false;
    }
    memcpy(spines->scratch, from->elements, from->count * sizeof(mns_value));
    return mns_spines_place(spines, key, first_spine, (uint32_t)from->count, NULL, 0, home) ==
           MINOS_OK;
}

bool mns_spines_trim(mns_spines *spines) {
    for (size_t i = 0; i < spines->count; i++) {
        mns_spine *spine = &spines->items[i];
        assert(spine->count > 0 && (spine->next == MNS_NONE || spine->next < spines->count));
        mns_value *exact = realloc(spine->elements, spine->count * sizeof *exact);
        if (exact == NULL) {
            return false;
        }
        free(spine->ends);
        *spine = (mns_spine){.key = spine->key,
                             .next = spine->next,
                             .indexed = spine->indexed,
                             .elements = exact,
                             .count = spine->count,
                             .capacity = spine->count};
    }
    return true;
}
