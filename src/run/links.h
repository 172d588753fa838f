/*
 * links.h - puts the network between clients and nodes: a link for each, and where clients connect
 * instead.
 *
 * Up to MNS_LINKS_CLIENTS links lead to a node; where there are more clients some share one.
 */
#ifndef MNS_RUN_LINKS_H
#define MNS_RUN_LINKS_H

#include "run/driver.h"
#include "run/network.h"

#define MNS_LINKS_CLIENTS 64

typedef struct mns_links mns_links;

/* Sets `via` of all databases, which are open. NULL: message; a target that nothing can be put in
 * front of is named. */
mns_links *mns_links_make(mns_network *network, mns_database *databases, unsigned nodes,
                          mns_buf *message);
/* What `via` points to; the links themselves end with the network. NULL is fine. */
void mns_links_release(mns_links *links);

#endif
