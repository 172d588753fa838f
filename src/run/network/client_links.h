/*
 * client_links.h - the proxy links from clients to nodes: each client has its own port.
 *
 * In: a network and an open database for each node. Out: `proxy_ports` of each database is set, so
 * that its connections go through the proxy; the ports stay open as long as the network. Client i
 * uses link i % MNS_LINKS_CLIENTS and is known to the network by that number: clients that share a
 * link share its conditions. The connections that create and drop have their own link, as the
 * client after the last.
 */
#ifndef MNS_RUN_NETWORK_CLIENT_LINKS_H
#define MNS_RUN_NETWORK_CLIENT_LINKS_H

#include "run/driver/driver.h"
#include "run/network/network.h"

/* Per node; each uses a file descriptor. */
#define MNS_LINKS_CLIENTS 64

typedef struct mns_links mns_links;

/* NULL: message, which names the target that cannot be proxied. */
mns_links *mns_links_make(mns_network *network, mns_database *databases, unsigned nodes,
                          mns_buf *message);
/* Call it when no database connects any more; the databases may be gone. NULL is allowed. */
void mns_links_release(mns_links *links);

#endif
