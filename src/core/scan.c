/*
 * scan.c - selects the fastest variant that the processor supports; see scan.h.
 *
 * The first call stores the choice in a pointer to constant data. Concurrent first calls store the
 * same pointer, so relaxed order is enough.
 */
#include <stdatomic.h>

#include "core/scan_variants.h"

/* From portable to fastest. */
static const mns_scan_variant *const variants[] = {
    &mns_scan_plain,
#if defined(MNS_SCAN_X86)
    &mns_scan_sse2,
    &mns_scan_avx2,
#elif defined(MNS_SCAN_NEON)
    &mns_scan_neon,
#endif
};

const mns_scan_variant *mns_scan_variant_at(size_t index) {
    for (size_t i = 0; i < MNS_COUNT_OF(variants); i++) {
        if (variants[i]->runs_here() && index-- == 0) {
            return variants[i];
        }
    }
    return NULL;
}

static _Atomic(const mns_scan_variant *) chosen;

/* Not inlined, so that the functions below stay a load, a test and a jump. */
__attribute__((noinline)) static const mns_scan_variant *choose(void) {
    const mns_scan_variant *best = &mns_scan_plain;
    for (size_t i = 0; i < MNS_COUNT_OF(variants); i++) {
        best = variants[i]->runs_here() ? variants[i] : best;
    }
    atomic_store_explicit(&chosen, best, memory_order_relaxed);
    return best;
}

static inline const mns_scan_variant *variant(void) {
    const mns_scan_variant *v = atomic_load_explicit(&chosen, memory_order_relaxed);
    return v != NULL ? v : choose();
}

size_t mns_scan_common(const char *a, const char *b, size_t limit) {
    size_t common = variant()->common(a, b, limit);
    assert(common == limit || (common < limit && a[common] != b[common]));
    return common;
}

const char *mns_scan_balanced(const char *p, const char *end) {
    assert(p <= end);
    const char *past = variant()->balanced(p, end);
    assert(past == NULL || (past > p && past <= end));
    return past;
}

const char *mns_scan_ascii(const char *p, const char *end) {
    const char *other = variant()->ascii(p, end);
    assert(other == end || (other >= p && other < end && (unsigned char)*other >= 0x80));
    return other;
}
