/* loopback.c - ports of 127.0.0.1. */
#include "run/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* A server that is up answers sooner; one that is not is asked again. */
#define PATIENCE_US 200000

static struct sockaddr_in address_of(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

unsigned mns_loopback_port(void) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) {
        return 0;
    }
    struct sockaddr_in address = address_of(0);
    socklen_t size = sizeof address;
    bool known = bind(fd, (struct sockaddr *)&address, size) == 0 &&
                 getsockname(fd, (struct sockaddr *)&address, &size) == 0;
    close(fd);
    return known ? ntohs(address.sin_port) : 0;
}

size_t mns_loopback_ask(unsigned port, const char *request, char *answer, size_t size) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) {
        return 0;
    }
    struct timeval patience = {.tv_usec = PATIENCE_US};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    struct sockaddr_in address = address_of(port);
    size_t length = strlen(request);
    ssize_t got = 0;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        send(fd, request, length, MSG_NOSIGNAL) == (ssize_t)length) {
        got = recv(fd, answer, size, 0);
    }
    close(fd);
    return got > 0 ? (size_t)got : 0;
}
