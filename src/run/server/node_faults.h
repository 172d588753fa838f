/*
 * node_faults.h - faults of a node besides killing it: pause, orderly shutdown, clock skew, full
 * disk.
 *
 * Clock and disk faults must be prepared before the server starts: a preloaded library, a small
 * file system for its data. Nodes are prepared for the faults that minos_server_options asks for.
 * Not thread-safe.
 */
#ifndef MNS_RUN_SERVER_NODE_FAULTS_H
#define MNS_RUN_SERVER_NODE_FAULTS_H

#include "run/server/server.h"

/* True if these faults are supported here for servers of that kind; else a message. Starts nothing.
 */
bool mns_node_faults_check(const mns_server_kind *kind, mns_fault_set faults, mns_buf *message);
/* Prepares a node's folder, which we still own and whose data/ is empty, for faults. False:
 * message. */
bool mns_node_setup_faults(mns_node *node, mns_buf *message);
/* The same for the launch of its server. */
void mns_node_setup_launch(const mns_node *node, mns_launch *launch);

/* Stops all its processes, and continues them. False: it is not running. */
bool mns_node_pause(mns_node *node);
bool mns_node_resume(mns_node *node);
/* Shuts it down, or kills it after the time limit; waits until it has exited. */
void mns_node_stop(mns_node *node, unsigned limit_ms);
/* Sets its clock this far ahead of ours; negative: behind. False: message. */
bool mns_node_skew(mns_node *node, double seconds, mns_buf *message);
/* Fills its disk, and frees it. The server may crash and not recover by itself. False: message. */
bool mns_node_fill_disk(mns_node *node, mns_buf *message);
bool mns_node_free_disk(mns_node *node, mns_buf *message);

#endif
