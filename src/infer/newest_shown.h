/*
 * newest_shown.h - of each read of a list or set, the newest write of another transaction that it shows.
 */
#ifndef MNS_NEWEST_SHOWN_H
#define MNS_NEWEST_SHOWN_H

#include "infer/infer.h"

typedef struct mns_newest {
    uint32_t began;  /* 1 + when the newest of them was invoked, or 0 */
    uint32_t txn;    /* whose that is */
    uint32_t second; /* the same as `began` for the newest of all other transactions */
} mns_newest;

typedef struct mns_newest_shown {
    const mns_observation *o;
    mns_newest *prefixes; /* lists, by element of spines: of all up to this one */
} mns_newest_shown;

/* O(elements of spines); false when out of memory. */
bool mns_newest_shown_init(mns_newest_shown *shown, const mns_observation *o);
void mns_newest_shown_release(mns_newest_shown *shown);
/* 1 + the position of the invocation of the newest write that the answered read shows and that a
 * transaction made which counts and is not the reader; 0 if there is none. O(1) for a list, O(elements) for
 * a set. */
uint32_t mns_newest_of_read(const mns_newest_shown *shown, uint32_t read);

#endif
