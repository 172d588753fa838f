/*
 * contact.h - whether the server can be reached: who is connected, what was tried since nobody is.
 *
 * Clients say when they have a connection, lose it, or do not get one. A server that no client can
 * reach for long is gone. How long to wait before trying again grows from FIRST_NS to MOST_NS, with
 * jitter so that clients that lost their connections together do not come back together; the seed
 * decides it.
 */
#ifndef MNS_RUN_CLIENT_CONNECTIVITY_H
#define MNS_RUN_CLIENT_CONNECTIVITY_H

#include <pthread.h>

#include "run/driver/driver.h"

typedef struct mns_connectivity {
    pthread_mutex_t lock;
    unsigned connected;
    uint64_t since;        /* when the last connection was lost, or when all began */
    uint64_t tries;        /* that failed since */
    mns_driver_error last; /* what the last of them was answered; no name if there was none */
} mns_connectivity;

void mns_connectivity_init(mns_connectivity *connectivity);
void mns_connectivity_release(mns_connectivity *connectivity);

void mns_connectivity_made(mns_connectivity *connectivity);
void mns_connectivity_lost(mns_connectivity *connectivity);
void mns_connectivity_failed(mns_connectivity *connectivity, const mns_driver_error *failure);

unsigned mns_connectivity_count(mns_connectivity *connectivity);
/* True if nobody has been connected for so long. */
bool mns_connectivity_gone(mns_connectivity *connectivity, uint64_t unreachable_limit_ns);
/* "tried 12 times in 10 s; the last answer was: ..." */
void mns_connectivity_describe(mns_connectivity *connectivity, mns_buf *out);

/* How long to wait after so many failures in succession, from 1. */
uint64_t mns_connectivity_delay_ns(unsigned failures, mns_random *random);

#endif
