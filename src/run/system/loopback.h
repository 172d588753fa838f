/* loopback.h - free ports of 127.0.0.1, and simple requests to local servers. */
#ifndef MNS_RUN_SYSTEM_LOOPBACK_H
#define MNS_RUN_SYSTEM_LOOPBACK_H

#include "core/base.h"

/* A port that was free a moment ago; 0 if none was found. */
unsigned mns_loopback_port(void);

/* Connects, sends a request (which may be empty) and waits briefly for an answer: returns the
 * number of bytes stored in `answer`, 0 if there was none. */
size_t mns_loopback_request(unsigned port, const char *request, char *answer, size_t size);
/* The same with another local address. */
size_t mns_loopback_request_at(const char *host, unsigned port, const char *request, char *answer,
                               size_t size);

#endif
