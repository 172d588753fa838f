/*
 * network_thread.c - the proxy thread: poll, then one iteration under the lock.
 *
 * An iteration accepts new connections, steps each connection that has something to do, frees
 * closed ones, and collects what to poll next. When descriptors or memory run out, accepting pauses
 * for NETWORK_BACKOFF_MS; callers wait in the listener's queue. It uses poll rather than epoll,
 * which is portable: with a thousand connections an iteration still takes a fraction of a
 * millisecond.
 */
#ifdef __linux__
#define _GNU_SOURCE /* accept4 */
#endif
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <unistd.h>

#include "core/grow.h"
#include "run/network/network_internal.h"
#include "run/system/clock.h"

/* Per listener and iteration. */
#define ACCEPTED_AT_ONCE 64

/* ---- Accepting ------------------------------------------------------------------------------- */

static int accept_one(int listener, struct sockaddr_in *peer) {
    socklen_t size = sizeof *peer;
#ifdef __linux__
    return accept4(listener, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    int fd = accept(listener, (struct sockaddr *)peer, &size);
    if (fd >= 0 && (fcntl(fd, F_SETFL, O_NONBLOCK) != 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
#endif
}

static bool add_connection(mns_network *network, const mns_link *link, int fd, unsigned port,
                           uint64_t now) {
    static const short nothing[SIDES] = {0, 0};
    mns_proxy_connection *connection = NULL;
    if (network->connection_count < network->connection_capacity ||
        mns_grow(&network->connections, &network->connection_capacity,
                 network->connection_count + 1, sizeof(mns_proxy_connection *))) {
        connection =
            mns_proxy_connection_new(link, fd, mns_random_of(network->seed, network->accepted++));
    }
    if (connection == NULL) {
        close(fd);
        return false;
    }
    connection->port = port;
    if (link->from == MNS_NETWORK_ANY) {
        connection->from = mns_network_identify(network, port, link->port);
    }
    mns_network_conditions(network, connection);
    network->connections[network->connection_count++] = connection;
    mns_proxy_connection_step(connection, nothing, now);
    return true;
}

static void accept_some(mns_network *network, const mns_link *link, uint64_t now) {
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        struct sockaddr_in peer = {0};
        int fd = accept_one(link->listener, &peer);
        bool passing = fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ||
                                  errno == ECONNABORTED);
        if (passing) {
            return;
        }
        if (fd < 0 || !add_connection(network, link, fd, ntohs(peer.sin_port), now)) {
            network->backoff_until_ns = now + NETWORK_BACKOFF_MS * NETWORK_NS_PER_MS;
            return;
        }
    }
}

/* ---- Polling --------------------------------------------------------------------------------- */

/* Longest poll: bounds the delay if a caller could not wake the thread. */
#define NETWORK_MOST_WAIT_MS 500

/* The index from 1, or 0 when out of memory: then it is not polled this time. */
static size_t add_poll(mns_network *network, int fd, short events) {
    if (!MNS_GROW(network->polls, network->poll_count, network->poll_capacity, 1)) {
        return 0;
    }
    network->polls[network->poll_count++] = (struct pollfd){.fd = fd, .events = events};
    return network->poll_count;
}

static short ready_at(const mns_network *network, size_t place) {
    return place == 0 || place > network->poll_count ? 0 : network->polls[place - 1].revents;
}

/* Milliseconds until a time, rounded up: nothing is forwarded early. */
static int time_left(uint64_t until, uint64_t now) {
    if (until <= now) {
        return 0;
    }
    uint64_t left = (until - now - 1) / NETWORK_NS_PER_MS + 1;
    return left > NETWORK_MOST_WAIT_MS ? NETWORK_MOST_WAIT_MS : (int)left;
}

/* Collects what to poll for; returns the timeout. */
static int prepare(mns_network *network, uint64_t now) {
    uint64_t until = UINT64_MAX;
    bool all = true, resting = network->backoff_until_ns > now;
    network->poll_count = 0;
    all = add_poll(network, network->wake[0], POLLIN) != 0;
    for (size_t i = 0; i < network->link_count; i++) {
        mns_link *link = network->links[i];
        link->polled = resting ? 0 : add_poll(network, link->listener, POLLIN);
        all = all && (resting || link->polled != 0);
    }
    for (size_t i = 0; i < network->connection_count; i++) {
        mns_proxy_connection *connection = network->connections[i];
        for (unsigned side = 0; side < SIDES; side++) {
            short events;
            bool wanted = mns_proxy_connection_events(connection, side, &events);
            connection->polled[side] =
                wanted ? add_poll(network, connection->socket[side], events) : 0;
            all = all && (!wanted || connection->polled[side] != 0);
        }
        uint64_t next = mns_proxy_connection_next_ns(connection);
        until = next < until ? next : until;
    }
    if (resting || !all) {
        uint64_t rest =
            resting ? network->backoff_until_ns : now + NETWORK_BACKOFF_MS * NETWORK_NS_PER_MS;
        until = rest < until ? rest : until;
    }
    return time_left(until, now);
}

/* ---- Iterations ------------------------------------------------------------------------------ */

static void step(mns_network *network, mns_proxy_connection *connection, uint64_t now) {
    short ready[SIDES] = {ready_at(network, connection->polled[NEAR]),
                          ready_at(network, connection->polled[FAR])};
    if (ready[NEAR] != 0 || ready[FAR] != 0 || network->conditions_changed ||
        connection->break_requested || mns_proxy_connection_next_ns(connection) <= now) {
        mns_proxy_connection_step(connection, ready, now);
    }
}

static void free_closed(mns_network *network) {
    size_t kept = 0;
    for (size_t i = 0; i < network->connection_count; i++) {
        if (network->connections[i]->state == MNS_PROXY_CLOSED) {
            mns_proxy_connection_free(network->connections[i], false);
        } else {
            network->connections[kept++] = network->connections[i];
        }
    }
    network->connection_count = kept;
}

static void iterate(mns_network *network) {
    char bytes[64];
    uint64_t now = mns_clock_ns();
    while (ready_at(network, 1) != 0 && read(network->wake[0], bytes, sizeof bytes) > 0) {
    }
    for (size_t i = 0; i < network->connection_count; i++) {
        if (network->connections[i]->state != MNS_PROXY_CLOSED) {
            step(network, network->connections[i], now);
        }
    }
    network->conditions_changed = false;
    for (size_t i = 0; i < network->link_count; i++) {
        if (ready_at(network, network->links[i]->polled) != 0) {
            accept_some(network, network->links[i], now);
        }
    }
    free_closed(network);
}

void *mns_network_thread(void *argument) {
    mns_network *network = argument;
    pthread_mutex_lock(&network->lock);
    while (!network->ending) {
        int wait_ms = prepare(network, mns_clock_ns());
        pthread_mutex_unlock(&network->lock);
        int ready = poll(network->polls, (nfds_t)network->poll_count, wait_ms);
        pthread_mutex_lock(&network->lock);
        while (atomic_load(&network->callers) > 0) {
            pthread_cond_wait(&network->entered, &network->lock);
        }
        for (size_t i = 0; ready < 0 && i < network->poll_count; i++) {
            network->polls[i].revents = 0;
        }
        iterate(network);
        network->iterations++;
        pthread_cond_broadcast(&network->iterated);
    }
    pthread_mutex_unlock(&network->lock);
    return NULL;
}
