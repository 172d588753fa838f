/* loopback.c - ports of 127.0.0.1. */
#include "run/system/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "generate/random.h"
#include "run/system/clock.h"

/* A running server answers sooner; otherwise the caller retries. */
#define TIMEOUT_US 200000

/* Below the ephemeral range of common systems, so that a restarted server finds its port still
 * free. */
enum { PORT_LEAST = 10000, PORT_MOST = 32000, PORTS_TRIED = 1000 };

/* Makes concurrent callers try different ports. */
static atomic_ulong asked;

static struct sockaddr_in address_of(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static bool is_free(unsigned port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) {
        return false;
    }
    struct sockaddr_in address = address_of(port);
    bool bound = bind(fd, (struct sockaddr *)&address, sizeof address) == 0;
    close(fd);
    return bound;
}

unsigned mns_loopback_port(void) {
    uint64_t seed = mns_clock_ns() ^ atomic_fetch_add(&asked, 1);
    mns_random random = mns_random_of(seed, (uint64_t)getpid());
    for (unsigned tried = 0; tried < PORTS_TRIED; tried++) {
        unsigned port = PORT_LEAST + (unsigned)mns_random_below(&random, PORT_MOST - PORT_LEAST);
        if (is_free(port)) {
            return port;
        }
    }
    return 0;
}

size_t mns_loopback_request(unsigned port, const char *request, char *answer, size_t size) {
    return mns_loopback_request_at("127.0.0.1", port, request, answer, size);
}

size_t mns_loopback_request_at(const char *host, unsigned port, const char *request, char *answer,
                               size_t size) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) {
        return 0;
    }
    struct timeval timeout = {.tv_usec = TIMEOUT_US};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    struct sockaddr_in address = address_of(port);
    inet_pton(AF_INET, host, &address.sin_addr);
    size_t length = strlen(request);
    ssize_t got = 0;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        send(fd, request, length, MSG_NOSIGNAL) == (ssize_t)length) {
        got = recv(fd, answer, size, 0);
    }
    close(fd);
    return got > 0 ? (size_t)got : 0;
}
