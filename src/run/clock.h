/* clock.h - the one clock of a live run: nanoseconds that never go back, the same for all threads. */
#ifndef MNS_RUN_CLOCK_H
#define MNS_RUN_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t mns_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A moment of that clock, as pthread_cond_timedwait wants it. */
static inline struct timespec mns_clock_moment(uint64_t ns) {
    return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                             .tv_nsec = (long)(ns % 1000000000u)};
}

#endif
