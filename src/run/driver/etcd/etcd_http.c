/* etcd_http.c - see etcd_http.h. */
#include "run/driver/etcd/etcd_http.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>

#define LIMIT_ANSWER_BYTES ((size_t)64 << 20)
#define POLL_MS 1000

static bool no_memory(mns_driver_error *failure) {
    mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
    return false;
}

/* ---- libcurl callbacks ----------------------------------------------------------------------- */

static size_t keep(char *bytes, size_t one, size_t size, void *context) {
    mns_etcd_http *http = context;
    (void)one; /* always 1 */
    http->too_large = size > LIMIT_ANSWER_BYTES - http->body.size;
    if (http->too_large) {
        return 0;
    }
    mns_buf_bytes(&http->body, bytes, size);
    return http->body.failed ? 0 : size;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
    const mns_etcd_http *http = context;
    (void)purpose;
    return http->settled ? CURL_SOCKET_BAD
                         : socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void write_base(mns_etcd_http *http, const mns_url *url) {
    const char *host = url->host != NULL ? url->host : "localhost";
    bool number = strchr(host, ':') != NULL;
    mns_buf_printf(&http->base, "%s://%s%s%s:%u",
                   strcmp(url->scheme, "etcds") == 0 ? "https" : "http", number ? "[" : "", host,
                   number ? "]" : "", url->port != 0 ? url->port : MNS_ETCD_PORT);
}

/* Appends a header or another string to a list. */
static bool add(struct curl_slist **list, const char *word) {
    struct curl_slist *longer = curl_slist_append(*list, word);
    *list = longer != NULL ? longer : *list;
    return longer != NULL;
}

/* A file named in the target's query. */
static bool set_file(mns_etcd_http *http, const mns_url *url, const char *name, CURLoption option) {
    char *file = mns_url_query(url, name);
    bool good = file == NULL || curl_easy_setopt(http->easy, option, file) == CURLE_OK;
    free(file);
    return good;
}

static bool set_up(mns_etcd_http *http, const mns_url *url) {
    CURL *easy = http->easy;
    return curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, http->reason) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEDATA, http) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, http) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_CONNECT_TO, http->connect_to) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, http->headers) == CURLE_OK &&
           set_file(http, url, "cacert", CURLOPT_CAINFO) &&
           set_file(http, url, "cert", CURLOPT_SSLCERT) &&
           set_file(http, url, "key", CURLOPT_SSLKEY);
}

bool mns_etcd_http_open(mns_etcd_http *http, const mns_url *url, unsigned proxy_port,
                        const mns_deadline *deadline, mns_driver_error *failure) {
    char instead[32];
    *http =
        (mns_etcd_http){.multi = curl_multi_init(), .easy = curl_easy_init(), .deadline = deadline};
    atomic_init(&http->interrupted, false);
    mns_buf_init(&http->base);
    mns_buf_init(&http->url);
    mns_buf_init(&http->body);
    write_base(http, url);
    snprintf(instead, sizeof instead, "::127.0.0.1:%u", proxy_port);
    bool good = http->multi != NULL && http->easy != NULL && !http->base.failed &&
                (proxy_port == 0 || add(&http->connect_to, instead)) &&
                add(&http->headers, "Content-Type: application/json") &&
                add(&http->headers, "Expect:") && set_up(http, url);
    return good || no_memory(failure);
}

void mns_etcd_http_close(mns_etcd_http *http) {
    curl_easy_cleanup(http->easy);
    if (http->multi != NULL) {
        curl_multi_cleanup(http->multi);
    }
    curl_slist_free_all(http->headers);
    curl_slist_free_all(http->connect_to);
    mns_buf_release(&http->base);
    mns_buf_release(&http->url);
    mns_buf_release(&http->body);
}

void mns_etcd_http_settle(mns_etcd_http *http, unsigned timeout_ms) {
    http->deadline = NULL;
    curl_easy_setopt(http->easy, CURLOPT_TIMEOUT_MS, (long)timeout_ms);
}

bool mns_etcd_http_token(mns_etcd_http *http, const char *token) {
    mns_buf header;
    mns_buf_init(&header);
    mns_buf_printf(&header, "Authorization: %s", token);
    bool good = !header.failed && add(&http->headers, header.data) &&
                curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, http->headers) == CURLE_OK;
    mns_buf_release(&header);
    return good;
}

