/*
 * scan_neon.c - the functions of scan.h for 64-bit ARM, which always has NEON: 16 bytes at a time.
 *
 * NEON cannot gather the top bits of a vector's bytes, so masks become numbers in other ways: half
 * a byte for each byte where only the first that differs matters, and one bit for each, by adding
 * neighbours, where bits are counted. What is compared is explained in scan_x86.c.
 */
#include "core/scan_variants.h"

#if defined(MNS_SCAN_NEON)

#include <arm_neon.h>

static bool runs_here(void) { return true; }

static inline uint8x16_t load(const char *p) { return vld1q_u8((const uint8_t *)p); }

/* Four bits for each byte, set where the two differ. */
static inline uint64_t differ(const char *a, const char *b) {
    uint16x8_t same = vreinterpretq_u16_u8(vceqq_u8(load(a), load(b)));
    return ~vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(same, 4)), 0);
}

static size_t common(const char *a, const char *b, size_t limit) {
    if (limit < 16) {
        return mns_scan_common_short(a, b, limit);
    }
    for (size_t i = 0; i < limit; i += 16) {
        size_t at = limit - i >= 16 ? i : limit - 16;
        uint64_t nibbles = differ(a + at, b + at);
        if (nibbles != 0) {
            return at + (size_t)__builtin_ctzll(nibbles) / 4;
        }
    }
    return limit;
}

static inline uint8x16_t is(uint8x16_t bytes, char c) {
    return vceqq_u8(bytes, vdupq_n_u8((uint8_t)c));
}

/* One bit for each byte of four masks. */
static inline uint64_t bits(const uint8x16_t masks[4]) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t low = vpaddq_u8(vandq_u8(masks[0], weight), vandq_u8(masks[1], weight));
    uint8x16_t high = vpaddq_u8(vandq_u8(masks[2], weight), vandq_u8(masks[3], weight));
    uint8x16_t sum = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

static inline mns_scan_marks marks_of(const char *block) {
    uint8x16_t open[4], close[4], stop[4];
    for (int i = 0; i < 4; i++) {
        uint8x16_t v = load(block + 16 * i);
        uint8x16_t folded = vorrq_u8(v, vdupq_n_u8(0x20));
        open[i] = vorrq_u8(is(folded, '{'), is(v, '('));
        close[i] = vorrq_u8(is(folded, '}'), is(v, ')'));
        stop[i] = vorrq_u8(is(v, '"'), vorrq_u8(is(v, '\\'), is(v, ';')));
    }
    return (mns_scan_marks){.open = bits(open), .close = bits(close), .stop = bits(stop)};
}

static const char *balanced(const char *p, const char *end) {
    uint64_t depth = 1;
    char last[MNS_SCAN_BLOCK];
    for (;; p += MNS_SCAN_BLOCK) {
        mns_scan_marks marks = marks_of(mns_scan_whole_block(p, end, last));
        int taken = mns_scan_block(&marks, &depth);
        if (taken != MNS_SCAN_GO_ON || end - p <= MNS_SCAN_BLOCK) {
            return taken > 0 ? p + taken : NULL;
        }
    }
}

static const char *ascii(const char *p, const char *end) {
    for (; end - p >= MNS_SCAN_BLOCK; p += MNS_SCAN_BLOCK) {
        uint8x16_t low = vorrq_u8(load(p), load(p + 16));
        uint8x16_t high = vorrq_u8(load(p + 32), load(p + 48));
        if (vmaxvq_u8(vorrq_u8(low, high)) >= 0x80) {
            break;
        }
    }
    return mns_scan_plain.ascii(p, end);
}

const mns_scan_variant mns_scan_neon = {
    .name = "neon", .runs_here = runs_here, .common = common, .balanced = balanced, .ascii = ascii};

#endif
