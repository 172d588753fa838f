/*
 * bounded_setup.h - creates or drops the tables of a run within a time limit.
 *
 * A driver's create and drop wait for the server without a limit. They run on a thread of their own
 * and are interrupted after a time limit, which is shorter once the user has interrupted the run.
 */
#ifndef MNS_RUN_BOUNDED_SETUP_H
#define MNS_RUN_BOUNDED_SETUP_H

#include "run/driver/driver.h"

typedef bool (*mns_database_task)(mns_database *database, mns_connection *connection);

/* Runs the task and returns its result. When *interrupts, unless NULL, reaches interrupt_limit, the
 * shorter time limit applies. *timed_out: the task was interrupted, so it is unknown how far it
 * got. */
bool mns_bounded_setup(mns_database *database, mns_connection *connection, mns_database_task task,
                       const volatile sig_atomic_t *interrupts, int interrupt_limit,
                       bool *timed_out);

#endif
