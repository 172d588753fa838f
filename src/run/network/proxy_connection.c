/*
 * proxy_connection.c - one proxied connection, from accept to close.
 *
 *     waiting ── link not cut ──► connecting ── accepted ──► open ──► closed
 *        └── near side gives up ──► closed   └── refused ──► closed, near side is reset
 *                                       any ── break ──► half-open ── near side closes ──► closed
 *
 * A handshake needs both directions, so a cut of either keeps a new connection waiting. If one side
 * fails, the other sees it only after all earlier bytes, and only if the direction to it is not
 * cut: until then the connection stays and reads nothing more from the other side. A half-open
 * connection reads and discards what the near side sends, which is how it notices the close.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include "run/network/network_internal.h"

#define READABLE (POLLIN | POLLERR | POLLHUP | POLLNVAL)
#define WRITABLE (POLLOUT | POLLERR | POLLHUP | POLLNVAL)

/* ---- Sockets --------------------------------------------------------------------------------- */

static void close_socket(int *fd, bool reset) {
    if (*fd >= 0) {
        struct linger at_once = {.l_onoff = 1, .l_linger = 0};
        if (reset) {
            setsockopt(*fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        }
        close(*fd);
        *fd = -1;
    }
}

static void set_nodelay(int fd) {
    int yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

mns_proxy_connection *mns_proxy_connection_new(const mns_link *link, int near, mns_random random) {
    mns_proxy_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->link = link;
    connection->from = link->from;
    connection->to = link->to;
    connection->socket[NEAR] = near;
    connection->socket[FAR] = -1;
    mns_random back = {mns_random_next(&random)};
    mns_flow_init(&connection->flow[NEAR], random);
    mns_flow_init(&connection->flow[FAR], back);
    set_nodelay(near);
    return connection;
}

static void end(mns_proxy_connection *connection, bool reset) {
    close_socket(&connection->socket[NEAR], reset);
    close_socket(&connection->socket[FAR], reset);
    connection->state = MNS_PROXY_CLOSED;
}

void mns_proxy_connection_free(mns_proxy_connection *connection, bool reset) {
    end(connection, reset);
    free(connection);
}

/* ---- Connecting ------------------------------------------------------------------------------ */

/* Tries the remaining addresses until one does not fail at once. */
static void connect_next(mns_proxy_connection *connection) {
    const mns_link *link = connection->link;
    close_socket(&connection->socket[FAR], true);
    connection->state = MNS_PROXY_CONNECTING;
    while (connection->addresses_tried < link->address_count) {
        const struct sockaddr *address =
            (const struct sockaddr *)&link->addresses[connection->addresses_tried];
        socklen_t size = link->sizes[connection->addresses_tried++];
        int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
            close_socket(&fd, false);
            continue;
        }
        set_nodelay(fd);
        if (connect(fd, address, size) == 0 || errno == EINPROGRESS || errno == EINTR) {
            connection->socket[FAR] = fd;
            return;
        }
        close_socket(&fd, false);
    }
    end(connection, true);
}

/* Handles a poll event of the far side. */
static void connected(mns_proxy_connection *connection) {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(connection->socket[FAR], SOL_SOCKET, SO_ERROR, &error, &size) != 0 ||
        error != 0) {
        connect_next(connection);
    } else {
        connection->state = MNS_PROXY_OPEN;
    }
}

static bool is_cut(const mns_proxy_connection *connection) {
    return connection->flow[NEAR].conditions.cut || connection->flow[FAR].conditions.cut;
}

/* ---- Relaying -------------------------------------------------------------------------------- */

/* True if bytes from this side are read now. */
static bool can_read(const mns_proxy_connection *connection, unsigned side) {
    return mns_flow_has_room(&connection->flow[side]) && !connection->lost[SIDES - 1 - side];
}

static void read_side(mns_proxy_connection *connection, unsigned side, short ready, uint64_t now) {
    mns_flow *flow = &connection->flow[side];
    if ((ready & READABLE) == 0 || !can_read(connection, side)) {
        return;
    }
    mns_flow_read(flow, connection->socket[side], now);
    if (flow->end == MNS_FLOW_RESET || (flow->end != MNS_FLOW_OPEN && connection->lost[side])) {
        /* After a failed send, an end of file is not an orderly close. */
        connection->lost[side] = true;
        mns_flow_break(flow, now);
    }
}

/* This side accepts no more data. Bytes that it sent earlier may still be readable. */
static void mark_lost(mns_proxy_connection *connection, unsigned side, uint64_t now) {
    connection->lost[side] = true;
    mns_flow_empty(&connection->flow[SIDES - 1 - side]);
    if (connection->flow[side].end != MNS_FLOW_OPEN) {
        mns_flow_break(&connection->flow[side], now);
    }
}

