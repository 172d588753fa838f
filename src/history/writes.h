/*
 * writes.h - finds the micro-operation that wrote a value to a key.
 *
 * The values written to a key are mostly consecutive integers: then the key has an array from its
 * least to its greatest value, four bytes each. Keys whose values are too far apart, or not small
 * integers, share a hash table (write_map.h).
 */
#ifndef MNS_WRITES_H
#define MNS_WRITES_H

#include "history/write_map.h"

typedef struct mns_writes {
    struct mns_write_range {
        uint64_t first; /* into mop */
        uint32_t least; /* the least value */
        uint32_t count; /* of values in the range; 0: in others */
    } * range;          /* by key */
    uint32_t key_count;
    uint32_t *mop; /* or MNS_NONE */
    mns_write_map others;
} mns_writes;

void mns_writes_init(mns_writes *writes);
void mns_writes_release(mns_writes *writes);

/* Indexes all writes. *repeated: some value is written twice to a key. Then its first write is
 * kept, and all of them are marked in `ambiguous`, by mop, unless it is NULL. O(micro-operations +
 * keys). */
minos_status mns_writes_build(mns_writes *writes, const mns_mops *mops, uint32_t key_count,
                              unsigned threads, uint8_t *ambiguous, bool *repeated);

/* The write of this value to this key, or MNS_NONE. */
static inline uint32_t mns_writes_find(const mns_writes *writes, const mns_mops *mops, uint32_t key,
                                       mns_value value) {
    if (key >= writes->key_count) {
        return MNS_NONE;
    }
    const struct mns_write_range *range = &writes->range[key];
    if (range->count > 0) {
        uint32_t place = (value >> 1) - range->least;
        bool within = (value & 1) == 0 && place < range->count;
        uint32_t mop = within ? writes->mop[range->first + place] : MNS_NONE;
        assert(mop == MNS_NONE || (mops->key[mop] == key && mops->value[mop] == value));
        return mop;
    }
    return mns_write_map_find(&writes->others, mops, key, value);
}

#endif
