/*
 * etcd_http.h - a connection to etcd's JSON gateway by libcurl: requests out, answers in.
 *
 * It uses exactly one TCP connection. libcurl would resend a request on a new connection if a
 * kept-alive one closed before the answer. The transaction may have been executed by then, and
 * would be executed twice or, because of its comparisons, be taken for a failed one. So after the
 * first answer no other socket is opened.
 *
 * Proxies of the environment, redirects and .netrc are not used. An answer may have at most
 * LIMIT_ANSWER_BYTES (etcd_http.c).
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
    long status;  /* HTTP status */
    bool settled; /* the first answer has arrived: open no more sockets */
    bool too_large;
    atomic_bool interrupted;
    const mns_deadline *deadline; /* for all requests together; NULL: each has its own timeout */
    char reason[CURL_ERROR_SIZE];
} mns_etcd_http;

/* Does not connect yet. `proxy_port` is a port of 127.0.0.1 to connect to instead, or 0. False:
 * `failure`. Close it in any case. */
bool mns_etcd_http_open(mns_etcd_http *http, const mns_url *url, unsigned proxy_port,
                        const mns_deadline *deadline, mns_driver_error *failure);
void mns_etcd_http_close(mns_etcd_http *http);
/* Call it once connected: replaces the deadline by a timeout for each request. */
void mns_etcd_http_settle(mns_etcd_http *http, unsigned timeout_ms);
/* Adds this token to later requests. False when out of memory. */
bool mns_etcd_http_token(mns_etcd_http *http, const char *token);

/* Sends a request and waits for the answer, whatever its status. False: `failure`; the request may
 * have arrived, and the connection must be closed. */
bool mns_etcd_http_post(mns_etcd_http *http, const char *path, const mns_buf *request,
                        mns_driver_error *failure);
/* From another thread: ends the wait for an answer. */
void mns_etcd_http_interrupt(mns_etcd_http *http);

#endif
