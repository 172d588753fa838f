/*
 * sql_describe.h - the SQL statements of a transaction as text, for reports.
 *
 *     SELECT v FROM minos.t0 WHERE id = $1  -- $1 = '5'
 *     SELECT v FROM minos.t0 WHERE id = '5'              with the simple protocol
 *
 * The text of a statement and the order of its parameters come from sql.h, as when it is sent. What
 * a client wrote after reading (--append=rmw) and whether UPDATE found a row are not recorded;
 * the description says so.
 */
#ifndef MNS_RUN_DRIVER_SQL_DESCRIBE_H
#define MNS_RUN_DRIVER_SQL_DESCRIBE_H

#include "run/driver/sql.h"

/* The statements of the micro-operations that were sent, one per line. */
void mns_sql_describe(const mns_database *database, mns_dialect dialect, const mns_run_txn *txn,
                      const mns_sent *sent, mns_buf *out);

#endif
