/*
 * random.h - pseudo-random numbers: the same seed gives the same numbers on every machine.
 *
 * splitmix64 (Steele, Lea and Flood, 2014): any seed is good, and different streams of one seed
 * start far apart. Floating point is only used to convert a rate to odds.
 */
#ifndef MNS_RANDOM_H
#define MNS_RANDOM_H

#include "core/base.h"

typedef struct mns_random {
    uint64_t state;
} mns_random;

/* A probability in units of 2^-53. */
typedef uint64_t mns_odds;

static inline uint64_t mns_random_next(mns_random *random) {
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* An independent generator for each stream of a seed, so that draws from one do not change the
 * others. */
static inline mns_random mns_random_of(uint64_t seed, uint64_t stream) {
    mns_random mixed = {seed};
    uint64_t base = mns_random_next(&mixed);
    mixed.state = base ^ (stream * 0xd1342543de82ef95u);
    return mixed;
}

/* A number from 0 to n - 1, n up to 2^32; the bias is n / 2^32. */
static inline uint64_t mns_random_below(mns_random *random, uint64_t n) {
    assert(n > 0 && n <= UINT64_C(1) << 32);
    return ((mns_random_next(random) >> 32) * n) >> 32;
}

static inline mns_odds mns_odds_of(double rate) {
    assert(rate >= 0 && rate <= 1);
    return (mns_odds)(rate * 9007199254740992.0);
}

/* True with this probability. Draws nothing if it is 0, so disabled events do not change the
 * others. */
static inline bool mns_random_hits(mns_random *random, mns_odds odds) {
    return odds > 0 && (mns_random_next(random) >> 11) < odds;
}

#endif
