/*
 * attend.h - makes or removes what a run needs without hanging on it.
 *
 * create and drop of a driver wait for the server as long as it takes. They are called on a thread of their own, and
 * interrupted when MNS_ATTEND_NS are over, or when the user does not want to wait.
 */
#ifndef MNS_RUN_ATTEND_H
#define MNS_RUN_ATTEND_H

#include "run/driver.h"

/* More than a hundred tables take on a slow disk. */
#define MNS_ATTEND_NS UINT64_C(60000000000)

typedef bool (*mns_database_task)(mns_database *database, mns_connection *connection);

/* What the task returns. So many interrupts, where they can be counted, are taken for impatience. */
bool mns_attend(mns_database *database, mns_connection *connection, mns_database_task task,
                const volatile sig_atomic_t *interrupts, int enough, uint64_t most_ns);

#endif
