/*
 * links.h - the links of a run's clients to its nodes: each client has a port of its own.
 *
 * In: a network, and a database for each node, opened. Out: `proxy_ports` of each database is filled, so
 * that its connections go through the network; the ports stay open as long as the network. Client
 * i comes by link i % MNS_LINKS_CLIENTS and is, to the network, the client of that number: with
 * more clients some share their weather. What creates and drops has a link of its own, as the
 * client after the last.
 */
#ifndef MNS_RUN_NETWORK_CLIENT_LINKS_H
#define MNS_RUN_NETWORK_CLIENT_LINKS_H

#include "run/driver/driver.h"
#include "run/network/network.h"

/* Of one node: each is a descriptor. */
#define MNS_LINKS_CLIENTS 64

typedef struct mns_links mns_links;

/* NULL: message, which names the target that nothing can be put in front of. */
mns_links *mns_links_make(mns_network *network, mns_database *databases, unsigned nodes,
                          mns_buf *message);
/* Once no database will connect any more; they may be gone. NULL is fine. */
void mns_links_release(mns_links *links);

/* True if something can be put in front of the database, which is open; false: message. */
bool mns_links_can(const mns_database *database, mns_buf *message);

#endif
