/*
 * scan_variants.h - code shared by the variants of scan.h; only for src/core/scan*.c.
 *
 * Only two steps depend on the processor: finding the brackets and stop characters of 64 bytes, one
 * bit each, and finding where two vectors differ. The rest is here.
 */
#ifndef MNS_SCAN_VARIANTS_H
#define MNS_SCAN_VARIANTS_H

#include "core/scan.h"

extern const mns_scan_variant mns_scan_plain;
#if defined(__x86_64__)
#define MNS_SCAN_X86
extern const mns_scan_variant mns_scan_sse2, mns_scan_avx2;
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define MNS_SCAN_NEON
extern const mns_scan_variant mns_scan_neon;
#endif

/* ---- Brackets -------------------------------------------------------------------------------- */

#define MNS_SCAN_BLOCK 64

/* Bit i stands for byte i of a block. */
typedef struct mns_scan_marks {
    uint64_t open, close;
    uint64_t stop; /* quote, backslash, semicolon */
} mns_scan_marks;

enum { MNS_SCAN_GO_ON = 0, MNS_SCAN_STOPPED = -1 };

/* Updates the depth for a block. Returns how many bytes of the block belong to the collection if it
 * ends here, else MNS_SCAN_GO_ON or MNS_SCAN_STOPPED. Each closing bracket cancels any earlier
 * opening one of the block; without one it closes a level of the depth. */
static inline int mns_scan_block(const mns_scan_marks *marks, uint64_t *depth) {
    assert(*depth > 0 && ((marks->open | marks->close) & marks->stop) == 0);
    uint64_t before_stop = (marks->stop & (0 - marks->stop)) - 1; /* all bits if nothing stops */
    uint64_t open = marks->open;
    for (uint64_t close = marks->close & before_stop; close != 0; close &= close - 1) {
        uint64_t before = (close & (0 - close)) - 1;
        if ((open & before) != 0) {
            open &= open - 1;
        } else if (--*depth == 0) {
            return __builtin_ctzll(close) + 1;
        }
    }
    *depth += (uint64_t)__builtin_popcountll(open);
    return marks->stop == 0 ? MNS_SCAN_GO_ON : MNS_SCAN_STOPPED;
}

/* The block at p; at the end of the text a copy in `last`, padded with zeros. */
static inline const char *mns_scan_whole_block(const char *p, const char *end, char *last) {
    if (end - p >= MNS_SCAN_BLOCK) {
        return p;
    }
    memset(last, 0, MNS_SCAN_BLOCK);
    memcpy(last, p, (size_t)(end - p));
    return last;
}

/* ---- Short texts ----------------------------------------------------------------------------- */

/* mns_scan_common for less than a vector on little-endian processors: two words that may overlap.
 */
static inline size_t mns_scan_common_short(const char *a, const char *b, size_t limit) {
    uint64_t first_a = 0, first_b = 0, last_a = 0, last_b = 0;
    assert(limit < 16);
    size_t width = limit >= 8 ? 8 : 4;
    if (limit < 4) {
        size_t i = 0;
        while (i < limit && a[i] == b[i]) {
            i++;
        }
        return i;
    }
    size_t last = limit - width;
    if (width == 8) {
        memcpy(&first_a, a, 8);
        memcpy(&first_b, b, 8);
        memcpy(&last_a, a + last, 8);
        memcpy(&last_b, b + last, 8);
    } else {
        memcpy(&first_a, a, 4);
        memcpy(&first_b, b, 4);
        memcpy(&last_a, a + last, 4);
        memcpy(&last_b, b + last, 4);
    }
    if (first_a != first_b) {
        return (size_t)__builtin_ctzll(first_a ^ first_b) / 8;
    }
    return last_a == last_b ? limit : last + (size_t)__builtin_ctzll(last_a ^ last_b) / 8;
}

#endif
