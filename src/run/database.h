/* database.h - the database of a run: parses the target, connects, creates and drops the tables. */
#ifndef MNS_RUN_DATABASE_H
#define MNS_RUN_DATABASE_H

#include "run/plan.h"

/* Fills in the database and lets the driver parse the target: the first node's if `first` is NULL,
 * else that of a further node. False: message. Release it in any case. */
bool mns_database_open(mns_database *database, const mns_plan *plan,
                       const minos_run_options *options, const mns_database *first, unsigned node,
                       mns_buf *message);
void mns_database_release(mns_database *database);

/* Connects, and retries transient errors for connect_ms unless the user interrupts. NULL: message,
 * which describes the attempts. Reports progress meanwhile. */
mns_connection *mns_database_connect(mns_database *database, const minos_run_options *options,
                                     mns_buf *message);
/* Creates the tables. False: message. */
bool mns_database_create(mns_database *database, mns_connection *connection,
                         const minos_run_options *options, mns_buf *message);
/* For a further node: sets what create sets for the first. False: message. */
bool mns_database_join(mns_database *database, mns_connection *connection,
                       const minos_run_options *options, mns_buf *message);
/* Waits until the tables are replicated to this node, by reading from it. False: message. */
bool mns_database_wait_for_tables(mns_database *database, const minos_run_options *options,
                                  mns_buf *message);

/* Drops the tables unless they are kept; problems are added to the warnings. Does not wait for a
 * server that is `gone`. */
void mns_database_cleanup(mns_database *database, const minos_run_options *options, bool gone);

#endif
