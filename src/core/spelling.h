/*
 * spelling.h - names as users type them: exact matches, and the nearest name to a misspelt one.
 *
 * Case does not matter, '_' and ' ' count as '-', and a leading colon (an EDN keyword) is skipped.
 *
 * Nearness is edit distance: letters added, dropped, changed, or swapped with their neighbour. A
 * third of the letters may differ, at least one; a name farther away is never suggested. A name
 * that is only begun ("snapshot") counts as one edit, however long the rest. Distance looks at the
 * first MNS_SPELLING_LIMIT bytes, so the cost of a candidate is bounded: O(MNS_SPELLING_LIMIT^2).
 */
#ifndef MNS_SPELLING_H
#define MNS_SPELLING_H

#include "core/buf.h"

/* Longer than every known name. */
#define MNS_SPELLING_LIMIT 64

typedef struct mns_spelling {
    char bytes[MNS_SPELLING_LIMIT]; /* folded, without its colon, cut */
    size_t size;
    bool cut;            /* it was longer, so it matches no name */
    const char *nearest; /* of the candidates so far; NULL: none is near */
    size_t distance;     /* of the nearest candidate */
} mns_spelling;

/* Any bytes, of any size. */
void mns_spelling_init(mns_spelling *spelling, const char *name, size_t size);
/* True if the name is the candidate. */
bool mns_spelling_is(const mns_spelling *spelling, const char *candidate);
/* Keeps the candidate if it is near, and nearer than all before it. */
void mns_spelling_offer(mns_spelling *spelling, const char *candidate);

/* A name from the user, for a message: quoted, cut; '?' for bytes other than printable ASCII. */
void mns_name_show(mns_buf *out, const char *name, size_t size);
/* "unknown WHAT 'NAME'", and "; did you mean 'NEAREST'?" unless nearest is NULL. */
void mns_name_unknown(mns_buf *out, const char *what, const char *name, size_t size,
                      const char *nearest);

#endif
