/*
 * exec_lines.h - the two lines of a transaction that a program runs: what it is asked, what it
 * answers.
 *
 *     {"value":[["append",3,7],["r",4,null]]}
 *     {"type":"ok","value":[["append",3,7],["r",4,[1,2]]]}     or "fail" or "info", with an "error"
 *
 * An answer is held to the letter: an "ok" repeats every micro-operation, and its reads are null,
 * an integer (of a register or a counter) or an array of integers (of a list or a set). Anything
 * else would be recorded as if the database had done it, so it is refused, with a message that
 * shows where.
 */
#ifndef MNS_RUN_DRIVER_EXEC_EXEC_LINES_H
#define MNS_RUN_DRIVER_EXEC_EXEC_LINES_H

#include "run/driver/driver.h"

/* Writes the request and its newline. */
void mns_exec_ask(const mns_run_txn *txn, mns_buf *out);

/* Reads an answer without its newline. True: *outcome; an OK has answered the reads, `error` is the
 * text of the others or empty. False: message. */
bool mns_exec_answer(mns_run_txn *txn, const char *line, size_t size, mns_run_outcome *outcome,
                     mns_buf *error, mns_buf *message);

#endif
