/*
 * etcd_http.h - a connection to etcd's JSON gateway: requests out, answers in, by libcurl.
 *
 * A wire is one TCP connection and never more: libcurl would send a request a second time, on a new
 * connection, where one that was kept alive ends before anything was answered. A transaction may
 * have happened by then, and would happen twice or, with its comparisons, be taken for one that
 * failed. So once the first answer has come a wire opens no other socket.
 *
 * Proxies of the environment, redirections and passwords of .netrc are not used. An answer is kept
 * up to LIMIT_ANSWER_BYTES (etcd_http.c).
 */
#ifndef MNS_RUN_DRIVER_ETCD_ETCD_HTTP_H
#define MNS_RUN_DRIVER_ETCD_ETCD_HTTP_H

#include <curl/curl.h>
#include <stdatomic.h>

#include "run/driver/deadline.h"
#include "run/system/url.h"

#define MNS_ETCD_PORT 2379

typedef struct mns_etcd_http {
    CURLM *multi;
    CURL *easy;
    struct curl_slist *headers, *connect_to;
    mns_buf base; /* "http://host:port" */
    mns_buf url;
    mns_buf body; /* of the last answer */
    long status;  /* of HTTP */
    bool settled; /* there has been an answer: no more sockets */
    bool too_large;
    atomic_bool interrupted;
    const mns_deadline *deadline; /* of all requests together; NULL: each has its own */
    char reason[CURL_ERROR_SIZE];
} mns_etcd_http;

/* Connects to nothing yet. `proxy_port` is a port of 127.0.0.1 to connect to instead, or 0. False:
 * trouble. Close it in any case. */
bool mns_etcd_http_open(mns_etcd_http *http, const mns_url *url, unsigned proxy_port,
                        const mns_deadline *deadline, mns_driver_error *failure);
void mns_etcd_http_close(mns_etcd_http *http);
/* It is connected: from now on each request has so long, and the deadline is forgotten. */
void mns_etcd_http_settle(mns_etcd_http *http, unsigned timeout_ms);
/* From now on requests carry this token. False when out of memory. */
bool mns_etcd_http_token(mns_etcd_http *http, const char *token);

/* Sends a request and waits for the answer, whatever its status is. False: trouble, of a request
 * that may have arrived; the wire is of no more use. */
bool mns_etcd_http_post(mns_etcd_http *http, const char *path, const mns_buf *request,
                        mns_driver_error *failure);
/* From another thread: whoever waits for an answer stops waiting. */
void mns_etcd_http_interrupt(mns_etcd_http *http);

#endif
