/*
 * network.c - the functions that other threads call: links, conditions, breaks. See network.h.
 *
 * They change rules and flags under the lock and wake the proxy thread (network_thread.c), which
 * owns all sockets. Conditions hold from the moment the lock is released; a break waits until the
 * thread has completed a whole iteration.
 */
#include "run/network/network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/grow.h"
#include "run/network/network_internal.h"
#include "run/network/socket_owner.h"
#include "run/system/block_signals.h"

/* Length of the accept queue. */
#define BACKLOG 512
/* Desired limit of open files: two for each of many connections. */
#define DESCRIPTORS 16384

/* ---- Starting and ending --------------------------------------------------------------------- */

/* Raises the soft limit of open files, never lowers it. */
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < DESCRIPTORS) {
        limit.rlim_cur = limit.rlim_max < DESCRIPTORS ? limit.rlim_max : DESCRIPTORS;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool open_wake(int wake[2]) {
    if (pipe(wake) != 0) {
        wake[0] = wake[1] = -1;
        return false;
    }
    bool good = true;
    for (int i = 0; i < 2; i++) {
        good = good && fcntl(wake[i], F_SETFD, FD_CLOEXEC) == 0 &&
               fcntl(wake[i], F_SETFL, O_NONBLOCK) == 0;
    }
    return good;
}

static void release(mns_network *network) {
    for (size_t i = 0; i < network->connection_count; i++) {
        mns_proxy_connection_free(network->connections[i], true);
    }
    for (size_t i = 0; i < network->link_count; i++) {
        close(network->links[i]->listener);
        free(network->links[i]);
    }
    for (int i = 0; i < 2; i++) {
        if (network->wake[i] >= 0) {
            close(network->wake[i]);
        }
    }
    pthread_cond_destroy(&network->iterated);
    pthread_cond_destroy(&network->entered);
    pthread_mutex_destroy(&network->lock);
    free(network->connections);
    free(network->links);
    free(network->rules.items);
    free(network->polls);
    free(network);
}

mns_network *mns_network_start(uint64_t seed, mns_buf *message) {
    mns_network *network = calloc(1, sizeof *network);
    if (network == NULL) {
        mns_buf_str(message, "out of memory");
        return NULL;
    }
    raise_descriptor_limit();
    network->seed = seed;
    pthread_mutex_init(&network->lock, NULL);
    pthread_cond_init(&network->iterated, NULL);
    pthread_cond_init(&network->entered, NULL);
    atomic_init(&network->callers, 0);
    int error = open_wake(network->wake) ? 0 : errno;
    if (error == 0) {
        sigset_t before = mns_block_signals();
        error = pthread_create(&network->thread, NULL, mns_network_thread, network);
        mns_restore_signals(&before);
    }
    if (error != 0) {
        mns_buf_printf(message, "cannot start the network proxy: %s", strerror(error));
        release(network);
        return NULL;
    }
    return network;
}

/* Takes the lock. A busy proxy thread would take it again before a caller wakes up, so it waits for
 * announced callers. */
static void enter(mns_network *network) {
    atomic_fetch_add(&network->callers, 1);
    pthread_mutex_lock(&network->lock);
    atomic_fetch_sub(&network->callers, 1);
    pthread_cond_signal(&network->entered);
}

/* A full pipe wakes the thread as well. */
static void wake(mns_network *network) {
    ssize_t written;
    do {
        written = write(network->wake[1], "", 1);
    } while (written < 0 && errno == EINTR);
}

void mns_network_stop(mns_network *network) {
    if (network == NULL) {
        return;
    }
    enter(network);
    network->ending = true;
    pthread_mutex_unlock(&network->lock);
    wake(network);
    pthread_join(network->thread, NULL);
    release(network);
}

/* ---- Links ----------------------------------------------------------------------------------- */

static bool resolve(mns_link *link, const char *host, unsigned port, mns_buf *message) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *all = NULL;
    char service[16];
    snprintf(service, sizeof service, "%u", port);
    int error = getaddrinfo(host, service, &hints, &all);
    if (error != 0) {
        mns_buf_printf(message, "cannot resolve host %s: %s", host, gai_strerror(error));
        return false;
    }
    for (const struct addrinfo *one = all; one != NULL && link->address_count < NETWORK_ADDRESSES;
         one = one->ai_next) {
        assert(one->ai_addrlen <= sizeof link->addresses[0]);
        memcpy(&link->addresses[link->address_count], one->ai_addr, one->ai_addrlen);
        link->sizes[link->address_count++] = one->ai_addrlen;
    }
    freeaddrinfo(all);
    return true;
}

static bool listen_on_free_port(mns_link *link) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    link->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = link->listener >= 0 && fcntl(link->listener, F_SETFL, O_NONBLOCK) == 0 &&
                bind(link->listener, (struct sockaddr *)&address, size) == 0 &&
                listen(link->listener, BACKLOG) == 0 &&
                getsockname(link->listener, (struct sockaddr *)&address, &size) == 0;
    link->port = ntohs(address.sin_port);
    return good;
}

