/* chooser.c - see chooser.h. */
#include "generate/chooser.h"

#include "core/grow.h"

/* Weight of the first slot. The sum over a million slots stays below 2^29, so that a product with
 * 32 random bits fits. */
#define ZIPF_UNIT (UINT64_C(1) << 24)

const char *mns_distribution_name(size_t i) {
    static const char *const names[] = {"uniform", "exponential", "zipf"};
    return i < MNS_COUNT_OF(names) ? names[i] : NULL;
}

bool mns_chooser_init(mns_chooser *chooser, mns_distribution distribution, uint32_t count) {
    assert(count > 0);
    *chooser = (mns_chooser){.distribution = distribution, .count = count};
    if (distribution != MNS_ZIPF) {
        return true;
    }
    chooser->sums = MNS_NEW_ARRAY(uint64_t, count);
    if (chooser->sums == NULL) {
        return false;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += ZIPF_UNIT / (i + 1) + 1;
        chooser->sums[i] = sum;
    }
    assert(sum < UINT64_C(1) << 32);
    return true;
}

void mns_chooser_release(mns_chooser *chooser) {
    free(chooser->sums);
    chooser->sums = NULL;
}

/* Takes each slot, from the last to the first, with probability 1/2. If none is taken it starts
 * again at the last, which keeps the proportions. */
static uint32_t choose_exponential(uint32_t count, mns_random *random) {
    for (;;) {
        uint64_t bits = mns_random_next(random);
        for (uint32_t i = 0; i < 64 && i < count; i++) {
            if ((bits >> i & 1) != 0) {
                return count - 1 - i;
            }
        }
    }
}

static uint32_t choose_zipf(const mns_chooser *chooser, mns_random *random) {
    uint64_t point = mns_random_below(random, chooser->sums[chooser->count - 1]);
    uint32_t low = 0;
    uint32_t high = chooser->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (chooser->sums[middle] > point) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

uint32_t mns_chooser_next(const mns_chooser *chooser, mns_random *random) {
    switch (chooser->distribution) {
    case MNS_EXPONENTIAL: return choose_exponential(chooser->count, random);
    case MNS_ZIPF: return choose_zipf(chooser, random);
    default: return (uint32_t)mns_random_below(random, chooser->count);
    }
}
