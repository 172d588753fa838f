/* mysql_proxy.h - a proxy for one connection to a server. It closes the connection around COMMIT,
 * before it forwards it or after the server has answered and before the client sees that; or it
 * changes bytes in either direction. */
#ifndef TEST_MYSQL_PROXY_H
#define TEST_MYSQL_PROXY_H

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>

#include "unit/support/mysql_support.h"

#define PROXY_BYTES 65536

/* Changes bytes of the client or the server, and returns their new number: at most PROXY_BYTES. */
typedef size_t proxy_lie(char *bytes, size_t size, bool of_client);

typedef struct mysql_proxy {
    bool passes_commit;
    proxy_lie *lie; /* NULL: closes around COMMIT */
    int listener, server;
    char target[300]; /* for clients */
    pthread_t thread;
} mysql_proxy;

/* Up to `size` bytes; 0 at the end. */
static inline size_t proxy_receive(int from, char *bytes, size_t size) {
    ssize_t got = recv(from, bytes, size, 0);
    return got > 0 ? (size_t)got : 0;
}

static inline bool proxy_send(int to, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(to, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static inline bool proxy_is_commit(const char *bytes, size_t size) {
    return size == 11 && memcmp(bytes + 5, "COMMIT", 6) == 0;
}

/* Forwards available bytes; false at the end. */
static inline bool proxy_pass(mysql_proxy *proxy, int client, bool of_client) {
    static _Thread_local char bytes[PROXY_BYTES];
    int from = of_client ? client : proxy->server, to = of_client ? proxy->server : client;
    size_t size = proxy_receive(from, bytes, sizeof bytes / 2);
    if (size > 0 && proxy->lie != NULL) {
        size = proxy->lie(bytes, size, of_client);
    } else if (of_client && proxy_is_commit(bytes, size)) {
        if (proxy->passes_commit && proxy_send(proxy->server, bytes, size)) {
            proxy_receive(proxy->server, bytes, sizeof bytes);
        }
        return false;
    }
    return size > 0 && proxy_send(to, bytes, size);
}

static inline void *proxy_run(void *context) {
    mysql_proxy *proxy = context;
    int client = accept(proxy->listener, NULL, NULL);
    struct pollfd both[2] = {{client, POLLIN, 0}, {proxy->server, POLLIN, 0}};
    for (bool on = true; on && poll(both, 2, -1) > 0;) {
        on = proxy_pass(proxy, client, both[1].revents == 0);
    }
    close(client);
    close(proxy->server);
    return NULL;
}

/* A loopback socket: connected to the port, or for 0 listening on a new one. */
static inline int proxy_socket(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    if (port != 0) {
        assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    } else {
        assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
        assert_int_equal(listen(fd, 8), 0);
    }
    return fd;
}

static inline unsigned proxy_port(int listener) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    return ntohs(address.sin_port);
}

/* A proxy that changes bytes, or closes. False if the server is not on a local port. */
static inline bool proxy_start(mysql_proxy *proxy, bool passes_commit, proxy_lie *lie) {
    mns_url url;
    mns_buf message;
    mns_buf_init(&message);
    assert_true(mns_url_read(&url, mysql_url(), &message));
    bool local = url.port != 0 && url.host != NULL && url.user != NULL && url.password != NULL &&
                 strcmp(url.host, "127.0.0.1") == 0;
    if (local) {
        proxy->passes_commit = passes_commit;
        proxy->lie = lie;
        proxy->server = proxy_socket(url.port);
        proxy->listener = proxy_socket(0);
        snprintf(proxy->target, sizeof proxy->target, "mysql://%s:%s@127.0.0.1:%u/%s", url.user,
                 url.password, proxy_port(proxy->listener), url.path);
        assert_int_equal(pthread_create(&proxy->thread, NULL, proxy_run, proxy), 0);
    }
    mns_url_release(&url);
    mns_buf_release(&message);
    return local;
}

static inline void proxy_end(mysql_proxy *proxy) {
    assert_int_equal(pthread_join(proxy->thread, NULL), 0);
    close(proxy->listener);
}

#endif
