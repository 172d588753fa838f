/*
 * generator.h - generates transactions of reads and writes on a few keys at a time.
 *
 * There are `keys` slots with one key each. The writes to a key have the distinct values 1, 2, 3
 * and so on; increments of a counter are drawn from a range. After max_writes_per_key writes a new
 * key takes the slot, so lists stay short in long histories, as in Jepsen's generator. The
 * transactions depend on the seed and the shape only, not on the database's responses.
 */
#ifndef MNS_GENERATOR_H
#define MNS_GENERATOR_H

#include "generate/chooser.h"

typedef enum mns_generator_kind {
    MNS_GENERATE_LIST_APPEND,
    MNS_GENERATE_RW_REGISTER,
    MNS_GENERATE_SET,
    MNS_GENERATE_COUNTER,
    MNS_GENERATOR_KIND_COUNT
} mns_generator_kind;

typedef struct mns_generator_shape {
    mns_generator_kind kind;
    mns_distribution distribution;
    uint32_t keys;
    uint32_t min_length, max_length;
    uint32_t max_writes_per_key;
    double read_fraction;
    int32_t min_increment, max_increment; /* of a counter */
    uint64_t seed;
} mns_generator_shape;

typedef struct mns_generator {
    mns_generator_shape shape;
    mns_odds reads;
    mns_random random;
    mns_chooser chooser;
    struct mns_generator_slot {
        uint64_t key;
        uint32_t writes;
    } * slots;
    uint64_t next_key;
} mns_generator;

typedef struct mns_generated_mop {
    bool write;
    uint32_t slot;
    uint64_t key;
    int64_t value; /* of a write */
} mns_generated_mop;

/* The name of a workload, or NULL past the end. */
const char *mns_generator_kind_name(size_t i);

/* False when out of memory. */
bool mns_generator_init(mns_generator *generator, const mns_generator_shape *shape);
void mns_generator_release(mns_generator *generator);

/* The number of micro-operations of the next transaction, then each of them. */
uint32_t mns_generator_length(mns_generator *generator);
mns_generated_mop mns_generator_next(mns_generator *generator);
/* A key to read, instead of the next micro-operation. */
uint64_t mns_generator_key(mns_generator *generator);

#endif
