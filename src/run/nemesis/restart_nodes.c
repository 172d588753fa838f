/*
 * restart_nodes.c - brings nodes back that are down, whatever they died of.
 *
 * Some come back only once others are there, and some fail to start the first time, for want of a
 * port or of somebody to join: so each is started and given a moment, in turn, until all answer.
 * In: the nodes of a server that we started. Cost: nothing where all are well.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/system/clock.h"

#define PATIENCE_NS UINT64_C(60000000000)
/* What a node is given before it is the next one's turn, and the time between rounds. */
#define NODE_WAIT_MS 100
#define ROUND_NS UINT64_C(100000000)

/* The first reason of those that are not there yet; false if there are any. */
static bool start_all(mns_nemesis *nemesis, mns_buf *why) {
    bool all = true;
    for (unsigned i = 0; i < nemesis->targets.nodes; i++) {
        mns_buf reason;
        mns_buf_init(&reason);
        if (!mns_node_start(&nemesis->targets.server->nodes[i], NODE_WAIT_MS, &reason)) {
            if (all) {
                mns_buf_clear(why);
                mns_buf_printf(why, "n%u is not back: %s", i + 1,
                               reason.data == NULL ? "out of memory" : reason.data);
            }
            all = false;
        }
        mns_buf_release(&reason);
    }
    return all;
}

bool mns_nemesis_restart_nodes(mns_nemesis *nemesis, mns_buf *message) {
    if (nemesis->targets.server == NULL) {
        return true;
    }
    mns_buf why;
    mns_buf_init(&why);
    uint64_t until = mns_clock_ns() + PATIENCE_NS;
    bool back = false, more = mns_nemesis_wait_unless_aborted(nemesis, 0);
    while (more && !(back = start_all(nemesis, &why))) {
        more = mns_clock_ns() < until && mns_nemesis_wait_unless_aborted(nemesis, ROUND_NS);
    }
    if (!back) {
        mns_buf_str(message, message->size > 0 ? "; " : "");
        mns_buf_str(message, why.data == NULL ? "servers were not started again" : why.data);
    }
    mns_buf_release(&why);
    return back;
}
