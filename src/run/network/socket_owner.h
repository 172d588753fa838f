/*
 * socket_owner.h - which of several processes owns the other end of a loopback connection.
 *
 * On Linux, the ports of both ends give the socket's inode (/proc/net/tcp), which is searched among
 * the open files of the processes (/proc/PID/fd) and then of all their descendants. On other
 * systems, or without permission, the owner is unknown. Costs O(sockets), at worst O(processes) of
 * the machine: some milliseconds. Bounded by OWNER_PROCESSES and OWNER_FILES.
 */
#ifndef MNS_RUN_NETWORK_SOCKET_OWNER_H
#define MNS_RUN_NETWORK_SOCKET_OWNER_H

#include <sys/types.h>

#include "core/base.h"

/* The index of the process that has a socket bound to 127.0.0.1:port and connected to
 * 127.0.0.1:other; SIZE_MAX: none. Entries of 0 are ignored. */
size_t mns_socket_owner(const pid_t *processes, size_t count, unsigned port, unsigned other);

#endif
