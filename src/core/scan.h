/*
 * scan.h - text a vector at a time.
 *
 * Each function has a plain version (scan_plain.c) and faster ones for what the processor can do
 * (scan_x86.c, scan_neon.c); all give the same answers. Which is used is decided at the first call
 * (scan.c) and shows in nothing but the time. They never read outside the text they are given.
 *
 * Cost: linear in the bytes that are looked at, whatever they are.
 */
#ifndef MNS_SCAN_H
#define MNS_SCAN_H

#include "core/base.h"

/* How many leading bytes of a and b are the same, at most limit. */
size_t mns_scan_common(const char *a, const char *b, size_t limit);

/* The end of a collection without strings, comments or characters: p is just past its opening
 * bracket. Returns the place just past the bracket that closes it, or NULL if there is a quote, a
 * backslash or a semicolon on the way, or the text ends before. Brackets [ ( { and ] ) } are
 * counted without telling them apart. */
const char *mns_scan_balanced(const char *p, const char *end);

/* The first byte that is not ASCII, or end. */
const char *mns_scan_ascii(const char *p, const char *end);

/* ---- Variants -------------------------------------------------------------------------------- */

/* One way to do the work; for the functions above, and to compare and measure them. */
typedef struct mns_scan_variant {
    const char *name;
    bool (*runs_here)(void); /* whether this processor can */
    size_t (*common)(const char *a, const char *b, size_t limit);
    const char *(*balanced)(const char *p, const char *end);
    const char *(*ascii)(const char *p, const char *end);
} mns_scan_variant;

/* The variants that this processor can run, from the plain one to the one that is used; NULL when
 * there are no more. */
const mns_scan_variant *mns_scan_variant_at(size_t index);

#endif
