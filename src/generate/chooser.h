/*
 * chooser.h - which of n slots: uniformly, exponentially or by Zipf's law.
 *
 * The shapes are those of Jepsen's generator: exponential means that each slot is twice as likely
 * as the one before it, so the last is chosen half of the time; zipf, that slot i has weight
 * 1 / (i + 1). All in integers, so that every machine chooses alike.
 */
#ifndef MNS_CHOOSER_H
#define MNS_CHOOSER_H

#include "generate/random.h"

typedef enum mns_distribution {
    MNS_UNIFORM,
    MNS_EXPONENTIAL,
    MNS_ZIPF,
    MNS_DISTRIBUTION_COUNT
} mns_distribution;

typedef struct mns_chooser {
    mns_distribution distribution;
    uint32_t count;
    uint64_t *sums; /* of zipf: the weights of the slots up to each one */
} mns_chooser;

/* The name of a distribution, or NULL past the end. */
const char *mns_distribution_name(size_t i);

/* False when out of memory. */
bool mns_chooser_init(mns_chooser *chooser, mns_distribution distribution, uint32_t count);
void mns_chooser_release(mns_chooser *chooser);

/* O(1); for zipf O(log count). */
uint32_t mns_choose(const mns_chooser *chooser, mns_random *random);

#endif
