/*
 * newest_shown.h - for each read of a list or set, the newest write of another transaction that it
 * shows.
 */
#ifndef MNS_NEWEST_SHOWN_H
#define MNS_NEWEST_SHOWN_H

#include "infer/infer.h"

typedef struct mns_newest {
    uint32_t began;  /* 1 + the position of the newest invocation, or 0 */
    uint32_t txn;    /* its transaction */
    uint32_t second; /* the same for the newest of all other transactions */
} mns_newest;

typedef struct mns_newest_shown {
    const mns_observation *o;
    mns_newest *prefixes; /* lists, by element of spines: of the prefix that ends with it */
} mns_newest_shown;

/* O(elements of spines); false when out of memory. */
bool mns_newest_shown_init(mns_newest_shown *shown, const mns_observation *o);
void mns_newest_shown_release(mns_newest_shown *shown);
/* 1 + the position of the newest invocation among the writes that an answered read shows, of
 * transactions that count other than the reader; 0 if there are none. O(1) for a list, O(elements)
 * for a set. */
uint32_t mns_newest_of_read(const mns_newest_shown *shown, uint32_t read);

#endif
