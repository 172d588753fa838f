/*
 * exec_lines.h - the two lines of a transaction that a program runs: request and answer.
 *
 *     {"value":[["append",3,7],["r",4,null]]}
 *     {"type":"ok","value":[["append",3,7],["r",4,[1,2]]]}     or "fail" or "info", with an "error"
 *
 * Before its first answer a program may send {"ready":true}.
 *
 * Answers are parsed strictly: an "ok" repeats every micro-operation, and its reads are null, an
 * integer (register or counter) or an array of integers (list or set). Anything else would be
 * recorded as the database's behaviour, so it is rejected with its position.
 */
#ifndef MNS_RUN_DRIVER_EXEC_EXEC_LINES_H
#define MNS_RUN_DRIVER_EXEC_EXEC_LINES_H

#include "run/driver/driver.h"

/* Writes the request line. */
void mns_exec_write_request(const mns_run_txn *txn, mns_buf *out);

/* Parses an answer without its newline. True: *outcome; for OK the reads are answered, otherwise
 * `error` is the error text or empty. False: message. */
bool mns_exec_answer(mns_run_txn *txn, const char *line, size_t size, mns_run_outcome *outcome,
                     mns_buf *error, mns_buf *message);

/* Whether a line is a ready line: an object whose "ready" is true. */
bool mns_exec_is_ready(const char *line, size_t size);

#endif
