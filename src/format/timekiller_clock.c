/* timekiller_clock.c - see timekiller_clock.h. */
#include "format/timekiller_clock.h"

int mns_hlc_compare(mns_hlc a, mns_hlc b) {
    return a.p != b.p ? (a.p > b.p) - (a.p < b.p) : (a.l > b.l) - (a.l < b.l);
}

bool mns_hlc_scale_see(mns_hlc_scale *scale, mns_hlc clock) {
    assert(clock.l >= 0);
    bool first = !scale->any;
    bool below = first || clock.p < scale->least_p;
    bool above = first || clock.p > scale->most_p;
    bool logical = first || clock.l > scale->most_l;
    scale->any = true;
    scale->least_p = below ? clock.p : scale->least_p;
    scale->most_p = above ? clock.p : scale->most_p;
    scale->most_l = logical ? clock.l : scale->most_l;
    return below || above || logical;
}

bool mns_hlc_scale_fix(mns_hlc_scale *scale) {
    const int64_t largest = 1000000000000000000; /* 10^18 is the largest power in 64 bits */
    scale->factor = 1;
    while (scale->factor <= scale->most_l && scale->factor < largest) {
        scale->factor *= 10;
    }
    if (scale->factor <= scale->most_l) {
        return false;
    }
    int64_t limit = (INT64_MAX - scale->most_l) / scale->factor;
    if (scale->least_p >= -limit && scale->most_p <= limit) {
        scale->base = 0;
        return true;
    }
    scale->base = scale->least_p;
    return (uint64_t)scale->most_p - (uint64_t)scale->least_p <= (uint64_t)limit;
}

bool mns_hlc_scale_has(const mns_hlc_scale *scale, mns_hlc clock) {
    return scale->any && clock.p >= scale->least_p && clock.p <= scale->most_p && clock.l >= 0 &&
           clock.l <= scale->most_l;
}

int64_t mns_hlc_number(const mns_hlc_scale *scale, mns_hlc clock) {
    assert(mns_hlc_scale_has(scale, clock) && scale->factor > clock.l);
    return (clock.p - scale->base) * scale->factor + clock.l;
}

void mns_hlc_first_see(mns_hlc_first *first, mns_hlc sts, mns_hlc cts) {
    first->precedes = !first->any || (first->precedes && mns_hlc_compare(first->cts, sts) < 0);
    first->cts = first->any ? first->cts : cts;
    first->any = true;
}
