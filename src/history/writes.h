/*
 * writes.h - which micro-operation wrote a value to a key.
 *
 * Values are mostly counted up, per key: then a key has an array from its least value to its
 * greatest, four bytes each. Keys whose values are too far apart for that, or are not small integers,
 * share a hash table (written.h).
 */
#ifndef MNS_WRITES_H
#define MNS_WRITES_H

#include "history/written.h"

typedef struct mns_writes {
    struct mns_write_range {
        uint64_t first; /* into mop */
        uint32_t least; /* the least value, as the number of its reference */
        uint32_t count; /* 0: in others */
    } * range;          /* by key */
    uint32_t key_count;
    uint32_t *mop; /* or MNS_NONE */
    mns_written others;
} mns_writes;

void mns_writes_init(mns_writes *writes);
void mns_writes_release(mns_writes *writes);

/* Finds all writes. *repeated: some value is written twice to a key; then the first write of it is
 * kept, and where `ambiguous` is not NULL, all of them are marked there, by mop.
 * O(micro-operations + keys). */
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
    return mns_written_find(&writes->others, mops, key, value);
}

#endif
