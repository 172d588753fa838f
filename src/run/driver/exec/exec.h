/* exec.h - shared by the files of the exec: driver: a program and its ready line. */
#ifndef MNS_RUN_DRIVER_EXEC_EXEC_H
#define MNS_RUN_DRIVER_EXEC_EXEC_H

#include "run/driver/driver.h"
#include "run/system/shell_process.h"

typedef struct mns_exec_state {
    bool created;          /* create succeeded */
    bool sends_ready;      /* the program sent a ready line before the load: wait for it */
    atomic_bool was_ready; /* a client's program has been ready */
} mns_exec_state;

struct mns_connection {
    const mns_database *database;
    mns_process process;
    mns_buf out, in;
    bool spoke; /* the program's first line was read */
    atomic_bool stop;
    mns_driver_error failure; /* of the last call that returned false */
};

/* ---- The ready line: exec_ready.c ------------------------------------------------------------ */

/* Before the load, once the program has exited: whether the first line that it wrote is a ready
 * line. */
bool mns_exec_sent_ready(mns_connection *connection);
/* Waits for the ready line of a client's program, for connect_ms. False: `failure`. */
bool mns_exec_wait_ready(mns_connection *connection, mns_driver_error *failure);
/* Removes a ready line of `size` bytes from connection->in, if it is the first line of the program.
 * False: it is another line. */
bool mns_exec_take_ready(mns_connection *connection, size_t size);

#endif
