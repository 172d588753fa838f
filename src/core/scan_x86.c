/*
 * scan_x86.c - the functions of scan.h for x86-64: SSE2, which all of these processors have, 16
 * bytes at a time, and AVX2, 32 bytes at a time.
 *
 * Two pairs of the bytes that matter differ in one bit, so seven comparisons find all nine:
 * '[' | 0x20 is '{' and ']' | 0x20 is '}'. A last vector that would reach past the
 * text is taken from its end instead, or copied where a text may be shorter than a vector.
 */
#include "core/scan_variants.h"

#if defined(MNS_SCAN_X86)

#include <immintrin.h>

/* ---- SSE2 ------------------------------------------------------------------------------------ */

static bool sse2_runs_here(void) { return true; }

static inline __m128i load_16(const char *p) { return _mm_loadu_si128((const __m128i *)p); }

/* The bits of the bytes that differ. */
static inline uint32_t differ_16(const char *a, const char *b) {
    __m128i same = _mm_cmpeq_epi8(load_16(a), load_16(b));
    return (uint32_t)_mm_movemask_epi8(same) ^ 0xFFFF;
}

static size_t sse2_common(const char *a, const char *b, size_t limit) {
    if (limit < 16) {
        return mns_scan_common_short(a, b, limit);
    }
    for (size_t i = 0; i < limit; i += 16) {
        size_t at = limit - i >= 16 ? i : limit - 16;
        uint32_t differ = differ_16(a + at, b + at);
        if (differ != 0) {
            return at + (size_t)__builtin_ctz(differ);
        }
    }
    return limit;
}

static inline __m128i is_16(__m128i bytes, char c) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
}

static inline uint64_t bits_16(__m128i mask) { return (uint32_t)_mm_movemask_epi8(mask); }

static inline mns_scan_marks sse2_marks(const char *block) {
    mns_scan_marks marks = {0, 0, 0};
    for (int i = 0; i < MNS_SCAN_BLOCK; i += 16) {
        __m128i v = load_16(block + i);
        __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
        __m128i open = _mm_or_si128(is_16(folded, '{'), is_16(v, '('));
        __m128i close = _mm_or_si128(is_16(folded, '}'), is_16(v, ')'));
        __m128i stop = _mm_or_si128(is_16(v, '"'), _mm_or_si128(is_16(v, '\\'), is_16(v, ';')));
        marks.open |= bits_16(open) << i;
        marks.close |= bits_16(close) << i;
        marks.stop |= bits_16(stop) << i;
    }
    return marks;
}

static const char *sse2_balanced(const char *p, const char *end) {
    uint64_t depth = 1;
    char last[MNS_SCAN_BLOCK];
    for (;; p += MNS_SCAN_BLOCK) {
        mns_scan_marks marks = sse2_marks(mns_scan_whole_block(p, end, last));
        int taken = mns_scan_block(&marks, &depth);
        if (taken != MNS_SCAN_GO_ON || end - p <= MNS_SCAN_BLOCK) {
            return taken > 0 ? p + taken : NULL;
        }
    }
}

static const char *sse2_ascii(const char *p, const char *end) {
    for (; end - p >= MNS_SCAN_BLOCK; p += MNS_SCAN_BLOCK) {
        __m128i low = _mm_or_si128(load_16(p), load_16(p + 16));
        __m128i high = _mm_or_si128(load_16(p + 32), load_16(p + 48));
        if (_mm_movemask_epi8(_mm_or_si128(low, high)) != 0) {
            break;
        }
    }
    return mns_scan_plain.ascii(p, end);
}

const mns_scan_variant mns_scan_sse2 = {.name = "sse2",
                                        .runs_here = sse2_runs_here,
                                        .common = sse2_common,
                                        .balanced = sse2_balanced,
                                        .ascii = sse2_ascii};

/* ---- AVX2 ------------------------------------------------------------------------------------ */

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

static bool avx2_runs_here(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt");
}

AVX2 static inline __m256i load_32(const char *p) { return _mm256_loadu_si256((const __m256i *)p); }

AVX2 static inline uint64_t bits_32(__m256i mask) { return (uint32_t)_mm256_movemask_epi8(mask); }

/* One bit for each byte that differs. Two vectors at once halve the branches, whose mispredictions
 * are most of the cost for lists of unknown length. */
AVX2 static inline uint64_t differ_64(const char *a, const char *b) {
    __m256i low = _mm256_cmpeq_epi8(load_32(a), load_32(b));
    __m256i high = _mm256_cmpeq_epi8(load_32(a + 32), load_32(b + 32));
    return ~(bits_32(low) | bits_32(high) << 32);
}

AVX2 static size_t avx2_common(const char *a, const char *b, size_t limit) {
    if (limit < 64) {
        return sse2_common(a, b, limit);
    }
    for (size_t i = 0; i < limit; i += 64) {
        size_t at = limit - i >= 64 ? i : limit - 64;
        uint64_t differ = differ_64(a + at, b + at);
        if (differ != 0) {
            return at + (size_t)__builtin_ctzll(differ);
        }
    }
    return limit;
}

AVX2 static inline __m256i is_32(__m256i bytes, char c) {
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c));
}

AVX2 static inline mns_scan_marks avx2_marks(const char *block) {
    mns_scan_marks marks = {0, 0, 0};
    for (int i = 0; i < MNS_SCAN_BLOCK; i += 32) {
        __m256i v = load_32(block + i);
        __m256i folded = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
        __m256i open = _mm256_or_si256(is_32(folded, '{'), is_32(v, '('));
        __m256i close = _mm256_or_si256(is_32(folded, '}'), is_32(v, ')'));
        __m256i stop =
            _mm256_or_si256(is_32(v, '"'), _mm256_or_si256(is_32(v, '\\'), is_32(v, ';')));
        marks.open |= bits_32(open) << i;
        marks.close |= bits_32(close) << i;
        marks.stop |= bits_32(stop) << i;
    }
    return marks;
}

AVX2 static const char *avx2_balanced(const char *p, const char *end) {
    uint64_t depth = 1;
    char last[MNS_SCAN_BLOCK];
    for (;; p += MNS_SCAN_BLOCK) {
        mns_scan_marks marks = avx2_marks(mns_scan_whole_block(p, end, last));
        int taken = mns_scan_block(&marks, &depth);
        if (taken != MNS_SCAN_GO_ON || end - p <= MNS_SCAN_BLOCK) {
            return taken > 0 ? p + taken : NULL;
        }
    }
}

/* Many vectors at once: this is an extra pass over the whole text, so it must be cheap. */
#define ASCII_BLOCK 512

AVX2 static const char *avx2_ascii(const char *p, const char *end) {
    for (; end - p >= ASCII_BLOCK; p += ASCII_BLOCK) {
        __m256i all = load_32(p);
#pragma GCC unroll 16
        for (int i = 32; i < ASCII_BLOCK; i += 32) {
            all = _mm256_or_si256(all, load_32(p + i));
        }
        if (_mm256_movemask_epi8(all) != 0) {
            break;
        }
    }
    return sse2_ascii(p, end);
}

const mns_scan_variant mns_scan_avx2 = {.name = "avx2",
                                        .runs_here = avx2_runs_here,
                                        .common = avx2_common,
                                        .balanced = avx2_balanced,
                                        .ascii = avx2_ascii};

#endif
