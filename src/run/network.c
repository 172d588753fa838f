/* network.c - see network.h. */
#include "run/network.h"

mns_network *mns_network_start(uint64_t seed, mns_buf *message) {
    (void)seed;
    mns_buf_str(message, "there is no network yet");
    return NULL;
}

unsigned mns_network_link(mns_network *network, unsigned from, unsigned to, const char *host,
                          unsigned port, mns_buf *message) {
    (void)network, (void)from, (void)to, (void)host, (void)port, (void)message;
    return 0;
}
void mns_network_process(mns_network *network, unsigned node, pid_t process) {
    (void)network, (void)node, (void)process;
}
void mns_network_stop(mns_network *network) { (void)network; }
