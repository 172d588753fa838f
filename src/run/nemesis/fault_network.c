/*
 * fault_network.c - partition, delay and reset: network faults between clients and nodes.
 *
 * A fault's shape is expanded to pairs of sender and receiver; each pair gets link conditions, or
 * its connections are broken. Nodes with network namespaces bypass the proxy, so they are
 * partitioned in their namespaces. Clients are spread over all nodes, so a fault between clients
 * and nodes affects all clients.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/network/client_links.h"

typedef struct injection {
    mns_network *network;
    mns_namespaces *namespaces; /* NULL: none */
    mns_buf *message;
    const mns_fault *fault;
    bool good;
} injection;

static void apply_to_pair(injection *d, unsigned from, unsigned to) {
    if (d->namespaces != NULL && from < MNS_NETWORK_NODES && to < MNS_NETWORK_NODES) {
        assert(d->fault->kind == MNS_FAULT_PARTITION && d->fault->conditions.cut);
        d->good = mns_namespaces_cut(d->namespaces, from, to, d->message) && d->good;
    } else if (d->fault->kind == MNS_FAULT_RESET) {
        mns_network_break_all(d->network, from, to, d->fault->broken);
    } else if (!mns_network_set(d->network, from, to, &d->fault->conditions)) {
        mns_buf_str(d->message, d->good ? "out of memory" : "");
        d->good = false;
    }
}

static bool is_victim(const mns_fault *fault, unsigned node) {
    return (fault->victims & MNS_VICTIM_NODE(node)) != 0;
}

/* Victims and the other nodes. If all nodes are victims, each is separated from every other. */
static void apply_to_nodes(injection *d, unsigned nodes, bool to_victims, bool from_victims) {
    bool others = false;
    for (unsigned i = 0; i < nodes; i++) {
        others = others || !is_victim(d->fault, i);
    }
    for (unsigned victim = 0; victim < nodes; victim++) {
        for (unsigned other = 0; other < nodes; other++) {
            if (other == victim || !is_victim(d->fault, victim) ||
                (others && is_victim(d->fault, other))) {
                continue;
            }
            if (to_victims) {
                apply_to_pair(d, other, victim);
            }
            if (from_victims) {
                apply_to_pair(d, victim, other);
            }
        }
    }
}

static void apply_to_clients(injection *d, unsigned clients, unsigned nodes, bool requests) {
    for (unsigned i = 0; i < nodes; i++) {
        if (is_victim(d->fault, i)) {
            apply_to_pair(d, i, clients);
            if (requests) {
                apply_to_pair(d, clients, i);
            }
        }
    }
}

/* Clients open the connections, so a reset applies to them even for one-way shapes. */
static bool includes_requests(const mns_fault *fault) {
    return fault->shape != MNS_SHAPE_ANSWERS || fault->kind == MNS_FAULT_RESET;
}

static mns_namespaces *namespaces_of(const mns_nemesis *nemesis) {
    return nemesis->targets.server == NULL ? NULL : nemesis->targets.server->namespaces;
}

bool mns_fault_network_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    injection d = {nemesis->targets.network, namespaces_of(nemesis), message, fault, true};
    unsigned nodes = nemesis->targets.nodes;
    mns_fault_shape shape = fault->shape;
    if (shape == MNS_SHAPE_CLIENT) {
        apply_to_clients(&d, MNS_NETWORK_CLIENT(fault->client % MNS_LINKS_CLIENTS), nodes, true);
    } else if (shape <= MNS_SHAPE_ALL) {
        apply_to_clients(&d, MNS_NETWORK_ANY_CLIENT, nodes, includes_requests(fault));
    }
    if (shape >= MNS_SHAPE_ALL) {
        apply_to_nodes(&d, nodes, shape != MNS_SHAPE_OUTBOUND, shape != MNS_SHAPE_INBOUND);
    }
    return d.good;
}

bool mns_fault_network_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    (void)fault;
    mns_network_restore(nemesis->targets.network);
    mns_namespaces *namespaces = namespaces_of(nemesis);
    return namespaces == NULL || mns_namespaces_restore(namespaces, message);
}
