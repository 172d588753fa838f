/* writes.c - see writes.h. */
#include "history/writes.h"

#include "core/grow.h"

/* An array may have this many places for each value, and a few more: less than a hash table, which
 * is at most half full, would use at its fullest. */
#define PLACES_PER_VALUE 3
#define PLACES_MORE 16

void mns_writes_init(mns_writes *writes) {
    memset(writes, 0, sizeof *writes);
    mns_written_init(&writes->others);
}

void mns_writes_release(mns_writes *writes) {
    free(writes->range);
    free(writes->mop);
    mns_written_release(&writes->others);
    memset(writes, 0, sizeof *writes);
}

/* What the writes of a key are like. */
typedef struct extent {
    uint32_t least, greatest, writes;
    bool odd; /* some value is not a small integer */
} extent;

static void measure(const mns_mops *mops, extent *extents, uint32_t key_count) {
    for (uint32_t key = 0; key < key_count; key++) {
        extents[key].least = UINT32_MAX;
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (mops->function[mop] != MNS_WRITE) {
            continue;
        }
        extent *e = &extents[mops->key[mop]];
        uint32_t number = mops->value[mop] >> 1;
        e->least = number < e->least ? number : e->least;
        e->greatest = number > e->greatest ? number : e->greatest;
        e->odd |= (mops->value[mop] & 1) != 0;
        e->writes++;
    }
}

/* Gives each key its array, if it is to have one; returns how many places they have together. */
static uint64_t lay_out(mns_writes *writes, const extent *extents) {
    uint64_t places = 0;
    for (uint32_t key = 0; key < writes->key_count; key++) {
        const extent *e = &extents[key];
        uint64_t count = e->writes == 0 ? 0 : (uint64_t)e->greatest - e->least + 1;
        bool dense = !e->odd && count <= (uint64_t)e->writes * PLACES_PER_VALUE + PLACES_MORE;
        writes->range[key] = (struct mns_write_range){
            .first = places, .least = e->least, .count = dense ? (uint32_t)count : 0};
        places += dense ? count : 0;
    }
    return places;
}

/* Enters a write; *earlier is one of the same value to the same key, or MNS_NONE. */
static inline bool enter(mns_writes *writes, const mns_mops *mops, uint32_t mop,
                         uint32_t *earlier) {
    const struct mns_write_range *range = &writes->range[mops->key[mop]];
    if (range->count == 0) {
        return mns_written_add(&writes->others, mops, mop, earlier);
    }
    uint32_t *place = &writes->mop[range->first + (mops->value[mop] >> 1) - range->least];
    *earlier = *place;
    *place = *earlier == MNS_NONE ? mop : *earlier;
    return true;
}

minos_status mns_writes_build(mns_writes *writes, const mns_mops *mops, uint32_t key_count,
                              uint8_t *ambiguous, bool *repeated) {
    *repeated = false;
    extent *extents = MNS_NEW_ARRAY(extent, key_count);
    writes->range = MNS_NEW_ARRAY(struct mns_write_range, key_count);
    if (extents == NULL || writes->range == NULL) {
        free(extents);
        return MINOS_ENOMEM;
    }
    writes->key_count = key_count;
    measure(mops, extents, key_count);
    uint64_t places = lay_out(writes, extents);
    free(extents);
    writes->mop = MNS_NEW_ARRAY(uint32_t, places);
    if (writes->mop == NULL) {
        return MINOS_ENOMEM;
    }
    memset(writes->mop, 0xFF, places * sizeof *writes->mop); /* MNS_NONE */
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        uint32_t earlier = MNS_NONE;
        if (mops->function[mop] == MNS_WRITE && !enter(writes, mops, mop, &earlier)) {
            return MINOS_ENOMEM;
        }
        if (earlier != MNS_NONE) {
            *repeated = true;
            if (ambiguous != NULL) {
                ambiguous[mop] = ambiguous[earlier] = 1;
            }
        }
    }
    return MINOS_OK;
}
