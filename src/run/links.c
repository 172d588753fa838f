/* links.c - see links.h. */
#include "run/links.h"

mns_links *mns_links_make(mns_network *network, mns_database *databases, unsigned nodes,
                          mns_buf *message) {
    (void)network, (void)databases, (void)nodes;
    mns_buf_str(message, "there is no network yet");
    return NULL;
}

void mns_links_release(mns_links *links) { (void)links; }
