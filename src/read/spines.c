/*
 * spines.c - see spines.h.
 *
 * Three ways to place a read, each tried when the one before does not apply:
 *   1. its bytes repeat those of the key's first spine: one comparison of bytes;
 *   2. its elements repeat or extend the first spine: one comparison of elements;
 *   3. it forks: every prefix of every spine of the key is in a hash map, so the longest prefix
 *      that some spine shares is found in O(length), however many spines there are. Hits are
 *      verified element by element, so a collision cannot join what differs.
 */
#include "read/spines.h"

#include "core/grow.h"
#include "read/value_reader.h"

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

/* How many leading bytes two texts share. */
static size_t common_prefix(const char *a, const char *b, size_t limit) {
    size_t n = 0;
    while (n + 8 <= limit) {
        uint64_t x, y;
        memcpy(&x, a + n, 8);
        memcpy(&y, b + n, 8);
        if (x != y) {
            break;
        }
        n += 8;
    }
    while (n < limit && a[n] == b[n]) {
        n++;
    }
    return n;
}

/* How many elements of the spine end at or before this byte, if one ends exactly there; else 0. */
static uint32_t elements_before(const mns_spine *spine, size_t byte) {
    size_t low = 0, high = spine->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spine->ends[middle] < byte) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < spine->count && spine->ends[low] == byte ? (uint32_t)low + 1 : 0;
}

/* Way 1. The texts are the same up to byte n, so if an element of the spine ends there, one of the
 * read ends there too, and a bracket then closes the list. Returns the elements that the read is
 * known to share. *closed: these are all it has, and the lexer stands behind it; otherwise it goes
 * on after the whole spine, and the lexer stands there. */
static uint32_t match_text(const mns_spine *spine, mns_lexer *lexer, bool *closed) {
    *closed = false;
    if (spine->text == NULL) {
        return 0;
    }
    size_t left = (size_t)(lexer->end - lexer->p);
    size_t limit = left < spine->text_size ? left : spine->text_size;
    size_t n = common_prefix(lexer->p, spine->text, limit);
    if (n < left && lexer->p[n] == ']') {
        uint32_t length = elements_before(spine, n);
        *closed = length > 0;
        lexer->p += length > 0 ? n + 1 : 0;
        return length;
    }
    if (n < left && n == spine->text_size && (lexer->p[n] == ' ' || lexer->p[n] == ',')) {
        lexer->p += n;
        return (uint32_t)spine->count;
    }
    return 0;
}

/* Reads the elements after the first `count`, which the lexer is already past. */
static minos_status read_elements(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                                  const mns_token *open, size_t count, uint32_t *length) {
    mns_walk walk = mns_walk_begin(lexer, open);
    walk.first = count == 0;
    mns_token token;
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (count >= MNS_LIMIT_IDS ||
            !MNS_GROW(spines->scratch, count, spines->scratch_capacity, 1) ||
            !MNS_GROW(spines->scratch_ends, count, spines->scratch_ends_capacity, 1)) {
            return MINOS_ENOMEM;
        }
        minos_status status = mns_value_read(lexer, &token, values, &spines->scratch[count]);
        if (status != MINOS_OK) {
            return status;
        }
        size_t end = (size_t)(lexer->p - open->end);
        spines->scratch_ends[count++] = end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
    }
    *length = (uint32_t)count;
    return more < 0 ? MINOS_EINPUT : MINOS_OK;
}

/* Appends scratch[spine->count .. length) and takes over the text, which shows all of it. Ends are
 * taken from `ends_from` on: those before are the same where the texts are. */
