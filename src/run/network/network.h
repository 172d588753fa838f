/*
 * network.h - a TCP proxy between clients and servers, and between servers, that injects network
 * faults.
 *
 *     client 3 ── 127.0.0.1:p1 ──┐                    ┌── 127.0.0.1:q0  node 0
 *     client 4 ── 127.0.0.1:p2 ──┤  network (thread)  ├── host:5432     node 1
 *     node 0   ── 127.0.0.1:p3 ──┘                    └── ...
 *
 * A link leads from one end to another; each has its own port, which identifies the sender. Where
 * all nodes must be given the same address of a node (etcd), a link accepts any node, and the
 * caller is identified by the process that owns the other end of the socket.
 *
 * Conditions are per direction. While a link is cut, bytes wait and connections are accepted but
 * not forwarded: as with lost packets, no end is notified. When the cut ends, waiting bytes, closes
 * and resets are delivered if both ends still exist, and new connections are forwarded unless the
 * caller has given up. One thread moves all bytes; it never blocks, and an end that does not read
 * delays only the bytes meant for it. Memory is bounded by connections times a buffer. Any thread
 * may call.
 */
#ifndef MNS_RUN_NETWORK_NETWORK_H
#define MNS_RUN_NETWORK_NETWORK_H

#include <limits.h>
#include <sys/types.h>

#include "core/buf.h"

/* Ends: nodes from 0, then clients. */
#define MNS_NETWORK_NODES 16
#define MNS_NETWORK_CLIENT(i) (MNS_NETWORK_NODES + (unsigned)(i))
/* Patterns in place of an end. */
#define MNS_NETWORK_ANY UINT_MAX
#define MNS_NETWORK_ANY_CLIENT (UINT_MAX - 1)

typedef struct mns_network mns_network;

/* Conditions of one direction of a link. All zero: none. */
typedef struct mns_link_conditions {
    bool cut;             /* nothing passes; bytes wait */
    unsigned delay_us;    /* each byte is this late (up to 1 ms more), */
    unsigned jitter_us;   /* plus a random time up to this; order is kept */
    unsigned bytes_per_s; /* bandwidth of each connection; 0: no limit */
} mns_link_conditions;

typedef enum mns_network_break {
    MNS_NETWORK_RESET, /* both sides see a reset */
    /* The side that accepted sees a close, the other side nothing, ever; what that side sends is
     * discarded. */
    MNS_NETWORK_HALF_OPEN
} mns_network_break;

/* Starts the thread. `seed` determines jitter. Raises the soft limit of open files towards the hard
 * limit: each connection needs two. NULL: message. */
mns_network *mns_network_start(uint64_t seed, mns_buf *message);

/* Adds a link and returns its port on 127.0.0.1. Connections to it are forwarded to host:port, or
 * reset if that does not answer. The host is resolved once, here, which may block. 0: message. */
unsigned mns_network_link(mns_network *network, unsigned from, unsigned to, const char *host,
                          unsigned port, mns_buf *message);
/* Sets the process of a node; links from any node need it. 0: none. Callers are identified when
 * they connect and when a process is set; until then only rules for MNS_NETWORK_ANY apply to them.
 */
void mns_network_process(mns_network *network, unsigned node, pid_t process);

/* Sets the conditions for what `from` sends to `to`, for existing connections too. Either may be a
 * pattern (MNS_NETWORK_ANY, MNS_NETWORK_ANY_CLIENT). Later calls override earlier ones. Once this
 * has returned, nothing moves by the old conditions. False: out of memory, nothing changed. */
bool mns_network_set(mns_network *network, unsigned from, unsigned to,
                     const mns_link_conditions *conditions);
/* Breaks all connections that `from` has opened to `to` and returns their number. Done when this
 * returns. */
unsigned mns_network_break_all(mns_network *network, unsigned from, unsigned to,
                               mns_network_break break_mode);
/* Removes all conditions; waiting bytes are delivered. */
void mns_network_restore(mns_network *network);

/* The number of open connections. */
unsigned mns_network_connections(mns_network *network);
/* Resets all connections and ends the thread. NULL is allowed. */
void mns_network_stop(mns_network *network);

#endif
