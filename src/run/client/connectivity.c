/* connectivity.c - see connectivity.h. */
#include "run/client/connectivity.h"

#include "run/system/clock.h"

#define FIRST_NS UINT64_C(10000000)
#define MOST_NS UINT64_C(1000000000)

void mns_connectivity_init(mns_connectivity *connectivity) {
    *connectivity = (mns_connectivity){.since = mns_clock_ns()};
    pthread_mutex_init(&connectivity->lock, NULL);
}

void mns_connectivity_release(mns_connectivity *connectivity) {
    pthread_mutex_destroy(&connectivity->lock);
}

void mns_connectivity_made(mns_connectivity *connectivity) {
    pthread_mutex_lock(&connectivity->lock);
    connectivity->connected++;
    connectivity->tries = 0;
    pthread_mutex_unlock(&connectivity->lock);
}

void mns_connectivity_lost(mns_connectivity *connectivity) {
    pthread_mutex_lock(&connectivity->lock);
    assert(connectivity->connected > 0);
    if (--connectivity->connected == 0) {
        connectivity->since = mns_clock_ns();
    }
    pthread_mutex_unlock(&connectivity->lock);
}

void mns_connectivity_failed(mns_connectivity *connectivity, const mns_driver_error *failure) {
    pthread_mutex_lock(&connectivity->lock);
    connectivity->tries++;
    connectivity->last = *failure;
    pthread_mutex_unlock(&connectivity->lock);
}

unsigned mns_connectivity_count(mns_connectivity *connectivity) {
    pthread_mutex_lock(&connectivity->lock);
    unsigned connected = connectivity->connected;
    pthread_mutex_unlock(&connectivity->lock);
    return connected;
}

bool mns_connectivity_gone(mns_connectivity *connectivity, uint64_t unreachable_limit_ns) {
    pthread_mutex_lock(&connectivity->lock);
    bool gone = connectivity->connected == 0 &&
                mns_clock_ns() - connectivity->since >= unreachable_limit_ns;
    pthread_mutex_unlock(&connectivity->lock);
    return gone;
}

void mns_connectivity_describe(mns_connectivity *connectivity, mns_buf *out) {
    pthread_mutex_lock(&connectivity->lock);
    double seconds = (double)(mns_clock_ns() - connectivity->since) / 1e9;
    mns_buf_printf(out, "tried %llu time%s in %.*f s", (unsigned long long)connectivity->tries,
                   connectivity->tries == 1 ? "" : "s", seconds < 10 ? 1 : 0, seconds);
    if (connectivity->last.name != NULL) {
        mns_buf_printf(out, "; last error: %s",
                       connectivity->last.message[0] != '\0' ? connectivity->last.message
                                                             : connectivity->last.name);
    }
    pthread_mutex_unlock(&connectivity->lock);
}

uint64_t mns_connectivity_delay_ns(unsigned failures, mns_random *random) {
    assert(failures > 0);
    unsigned doublings = failures - 1 < 7 ? failures - 1 : 7;
    uint64_t most = FIRST_NS << doublings;
    most = most < MOST_NS ? most : MOST_NS;
    return most / 2 + mns_random_below(random, most / 2 + 1);
}
