/*
 * workload.h - what clients ask for: transactions of reads and writes on a few keys at a time.
 *
 * There are `keys` slots with a key each. Every write to a key has a value of its own: 1, 2, 3 and
 * so on (a counter's increments are 1 to 5). A key that has been given its share of writes leaves
 * its slot to a new key, so lists stay short however long the history gets, as in Jepsen's
 * generator. What is asked for depends on the seed and the shape only, not on what the database
 * answers.
 */
#ifndef MNS_WORKLOAD_H
#define MNS_WORKLOAD_H

#include "generate/chooser.h"

typedef enum mns_workload_kind {
    MNS_LIST_APPEND,
    MNS_RW_REGISTER,
    MNS_SET,
    MNS_COUNTER,
    MNS_WORKLOAD_KIND_COUNT
} mns_workload_kind;

typedef struct mns_workload_shape {
    mns_workload_kind kind;
    mns_distribution distribution;
    uint32_t keys;
    uint32_t min_length, max_length;
    uint32_t max_writes_per_key;
    double read_fraction;
    uint64_t seed;
} mns_workload_shape;

typedef struct mns_workload {
    mns_workload_shape shape;
    mns_odds reads;
    mns_random random;
    mns_chooser chooser;
    struct mns_workload_slot {
        uint64_t key;
        uint32_t writes;
    } * slots;
    uint64_t next_key;
} mns_workload;

typedef struct mns_wish {
    bool write;
    uint32_t slot;
    uint64_t key;
    int64_t value; /* of a write */
} mns_wish;

/* The name of a kind of workload, or NULL past the end. */
const char *mns_workload_name(size_t i);

/* False when out of memory. */
bool mns_workload_init(mns_workload *workload, const mns_workload_shape *shape);
void mns_workload_release(mns_workload *workload);

/* How many micro-operations the next transaction has, then each of them. */
uint32_t mns_workload_length(mns_workload *workload);
mns_wish mns_workload_next(mns_workload *workload);

#endif
