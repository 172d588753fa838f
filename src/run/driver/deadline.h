/*
 * deadline.h - how long a driver may take to connect.
 *
 * Connecting has many steps: socket, TLS, password, session settings. A server that sends one byte
 * per second can keep each step alive forever, so a limit per step is not enough. One deadline
 * covers all steps. It passes at a fixed time, or at once when the user interrupts or the load
 * ends. Drivers wait for sockets with mns_deadline_wait, or call mns_deadline_passed at least every
 * MNS_DEADLINE_STEP_MS.
 *
 * Resolving the host name is the only step that cannot be interrupted; the system's resolver has
 * its own limits.
 */
#ifndef MNS_RUN_DRIVER_DEADLINE_H
#define MNS_RUN_DRIVER_DEADLINE_H

#include "run/driver/driver.h"

#define MNS_DEADLINE_STEP_MS 50

typedef struct mns_deadline {
    uint64_t until_ns;              /* 0: never passes */
    const mns_connect_limit *limit; /* NULL: only until_ns counts */
} mns_deadline;

/* For a connection attempt that starts now: timeout_ms, but no longer than database->connect_limit.
 */
mns_deadline mns_deadline_begin(const mns_database *database);

bool mns_deadline_passed(const mns_deadline *deadline);
/* At least 1. */
unsigned mns_deadline_left_ms(const mns_deadline *deadline);
/* Waits until poll reports `events` for the socket. False: the deadline has passed; errno is
 * ETIMEDOUT. */
bool mns_deadline_wait(const mns_deadline *deadline, int fd, short events);
/* The error of a connection that missed its deadline; it is transient. */
void mns_deadline_error(const mns_deadline *deadline, mns_driver_error *failure);

#endif
