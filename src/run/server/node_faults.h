/*
 * node_faults.h - what can be done to a node beyond killing it: pauses, an orderly stop, a wrong
 * clock, a full disk.
 *
 * Clock and disk need something that is there before the server is: a library that is loaded into
 * it, a small file system for its data. A node has them where its cluster's faults ask for them.
 * One thread at a time.
 */
#ifndef MNS_RUN_SERVER_NODE_FAULTS_H
#define MNS_RUN_SERVER_NODE_FAULTS_H

#include "run/server/server.h"

/* True if servers of that kind can suffer these faults here; else a message. Starts nothing. */
bool mns_node_faults_check(const mns_server_kind *kind, mns_fault_set faults, mns_buf *message);
/* Adds to a node's folder, which is still ours and has an empty data/, what faults need. False:
 * message. */
bool mns_node_setup_faults(mns_node *node, mns_buf *message);
/* The same for the launch of its server. */
void mns_node_setup_launch(const mns_node *node, mns_launch *launch);

/* Nothing of it happens any more, and goes on where it was. False: it is not running. */
bool mns_node_pause(mns_node *node);
bool mns_node_resume(mns_node *node);
/* Ends it in good order, or kills it if that takes longer; waits until it is gone. */
void mns_node_stop(mns_node *node, unsigned patience_ms);
/* Its clock is ahead of ours by so much, from now on, or behind. False: message. */
bool mns_node_skew(mns_node *node, double seconds, mns_buf *message);
/* Nothing fits on its disk any more, and does again. A server may well die of it and not come back by
 * itself. False: message. */
bool mns_node_fill_disk(mns_node *node, mns_buf *message);
bool mns_node_free_disk(mns_node *node, mns_buf *message);

#endif
