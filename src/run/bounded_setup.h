/*
 * attend.h - makes or removes what a run needs without hanging on it.
 *
 * create and drop of a driver wait for the server as long as it takes. They are called on a thread
 * of their own, and interrupted when they have had their time, of which there is less once the user
 * does not want to wait.
 */
#ifndef MNS_RUN_BOUNDED_SETUP_H
#define MNS_RUN_BOUNDED_SETUP_H

#include "run/driver/driver.h"

typedef bool (*mns_database_task)(mns_database *database, mns_connection *connection);

/* What the task returns. So many interrupts, where they can be counted, are taken for impatience.
 * *timed_out: it was interrupted, and nobody knows how far it got. */
bool mns_bounded_setup(mns_database *database, mns_connection *connection, mns_database_task task,
                       const volatile sig_atomic_t *interrupts, int interrupt_limit,
                       bool *timed_out);

#endif
