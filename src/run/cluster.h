/*
 * cluster.h - the nodes of a run: a database for each, and the network proxy in front of them.
 *
 * Tables are created and dropped through the first node. The other nodes hold the same data: they
 * join after the tables exist, and are used once these have been replicated. One node is a cluster
 * too.
 */
#ifndef MNS_RUN_CLUSTER_H
#define MNS_RUN_CLUSTER_H

#include "run/network/client_links.h"
#include "run/plan.h"

typedef struct mns_cluster {
    mns_database *nodes;
    unsigned count;
    mns_network *network; /* NULL: clients connect to nodes directly */
    bool own_network;
    mns_links *links;
} mns_cluster;

/* Opens all nodes, and starts the network proxy if faults need it. MINOS_EARGUMENT or MINOS_EIO:
 * message. Release it in any case. */
minos_status mns_cluster_open(mns_cluster *cluster, const mns_plan *plan,
                              const minos_run_options *options, mns_buf *message);
void mns_cluster_release(mns_cluster *cluster);

/* Connects to the first node, creates the tables, joins the other nodes. False: message; the tables
 * are removed again, or the warnings name what is left. */
bool mns_cluster_create(mns_cluster *cluster, const minos_run_options *options, mns_buf *message);

/* "n1, n2 (read-only)", to be freed; NULL for one node or when out of memory. */
char *mns_cluster_describe(const mns_cluster *cluster);

#endif
