/*
 * cobra_prints.h - remembers a fingerprint for each of a known number of ids.
 *
 * Ids that are close together have an array, in their order, so that neighbours share a cache line.
 * Others have a hash table that is at most two thirds full. Either way an id costs at most 32
 * bytes. Ids may be chosen by an attacker: the hash is keyed by a seed that differs between runs.
 * The seed has no effect on output, because no code iterates over the table.
 */
#ifndef MNS_COBRA_PRINTS_H
#define MNS_COBRA_PRINTS_H

#include "core/base.h"

typedef struct mns_prints {
    struct mns_print_slot {
        int64_t id;
        uint64_t print; /* 0: empty */
    } * slots;
    uint64_t capacity, seed;
    int64_t least; /* of an array: the id of its first slot */
    bool array;
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

#endif
