/*
 * alloc_network.c - the proxy reports running out of memory, and recovers.
 *
 * In: a network, a link, link conditions, and a connection through it. The n-th allocation fails,
 * alone and with all after it, for n = 1, 2, 3 ... until a run ends before it. Out: 0 if each
 * failure is reported, and bytes pass once there is memory again. AddressSanitizer reports crashes
 * and leaks.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "failing.h"
#include "run/network/network.h"

static unsigned runs, wrong;

static struct sockaddr_in loopback(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static int listen_at(unsigned *port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 10) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0) {
        perror("listen");
        exit(1);
    }
    *port = ntohs(address.sin_port);
    return fd;
}

static void be_patient(int fd, int ms) {
    struct timeval wait = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
}

/* Sends a byte to the listener through a port, within a time limit. */
static bool passes(int listener, unsigned port, int ms) {
    int near = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = loopback(port);
    char byte = 'x';
    be_patient(listener, ms);
    bool sent = connect(near, (struct sockaddr *)&address, sizeof address) == 0 &&
                send(near, &byte, 1, MSG_NOSIGNAL) == 1;
    int far = sent ? accept(listener, NULL, NULL) : -1;
    if (far >= 0) {
        be_patient(far, ms);
    }
    bool heard = far >= 0 && recv(far, &byte, 1, 0) == 1;
    close(near);
    if (far >= 0) {
        close(far);
    }
    return heard;
}

/* False if a failure was not reported or not recovered from. *whole: nothing failed. */
static bool work(bool *whole) {
    static const mns_link_conditions slow = {.delay_us = 1};
    unsigned port;
    int listener = listen_at(&port);
    mns_buf message;
    mns_buf_init(&message);
    mns_network *network = mns_network_start(1, &message);
    unsigned at = network == NULL ? 0
                                  : mns_network_link(network, MNS_NETWORK_CLIENT(0), 0, "127.0.0.1",
                                                     port, &message);
    bool told = at != 0 || message.size > 0 || message.failed;
    bool set = at != 0 && mns_network_set(network, MNS_NETWORK_CLIENT(0), 0, &slow);
    *whole = set && passes(listener, at, fails_at == 0 ? 60000 : 100);
    *whole = *whole && (fails_at == 0 || allocations < fails_at);
    fails_at = 0;
    bool again = at == 0 || passes(listener, at, 60000);
    mns_network_stop(network);
    close(listener);
    mns_buf_release(&message);
    return told && again;
}

int main(void) {
    for (int on = 0; on < 2; on++) {
        bool whole = false;
        for (unsigned long n = 1; !whole && n < 200; n++, runs++) {
            allocations = 0;
            fails_on = on != 0;
            fails_at = n;
            if (!work(&whole)) {
                printf("allocation %lu%s: not reported, or no bytes pass after it\n", n,
                       on ? " and all after it" : "");
                wrong++;
            }
        }
        wrong += !whole;
    }
    printf("%u runs without memory, %u wrong\n", runs, wrong);
    return wrong == 0 ? 0 : 1;
}
