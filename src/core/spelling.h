/*
 * spelling.h - compares names as users spell them, and finds the nearest name.
 *
 * Case does not matter, '_' and ' ' count as '-', and a leading colon (an EDN keyword) is skipped.
 *
 * The distance is Levenshtein's over the first MNS_SPELLING_LIMIT bytes, so each candidate costs at
 * most O(MNS_SPELLING_LIMIT^2). A prefix ("snapshot") has distance 1 from every name it starts.
 */
#ifndef MNS_SPELLING_H
#define MNS_SPELLING_H

#include "core/base.h"

/* Longer than every known name. */
#define MNS_SPELLING_LIMIT 64

typedef struct mns_spelling {
    char bytes[MNS_SPELLING_LIMIT]; /* folded, without its colon, cut */
    size_t size;
    bool cut;            /* it was longer, so it matches no name */
    const char *nearest; /* candidate so far, or NULL */
    size_t distance;     /* of the nearest candidate */
} mns_spelling;

/* Any bytes, of any size. */
void mns_spelling_init(mns_spelling *spelling, const char *name, size_t size);
/* True if the name is the candidate. */
bool mns_spelling_is(const mns_spelling *spelling, const char *candidate);
/* Keeps the candidate if it is nearer than all before it. */
void mns_spelling_offer(mns_spelling *spelling, const char *candidate);

#endif
