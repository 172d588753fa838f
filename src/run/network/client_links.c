/* client_links.c - see client_links.h. */
#include "run/network/client_links.h"

#include "core/grow.h"
#include "run/system/url.h"

struct mns_links {
    unsigned *ports; /* all nodes in sequence: one per client, plus one */
};

static bool find_address(const mns_database *database, char host[MNS_HOST_SIZE], unsigned *port,
                         mns_buf *message) {
    mns_buf why;
    mns_buf_init(&why);
    bool known =
        database->driver->address != NULL && database->driver->address(database, host, port, &why);
    if (!known) {
        mns_url_mask(database->target, message);
        mns_buf_str(message, ": ");
        mns_buf_str(message, why.data != NULL
                                 ? why.data
                                 : "network faults need a server that is reached over TCP");
    }
    mns_buf_release(&why);
    return known;
}

/* Sets the ports of one node. */
static bool link_node(mns_network *network, const mns_database *database, unsigned node,
                      unsigned *ports, mns_buf *message) {
    char host[MNS_HOST_SIZE];
    unsigned port, clients = database->clients;
    if (!find_address(database, host, &port, message)) {
        return false;
    }
    for (unsigned i = 0; i <= clients; i++) {
        if (i >= MNS_LINKS_CLIENTS && i < clients) {
            ports[i] = ports[i % MNS_LINKS_CLIENTS];
            continue;
        }
        ports[i] = mns_network_link(network, MNS_NETWORK_CLIENT(i), node, host, port, message);
        if (ports[i] == 0) {
            return false;
        }
    }
    return true;
}

mns_links *mns_links_make(mns_network *network, mns_database *databases, unsigned nodes,
                          mns_buf *message) {
    assert(nodes > 0);
    size_t each = (size_t)databases[0].clients + 1;
    mns_links *links = calloc(1, sizeof *links);
    unsigned *ports = MNS_NEW_ARRAY(unsigned, each *nodes);
    if (links == NULL || ports == NULL) {
        mns_buf_str(message, "out of memory");
        free(links);
        free(ports);
        return NULL;
    }
    links->ports = ports;
    for (unsigned i = 0; i < nodes; i++) {
        assert(databases[i].clients + 1 == each);
        if (!link_node(network, &databases[i], databases[i].node, ports + i * each, message)) {
            mns_links_release(links);
            return NULL;
        }
    }
    for (unsigned i = 0; i < nodes; i++) {
        databases[i].proxy_ports = ports + i * each;
    }
    return links;
}

void mns_links_release(mns_links *links) {
    if (links == NULL) {
        return;
    }
    free(links->ports);
    free(links);
}
