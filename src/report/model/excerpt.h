/*
 * excerpt.h - a long proof without its middle.
 *
 * A cycle of a thousand transactions takes thousands of lines to prove. Its beginning and its end
 * show what it is about; all of it is for those who ask. Costs O(size of the text).
 */
#ifndef MNS_REPORT_MODEL_EXCERPT_H
#define MNS_REPORT_MODEL_EXCERPT_H

#include "core/base.h"

typedef struct mns_excerpt {
    size_t head;     /* bytes of the text to show first, whole lines */
    size_t tail;     /* where to go on; equal to head if nothing is left out */
    size_t left_out; /* lines between the two */
} mns_excerpt;

/* About `lines` lines of the text, all of it if it has few more; two thirds of them are its
 * beginning. */
mns_excerpt mns_excerpt_of(const char *text, size_t lines);

#endif
