/*
 * namespaces.h - network namespaces for nodes that tell each other their addresses and so bypass
 * the proxy.
 *
 *     host ── veth ──┐               ┌── eth0  node 0, a network namespace
 *                    ├─ a bridge in ─┤
 *                    │  a namespace  └── eth0  node 1
 *
 * Linux only, needs root, uses ip(8). The bridge has its own namespace, so that the host's firewall
 * does not apply to it. No other route of the host uses these addresses. A partition drops packets
 * where they arrive, by iptables in the node's namespace: as with an unplugged cable, the sender is
 * not notified. (An unreachable route would be reported to the sender at once.) A guard removes
 * everything at the end, even if we are killed. Not thread-safe.
 */
#ifndef MNS_RUN_SERVER_NAMESPACES_H
#define MNS_RUN_SERVER_NAMESPACES_H

#include <limits.h>

#include "core/buf.h"

#define MNS_NAMESPACES_NODES 16
/* In place of a node: the host, where all clients run. */
#define MNS_NAMESPACES_HOST UINT_MAX

typedef struct mns_namespaces mns_namespaces;

/* True if network namespaces are possible here: root, ip and iptables; else a message. */
bool mns_namespaces_possible(mns_buf *message);
/* Creates namespaces for this many nodes. Forks, so call it before starting threads. NULL: message,
 * and everything is removed. */
mns_namespaces *mns_namespaces_start(unsigned nodes, mns_buf *message);
/* The path of a node's namespace, for mns_launch; and its address, or the host's
 * (MNS_NAMESPACES_HOST). */
const char *mns_namespaces_path(const mns_namespaces *network, unsigned node);
const char *mns_namespaces_address(const mns_namespaces *network, unsigned node);

/* Drops what one sends to the other. False: message. */
bool mns_namespaces_cut(mns_namespaces *network, unsigned from, unsigned to, mns_buf *message);
/* Removes all partitions. False: message. */
bool mns_namespaces_restore(mns_namespaces *network, mns_buf *message);

/* Keeps the namespaces when this process ends. */
void mns_namespaces_keep(mns_namespaces *network);
/* Removes them unless they are kept. True if nothing is left. NULL is allowed. */
bool mns_namespaces_stop(mns_namespaces *network);

#endif
