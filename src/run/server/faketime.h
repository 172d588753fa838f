/*
 * faketime.h - clock faults: libfaketime in the servers that we start.
 *
 * The library is preloaded into a server and adds an offset, which it reads from a file in the
 * server's folder, to every wall-clock time that the server gets from the C library. The monotonic
 * clock is not changed, as on a real machine. A new offset applies from the next clock read, and to
 * servers that are restarted later. Servers that call the kernel directly (Go programs) are not
 * affected.
 */
#ifndef MNS_RUN_SERVER_FAKETIME_H
#define MNS_RUN_SERVER_FAKETIME_H

#include "run/system/launch.h"

/* The path of the library: MINOS_FAKETIME, else the paths that distributions use. False: message
 * that says what to install. */
bool mns_faketime_find(mns_buf *path, mns_buf *message);

/* Preloads the library into a program; mns_faketime_set must have been called for its folder. */
void mns_faketime_load(mns_launch *launch, const char *library, const char *folder);

/* Sets the clock offset of the server in that folder, in seconds; negative: behind. `user` runs the
 * server. False: errno. */
bool mns_faketime_set(const char *folder, const mns_launch_user *user, double seconds);

#endif
