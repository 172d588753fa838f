/* viper_initial.c - see viper_initial.h. */
#include "format/viper_initial.h"

#include "core/grow.h"

void mns_viper_initial_init(mns_viper_initial *initial) {
    *initial = (mns_viper_initial){.count = 0};
    mns_map_init(&initial->index);
}

void mns_viper_initial_release(mns_viper_initial *initial) {
    mns_map_release(&initial->index);
    free(initial->rows);
    *initial = (mns_viper_initial){.count = 0};
}

const mns_viper_row *mns_viper_initial_get(const mns_viper_initial *initial, uint64_t key) {
    uint32_t id = mns_map_get(&initial->index, key);
    return id == MNS_NONE ? NULL : &initial->rows[id];
}

bool mns_viper_initial_add(mns_viper_initial *initial, uint64_t key, mns_viper_row row) {
    if (initial->count >= MNS_NONE ||
        !MNS_GROW(initial->rows, initial->count, initial->capacity, 1) ||
        !mns_map_add(&initial->index, key, (uint32_t)initial->count)) {
        return false;
    }
    initial->rows[initial->count++] = row;
    return true;
}
