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
#include "core/scan.h"
#include "read/quick.h"
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

/* How many elements of the spine end at or before this byte, if one ends exactly there; else 0. Most
 * reads of a key are among the longest so far, so the search starts at the end and doubles its step. */
static uint32_t elements_before(const mns_spine *spine, size_t byte) {
    size_t high = spine->count, step = 1;
    while (high > step && spine->ends[high - step] > byte) {
        high -= step;
        step *= 2;
    }
    size_t low = high > step ? high - step : 0;
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
    size_t n = mns_scan_common(lexer->p, spine->text, limit);
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

/* Way 3. *home says where the prefixes of the list are, too. */
static minos_status place_fork(mns_spines *spines, uint32_t key, uint32_t *first_spine,
                               uint32_t length, const char *text, size_t text_size,
                               mns_spine_home *home) {
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
    *home = (mns_spine_home){.upto = shared, .low = spine, .high = spine};
    if (shared == length) {
        return MINOS_OK;
    }
    if (spine == MNS_NONE || spines->items[spine].count != shared) {
        spine = add_spine(spines, key, first_spine);
    }
    if (spine == MNS_NONE || !extend(spines, &spines->items[spine], length, text, text_size, 0) ||
        !index_prefixes(spines, spine, shared)) {
        return MINOS_ENOMEM;
    }
    home->high = spine;
    return MINOS_OK;
}

/* Places the scratch list: way 2, else way 3. */
static minos_status place(mns_spines *spines, uint32_t key, uint32_t *first_spine, uint32_t length,
                          const char *text, size_t text_size, mns_spine_home *home) {
    bool fresh = *first_spine == MNS_NONE;
    uint32_t id = fresh ? add_spine(spines, key, first_spine) : *first_spine;
    if (id == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    mns_spine *spine = &spines->items[id];
    size_t common = length < spine->count ? length : spine->count;
    if (common > 0 && memcmp(spine->elements, spines->scratch, common * sizeof(mns_value)) != 0) {
        return place_fork(spines, key, first_spine, length, text, text_size, home);
    }
    uint32_t before = (uint32_t)spine->count;
    if (length > spine->count && (!extend(spines, spine, length, text, text_size, 0) ||
                                  (spine->indexed && !index_prefixes(spines, id, before)))) {
        return MINOS_ENOMEM;
    }
    *home = (mns_spine_home){.upto = length, .low = id, .high = id};
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
    mns_spine_home home;
    status = place(spines, key, first_spine, *length, open->end, text_size, &home);
    *spine = status == MINOS_OK ? home.high : MNS_NONE;
    return status;
}

/* ---- In the common shape -------------------------------------------------------------------- */

/* Adds the elements at p, of which `count` are there already, to a spine that is at `text`. Only
 * what is complete counts: on NULL the spine is as it was. */
static const char *quick_elements(mns_spine *spine, const char *text, const char *p,
                                  const char *limit, bool json, size_t count, bool *failed) {
    for (; p < limit && *p != ']'; count++) {
        mns_value element;
        p = count == 0 ? p : mns_quick_separator(p, limit, json);
        p = p == NULL ? NULL : mns_quick_small(p, &element);
        if (p == NULL || count >= MNS_LIMIT_IDS || (size_t)(p - text) >= UINT32_MAX) {
            return NULL;
        }
        if (!MNS_GROW(spine->elements, count, spine->capacity, 1) ||
            !MNS_GROW(spine->ends, count, spine->ends_capacity, 1)) {
            *failed = true;
            return NULL;
        }
        spine->elements[count] = element;
        spine->ends[count] = (uint32_t)(p - text);
    }
    if (p >= limit || count == 0) {
        return NULL;
    }
    spine->count = count;
    spine->text = text;
    spine->text_size = (size_t)(p - text);
    return p + 1;
}

const char *mns_spines_quick(mns_spines *spines, const char *p, const char *limit, bool json,
                             uint32_t key, uint32_t *first_spine, uint32_t *length, bool *failed) {
    if (*first_spine == MNS_NONE) {
        mns_spine fresh = {.key = key, .next = MNS_NONE};
        const char *end = quick_elements(&fresh, p, p, limit, json, 0, failed);
        uint32_t id = end == NULL ? MNS_NONE : add_spine(spines, key, first_spine);
        *failed |= end != NULL && id == MNS_NONE;
        if (id == MNS_NONE) {
            free(fresh.elements);
            free(fresh.ends);
            return NULL;
        }
        spines->items[id] = fresh;
        *length = (uint32_t)fresh.count;
        return end;
    }
    mns_spine *spine = &spines->items[*first_spine];
    size_t left = (size_t)(limit - p);
    size_t n = mns_scan_common(p, spine->text, left < spine->text_size ? left : spine->text_size);
    if (n == left || spine->text == NULL) {
        return NULL;
    }
    if (p[n] == ']') {
        *length = elements_before(spine, n);
        return *length == 0 ? NULL : p + n + 1;
    }
    if (n < spine->text_size) {
        return NULL; /* it forks, or is written in another way */
    }
    uint32_t known = (uint32_t)spine->count;
    const char *end = quick_elements(spine, p, p + n, limit, json, known, failed);
    *failed |= end != NULL && spine->indexed && !index_prefixes(spines, *first_spine, known);
    *length = (uint32_t)spine->count;
    return *failed ? NULL : end;
}

/* ---- Joining -------------------------------------------------------------------------------- */

/* The first spine of a key: nothing to compare it with. */
static bool adopt_first(mns_spines *spines, mns_spine *from, uint32_t key, uint32_t *first_spine,
                        mns_spine_home *home) {
    uint32_t id = add_spine(spines, key, first_spine);
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
    if (*first_spine == MNS_NONE) {
        return adopt_first(spines, from, key, first_spine, home);
    }
    if (!MNS_GROW(spines->scratch, 0, spines->scratch_capacity, from->count) ||
        !MNS_GROW(spines->scratch_ends, 0, spines->scratch_ends_capacity, from->count)) {
        return false;
    }
    memcpy(spines->scratch, from->elements, from->count * sizeof(mns_value));
    return place(spines, key, first_spine, (uint32_t)from->count, NULL, 0, home) == MINOS_OK;
}

bool mns_spines_settle(mns_spines *spines) {
    for (size_t i = 0; i < spines->count; i++) {
        mns_spine *spine = &spines->items[i];
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
