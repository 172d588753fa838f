/*
 * spelling.h - names as people spell them: whether one is meant, and which is nearest.
 *
 * Case does not matter, '_' and ' ' count as '-', and a leading colon (an EDN keyword) is skipped.
 *
 * Nearness is Levenshtein's distance over the first MNS_SPELLING_LIMIT bytes, so a hostile name
 * costs no more than a long one: O(MNS_SPELLING_LIMIT^2) for each candidate. A name that somebody
 * only began ("snapshot") counts as one step away from what it begins, however long the rest is.
 */
#ifndef MNS_SPELLING_H
#define MNS_SPELLING_H

#include "core/base.h"

/* Longer than every name there is. */
#define MNS_SPELLING_LIMIT 64

typedef struct mns_spelling {
    char bytes[MNS_SPELLING_LIMIT]; /* folded, without its colon, cut */
    size_t size;
    bool cut;            /* it was longer, so it is nobody's name */
    const char *nearest; /* of the candidates so far, or NULL */
    size_t distance;     /* from it */
} mns_spelling;

/* Any bytes, of any size. */
void mns_spelling_init(mns_spelling *spelling, const char *name, size_t size);
/* True if that is what it names. */
bool mns_spelling_is(const mns_spelling *spelling, const char *candidate);
/* Remembers the candidate if it is nearer than all before it. */
void mns_spelling_offer(mns_spelling *spelling, const char *candidate);

#endif
