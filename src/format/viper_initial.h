/*
 * viper_initial.h - the initial value of each key of a history of Viper, and where it was seen.
 *
 * Keys and values are fingerprints. 60 to 120 bytes for each key.
 */
#ifndef MNS_VIPER_INITIAL_H
#define MNS_VIPER_INITIAL_H

#include "core/map.h"
#include "format/input.h"

typedef struct mns_viper_row {
    uint64_t pair; /* key and value */
    mns_place place;
} mns_viper_row;

typedef struct mns_viper_initial {
    mns_map index; /* key -> row */
    mns_viper_row *rows;
    size_t count, capacity;
} mns_viper_initial;

void mns_viper_initial_init(mns_viper_initial *initial);
void mns_viper_initial_release(mns_viper_initial *initial);

/* The row of a key, or NULL. Valid until the next one is added. */
const mns_viper_row *mns_viper_initial_get(const mns_viper_initial *initial, uint64_t key);
/* Adds the row of a key that has none. False when out of memory. */
bool mns_viper_initial_add(mns_viper_initial *initial, uint64_t key, mns_viper_row row);

#endif
