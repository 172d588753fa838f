/*
 * recheck_reads.h - the reads of a key by when they began, for lost-write.
 */
#ifndef MNS_RECHECK_RECHECK_READS_H
#define MNS_RECHECK_RECHECK_READS_H

#include "history/history.h"

/* An answered read that counts, and what it and all later reads of its key returned. */
typedef struct mns_read_entry {
    uint32_t key, began, mop; /* began: position of the invocation */
    uint32_t first_final;     /* where the first final one of these reads began, or MNS_NONE */
    /* Registers: 1 + the position where the last of the writers had completed, 0 if all returned
     * nil; UINT32_MAX if a value is not the last write of exactly one ok transaction. */
    uint32_t newest;
    int64_t least, greatest; /* counters: of the sums */
} mns_read_entry;

typedef struct mns_reads {
    uint8_t *asked;          /* by key: a witness needs its reads */
    bool any;                /* is asked */
    mns_read_entry *entries; /* by key, then by when they began */
    uint32_t count;
} mns_reads;

struct mns_facts;

/* Collects the reads of the asked keys; false when out of memory. O(micro-operations + reads * log
 * reads). */
bool mns_facts_find_reads(struct mns_facts *facts);
/* The first read of the key that began at or after a position, or NULL. O(log reads). */
const mns_read_entry *mns_reads_from(const mns_reads *reads, uint32_t key, uint32_t position);
/* Where the first such final read of an asked key began, or MNS_NONE. O(log reads). */
uint32_t mns_reads_first_final(const mns_reads *reads, uint32_t key, uint32_t position);

#endif
