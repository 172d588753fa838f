/*
 * fault_machine.c - clock and disk-full: faults of a node's machine.
 *
 * Both are prepared when the server starts (node_faults.h): the clock is correct and the disk has
 * free space until a fault changes that.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/server/node_faults.h"

typedef bool node_action(mns_node *node, int64_t skew_ms, mns_buf *message);

static bool skew(mns_node *node, int64_t skew_ms, mns_buf *message) {
    return mns_node_skew(node, (double)skew_ms / 1000, message);
}

static bool fill_disk(mns_node *node, int64_t skew_ms, mns_buf *message) {
    (void)skew_ms;
    return mns_node_fill_disk(node, message);
}

static bool free_disk(mns_node *node, int64_t skew_ms, mns_buf *message) {
    (void)skew_ms;
    return mns_node_free_disk(node, message);
}

static bool apply_to_victims(mns_nemesis *nemesis, const mns_fault *fault, node_action *act,
                             int64_t skew_ms, mns_buf *message) {
    bool good = true;
    for (unsigned i = 0; i < nemesis->targets.nodes; i++) {
        if ((fault->victims & MNS_VICTIM_NODE(i)) != 0) {
            mns_buf_str(message, message->size > 0 ? "; " : ""); /* one line for all nodes */
            good = act(&nemesis->targets.server->nodes[i], skew_ms, message) && good;
        }
    }
    return good;
}

bool mns_fault_machine_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return fault->kind == MNS_FAULT_CLOCK
               ? apply_to_victims(nemesis, fault, skew, fault->skew_ms, message)
               : apply_to_victims(nemesis, fault, fill_disk, 0, message);
}

bool mns_fault_machine_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return apply_to_victims(nemesis, fault, fault->kind == MNS_FAULT_CLOCK ? skew : free_disk, 0,
                            message);
}
