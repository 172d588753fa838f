/*
 * socket_owner.h - which of some processes has the other end of a connection within this machine.
 *
 * Where Linux shows it: the ports of both ends give the socket's number (/proc/net/tcp), and the
 * number is found among the files of a process (/proc/PID/fd), the processes themselves first, then
 * all their children. Elsewhere, and where it cannot be seen, it is nobody. Costs as much as there
 * are sockets, and in the worst case processes, on the machine: some milliseconds. Bounded by
 * OWNER_PROCESSES and OWNER_FILES.
 */
#ifndef MNS_RUN_NETWORK_SOCKET_OWNER_H
#define MNS_RUN_NETWORK_SOCKET_OWNER_H

#include <sys/types.h>

#include "core/base.h"

/* The index of the process that has a socket bound to 127.0.0.1:port and connected to
 * 127.0.0.1:other; SIZE_MAX: none of them. A process of 0 stands for nobody. */
size_t mns_socket_owner(const pid_t *processes, size_t count, unsigned port, unsigned other);

#endif
