/*
 * list_reader.c - see list_reader.h.
 *
 * A list whose bytes repeat those of the key's first spine is recognised by comparing bytes. For
 * any other list the elements are read and placed (spines.c).
 */
#include "read/list_reader.h"

#include "core/grow.h"
#include "core/scan.h"
#include "read/fast_scan.h"
#include "read/value_reader.h"

/* The number of elements up to this byte if one ends exactly there, else 0. Most reads of a key are
 * among its longest so far, so the search starts at the end and doubles its step. */
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
    assert(low == 0 || spine->ends[low - 1] < byte);
    return low < spine->count && spine->ends[low] == byte ? (uint32_t)low + 1 : 0;
}

/* Compares the text of the list with that of the spine. Returns how many elements they are known to
 * share. *closed: the list has no more elements, and the lexer is past its bracket. Otherwise a
 * result above 0 means that the list continues after the whole spine, where the lexer is. */
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

/* Reads the elements after the first `count`; the lexer is past those. */
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

/* The read repeats the whole first spine and has more elements. The scratch list has only the new
 * ones. */
static minos_status read_longer(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                                const mns_token *open, uint32_t id, uint32_t *length) {
    uint32_t known = (uint32_t)spines->items[id].count;
    assert(known > 0 && spines->items[id].ends[known - 1] == spines->items[id].text_size);
    minos_status status = read_elements(spines, values, lexer, open, known, length);
    if (status != MINOS_OK || *length == known) {
        return status;
    }
    mns_spine *spine = &spines->items[id];
    if (!mns_spine_extend(spines, spine, *length, open->end, spines->scratch_ends[*length - 1],
                          known) ||
        (spine->indexed && !mns_spines_index(spines, id, known))) {
        return MINOS_ENOMEM;
    }
    return MINOS_OK;
}

minos_status mns_list_read(mns_spines *spines, mns_values *values, mns_lexer *lexer,
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
    status = mns_spines_place(spines, key, first_spine, *length, open->end, text_size, &home);
    *spine = status == MINOS_OK ? home.high : MNS_NONE;
    assert(status != MINOS_OK ||
           (*length <= spines->items[*spine].count && spines->items[*spine].key == key));
    return status;
}

/* ---- Fast path ------------------------------------------------------------------------------- */

/* The first allocation of a spine, in elements: lists usually grow. */
#define FIRST_ROOM 32

/* Adds the elements at p to a spine that has `count` elements and whose text starts at `text`. On
 * NULL the spine is unchanged. */
static const char *fast_elements(mns_spine *spine, const char *text, const char *p,
                                 const char *limit, bool json, size_t count, bool *failed) {
    for (; p < limit && *p != ']'; count++) {
        mns_value element;
        p = count == 0 ? p : mns_fast_separator(p, limit, json);
        p = p == NULL ? NULL : mns_fast_small(p, &element);
        if (p == NULL || count >= MNS_LIMIT_IDS || (size_t)(p - text) >= UINT32_MAX) {
            return NULL;
        }
        size_t room = count == 0 ? FIRST_ROOM : 1;
        if (!MNS_GROW(spine->elements, count, spine->capacity, room) ||
            !MNS_GROW(spine->ends, count, spine->ends_capacity, room)) {
            *failed = true;
            return NULL;
        }
        spine->elements[count] = element;
        spine->ends[count] = (uint32_t)(p - text);
    }
    if (p >= limit || count == 0) {
        return NULL;
    }
    assert(count >= spine->count && spine->ends[count - 1] == (uint32_t)(p - text));
    spine->count = count;
    spine->text = text;
    spine->text_size = (size_t)(p - text);
    return p + 1;
}

const char *mns_list_read_fast(mns_spines *spines, const char *p, const char *limit, bool json,
                               uint32_t key, uint32_t *first_spine, uint32_t *length,
                               bool *failed) {
    if (*first_spine == MNS_NONE) {
        mns_spine fresh = {.key = key, .next = MNS_NONE};
        const char *end = fast_elements(&fresh, p, p, limit, json, 0, failed);
        uint32_t id = end == NULL ? MNS_NONE : mns_spines_add(spines, key, first_spine);
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
    assert(p <= limit && spine->key == key);
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
        return NULL; /* it forks, or its text differs */
    }
    uint32_t known = (uint32_t)spine->count;
    const char *end = fast_elements(spine, p, p + n, limit, json, known, failed);
    *failed |= end != NULL && spine->indexed && !mns_spines_index(spines, *first_spine, known);
    *length = (uint32_t)spine->count;
    return *failed ? NULL : end;
}
