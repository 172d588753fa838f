/*
 * fault_machine.c - clock and disk-full: what the machine of a node does to it.
 *
 * Both are in place from the start (node_faults.h): the clock is right and the disk has room until
 * a fault says otherwise.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/server/node_faults.h"

typedef bool deed(mns_node *node, int64_t ahead_ms, mns_buf *message);

static bool skew(mns_node *node, int64_t ahead_ms, mns_buf *message) {
    return mns_node_skew(node, (double)ahead_ms / 1000, message);
}

static bool fill(mns_node *node, int64_t ahead_ms, mns_buf *message) {
    (void)ahead_ms;
    return mns_node_fill_disk(node, message);
}

static bool make_room(mns_node *node, int64_t ahead_ms, mns_buf *message) {
    (void)ahead_ms;
    return mns_node_free_disk(node, message);
}

static bool do_to_victims(mns_nemesis *nemesis, const mns_fault *fault, deed *act, int64_t ahead_ms,
                          mns_buf *message) {
    bool good = true;
    for (unsigned i = 0; i < nemesis->reach.nodes; i++) {
        if ((fault->victims & MNS_VICTIM_NODE(i)) != 0) {
            mns_buf_str(message, message->size > 0 ? "; " : ""); /* all is one line */
            good = act(&nemesis->reach.server->nodes[i], ahead_ms, message) && good;
        }
    }
    return good;
}

bool mns_fault_machine_begin(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return fault->kind == MNS_FAULT_CLOCK
               ? do_to_victims(nemesis, fault, skew, fault->ahead_ms, message)
               : do_to_victims(nemesis, fault, fill, 0, message);
}

bool mns_fault_machine_heal(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return do_to_victims(nemesis, fault, fault->kind == MNS_FAULT_CLOCK ? skew : make_room, 0,
                         message);
}
