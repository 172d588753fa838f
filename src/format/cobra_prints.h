/*
 * cobra_prints.h - remembers a fingerprint for each of a known number of ids.
 *
 * Ids that are close together have an array in their order, 8 bytes for each place, so that
 * neighbours share a cache line. Others have a hash table of 16 bytes that is at most two thirds
 * full. Ids may be chosen by an attacker: the hash is keyed by a seed that differs between runs.
 * The seed has no effect on output, because no code iterates over the table.
 */
#ifndef MNS_COBRA_PRINTS_H
#define MNS_COBRA_PRINTS_H

#include "core/base.h"

typedef struct mns_prints {
    uint64_t *array; /* by id - least; 0: none. NULL: a hash table */
    struct mns_print_slot {
        int64_t id;
        uint64_t print; /* 0: empty */
    } * slots;
    uint64_t capacity, seed;
    int64_t least;
} mns_prints;

/* Room for `count` ids from `least` to `most`. False when out of memory. */
bool mns_prints_init(mns_prints *prints, uint64_t count, int64_t least, int64_t most);
void mns_prints_release(mns_prints *prints);

/* The fingerprint of three numbers; never 0. */
uint64_t mns_print(const mns_prints *prints, int64_t a, int64_t b, int64_t c);
/* Stores the fingerprint of an id if it has none. Returns the earlier one, or 0. */
uint64_t mns_prints_put(mns_prints *prints, int64_t id, uint64_t print);
/* The fingerprint of an id; 0 if it has none. */
uint64_t mns_prints_get(const mns_prints *prints, int64_t id);
/* Starts to load the fingerprint of an id into the cache: it will be wanted soon. */
void mns_prints_prefetch(const mns_prints *prints, int64_t id);

#endif
