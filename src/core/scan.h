/*
 * scan.h - scans text with vector instructions.
 *
 * Each function has a portable version (scan_plain.c) and faster ones (scan_x86.c, scan_neon.c)
 * with the same results. The first call selects the version (scan.c). They never read outside the
 * given text.
 *
 * Cost: linear in the bytes read.
 */
#ifndef MNS_SCAN_H
#define MNS_SCAN_H

#include "core/base.h"

/* The length of the common prefix of a and b, at most limit. */
size_t mns_scan_common(const char *a, const char *b, size_t limit);

/* The end of a collection without strings, comments or characters; p is just past its opening
 * bracket. Returns the position just past its closing bracket, or NULL if a quote, backslash,
 * semicolon or the end of the text comes first. All kinds of brackets count alike. */
const char *mns_scan_balanced(const char *p, const char *end);

/* The first byte that is not ASCII, or end. */
const char *mns_scan_ascii(const char *p, const char *end);

/* ---- Variants -------------------------------------------------------------------------------- */

/* One implementation of the functions above; tests and benchmarks compare them. */
typedef struct mns_scan_variant {
    const char *name;
    bool (*runs_here)(void); /* the processor supports it */
    size_t (*common)(const char *a, const char *b, size_t limit);
    const char *(*balanced)(const char *p, const char *end);
    const char *(*ascii)(const char *p, const char *end);
} mns_scan_variant;

/* The variants that this processor supports, from the portable one to the one in use; NULL past the
 * last. */
const mns_scan_variant *mns_scan_variant_at(size_t index);

#endif