static bool extend(const mns_spines *spines, mns_spine *spine, uint32_t length, const char *text,
                   size_t text_size, size_t ends_from) {
    size_t extra = length - spine->count;
    if (!MNS_GROW(spine->elements, spine->count, spine->capacity, extra) ||
        !MNS_GROW(spine->ends, spine->count, spine->ends_capacity, extra)) {
        return false;
    }
    assert(spine->elements != NULL && spine->ends != NULL);
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

static uint32_t add_spine(mns_spines *spines, uint32_t key, uint32_t *first_spine) {
    if (spines->count >= MNS_LIMIT_IDS ||
        !MNS_GROW(spines->items, spines->count, spines->capacity, 1)) {
        return MNS_NONE;
    }
    uint32_t id = (uint32_t)spines->count++;
    spines->items[id] = (mns_spine){.key = key, .next = MNS_NONE};
    if (*first_spine == MNS_NONE) {
        *first_spine = id;
    } else { /* second in the list: its place among the later spines does not matter */
        spines->items[id].next = spines->items[*first_spine].next;
        spines->items[*first_spine].next = id;
    }
    return id;
}

static uint64_t prefix_start(const mns_spines *spines, uint32_t key) {
    return mns_hash_mix(spines->prefixes.seed, key);
}

/* Puts the prefixes of a spine that are longer than `from` into the map. */
static bool index_prefixes(mns_spines *spines, uint32_t id, uint32_t from) {
    const mns_spine *spine = &spines->items[id];
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

/* The spine that the first `length` elements of the scratch list are a prefix of, by their hash. */
static uint32_t find_prefix(const mns_spines *spines, uint32_t key, uint64_t hash,
                            uint32_t length) {
    size_t slot;
    for (uint32_t id = mns_map_first(&spines->prefixes, hash, &slot); id != MNS_NONE;
         id = mns_map_next(&spines->prefixes, hash, &slot)) {
        const mns_spine *spine = &spines->items[spines->prefix[id].spine];
        if (spine->key == key && spines->prefix[id].length == length &&
            memcmp(spine->elements, spines->scratch, length * sizeof(mns_value)) == 0) {
            return spines->prefix[id].spine;
        }
    }
    return MNS_NONE;
}

/* The longest prefix of the scratch list that a spine of the key has, and that spine. A prefix of
 * every known prefix is known, so halving finds it in O(length) with the hashes at hand. */
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
    return known;
}

/* Way 3. */
static minos_status place_fork(mns_spines *spines, uint32_t key, uint32_t *first_spine,
                               uint32_t length, const char *text, size_t text_size,
                               uint32_t *result) {
    if (!spines->items[*first_spine].indexed && !index_prefixes(spines, *first_spine, 0)) {
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
    if (shared == length) {
        *result = spine;
        return MINOS_OK;
    }
    if (spine == MNS_NONE || spines->items[spine].count != shared) {
        spine = add_spine(spines, key, first_spine);
    }
    if (spine == MNS_NONE || !extend(spines, &spines->items[spine], length, text, text_size, 0) ||
        !index_prefixes(spines, spine, shared)) {
        return MINOS_ENOMEM;
    }
    *result = spine;
    return MINOS_OK;
}

/* Places the scratch list: way 2, else way 3. */
static minos_status place(mns_spines *spines, uint32_t key, uint32_t *first_spine, uint32_t length,
                          const char *text, size_t text_size, uint32_t *result) {
    bool fresh = *first_spine == MNS_NONE;
    uint32_t id = fresh ? add_spine(spines, key, first_spine) : *first_spine;
    if (id == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    mns_spine *spine = &spines->items[id];
    size_t common = length < spine->count ? length : spine->count;
    if (common > 0 && memcmp(spine->elements, spines->scratch, common * sizeof(mns_value)) != 0) {
        return place_fork(spines, key, first_spine, length, text, text_size, result);
    }
    uint32_t before = (uint32_t)spine->count;
    if (length > spine->count && (!extend(spines, spine, length, text, text_size, 0) ||
                                  (spine->indexed && !index_prefixes(spines, id, before)))) {
        return MINOS_ENOMEM;
    }
    *result = id;
    return MINOS_OK;
}

/* The read repeats the whole first spine, whose elements are not in the scratch list, and goes on. */
static minos_status read_longer(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                                const mns_token *open, uint32_t id, uint32_t *length) {
    uint32_t known = (uint32_t)spines->items[id].count;
    minos_status status = read_elements(spines, values, lexer, open, known, length);
    if (status != MINOS_OK || *length == known) {
        return status;
    }
    mns_spine *spine = &spines->items[id];
    if (!extend(spines, spine, *length, open->end, spines->scratch_ends[*length - 1], known) ||
        (spine->indexed && !index_prefixes(spines, id, known))) {
        return MINOS_ENOMEM;
    }
    return MINOS_OK;
}

minos_status mns_spines_read(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                             const mns_token *open, uint32_t key, uint32_t *first_spine,
                             uint32_t *spine, uint32_t *length) {
    if (*first_spine != MNS_NONE && open->kind == MNS_TOKEN_VECTOR) {
        bool closed;
        *spine = *first_spine;
        *length = match_text(&spines->items[*spine], lexer, &closed);
        if (closed) {
            return MINOS_OK;
        }
        if (*length > 0) {
            return read_longer(spines, values, lexer, open, *spine, length);
        }
    }
    minos_status status = read_elements(spines, values, lexer, open, 0, length);
    if (status != MINOS_OK) {
        return status;
    }
    if (*length == 0) {
        *spine = MNS_NONE;
        return MINOS_OK;
    }
    /* The text ends where the last element does; what follows is the bracket. */
    size_t text_size = spines->scratch_ends[*length - 1];
    return place(spines, key, first_spine, *length, open->end, text_size, spine);
}