/* Sends what is due to this side, and then the end of the stream. */
static void write_side(mns_proxy_connection *connection, unsigned side, short ready, uint64_t now) {
    mns_flow *flow = &connection->flow[SIDES - 1 - side];
    flow->blocked = flow->blocked && (ready & WRITABLE) == 0;
    if (connection->lost[side]) {
        mns_flow_empty(flow);
    } else if (!mns_flow_write(flow, connection->socket[side], now)) {
        mark_lost(connection, side, now);
    }
    if (!mns_flow_is_over(flow, now)) {
        return;
    }
    if (flow->end == MNS_FLOW_RESET) {
        end(connection, true);
        return;
    }
    flow->end_sent = true;
    shutdown(connection->socket[side], SHUT_WR);
}

/* A side that has finished sending may still fail; poll reports that unasked. For other sides it
 * would report known events repeatedly. */
static bool may_break(const mns_proxy_connection *connection, unsigned side) {
    return connection->state == MNS_PROXY_OPEN && !connection->lost[side] &&
           connection->flow[side].end == MNS_FLOW_FINISHED &&
           !connection->flow[SIDES - 1 - side].end_sent;
}

static void relay(mns_proxy_connection *connection, const short ready[SIDES], uint64_t now) {
    for (unsigned side = 0; side < SIDES; side++) {
        if ((ready[side] & (POLLERR | POLLHUP)) != 0 && may_break(connection, side)) {
            mark_lost(connection, side, now);
        }
        read_side(connection, side, ready[side], now);
    }
    for (unsigned side = 0; side < SIDES && connection->state == MNS_PROXY_OPEN; side++) {
        write_side(connection, side, ready[side], now);
    }
    bool end_sent = connection->flow[NEAR].end_sent && connection->flow[FAR].end_sent;
    bool lost = connection->lost[NEAR] && connection->lost[FAR];
    if (connection->state == MNS_PROXY_OPEN && (end_sent || lost)) {
        end(connection, lost);
    }
}

/* The far side is not connected yet: bytes are buffered. */
static void wait_for_far_side(mns_proxy_connection *connection, const short ready[SIDES],
                              uint64_t now) {
    read_side(connection, NEAR, ready[NEAR], now);
    bool over = connection->flow[NEAR].end != MNS_FLOW_OPEN;
    if (connection->state == MNS_PROXY_WAITING && over) {
        end(connection,
            false); /* a caller that gives up during a cut is never seen by the far side */
    } else if (connection->state == MNS_PROXY_WAITING && !is_cut(connection)) {
        connect_next(connection);
    } else if (connection->state == MNS_PROXY_CONNECTING && (ready[FAR] & WRITABLE) != 0) {
        connected(connection);
    }
}

static void discard_input(mns_proxy_connection *connection, short ready, uint64_t now) {
    mns_flow_empty(&connection->flow[NEAR]);
    read_side(connection, NEAR, ready, now);
    if (connection->flow[NEAR].end != MNS_FLOW_OPEN) {
        end(connection, false);
    }
}

static void break_connection(mns_proxy_connection *connection) {
    connection->break_requested = false;
    if (connection->break_mode == MNS_NETWORK_RESET) {
        end(connection, true);
        return;
    }
    close_socket(&connection->socket[FAR], false);
    mns_flow_empty(&connection->flow[FAR]);
    connection->flow[FAR].blocked = false;
    connection->lost[FAR] = false;
    connection->state = MNS_PROXY_HALF_OPEN;
}

void mns_proxy_connection_step(mns_proxy_connection *connection, const short ready[SIDES],
                               uint64_t now) {
    assert(connection->state != MNS_PROXY_CLOSED);
    if (connection->break_requested) {
        break_connection(connection);
    }
    switch (connection->state) {
    case MNS_PROXY_WAITING:
    case MNS_PROXY_CONNECTING: wait_for_far_side(connection, ready, now); break;
    case MNS_PROXY_HALF_OPEN: discard_input(connection, ready[NEAR], now); break;
    case MNS_PROXY_OPEN: relay(connection, ready, now); break;
    case MNS_PROXY_CLOSED: break;
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

bool mns_proxy_connection_events(const mns_proxy_connection *connection, unsigned side,
                                 short *events) {
    *events = 0;
    if (connection->socket[side] < 0) {
        return false;
    }
    if (side == FAR && connection->state == MNS_PROXY_CONNECTING) {
        *events = POLLOUT;
        return true;
    }
    if (can_read(connection, side)) {
        *events |= POLLIN;
    }
    if (connection->flow[SIDES - 1 - side].blocked && !connection->lost[side]) {
        *events |= POLLOUT;
    }
    return *events != 0 || may_break(connection, side);
}

uint64_t mns_proxy_connection_next_ns(const mns_proxy_connection *connection) {
    if (connection->state != MNS_PROXY_OPEN) {
        return UINT64_MAX;
    }
    uint64_t near = mns_flow_next_ns(&connection->flow[NEAR]);
    uint64_t far = mns_flow_next_ns(&connection->flow[FAR]);
    return near < far ? near : far;
}
