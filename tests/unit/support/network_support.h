/* network_support.h - for tests of the proxy: an echo server in threads, clients that connect to a
 * port of 127.0.0.1, and a network with one connection. */
#ifndef NETWORK_SUPPORT_H
#define NETWORK_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/network/network.h"
#include "run/system/clock.h"
#include <cmocka.h>

static inline struct sockaddr_in loopback(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static inline int listen_at(unsigned *port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 600), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

static inline int connect_to(unsigned port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(port);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* Accepts within a minute. */
static inline int accept_from(int listener) {
    struct pollfd place = {.fd = listener, .events = POLLIN};
    assert_int_equal(poll(&place, 1, 60000), 1);
    int fd = accept(listener, NULL, NULL);
    assert_true(fd >= 0);
    return fd;
}

static inline void send_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        bytes += sent;
        size -= (size_t)sent;
    }
}

static inline void say(int fd, const char *text) { send_all(fd, text, strlen(text)); }

/* Waits for exactly this text. */
static inline void hear(int fd, const char *text) {
    char got[256];
    size_t size = strlen(text);
    assert_int_equal(recv(fd, got, size, MSG_WAITALL), size);
    assert_memory_equal(got, text, size);
}

/* True if there is something to read, or the end, within that time. */
static inline bool has_input(int fd, int wait_ms) {
    struct pollfd place = {.fd = fd, .events = POLLIN};
    return poll(&place, 1, wait_ms) > 0;
}

static inline void rest_ms(int ms) { poll(NULL, 0, ms); }

static inline bool is_reset(int fd) {
    char c;
    return recv(fd, &c, 1, 0) < 0 && errno == ECONNRESET;
}

static inline bool is_finished(int fd) {
    char c;
    return recv(fd, &c, 1, 0) == 0;
}

/* ---- Echo ------------------------------------------------------------------------------------ */

typedef struct echo {
    int listener;
    unsigned port;
    pthread_t thread;
} echo;

static inline void *echo_one(void *argument) {
    int fd = (int)(intptr_t)argument;
    char bytes[20000];
    ssize_t got;
    while ((got = recv(fd, bytes, sizeof bytes, 0)) > 0) {
        for (ssize_t at = 0, sent; at < got; at += sent) {
            sent = send(fd, bytes + at, (size_t)(got - at), MSG_NOSIGNAL);
            if (sent <= 0) {
                close(fd);
                return NULL;
            }
        }
    }
    close(fd);
    return NULL;
}

static inline void *echo_serve(void *argument) {
    const echo *server = argument;
    int fd;
    while ((fd = accept(server->listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        pthread_attr_t small;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 128 << 10);
        pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
        if (pthread_create(&thread, &small, echo_one, (void *)(intptr_t)fd) != 0) {
            close(fd);
        }
        pthread_attr_destroy(&small);
    }
    return NULL;
}

static inline void echo_start(echo *server) {
    server->listener = listen_at(&server->port);
    assert_int_equal(pthread_create(&server->thread, NULL, echo_serve, server), 0);
}

static inline void echo_stop(echo *server) {
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
}

/* ---- A network ------------------------------------------------------------------------------- */

static inline mns_network *start_network(void) {
    mns_buf message;
    mns_buf_init(&message);
    mns_network *network = mns_network_start(1, &message);
    assert_non_null(network);
    mns_buf_release(&message);
    return network;
}

static inline unsigned link_to(mns_network *network, unsigned from, unsigned to, unsigned port) {
    mns_buf message;
    mns_buf_init(&message);
    unsigned at = mns_network_link(network, from, to, "127.0.0.1", port, &message);
    assert_in_range(at, 1, 65535);
    mns_buf_release(&message);
    return at;
}

/* Waits until there are so many connections. */
static inline void await_connections(mns_network *network, unsigned count) {
    while (mns_network_connections(network) != count) {
        rest_ms(1);
    }
}

/* How long to wait for what must never happen; a slow machine can only hide it, not cause it. */
#define NEVER_MS 150

static const mns_link_conditions cut = {.cut = true}, fine = {.cut = false};

enum { CLIENT = MNS_NETWORK_CLIENT(0), OTHER = MNS_NETWORK_CLIENT(1) };

/* A network with one link, and both ends of a connection through it. */
typedef struct fixture {
    mns_network *network;
    int listener, near, far;
    unsigned port;
} fixture;

static inline void set_up(fixture *f) {
    unsigned port;
    f->network = start_network();
    f->listener = listen_at(&port);
    f->port = link_to(f->network, CLIENT, 0, port);
    f->near = connect_to(f->port);
    f->far = accept_from(f->listener);
}

static inline void tear_down(fixture *f) {
    mns_network_stop(f->network);
    close(f->near);
    close(f->far);
    close(f->listener);
}

/* True if what the near side sends reaches the far side. */
static inline bool passes(int near, int far) {
    say(near, "?");
    if (!has_input(far, NEVER_MS)) {
        return false;
    }
    hear(far, "?");
    return true;
}

/* ---- Much to say ----------------------------------------------------------------------------- */

typedef struct talk {
    int fd;
    size_t size;
} talk;

static inline unsigned char byte_at(size_t i) { return (unsigned char)(i * 7 + i / 251); }

static inline void *talk_on(void *argument) {
    const talk *t = argument;
    static char bytes[30011];
    for (size_t at = 0; at < t->size;) {
        size_t size = t->size - at < sizeof bytes ? t->size - at : sizeof bytes;
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (char)byte_at(at + i);
        }
        send_all(t->fd, bytes, size);
        at += size;
    }
    shutdown(t->fd, SHUT_WR);
    return NULL;
}

#endif
