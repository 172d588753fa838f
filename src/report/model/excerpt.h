/*
 * excerpt.h - a long proof without its middle.
 *
 * The proof of a cycle of a thousand transactions has thousands of lines. Short reports show its
 * beginning and its end. O(size of the text).
 */
#ifndef MNS_REPORT_MODEL_EXCERPT_H
#define MNS_REPORT_MODEL_EXCERPT_H

#include "core/base.h"

typedef struct mns_excerpt {
    size_t head;     /* bytes of the text to show first, whole lines */
    size_t tail;     /* offset of the lines to show next; equal to head if none are omitted */
    size_t left_out; /* omitted lines between the two */
} mns_excerpt;

/* About `lines` lines of the text, or all of it if it has few more; two thirds are from its
 * beginning. */
mns_excerpt mns_excerpt_of(const char *text, size_t lines);

#endif
