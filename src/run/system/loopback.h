/* loopback.h - ports of 127.0.0.1: one that is free, and what answers on one. */
#ifndef MNS_RUN_SYSTEM_LOOPBACK_H
#define MNS_RUN_SYSTEM_LOOPBACK_H

#include "core/base.h"

/* A port that nothing used a moment ago; 0 if none can be had. */
unsigned mns_loopback_port(void);

/* Connects, sends a request (which may be empty) and waits a moment for an answer: the number of
 * bytes of its beginning that were put into `answer`, 0 if there was none. */
size_t mns_loopback_request(unsigned port, const char *request, char *answer, size_t size);
/* The same at another address of this machine. */
size_t mns_loopback_request_at(const char *host, unsigned port, const char *request, char *answer,
                               size_t size);

#endif
