/* proxy.c - see proxy.h. A thread for each connection, and one that waits for them. */
#include "proxy.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "generate/random.h"

#define CHUNK 65536
#define LATE_MS 30

struct proxy {
    int listener;
    unsigned port, server_port;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t left;
    unsigned connections, met;
    bool cut_to_server;
    size_t cut_after, passed[2]; /* to the client, to the server */
    proxy_cut how;
    unsigned percent, corrupted;
    mns_random random;
};

typedef struct pair {
    proxy *owner;
    int client, server;
    unsigned number; /* from 1 */
} pair;

/* ---- Sockets --------------------------------------------------------------------------------- */

static struct sockaddr_in address_of(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static int connect_to(unsigned port) {
    struct sockaddr_in address = address_of(port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static void reset(int fd) {
    struct linger now = {.l_onoff = 1};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* How many of `size` bytes may pass, and whether that is the end, and how. */
static size_t count(proxy *p, bool to_server, size_t size, bool *cut, proxy_cut *how) {
    pthread_mutex_lock(&p->lock);
    *how = p->how;
    size_t *passed = &p->passed[to_server];
    *cut =
        p->cut_to_server == to_server && p->cut_after != SIZE_MAX && *passed + size >= p->cut_after;
    size = *cut ? p->cut_after - *passed : size;
    *passed += size;
    pthread_mutex_unlock(&p->lock);
    return size;
}

/* Lets the server go on for a while; what it says is lost. */
static void go_on_without_client(int server) {
    struct pollfd place = {.fd = server, .events = POLLIN};
    char nothing[4096];
    while (poll(&place, 1, LATE_MS) > 0 && recv(server, nothing, sizeof nothing, 0) > 0) {
    }
}

static void cut_pair(pair *c, proxy_cut how) {
    if (how != PROXY_CLOSE) {
        reset(c->client);
    }
    if (how == PROXY_RESET) {
        reset(c->server);
    }
    close(c->client);
    c->client = -1;
    if (how == PROXY_LATE) {
        go_on_without_client(c->server);
    }
}

/* ---- Corrupting ------------------------------------------------------------------------------ */

static size_t below(proxy *p, size_t most) { return (size_t)mns_random_below(&p->random, most); }

/* One change; the bytes have room for 64 more. */
static size_t corrupt_once(proxy *p, char *bytes, size_t size) {
    static const char *const numbers[] = {"\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\0\0\0\0",
                                          "\xff\xff\xff\x7f", "\x80\0\0\0"};
    static const char edges[] = {0, 1, -1, 127, -128};
    size_t at = below(p, size), some = 1 + below(p, 8);
    switch (below(p, 5)) {
    case 0: bytes[at] = below(p, 2) == 0 ? edges[below(p, 5)] : (char)below(p, 256); break;
    case 1:
        some = some < size - at ? some : size - at - 1;
        memmove(bytes + at, bytes + at + some, size - at - some);
        size -= some;
        break;
    case 2:
        memmove(bytes + at + some, bytes + at, size - at);
        for (size_t i = 0; i < some; i++) {
            bytes[at + i] = (char)below(p, 256);
        }
        size += some;
        break;
    case 3: memcpy(bytes + at, numbers[below(p, 5)], size - at < 4 ? size - at : 4); break;
    default: /* a part of it once more */
        some = size - at < 50 ? size - at : 50;
        memmove(bytes + at + some, bytes + at, size - at);
        size += some;
    }
    return size;
}

static size_t corrupt(pair *c, char *bytes, size_t size) {
    proxy *p = c->owner;
    pthread_mutex_lock(&p->lock);
    if (c->number > 1 && p->percent > 0 && below(p, 100) < p->percent) {
        size_t times = below(p, 4) == 0 ? 8 : 1;
        for (size_t i = 0; i < times && size > 0; i++) {
            size = corrupt_once(p, bytes, size);
        }
        p->corrupted++;
    }
    pthread_mutex_unlock(&p->lock);
    return size;
}

/* ---- Passing on ------------------------------------------------------------------------------ */

/* False at the end of a connection. */
static bool pass(pair *c, bool to_server, char *bytes) {
    proxy *p = c->owner;
    int from = to_server ? c->client : c->server, to = to_server ? c->server : c->client;
    ssize_t got = recv(from, bytes, CHUNK, 0);
    if (got <= 0) {
        return false;
    }
    size_t size = to_server ? (size_t)got : corrupt(c, bytes, (size_t)got);
    bool cut;
    proxy_cut how;
    size = count(p, to_server, size, &cut, &how);
    bool sent = send_all(to, bytes, size);
    if (cut) {
        cut_pair(c, how);
    }
    return sent && !cut;
}

static void leave(pair *c) {
    proxy *p = c->owner;
    if (c->client >= 0) {
        close(c->client);
    }
    close(c->server);
    pthread_mutex_lock(&p->lock);
    p->connections--;
    pthread_cond_signal(&p->left);
    pthread_mutex_unlock(&p->lock);
    free(c);
}

static void *pass_all(void *context) {
    pair *c = context;
    char *bytes = malloc(CHUNK + 8 * 64);
    assert(bytes != NULL);
    int on = 1;
    setsockopt(c->client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(c->server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    for (bool open = true; open;) {
        struct pollfd both[2] = {{c->client, POLLIN, 0}, {c->server, POLLIN, 0}};
        open = poll(both, 2, -1) > 0 && pass(c, both[0].revents != 0, bytes);
    }
    free(bytes);
    leave(c);
    return NULL;
}

static void *wait_for_clients(void *context) {
    proxy *p = context;
    for (int client; (client = accept(p->listener, NULL, NULL)) >= 0;) {
        pair *c = malloc(sizeof *c);
        pthread_t thread;
        assert(c != NULL);
        pthread_mutex_lock(&p->lock);
        p->connections++;
        *c = (pair){p, client, connect_to(p->server_port), ++p->met};
        pthread_mutex_unlock(&p->lock);
        if (c->server < 0 || pthread_create(&thread, NULL, pass_all, c) != 0) {
            leave(c);
        } else {
            pthread_detach(thread);
        }
    }
    return NULL;
}

/* ---- From outside ---------------------------------------------------------------------------- */

static proxy *start(unsigned server_port) {
    proxy *p = calloc(1, sizeof *p);
    assert(p != NULL);
    struct sockaddr_in address = address_of(0);
    socklen_t size = sizeof address;
    p->server_port = server_port;
    p->cut_after = SIZE_MAX;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->left, NULL);
    p->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool up = bind(p->listener, (struct sockaddr *)&address, size) == 0 &&
              listen(p->listener, 64) == 0 &&
              getsockname(p->listener, (struct sockaddr *)&address, &size) == 0;
    assert(up);
    (void)up;
    p->port = ntohs(address.sin_port);
    int failed = pthread_create(&p->thread, NULL, wait_for_clients, p);
    assert(failed == 0);
    (void)failed;
    return p;
}

void proxy_stop(proxy *p) {
    shutdown(p->listener, SHUT_RDWR);
    pthread_join(p->thread, NULL);
    pthread_mutex_lock(&p->lock);
    while (p->connections > 0) {
        pthread_cond_wait(&p->left, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    close(p->listener);
    pthread_cond_destroy(&p->left);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

proxy *proxy_before(const char *url, char *through, size_t room) {
    static const char host[] = "127.0.0.1:";
    const char *found = strstr(url, host);
    assert(found != NULL);
    const char *port = found + sizeof host - 1;
    char *rest;
    proxy *p = start((unsigned)strtoul(port, &rest, 10));
    int size = snprintf(through, room, "%.*s%u%s", (int)(port - url), url, p->port, rest);
    assert(size > 0 && (size_t)size < room);
    (void)size;
    return p;
}

void proxy_arm(proxy *p, bool to_server, size_t after, proxy_cut how) {
    pthread_mutex_lock(&p->lock);
    p->cut_to_server = to_server;
    p->cut_after = after;
    p->how = how;
    p->passed[0] = p->passed[1] = 0;
    pthread_mutex_unlock(&p->lock);
}

size_t proxy_passed(proxy *p, bool to_server) {
    pthread_mutex_lock(&p->lock);
    size_t passed = p->passed[to_server];
    pthread_mutex_unlock(&p->lock);
    return passed;
}

void proxy_corrupt(proxy *p, unsigned percent, uint64_t seed) {
    pthread_mutex_lock(&p->lock);
    p->percent = percent;
    p->random = mns_random_of(seed, 1);
    pthread_mutex_unlock(&p->lock);
}

unsigned proxy_corrupted(proxy *p) {
    pthread_mutex_lock(&p->lock);
    unsigned corrupted = p->corrupted;
    pthread_mutex_unlock(&p->lock);
    return corrupted;
}
