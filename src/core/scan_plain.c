/*
 * scan_plain.c - the functions of scan.h byte by byte: the definition, for every processor.
 */
#include "core/scan_variants.h"

static bool always(void) { return true; }

static size_t common(const char *a, const char *b, size_t limit) {
    size_t i = 0;
    while (i < limit && a[i] == b[i]) {
        i++;
    }
    return i;
}

static const char *balanced(const char *p, const char *end) {
    uint64_t depth = 1;
    while (p < end) {
        switch (*p++) {
        case '[':
        case '(':
        case '{': depth++; break;
        case ']':
        case ')':
        case '}':
            if (--depth == 0) {
                return p;
            }
            break;
        case '"':
        case '\\':
        case ';': return NULL;
        default: break;
        }
    }
    return NULL;
}

static const char *ascii(const char *p, const char *end) {
    while (p < end && (unsigned char)*p < 0x80) {
        p++;
    }
    return p;
}

const mns_scan_variant mns_scan_plain = {
    .name = "plain", .runs_here = always, .common = common, .balanced = balanced, .ascii = ascii};
