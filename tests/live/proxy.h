/*
 * proxy.h - stands between clients and a server on this machine. It can cut a connection after any
 * number of bytes, in either direction, or change what the server says.
 */
#ifndef TEST_PROXY_H
#define TEST_PROXY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct proxy proxy;

/* What becomes of a connection that is cut. */
typedef enum proxy_cut {
    PROXY_RESET, /* both ends see a reset */
    PROXY_CLOSE, /* both ends see the end */
    PROXY_LATE,  /* the client sees a reset; the server goes on for a while and answers nobody */
    PROXY_CUTS
} proxy_cut;

/* In front of the server of a URL, which is at a port of 127.0.0.1; `through` becomes the same URL
 * with the proxy's port. */
proxy *proxy_before(const char *url, char *through, size_t room);
/* Once all clients have gone. */
void proxy_stop(proxy *p);

/* Begins to count the bytes in both directions. Once `after` bytes have gone in one of them the
 * connection is cut; SIZE_MAX: never. */
void proxy_arm(proxy *p, bool to_server, size_t after, proxy_cut how);
/* How many bytes have passed since. */
size_t proxy_passed(proxy *p, bool to_server);

/* From the second connection on, changes this share of what comes from the server, by chance: bytes
 * are overwritten, removed, added, repeated. */
void proxy_corrupt(proxy *p, unsigned percent, uint64_t seed);
/* How many chunks were changed. */
unsigned proxy_corrupted(proxy *p);

#endif
