/*
 * faketime.h - clocks that go wrong: libfaketime in the servers we start.
 *
 * The library is loaded before a server's own, and adds a number of seconds, which it reads from a
 * file in the server's folder, to every time of day that the server asks the C library for. The
 * monotonic clock is left alone: no machine's goes wrong. What the file says counts from the next
 * look at the clock, also for a server that is started again later. Servers that ask the kernel
 * themselves (all that is written in Go) are not reached.
 */
#ifndef MNS_RUN_SERVER_FAKETIME_H
#define MNS_RUN_SERVER_FAKETIME_H

#include "run/system/launch.h"

/* Where the library is: the file named by MINOS_FAKETIME, else where distributions put it. False:
 * message, with what to install. */
bool mns_faketime_find(mns_buf *path, mns_buf *message);

/* Puts the library of that path into a program that is to be launched; mns_faketime_set must have
 * been called for its folder. */
void mns_faketime_load(mns_launch *launch, const char *library, const char *folder);

/* By how many seconds the clock of the server in that folder, which the user runs, is ahead of ours;
 * less than 0: behind. False: errno. */
bool mns_faketime_set(const char *folder, const mns_launch_user *user, double seconds);

#endif
