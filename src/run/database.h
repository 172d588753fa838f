/*
 * database.h - the database of a run: opened, reached for the first time, left as it was found.
 */
#ifndef MNS_RUN_DATABASE_H
#define MNS_RUN_DATABASE_H

#include "run/plan.h"

/* Fills it in and lets the driver understand the target: of the first node, for which `first` is
 * NULL, or of one more. False: message. Release it in any case. */
bool mns_database_open(mns_database *database, const mns_plan *plan,
                       const minos_run_options *options, const mns_database *first, unsigned node,
                       mns_buf *message);
void mns_database_release(mns_database *database);

/* Connects, and tries again for connect_ms where that may help, unless the user interrupts. NULL:
 * message, which says what was tried. Tells progress meanwhile. */
mns_connection *mns_database_connect(mns_database *database, const minos_run_options *options,
                                     mns_buf *message);
/* Makes what the clients use. False: message. */
bool mns_database_create(mns_database *database, mns_connection *connection,
                         const minos_run_options *options, mns_buf *message);
/* Of a further node: learns what create learns of the first. False: message. */
bool mns_database_join(mns_database *database, mns_connection *connection,
                       const minos_run_options *options, mns_buf *message);
/* Waits until what was created has arrived at this node, by reading. False: message. */
bool mns_database_wait_for_tables(mns_database *database, const minos_run_options *options,
                                  mns_buf *message);

/* Removes what the run made, unless it is to be kept; whatever the user should know of it is added
 * to the warnings. A server that is gone is not waited for again. */
void mns_database_cleanup(mns_database *database, const minos_run_options *options, bool gone);

#endif