void mns_etcd_http_interrupt(mns_etcd_http *http) {
    atomic_store(&http->interrupted, true);
    curl_multi_wakeup(http->multi);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static const char *connect_error_name(const mns_etcd_http *http) {
    long error = 0;
    curl_easy_getinfo(http->easy, CURLINFO_OS_ERRNO, &error);

    if (http->settled) {
        return "connection-lost";
    }
    return error == EHOSTUNREACH || error == ENETUNREACH ? "unreachable" : "connection-refused";
}

static const char *error_name(const mns_etcd_http *http, CURLcode code) {
    switch (code) {
    case CURLE_COULDNT_CONNECT: return connect_error_name(http);
    case CURLE_COULDNT_RESOLVE_HOST: return "unknown-host";
    case CURLE_OPERATION_TIMEDOUT: return "timeout";
    case CURLE_OUT_OF_MEMORY: return "out-of-memory";
    case CURLE_WRITE_ERROR: return http->too_large ? "answer-too-large" : "out-of-memory";
    case CURLE_UNSUPPORTED_PROTOCOL: /* what libcurl takes any non-HTTP reply for */
    case CURLE_WEIRD_SERVER_REPLY: return "unexpected-reply";
    case CURLE_RECV_ERROR: /* TLS 1.3: the server rejects a certificate after the handshake */
    case CURLE_SEND_ERROR: return strstr(http->reason, "alert") ? "tls" : "connection-lost";
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PEER_FAILED_VERIFICATION: return "tls";
    default: return "connection-lost";
    }
}

static bool failed(const mns_etcd_http *http, CURLcode code, mns_driver_error *failure) {
    mns_driver_error_set(failure, MNS_OUTCOME_INFO, true, error_name(http, code), "",
                         http->reason[0] != '\0' ? http->reason : curl_easy_strerror(code));
    return false;
}

static bool is_cancelled(const mns_etcd_http *http) {
    return atomic_load(&http->interrupted) ||
           (http->deadline != NULL && mns_deadline_passed(http->deadline));
}

/* Runs the request until it is done; false: interrupted or deadline passed. */
static bool wait_for(mns_etcd_http *http, CURLcode *code) {
    int running = 1, left;
    *code = CURLE_FAILED_INIT;
    int step_ms = http->deadline != NULL ? MNS_DEADLINE_STEP_MS : POLL_MS;
    while (running > 0 && !is_cancelled(http)) {
        if (curl_multi_perform(http->multi, &running) != CURLM_OK ||
            (running > 0 && curl_multi_poll(http->multi, NULL, 0, step_ms, NULL) != CURLM_OK)) {
            return true;
        }
    }
    const CURLMsg *said = curl_multi_info_read(http->multi, &left);
    if (said != NULL && said->msg == CURLMSG_DONE) {
        *code = said->data.result;
        return true;
    }
    return running == 0;
}

static bool prepare(mns_etcd_http *http, const char *path, const mns_buf *request) {
    mns_buf_clear(&http->body);
    mns_buf_str(&http->body, "");
    mns_buf_clear(&http->url);
    mns_buf_printf(&http->url, "%s%s", http->base.data, path);
    http->reason[0] = '\0';
    http->too_large = false;
    return !request->failed && !http->url.failed && !http->body.failed &&
           curl_easy_setopt(http->easy, CURLOPT_URL, http->url.data) == CURLE_OK &&
           curl_easy_setopt(http->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->size) ==
               CURLE_OK &&
           curl_easy_setopt(http->easy, CURLOPT_POSTFIELDS, request->data) == CURLE_OK;
}

bool mns_etcd_http_post(mns_etcd_http *http, const char *path, const mns_buf *request,
                        mns_driver_error *failure) {
    CURLcode code;
    if (!prepare(http, path, request) ||
        curl_multi_add_handle(http->multi, http->easy) != CURLM_OK) {
        return no_memory(failure);
    }
    if (http->deadline != NULL) {
        curl_easy_setopt(http->easy, CURLOPT_TIMEOUT_MS,
                         (long)mns_deadline_left_ms(http->deadline));
    }
    bool waited = wait_for(http, &code);
    curl_easy_getinfo(http->easy, CURLINFO_RESPONSE_CODE, &http->status);
    curl_multi_remove_handle(http->multi, http->easy);
    if (!waited) {
        mns_driver_error_set(failure, MNS_OUTCOME_INFO, true, "interrupted", "",
                             "interrupted while waiting for an answer");
        return false;
    }
    if (code != CURLE_OK) {
        return failed(http, code, failure);
    }
    http->settled = true;
    return true;
}
