/*
 * faulty_network.c - a proxy whose system calls fail reports it, recovers, and never changes the
 * bytes that pass through it.
 *
 * In: a network, a link, and messages both ways through it. Each system call fails once. Out: 0 if
 * the network starts and links, or a message says why not; if the bytes that arrive are a prefix of
 * the bytes sent, and all of them unless a failed call broke the connection; and if a later
 * connection passes. Crashes, leaks and open descriptors are failures.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "faulty/faulty.h"
#include "run/network/network.h"

enum { BYTES = 200000, PATIENCE_MS = 20000 };

static int listener;
static unsigned listener_port;
static char sent[BYTES];

static struct sockaddr_in loopback(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* ---- Calls of the test itself, which never fail ---------------------------------------------- */

/* The wrappers also count calls of this file, so it uses calls that are not wrapped. */
int __real_socket(int domain, int type, int protocol);
int __real_bind(int fd, const struct sockaddr *address, socklen_t size);
int __real_listen(int fd, int backlog);
int __real_getsockname(int fd, struct sockaddr *address, socklen_t *size);
int __real_setsockopt(int fd, int level, int name, const void *value, socklen_t size);
int __real_connect(int fd, const struct sockaddr *address, socklen_t size);
int __real_close(int fd);
int __real_shutdown(int fd, int how);
int __real_poll(struct pollfd *fds, nfds_t count, int wait_ms);
ssize_t __real_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __real_recv(int fd, void *bytes, size_t size, int flags);

static void be_patient(int fd) {
    struct timeval wait = {.tv_sec = PATIENCE_MS / 1000};
    __real_setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    __real_setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
}

static void open_listener(void) {
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    listener = __real_socket(AF_INET, SOCK_STREAM, 0);
    if (__real_bind(listener, (struct sockaddr *)&address, size) != 0 ||
        __real_listen(listener, 10) != 0 ||
        __real_getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        perror("listen");
        exit(1);
    }
    listener_port = ntohs(address.sin_port);
    be_patient(listener);
}

/* ---- One connection -------------------------------------------------------------------------- */

/* How many bytes arrive until the end; SIZE_MAX if one differs from what was sent. */
static size_t receive(int fd) {
    static char bytes[BYTES];
    size_t got = 0;
    ssize_t step;
    while (got < BYTES && (step = __real_recv(fd, bytes, sizeof bytes, 0)) > 0) {
        if ((size_t)step > BYTES - got || memcmp(bytes, sent + got, (size_t)step) != 0) {
            return SIZE_MAX;
        }
        got += (size_t)step;
    }
    return got;
}

/* The other end of the connection; -1 if this end breaks first. */
static int accept_or_reset(int near) {
    struct pollfd ends[] = {{.fd = listener, .events = POLLIN}, {.fd = near, .events = POLLIN}};
    __real_poll(ends, 2, PATIENCE_MS);
    return (ends[0].revents & POLLIN) != 0 ? accept(listener, NULL, NULL) : -1;
}

typedef struct passage {
    bool true_bytes; /* the bytes that arrived are those that were sent */
    bool whole;      /* and all of it */
} passage;

/* A connection through the port: bytes to the listener, and the same bytes back. */
static passage pass(unsigned port) {
    passage result = {true, false};
    struct sockaddr_in address = loopback(port);
    int near = __real_socket(AF_INET, SOCK_STREAM, 0), far = -1;
    be_patient(near);
    if (__real_connect(near, (struct sockaddr *)&address, sizeof address) == 0 &&
        __real_send(near, sent, BYTES, MSG_NOSIGNAL) == BYTES) {
        __real_shutdown(near, SHUT_WR);
        far = accept_or_reset(near);
    }
    if (far >= 0) {
        be_patient(far);
        size_t there = receive(far);
        __real_send(far, sent, BYTES, MSG_NOSIGNAL);
        __real_shutdown(far, SHUT_WR);
        size_t back = receive(near);
        result.true_bytes = there != SIZE_MAX && back != SIZE_MAX;
        result.whole = there == BYTES && back == BYTES;
        __real_close(far);
    }
    __real_close(near);
    return result;
}

/* ---- A network ------------------------------------------------------------------------------- */

/* Connections in the listener's queue that broke before they were accepted. */
static void drop_waiting(void) {
    struct timeval now = {.tv_usec = 1000};
    __real_setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &now, sizeof now);
    for (int fd; (fd = accept(listener, NULL, NULL)) >= 0;) {
        __real_close(fd);
    }
    be_patient(listener);
}

static bool wrong(const char *what) {
    printf("%s\n", what);
    return false;
}

static bool use(mns_network *network, fault_mode mode, mns_buf *message) {
    unsigned port =
        mns_network_link(network, MNS_NETWORK_CLIENT(0), 0, "127.0.0.1", listener_port, message);
    if (port == 0) {
        return fault_end() && message->size > 0 ? true : wrong("no link, and no message");
    }
    passage first = pass(port);
    bool reached = fault_end(); /* no call fails from here on */
    drop_waiting();
    passage second = pass(port);
    bool harmless = !reached || mode == FAULT_INTERRUPTED || mode == FAULT_SHORT;
    if (!first.true_bytes || !second.true_bytes) {
        return wrong("other bytes arrive than were sent");
    }
    if (harmless && !first.whole) {
        return wrong("a connection breaks for no reason");
    }
    return second.whole ? true : wrong("it does not recover");
}

/* The lowest free descriptor, which shows how many are open. */
static int lowest_free(void) {
    int fd = __real_socket(AF_INET, SOCK_STREAM, 0);
    __real_close(fd);
    return fd;
}

static bool run(unsigned call, fault_mode mode) {
    (void)call;
    int before = lowest_free();
    mns_buf message;
    mns_buf_init(&message);
    mns_network *network = mns_network_start(1, &message);
    bool good = network != NULL ? use(network, mode, &message)
                                : (fault_end() && message.size > 0) || wrong("no message");
    mns_network_stop(network);
    drop_waiting();
    if (lowest_free() != before) {
        good = wrong("a descriptor stays open");
    }
    mns_buf_release(&message);
    return good;
}

int main(void) {
    unsigned runs = 0;
    for (size_t i = 0; i < sizeof sent; i++) {
        sent[i] = (char)(i * 7 + i / 256);
    }
    open_listener();
    /* Of the many calls that transfer bytes only the first ones are tested. */
    unsigned bad = fault_everything(run, ~(unsigned)FAULT_ON, 12, &runs);
    printf("%u calls that failed, %u wrong\n", runs, bad);
    return bad == 0 && runs > 50 ? 0 : 1;
}