/* Creates a link that is not registered yet; NULL: message. */
static mns_link *make_link(unsigned from, unsigned to, const char *host, unsigned port,
                           mns_buf *message) {
    mns_link *link = calloc(1, sizeof *link);
    if (link == NULL) {
        mns_buf_str(message, "out of memory");
        return NULL;
    }
    link->from = from;
    link->to = to;
    link->listener = -1;
    bool found = resolve(link, host, port, message);
    if (found && listen_on_free_port(link)) {
        return link;
    }
    if (found) {
        mns_buf_printf(message, "cannot listen on 127.0.0.1: %s", strerror(errno));
    }
    if (link->listener >= 0) {
        close(link->listener);
    }
    free(link);
    return NULL;
}

unsigned mns_network_link(mns_network *network, unsigned from, unsigned to, const char *host,
                          unsigned port, mns_buf *message) {
    assert(from != MNS_NETWORK_ANY_CLIENT && to < NETWORK_UNKNOWN);
    mns_link *link = make_link(from, to, host, port, message);
    if (link == NULL) {
        return 0;
    }
    unsigned at = link->port;
    enter(network);
    bool room = network->link_count < network->link_capacity ||
                mns_grow(&network->links, &network->link_capacity, network->link_count + 1,
                         sizeof(mns_link *));
    if (room) {
        network->links[network->link_count++] = link;
    }
    pthread_mutex_unlock(&network->lock);
    if (!room) {
        mns_buf_str(message, "out of memory");
        close(link->listener);
        free(link);
        return 0;
    }
    wake(network);
    return at;
}

/* ---- Identifying callers --------------------------------------------------------------------- */

unsigned mns_network_identify(const mns_network *network, unsigned port, unsigned link_port) {
    size_t node = mns_socket_owner(network->process, MNS_NETWORK_NODES, port, link_port);
    return node == SIZE_MAX ? NETWORK_UNKNOWN : (unsigned)node;
}

void mns_network_process(mns_network *network, unsigned node, pid_t process) {
    assert(node < MNS_NETWORK_NODES);
    enter(network);
    network->process[node] = process;
    for (size_t i = 0; process > 0 && i < network->connection_count; i++) {
        mns_proxy_connection *connection = network->connections[i];
        if (connection->from == NETWORK_UNKNOWN) {
            connection->from =
                mns_network_identify(network, connection->port, connection->link->port);
            mns_network_conditions(network, connection);
        }
    }
    network->conditions_changed = true;
    pthread_mutex_unlock(&network->lock);
    wake(network);
}

/* ---- Conditions ------------------------------------------------------------------------------ */

void mns_network_conditions(mns_network *network, mns_proxy_connection *connection) {
    const mns_network_rules *rules = &network->rules;
    connection->flow[NEAR].conditions =
        mns_network_rules_find(rules, connection->from, connection->to);
    connection->flow[FAR].conditions =
        mns_network_rules_find(rules, connection->to, connection->from);
}

/* Call with the lock held, after the rules have changed. */
static void apply(mns_network *network) {
    for (size_t i = 0; i < network->connection_count; i++) {
        mns_network_conditions(network, network->connections[i]);
    }
    network->conditions_changed = true;
}

bool mns_network_set(mns_network *network, unsigned from, unsigned to,
                     const mns_link_conditions *conditions) {
    enter(network);
    bool set = mns_network_rules_add(&network->rules, from, to, conditions);
    if (set) {
        apply(network);
    }
    pthread_mutex_unlock(&network->lock);
    wake(network);
    return set;
}

void mns_network_restore(mns_network *network) {
    enter(network);
    network->rules.count = 0;
    apply(network);
    pthread_mutex_unlock(&network->lock);
    wake(network);
}

/* ---- Breaking -------------------------------------------------------------------------------- */

unsigned mns_network_break_all(mns_network *network, unsigned from, unsigned to,
                               mns_network_break break_mode) {
    unsigned count = 0;
    enter(network);
    for (size_t i = 0; i < network->connection_count; i++) {
        mns_proxy_connection *connection = network->connections[i];
        if (mns_network_covers(from, connection->from) && mns_network_covers(to, connection->to)) {
            connection->break_requested = true;
            connection->break_mode = break_mode;
            count++;
        }
    }
    wake(network);
    /* An iteration starts by taking the lock, so the next one to complete sees the flags. */
    uint64_t until = network->iterations + 1;
    while (count > 0 && network->iterations < until) {
        pthread_cond_wait(&network->iterated, &network->lock);
    }
    pthread_mutex_unlock(&network->lock);
    return count;
}

unsigned mns_network_connections(mns_network *network) {
    enter(network);
    unsigned count = (unsigned)network->connection_count;
    pthread_mutex_unlock(&network->lock);
    return count;
}
