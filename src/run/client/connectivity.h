/*
 * connectivity.h - whether the server is reachable: the number of connected clients, and the failed
 * attempts while there is none.
 *
 * Clients report each connection made, lost and failed. A server that no client reaches for long
 * counts as gone. The delay between attempts grows from FIRST_NS to MOST_NS, with jitter so that
 * clients do not all reconnect at once; the seed determines the jitter.
 */
#ifndef MNS_RUN_CLIENT_CONNECTIVITY_H
#define MNS_RUN_CLIENT_CONNECTIVITY_H

#include <pthread.h>

#include "run/driver/driver.h"

typedef struct mns_connectivity {
    pthread_mutex_t lock;
    unsigned connected;
    uint64_t since;        /* when the last connection was lost, initially the start */
    uint64_t tries;        /* failed since then */
    mns_driver_error last; /* error of the last attempt; name NULL: none */
} mns_connectivity;

void mns_connectivity_init(mns_connectivity *connectivity);
void mns_connectivity_release(mns_connectivity *connectivity);

void mns_connectivity_made(mns_connectivity *connectivity);
void mns_connectivity_lost(mns_connectivity *connectivity);
void mns_connectivity_failed(mns_connectivity *connectivity, const mns_driver_error *failure);

unsigned mns_connectivity_count(mns_connectivity *connectivity);
/* True if no client has been connected for this long. */
bool mns_connectivity_gone(mns_connectivity *connectivity, uint64_t unreachable_limit_ns);
/* "tried 12 times in 10 s; last error: ..." */
void mns_connectivity_describe(mns_connectivity *connectivity, mns_buf *out);

/* The delay after this many consecutive failures, from 1. */
uint64_t mns_connectivity_delay_ns(unsigned failures, mns_random *random);

#endif
