/*
 * timekiller_clock.h - hybrid logical clocks of TimeKiller as integers of 64 bits.
 *
 * A timestamp has a physical part p and a logical part l, and timestamps are compared by p, then by
 * l. Minos has one integer. With the smallest power of ten F above every l in the history,
 * p * F + l keeps the order, shows the digits of both, and is p itself where every l is 0. If that
 * needs more than 64 bits, the smallest p of the history is subtracted first. So the whole history
 * is looked at before the first timestamp is converted.
 */
#ifndef MNS_TIMEKILLER_CLOCK_H
#define MNS_TIMEKILLER_CLOCK_H

#include "core/base.h"

typedef struct mns_hlc {
    int64_t p, l; /* l >= 0 */
} mns_hlc;

typedef struct mns_hlc_scale {
    bool any;
    int64_t least_p, most_p, most_l; /* of all timestamps seen */
    int64_t base, factor;            /* set by mns_hlc_scale_fix */
} mns_hlc_scale;

/* Negative, 0 or positive, as a is before, equal to or after b. */
int mns_hlc_compare(mns_hlc a, mns_hlc b);

/* True if this timestamp widened the scale. */
bool mns_hlc_scale_see(mns_hlc_scale *scale, mns_hlc clock);
/* After all were seen: false if no 64 bits hold them. */
bool mns_hlc_scale_fix(mns_hlc_scale *scale);
/* Is the timestamp within those that were seen? */
bool mns_hlc_scale_has(const mns_hlc_scale *scale, mns_hlc clock);
/* A timestamp within them; never MNS_NO_TIMESTAMP. */
int64_t mns_hlc_number(const mns_hlc_scale *scale, mns_hlc clock);

/* Did the first transaction of the file commit before all others started? */
typedef struct mns_hlc_first {
    bool any, precedes;
    mns_hlc cts; /* of the first transaction */
} mns_hlc_first;

/* The next transaction of the file. */
void mns_hlc_first_see(mns_hlc_first *first, mns_hlc sts, mns_hlc cts);

#endif
