/* writes.c - see writes.h. */
#include "history/writes.h"

#include "core/choose.h"
#include "core/grow.h"
#include "core/parallel.h"
#include "core/slices.h"

/* An array may have this many slots for each value, and a few more: less than a hash table that is
 * at most half full. */
#define PLACES_PER_VALUE 3
#define PLACES_MORE 16

void mns_writes_init(mns_writes *writes) {
    memset(writes, 0, sizeof *writes);
    mns_write_map_init(&writes->others);
}

void mns_writes_release(mns_writes *writes) {
    free(writes->range);
    free(writes->mop);
    mns_write_map_release(&writes->others);
    memset(writes, 0, sizeof *writes);
}

/* The range of the values written to a key. */
typedef struct extent {
    uint32_t least, greatest, writes;
    uint32_t odd; /* 1: some value is not a small integer */
} extent;

/* Extents are computed in slices of the micro-operations, unless a row for each key and slice would
 * cost more than it saves. */
#define LIMIT_SLICES 4
#define MOPS_PER_KEY 16

typedef struct measuring {
    const mns_mops *mops;
    uint32_t key_count, slices;
    extent *extents; /* by slice, then by key; each slice has one row more */
} measuring;

/* Branches on read or write are unpredictable, so reads are counted like writes, in the last row.
 */
static void measure_slice(void *context, uint32_t slice) {
    const measuring *m = context;
    const mns_mops *mops = m->mops;
    extent *extents = m->extents + ((size_t)m->key_count + 1) * slice;
    for (uint32_t key = 0; key < m->key_count; key++) {
        extents[key].least = UINT32_MAX;
    }
    uint64_t end = mns_slice_start(mops->count, m->slices, slice + 1);
    for (uint64_t mop = mns_slice_start(mops->count, m->slices, slice); mop < end; mop++) {
        bool writes = mops->function[mop] == MNS_WRITE;
        extent *e = &extents[mns_choose(writes, mops->key[mop], m->key_count)];
        uint32_t number = mops->value[mop] >> 1;
        e->least = number < e->least ? number : e->least;
        e->greatest = number > e->greatest ? number : e->greatest;
        e->odd |= mops->value[mop] & 1;
        e->writes++;
    }
}

static void join_extents(const measuring *m) {
    for (uint32_t slice = 1; slice < m->slices; slice++) {
        const extent *others = m->extents + ((size_t)m->key_count + 1) * slice;
        for (uint32_t key = 0; key < m->key_count; key++) {
            extent *e = &m->extents[key];
            const extent *o = &others[key];
            e->least = o->least < e->least ? o->least : e->least;
            e->greatest = o->greatest > e->greatest ? o->greatest : e->greatest;
            e->odd |= o->odd;
            e->writes += o->writes;
        }
    }
}

/* By key; NULL when out of memory. */
static extent *measure(const mns_mops *mops, uint32_t key_count, unsigned threads) {
    measuring m = {.mops = mops, .key_count = key_count, .slices = mns_slice_count(mops->count)};
    uint64_t most = mops->count / MOPS_PER_KEY / ((uint64_t)key_count + 1);
    m.slices = m.slices > LIMIT_SLICES ? LIMIT_SLICES : m.slices;
    m.slices = m.slices > most ? (most < 1 ? 1 : (uint32_t)most) : m.slices;
    m.extents = MNS_NEW_ARRAY(extent, ((size_t)key_count + 1) * m.slices);
    if (m.extents != NULL) {
        mns_parallel(threads, m.slices, measure_slice, &m);
        join_extents(&m);
    }
    return m.extents;
}

/* Assigns the arrays of keys with dense values; returns their total size. *others: some key has
 * writes but no array. */
static uint64_t assign_ranges(mns_writes *writes, const extent *extents, bool *others) {
    uint64_t places = 0;
    *others = false;
    for (uint32_t key = 0; key < writes->key_count; key++) {
        const extent *e = &extents[key];
        uint64_t count = e->writes == 0 ? 0 : (uint64_t)e->greatest - e->least + 1;
        bool dense = e->odd == 0 && count <= (uint64_t)e->writes * PLACES_PER_VALUE + PLACES_MORE;
        writes->range[key] = (struct mns_write_range){
            .first = places, .least = e->least, .count = dense ? (uint32_t)count : 0};
        places += dense ? count : 0;
        *others |= !dense;
    }
    return places;
}

/* The slot of a write in the arrays; the last one for reads, and for writes of keys without array.
 */
static inline uint64_t place_of(const mns_writes *writes, const mns_mops *mops, uint32_t mop,
                                uint64_t places) {
    const struct mns_write_range *range = &writes->range[mops->key[mop]];
    uint64_t mask = 0 - (uint64_t)(mops->function[mop] == MNS_WRITE && range->count > 0);
    uint64_t place = range->first + (mops->value[mop] >> 1) - range->least;
    place = (place & mask) | (places & ~mask);
    assert(place <= places);
    return place;
}

/* Adds a write of a key without array; *earlier is an earlier write of the value, or MNS_NONE. */
static inline bool enter_other(mns_writes *writes, const mns_mops *mops, uint32_t mop,
                               uint32_t *earlier) {
    bool other = mops->function[mop] == MNS_WRITE && writes->range[mops->key[mop]].count == 0;
    return !other || mns_write_map_add(&writes->others, mops, mop, earlier);
}

/* Adds all writes. `others`: some keys have no array. False when out of memory. */
static bool enter_all(mns_writes *writes, const mns_mops *mops, uint64_t places, bool others,
                      uint8_t *ambiguous, bool *repeated) {
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        uint64_t place = place_of(writes, mops, mop, places);
        uint32_t earlier = writes->mop[place];
        writes->mop[place] = mns_choose(earlier == MNS_NONE && place < places, mop, earlier);
        if (others && !enter_other(writes, mops, mop, &earlier)) {
            return false;
        }
        if (earlier != MNS_NONE) {
            assert(earlier < mop && mops->value[earlier] == mops->value[mop]);
            *repeated = true;
            if (ambiguous != NULL) {
                ambiguous[mop] = ambiguous[earlier] = 1;
            }
        }
    }
    return true;
}

minos_status mns_writes_build(mns_writes *writes, const mns_mops *mops, uint32_t key_count,
                              unsigned threads, uint8_t *ambiguous, bool *repeated) {
    *repeated = false;
    extent *extents = measure(mops, key_count, threads);
    writes->range = MNS_NEW_ARRAY(struct mns_write_range, key_count);
    if (extents == NULL || writes->range == NULL) {
        free(extents);
        return MINOS_ENOMEM;
    }
    writes->key_count = key_count;
    bool others;
    uint64_t places = assign_ranges(writes, extents, &others);
    free(extents);
    writes->mop = MNS_NEW_ARRAY(uint32_t, places + 1);
    if (writes->mop == NULL) {
        return MINOS_ENOMEM;
    }
    memset(writes->mop, 0xFF, (places + 1) * sizeof *writes->mop); /* MNS_NONE */
    bool entered = enter_all(writes, mops, places, others, ambiguous, repeated);
    return entered ? MINOS_OK : MINOS_ENOMEM;
}
