/* index.c - see index.h. */
#include "core/index.h"

#include "core/grow.h"

/* The array covers names from BELOW before the first one to ABOVE + PER_NAME * count after that. */
#define BELOW 2048
#define ABOVE 131072
#define PER_NAME 4

void mns_index_init(mns_index *index) {
    memset(index, 0, sizeof *index);
    mns_map_init(&index->far);
}

void mns_index_release(mns_index *index) {
    free(index->near);
    mns_map_release(&index->far);
    memset(index, 0, sizeof *index);
}

uint32_t mns_index_far(const mns_index *index, uint64_t name) {
    return index->far.count == 0 ? MNS_NONE : mns_map_get(&index->far, name);
}

bool mns_index_add(mns_index *index, uint64_t name, uint32_t id) {
    assert(id != MNS_NONE && mns_index_get(index, name) == MNS_NONE);
    assert(index->far.count <= index->count);
    if (index->count == 0) {
        index->from = name > BELOW ? name - BELOW : 0;
    }
    uint64_t place = name - index->from;
    if (place > ABOVE + PER_NAME * (uint64_t)index->count) {
        index->count++;
        return mns_map_add(&index->far, name, id);
    }
    size_t had = index->near_count;
    if (place >= had) {
        if (!mns_grow(&index->near, &index->near_count, (size_t)place + 1, sizeof *index->near)) {
            return false;
        }
        memset(index->near + had, 0xFF, (index->near_count - had) * sizeof *index->near); /* NONE */
    }
    index->near[place] = id;
    index->count++;
    return true;
}
