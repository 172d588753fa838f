/*
 * spines.h - list reads as (spine, length).
 *
 *      spine of key 7:   3  9  4  12  8          reads of key 7:  [3 9]       -> (spine, 2)
 *                        |__|__|                                 [3 9 4]     -> (spine, 3)
 *                                                                [3 9 4 12 8] -> (spine, 5)
 *
 * All reads of a key that agree are prefixes of the longest one, so a read costs 8 bytes whatever
 * its length. A read that agrees with no spine of its key starts a new one. Spines know nothing of
 * transactions: reads of failed and unknown ones are in here too.
 *
 * The bytes of the longest read are kept by reference into the source, with the end of each
 * element, so that a read which repeats them is recognised by comparing bytes (text_prefix).
 */
#ifndef MNS_SPINES_H
#define MNS_SPINES_H

#include "core/base.h"
#include "core/map.h"
#include "read/lexer.h"
#include "read/values.h"

typedef struct mns_spine {
    uint32_t key;
    uint32_t next; /* next spine of the same key, or MNS_NONE */
    bool indexed;  /* its prefixes are in spines->prefixes */
    mns_value *elements;
    uint32_t *ends; /* byte offset in text just past each element; valid while text != NULL */
    size_t count, capacity, ends_capacity;
    const char *text; /* the elements as written in the longest read, or NULL */
    size_t text_size;
} mns_spine;

typedef struct mns_spines {
    mns_spine *items;
    size_t count, capacity;
    mns_map prefixes; /* hash of (key, prefix) -> position id; only of keys with several spines */
    struct mns_prefix {
        uint32_t spine, length;
    } * prefix;
    size_t prefix_count, prefix_capacity;
    /* A list while it is read, reused from read to read. */
    mns_value *scratch;
    uint32_t *scratch_ends;
    size_t scratch_capacity, scratch_ends_capacity;
} mns_spines;

void mns_spines_init(mns_spines *spines);
void mns_spines_release(mns_spines *spines);

/* Reads the list that `open` starts, as a read of a key whose first spine is *first_spine (updated
 * when the key gets its first). *length is 0 and *spine MNS_NONE for an empty list.
 * MINOS_EINPUT: the lexer holds the error. O(bytes of the list). */
minos_status mns_spines_read(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                             const mns_token *open, uint32_t key, uint32_t *first_spine,
                             uint32_t *spine, uint32_t *length);

/* The same for a list in the common shape, small integers and "]", that agrees with the first spine
 * of its key: p is just past the "[". Returns where it ends; NULL if it is anything else, or when
 * out of memory (*failed). `limit` is MNS_QUICK_MARGIN before the end of the text. */
const char *mns_spines_quick(mns_spines *spines, const char *p, const char *limit, bool json,
                             uint32_t key, uint32_t *first_spine, uint32_t *length, bool *failed);

/* Where the reads of a spine went when it joined others: those of at most `upto` elements to `low`,
 * longer ones to `high`. */
typedef struct mns_spine_home {
    uint32_t upto, low, high;
} mns_spine_home;

/* Takes over the elements of a spine from other tables, as a read of all of them. Text is not kept:
 * no more lists are read by comparing bytes. False when out of memory. O(its elements). */
bool mns_spines_adopt(mns_spines *spines, mns_spine *from, uint32_t key, uint32_t *first_spine,
                      mns_spine_home *home);
/* Gives back what only reading needs. False when out of memory. */
bool mns_spines_settle(mns_spines *spines);

#endif
