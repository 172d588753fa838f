/* sets.c - see sets.h. */
#include "read/sets.h"

#include "core/grow.h"
#include "read/value_reader.h"

void mns_sets_release(mns_sets *sets) {
    free(sets->items);
    free(sets->elements);
    free(sets->scratch);
    memset(sets, 0, sizeof *sets);
}

static int ascending(const void *a, const void *b) {
    mns_value x = *(const mns_value *)a, y = *(const mns_value *)b;
    return (x > y) - (x < y);
}

/* Elements are often sorted already. */
static void sort_elements(mns_value *elements, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (elements[i - 1] > elements[i]) {
            qsort(elements, count, sizeof *elements, ascending);
            return;
        }
    }
}

/* Reads the elements into scratch, in the order of the text. */
static minos_status read_elements(mns_sets *sets, mns_values *values, mns_lexer *lexer,
                                  const mns_token *open, size_t *count) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token token;
    int more;
    *count = 0;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!MNS_GROW(sets->scratch, *count, sets->scratch_capacity, 1)) {
            return MINOS_ENOMEM;
        }
        minos_status status = mns_value_read(lexer, &token, values, &sets->scratch[*count]);
        if (status != MINOS_OK) {
            return status;
        }
        ++*count;
    }
    if (more < 0) {
        return MINOS_EINPUT;
    }
    return *count >= MNS_LIMIT_IDS ? MINOS_ENOMEM : MINOS_OK;
}

/* Drops duplicates of sorted elements; returns the first of them, or MNS_VALUE_NONE. */
static mns_value drop_repeated(mns_value *elements, size_t *count) {
    mns_value duplicated = MNS_VALUE_NONE;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (kept > 0 && elements[kept - 1] == elements[i]) {
            duplicated = duplicated == MNS_VALUE_NONE ? elements[i] : duplicated;
        } else {
            elements[kept++] = elements[i];
        }
    }
    *count = kept;
    return duplicated;
}

static bool equals(const mns_sets *sets, uint32_t set, size_t count) {
    return sets->items[set].count == count && sets->items[set].duplicated == MNS_VALUE_NONE &&
           memcmp(mns_sets_elements(sets, set), sets->scratch, count * sizeof(mns_value)) == 0;
}

minos_status mns_sets_read(mns_sets *sets, mns_values *values, mns_lexer *lexer,
                           const mns_token *open, uint32_t like, uint32_t *set, uint32_t *count) {
    size_t size;
    minos_status status = read_elements(sets, values, lexer, open, &size);
    if (status != MINOS_OK) {
        return status;
    }
    sort_elements(sets->scratch, size);
    mns_value duplicated = drop_repeated(sets->scratch, &size);
    *count = (uint32_t)size;
    *set = MNS_NONE;
    if (size == 0) {
        return MINOS_OK;
    }
    if (like != MNS_NONE && duplicated == MNS_VALUE_NONE && equals(sets, like, size)) {
        *set = like;
        return MINOS_OK;
    }
    if (sets->count >= MNS_LIMIT_IDS || !MNS_GROW(sets->items, sets->count, sets->capacity, 1) ||
        !MNS_GROW(sets->elements, sets->element_count, sets->element_capacity, size)) {
        return MINOS_ENOMEM;
    }
    assert(sets->scratch[0] != MNS_VALUE_NONE &&
           (size == 1 || sets->scratch[size - 2] < sets->scratch[size - 1]));
    *set = (uint32_t)sets->count++;
    sets->items[*set] =
        (mns_set){.first = sets->element_count, .count = (uint32_t)size, .duplicated = duplicated};
    memcpy(sets->elements + sets->element_count, sets->scratch, size * sizeof(mns_value));
    sets->element_count += size;
    return MINOS_OK;
}

bool mns_sets_append(mns_sets *sets, const mns_sets *others, bool sort) {
    if (others->count == 0) {
        return true;
    }
    if (sets->count + others->count > MNS_LIMIT_IDS ||
        !MNS_GROW(sets->items, sets->count, sets->capacity, others->count) ||
        !MNS_GROW(sets->elements, sets->element_count, sets->element_capacity,
                  others->element_count)) {
        return false;
    }
    mns_value *elements = sets->elements + sets->element_count;
    memcpy(elements, others->elements, others->element_count * sizeof *elements);
    for (size_t i = 0; i < others->count; i++) {
        mns_set set = others->items[i];
        assert(set.count > 0 && set.first + set.count <= others->element_count);
        if (sort) {
            sort_elements(elements + set.first, set.count);
        }
        set.first += sets->element_count;
        sets->items[sets->count++] = set;
    }
    sets->element_count += others->element_count;
    return true;
}

uint32_t mns_set_find(const mns_value *elements, uint32_t count, mns_value element) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (elements[middle] < element) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low == 0 || elements[low - 1] < element);
    return low < count && elements[low] == element ? low : MNS_NONE;
}
