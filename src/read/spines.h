/*
 * spines.h - list reads as (spine, length).
 *
 *      spine of key 7:   3  9  4  12  8          reads of key 7:  [3 9]       -> (spine, 2)
 *                        |__|__|                                 [3 9 4]     -> (spine, 3)
 *                                                                [3 9 4 12 8] -> (spine, 5)
 *
 * Reads of a key that agree are prefixes of the longest one, so a read takes 8 bytes whatever its
 * length. A read that agrees with no spine of its key starts a new spine. Spines include the reads
 * of failed and unknown transactions.
 *
 * A spine refers to the text of its longest read, with the end of each element, so that a read that
 * repeats it is recognised by comparing bytes (list_reader.c).
 */
#ifndef MNS_SPINES_H
#define MNS_SPINES_H

#include "core/base.h"
#include "core/map.h"
#include "read/values.h"

typedef struct mns_spine {
    uint32_t key;
    uint32_t next; /* next spine of the same key, or MNS_NONE */
    bool indexed;  /* its prefixes are in spines->prefixes */
    mns_value *elements;
    uint32_t *ends; /* byte offset in text just past each element; valid while text != NULL */
    size_t count, capacity, ends_capacity;
    const char *text; /* the elements of the longest read in the source, or NULL */
    size_t text_size;
} mns_spine;

typedef struct mns_spines {
    mns_spine *items;
    size_t count, capacity;
    mns_map prefixes; /* hash of (key, prefix) -> index into prefix; of keys with several spines */
    struct mns_prefix {
        uint32_t spine, length;
    } * prefix;
    size_t prefix_count, prefix_capacity;
    /* The list that is being read. */
    mns_value *scratch;
    uint32_t *scratch_ends;
    size_t scratch_capacity, scratch_ends_capacity;
} mns_spines;

void mns_spines_init(mns_spines *spines);
void mns_spines_release(mns_spines *spines);

/* Where reads of a spine belong after it was merged: those of at most `upto` elements to spine
 * `low`, longer ones to `high`. */
typedef struct mns_spine_home {
    uint32_t upto, low, high;
} mns_spine_home;

/* Finds or makes the spine for a read of the first `length` elements of the scratch list, of a key
 * whose first spine is *first_spine (set when the key gets its first spine). `text` is their text,
 * or NULL. O(length). */
minos_status mns_spines_place(mns_spines *spines, uint32_t key, uint32_t *first_spine,
                              uint32_t length, const char *text, size_t text_size,
                              mns_spine_home *home);
/* A new, empty spine of a key; MNS_NONE when out of memory. */
uint32_t mns_spines_add(mns_spines *spines, uint32_t key, uint32_t *first_spine);
/* Appends scratch[spine->count .. length) and sets the text, which covers all elements. Ends are
 * copied from `ends_from` on: the text before it is the same. False when out of memory. */
bool mns_spine_extend(const mns_spines *spines, mns_spine *spine, uint32_t length, const char *text,
                      size_t text_size, size_t ends_from);
/* Adds the prefixes of a spine that are longer than `from` to the map; required after an indexed
 * spine grew. False when out of memory. */
bool mns_spines_index(mns_spines *spines, uint32_t spine, uint32_t from);

/* Merges a spine of other tables, as a read of all its elements, which may be moved. The text is
 * not kept. False when out of memory. O(its elements). */
bool mns_spines_adopt(mns_spines *spines, mns_spine *from, uint32_t key, uint32_t *first_spine,
                      mns_spine_home *home);
/* Frees what only reading needs. False when out of memory. */
bool mns_spines_trim(mns_spines *spines);

#endif
