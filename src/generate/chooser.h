/*
 * chooser.h - chooses one of n slots at random: uniform, exponential or Zipf distribution.
 *
 * As in Jepsen's generator: exponential makes each slot twice as likely as the one before it, so
 * the last is chosen half of the time; zipf gives slot i the weight 1 / (i + 1). Integer arithmetic
 * makes the choices the same on every machine.
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
    uint64_t *sums; /* zipf: cumulative weights of the slots */
} mns_chooser;

/* The name of a distribution, or NULL past the end. */
const char *mns_distribution_name(size_t i);

/* False when out of memory. */
bool mns_chooser_init(mns_chooser *chooser, mns_distribution distribution, uint32_t count);
void mns_chooser_release(mns_chooser *chooser);

/* O(1); for zipf O(log count). */
uint32_t mns_chooser_next(const mns_chooser *chooser, mns_random *random);

#endif
