/* clock.h - the clock of a live run: monotonic nanoseconds, the same for all threads. */
#ifndef MNS_RUN_SYSTEM_CLOCK_H
#define MNS_RUN_SYSTEM_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* False, and errno, if the clock cannot be read: a history must not contain invented times. */
static inline bool mns_clock_read(uint64_t *ns) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return false;
    }
    *ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return true;
}

/* For waits and progress: 0 if the clock cannot be read. */
static inline uint64_t mns_clock_ns(void) {
    uint64_t ns = 0;
    (void)mns_clock_read(&ns);
    return ns;
}

/* A condition variable whose timed waits use this clock, and the timespec for such a wait. */
static inline void mns_clock_cond_init(pthread_cond_t *condition) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static inline struct timespec mns_clock_timespec(uint64_t ns) {
    return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                             .tv_nsec = (long)(ns % 1000000000u)};
}

#endif
