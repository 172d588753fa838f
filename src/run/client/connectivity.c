/* contact.c - see contact.h. */
#include "run/client/connectivity.h"

#include "run/system/clock.h"

#define FIRST_NS UINT64_C(10000000)
#define MOST_NS UINT64_C(1000000000)

void mns_contact_init(mns_contact *contact) {
    *contact = (mns_contact){.since = mns_clock_ns()};
    pthread_mutex_init(&contact->lock, NULL);
}

void mns_contact_release(mns_contact *contact) { pthread_mutex_destroy(&contact->lock); }

void mns_contact_made(mns_contact *contact) {
    pthread_mutex_lock(&contact->lock);
    contact->connected++;
    contact->tries = 0;
    pthread_mutex_unlock(&contact->lock);
}

void mns_contact_lost(mns_contact *contact) {
    pthread_mutex_lock(&contact->lock);
    assert(contact->connected > 0);
    if (--contact->connected == 0) {
        contact->since = mns_clock_ns();
    }
    pthread_mutex_unlock(&contact->lock);
}

void mns_contact_failed(mns_contact *contact, const mns_trouble *trouble) {
    pthread_mutex_lock(&contact->lock);
    contact->tries++;
    contact->last = *trouble;
    pthread_mutex_unlock(&contact->lock);
}

unsigned mns_contact_count(mns_contact *contact) {
    pthread_mutex_lock(&contact->lock);
    unsigned connected = contact->connected;
    pthread_mutex_unlock(&contact->lock);
    return connected;
}

bool mns_contact_gone(mns_contact *contact, uint64_t gone_ns) {
    pthread_mutex_lock(&contact->lock);
    bool gone = contact->connected == 0 && mns_clock_ns() - contact->since >= gone_ns;
    pthread_mutex_unlock(&contact->lock);
    return gone;
}

void mns_contact_tell(mns_contact *contact, mns_buf *out) {
    pthread_mutex_lock(&contact->lock);
    double seconds = (double)(mns_clock_ns() - contact->since) / 1e9;
    mns_buf_printf(out, "tried %llu time%s in %.*f s", (unsigned long long)contact->tries,
                   contact->tries == 1 ? "" : "s", seconds < 10 ? 1 : 0, seconds);
    if (contact->last.name != NULL) {
        mns_buf_printf(out, "; the last answer was: %s",
                       contact->last.message[0] != '\0' ? contact->last.message
                                                        : contact->last.name);
    }
    pthread_mutex_unlock(&contact->lock);
}

uint64_t mns_contact_delay_ns(unsigned failures, mns_random *random) {
    assert(failures > 0);
    unsigned doublings = failures - 1 < 7 ? failures - 1 : 7;
    uint64_t most = FIRST_NS << doublings;
    most = most < MOST_NS ? most : MOST_NS;
    return most / 2 + mns_random_below(random, most / 2 + 1);
}
