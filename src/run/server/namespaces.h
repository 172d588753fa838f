/*
 * namespaces.h - a network of their own for nodes, in the kernel: for those that tell each other
 * their addresses, and so go round any proxy.
 *
 *     we ── veth ──┐               ┌── eth0  node 0, a network namespace
 *                  ├─ a bridge in ─┤
 *                  │  a namespace  └── eth0  node 1
 *
 * All of it is Linux, takes root, and is made by ip(8); the bridge has a namespace too, so that no
 * firewall of this machine has a say. No route of this machine leads to the addresses. What is cut is dropped where it arrives, by iptables in the node's namespace: nobody is told, as
 * with a cable that was pulled. A route that leads nowhere would be told to the sender at once. A
 * guard removes everything at the end, also if we are killed. One thread at a time.
 */
#ifndef MNS_RUN_SERVER_NAMESPACES_H
#define MNS_RUN_SERVER_NAMESPACES_H

#include <limits.h>

#include "core/buf.h"

#define MNS_NAMESPACES_NODES 16
/* In place of a node: we ourselves, and with that all clients. */
#define MNS_NAMESPACES_HOST UINT_MAX

typedef struct mns_namespaces mns_namespaces;

/* True if there may be such a network here: root, ip and iptables; else a message. */
bool mns_namespaces_possible(mns_buf *message);
/* Makes a network for so many nodes. Forks, so before there are threads. NULL: message, and nothing
 * is left. */
mns_namespaces *mns_namespaces_start(unsigned nodes, mns_buf *message);
/* Where a node has its namespace, for mns_launch; and its address, or ours
 * (MNS_NAMESPACES_HOST). */
const char *mns_namespaces_path(const mns_namespaces *network, unsigned node);
const char *mns_namespaces_address(const mns_namespaces *network, unsigned node);

/* From now on nothing that one sends to the other arrives. False: message. */
bool mns_namespaces_cut(mns_namespaces *network, unsigned from, unsigned to, mns_buf *message);
/* All of it does again. False: message. */
bool mns_namespaces_restore(mns_namespaces *network, mns_buf *message);

/* From now on the end of this process leaves it in place. */
void mns_namespaces_keep(mns_namespaces *network);
/* Removes it, unless it is kept. True if nothing is left. NULL is fine. */
bool mns_namespaces_stop(mns_namespaces *network);

#endif
