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

typedef struct mns_contact {
    pthread_mutex_t lock;
    unsigned connected;
    uint64_t since;   /* when the last connection was lost, or when all began */
    uint64_t tries;   /* that failed since */
    mns_trouble last; /* what the last of them was answered; no name if there was none */
} mns_contact;

void mns_contact_init(mns_contact *contact);
void mns_contact_release(mns_contact *contact);

void mns_contact_made(mns_contact *contact);
void mns_contact_lost(mns_contact *contact);
void mns_contact_failed(mns_contact *contact, const mns_trouble *trouble);

unsigned mns_contact_count(mns_contact *contact);
/* True if nobody has been connected for so long. */
bool mns_contact_gone(mns_contact *contact, uint64_t gone_ns);
/* "tried 12 times in 10 s; the last answer was: ..." */
void mns_contact_tell(mns_contact *contact, mns_buf *out);

/* How long to wait after so many failures in succession, from 1. */
uint64_t mns_contact_delay_ns(unsigned failures, mns_random *random);

#endif
