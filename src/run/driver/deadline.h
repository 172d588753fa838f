/*
 * deadline.h - how long a driver may take to connect.
 *
 * Connecting is many steps: a socket, TLS, a password, the session's settings. A server that sends
 * one byte a second keeps each of them alive for ever, so a limit for each step is none. One
 * deadline covers all steps. It has passed when its moment has come, and at once when the connection
 * is not wanted any more: the user interrupts, or the run has ended. Drivers wait for sockets by
 * mns_deadline_wait, or ask mns_deadline_passed at least every MNS_DEADLINE_STEP_MS.
 *
 * Looking up the name of a host is the one step that cannot be interrupted; the system's resolver
 * has limits of its own.
 */
#ifndef MNS_RUN_DRIVER_DEADLINE_H
#define MNS_RUN_DRIVER_DEADLINE_H

#include "run/driver/driver.h"

#define MNS_DEADLINE_STEP_MS 50

typedef struct mns_deadline {
    uint64_t until_ns;              /* 0: there is none, it never passes */
    const mns_connect_limit *limit; /* NULL: only the moment counts */
} mns_deadline;

/* Of a connection that is begun now: timeout_ms, and no longer than the database's patience. */
mns_deadline mns_deadline_begin(const mns_database *database);

bool mns_deadline_passed(const mns_deadline *deadline);
/* At least 1. */
unsigned mns_deadline_left_ms(const mns_deadline *deadline);
/* Waits until the socket is ready for what poll calls `events`. False: the deadline has passed, and
 * errno is ETIMEDOUT. */
bool mns_deadline_wait(const mns_deadline *deadline, int fd, short events);
/* What a connection that missed its deadline is told, which may pass. */
void mns_deadline_error(const mns_deadline *deadline, mns_driver_error *failure);

#endif
