/*
 * restart_nodes.c - restarts nodes that are down, whatever stopped them.
 *
 * Some nodes become ready only when others are, and some fail to start the first time, for lack of
 * a port or of a node to join. So each node is started and given some time, in rounds, until all
 * are ready. Cost: nothing if all nodes are running.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/system/clock.h"

#define LIMIT_NS UINT64_C(60000000000)
/* How long to wait for one node before the next, and between rounds. */
#define NODE_WAIT_MS 100
#define ROUND_NS UINT64_C(100000000)

/* False if a node is not ready; `why` is the first node's reason. */
static bool start_all(mns_nemesis *nemesis, mns_buf *why) {
    bool all = true;
    for (unsigned i = 0; i < nemesis->targets.nodes; i++) {
        mns_buf reason;
        mns_buf_init(&reason);
        if (!mns_node_start(&nemesis->targets.server->nodes[i], NODE_WAIT_MS, &reason)) {
            if (all) {
                mns_buf_clear(why);
                mns_buf_printf(why, "n%u did not restart: %s", i + 1,
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
    uint64_t until = mns_clock_ns() + LIMIT_NS;
    bool back = false, more = mns_nemesis_wait_unless_aborted(nemesis, 0);
    while (more && !(back = start_all(nemesis, &why))) {
        more = mns_clock_ns() < until && mns_nemesis_wait_unless_aborted(nemesis, ROUND_NS);
    }
    if (!back) {
        mns_buf_str(message, message->size > 0 ? "; " : "");
        mns_buf_str(message, why.data == NULL ? "servers were not restarted" : why.data);
    }
    mns_buf_release(&why);
    return back;
}
