/*
 * generator.h - what clients ask for: transactions of reads and writes on a few keys at a time.
 *
 * There are `keys` slots with a key each. Every write to a key has a value of its own: 1, 2, 3 and
 * so on; a counter's increments are drawn from a range. A key that has been given its share of
 * writes leaves its slot to a new key, so lists stay short however long the history gets, as in
 * Jepsen's generator. What is asked for depends on the seed and the shape only, not on what the
 * database answers.
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

typedef struct mns_wish {
    bool write;
    uint32_t slot;
    uint64_t key;
    int64_t value; /* of a write */
} mns_wish;

/* The name of a kind of workload, or NULL past the end. */
const char *mns_generator_kind_name(size_t i);

/* False when out of memory. */
bool mns_generator_init(mns_generator *generator, const mns_generator_shape *shape);
void mns_generator_release(mns_generator *generator);

/* How many micro-operations the next transaction has, then each of them. */
uint32_t mns_generator_length(mns_generator *generator);
mns_wish mns_generator_next(mns_generator *generator);
/* In place of one of them: a key to read. */
uint64_t mns_generator_key(mns_generator *generator);

#endif
