/*
 * network_passage.c - one connection on its way through the network, from accept to close.
 *
 *     waiting ── the way is free ──► connecting ── answered ──► open ──► gone
 *        └── the near side gives up ──► gone   └── refused ──► gone, the near side is reset
 *                                                 any ── half-open ──► deaf ── near closes ──► gone
 *
 * A handshake goes both ways, so a cut of either keeps a new connection waiting. A side that breaks
 * is noticed by the other only after the bytes that came before, and only where the way to it is
 * not cut: until then the connection stays, and takes nothing more from the other side. What a deaf
 * connection is sent is read and thrown away, which is how its end is noticed.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include "run/network/network_internal.h"

#define READABLE (POLLIN | POLLERR | POLLHUP | POLLNVAL)
#define WRITABLE (POLLOUT | POLLERR | POLLHUP | POLLNVAL)

/* ---- Sockets ------------------------------------------------------------------------------------ */

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

static void send_at_once(int fd) {
    int yes = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

mns_passage *mns_passage_new(const mns_link *link, int near, mns_random random) {
    mns_passage *passage = calloc(1, sizeof *passage);
    if (passage == NULL) {
        return NULL;
    }
    passage->link = link;
    passage->from = link->from;
    passage->to = link->to;
    passage->socket[NEAR] = near;
    passage->socket[FAR] = -1;
    mns_random back = {mns_random_next(&random)};
    mns_flow_init(&passage->flow[NEAR], random);
    mns_flow_init(&passage->flow[FAR], back);
    send_at_once(near);
    return passage;
}

static void end(mns_passage *passage, bool reset) {
    close_socket(&passage->socket[NEAR], reset);
    close_socket(&passage->socket[FAR], reset);
    passage->state = MNS_PASSAGE_GONE;
}

void mns_passage_free(mns_passage *passage, bool reset) {
    end(passage, reset);
    free(passage);
}

/* ---- Connecting --------------------------------------------------------------------------------- */

/* Tries the addresses that are left, up to one that does not refuse at once. */
static void connect_next(mns_passage *passage) {
    const mns_link *link = passage->link;
    close_socket(&passage->socket[FAR], true);
    passage->state = MNS_PASSAGE_CONNECTING;
    while (passage->tried < link->address_count) {
        const struct sockaddr *address = (const struct sockaddr *)&link->addresses[passage->tried];
        socklen_t size = link->sizes[passage->tried++];
        int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
            close_socket(&fd, false);
            continue;
        }
        send_at_once(fd);
        if (connect(fd, address, size) == 0 || errno == EINPROGRESS || errno == EINTR) {
            passage->socket[FAR] = fd;
            return;
        }
        close_socket(&fd, false);
    }
    end(passage, true);
}

/* Poll has said something of the far side. */
static void connected(mns_passage *passage) {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(passage->socket[FAR], SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
        connect_next(passage);
    } else {
        passage->state = MNS_PASSAGE_OPEN;
    }
}

static bool is_cut(const mns_passage *passage) {
    return passage->flow[NEAR].conditions.cut || passage->flow[FAR].conditions.cut;
}

/* ---- Moving ------------------------------------------------------------------------------------- */

/* True if what the side sends is taken now. */
static bool listens(const mns_passage *passage, unsigned side) {
    return mns_flow_has_room(&passage->flow[side]) && !passage->lost[SIDES - 1 - side];
}

static void take(mns_passage *passage, unsigned side, short ready, uint64_t now) {
    mns_flow *flow = &passage->flow[side];
    if ((ready & READABLE) == 0 || !listens(passage, side)) {
        return;
    }
    mns_flow_read(flow, passage->socket[side], now);
    if (flow->end == MNS_FLOW_RESET || (flow->end != MNS_FLOW_OPEN && passage->lost[side])) {
        /* Once a send has failed, the end of what can be read is no proper end. */
        passage->lost[side] = true;
        mns_flow_break(flow, now);
    }
}

/* The side takes nothing any more. What it sent before may still be there to be read. */
static void lose(mns_passage *passage, unsigned side, uint64_t now) {
    passage->lost[side] = true;
    mns_flow_empty(&passage->flow[SIDES - 1 - side]);
    if (passage->flow[side].end != MNS_FLOW_OPEN) {
        mns_flow_break(&passage->flow[side], now);
    }
}

/* Sends what the side is due, and tells it what comes after that. */
static void give(mns_passage *passage, unsigned side, short ready, uint64_t now) {
    mns_flow *flow = &passage->flow[SIDES - 1 - side];
    flow->blocked = flow->blocked && (ready & WRITABLE) == 0;
    if (passage->lost[side]) {
        mns_flow_empty(flow);
    } else if (!mns_flow_write(flow, passage->socket[side], now)) {
        lose(passage, side, now);
    }
    if (!mns_flow_is_over(flow, now)) {
        return;
    }
    if (flow->end == MNS_FLOW_RESET) {
        end(passage, true);
        return;
    }
    flow->told = true;
    shutdown(passage->socket[side], SHUT_WR);
}

/* A side that has finished, and is still spoken to, may break yet; poll says so unasked. Of others
 * it would say again and again what is known. */
static bool may_break(const mns_passage *passage, unsigned side) {
    return passage->state == MNS_PASSAGE_OPEN && !passage->lost[side] &&
           passage->flow[side].end == MNS_FLOW_FINISHED && !passage->flow[SIDES - 1 - side].told;
}

static void move(mns_passage *passage, const short ready[SIDES], uint64_t now) {
    for (unsigned side = 0; side < SIDES; side++) {
        if ((ready[side] & (POLLERR | POLLHUP)) != 0 && may_break(passage, side)) {
            lose(passage, side, now);
        }
        take(passage, side, ready[side], now);
    }
    for (unsigned side = 0; side < SIDES && passage->state == MNS_PASSAGE_OPEN; side++) {
        give(passage, side, ready[side], now);
    }
    bool told = passage->flow[NEAR].told && passage->flow[FAR].told;
    bool lost = passage->lost[NEAR] && passage->lost[FAR];
    if (passage->state == MNS_PASSAGE_OPEN && (told || lost)) {
        end(passage, lost);
    }
}

/* Before the far side is there: bytes are kept. */
static void hold(mns_passage *passage, const short ready[SIDES], uint64_t now) {
    take(passage, NEAR, ready[NEAR], now);
    bool over = passage->flow[NEAR].end != MNS_FLOW_OPEN;
    if (passage->state == MNS_PASSAGE_WAITING && over) {
        end(passage, false); /* who gives up while nothing passes was never heard of */
    } else if (passage->state == MNS_PASSAGE_WAITING && !is_cut(passage)) {
        connect_next(passage);
    } else if (passage->state == MNS_PASSAGE_CONNECTING && (ready[FAR] & WRITABLE) != 0) {
        connected(passage);
    }
}

static void hear_nothing(mns_passage *passage, short ready, uint64_t now) {
    mns_flow_empty(&passage->flow[NEAR]);
    take(passage, NEAR, ready, now);
    if (passage->flow[NEAR].end != MNS_FLOW_OPEN) {
        end(passage, false);
    }
}

static void break_now(mns_passage *passage) {
    passage->to_break = false;
    if (passage->how == MNS_NETWORK_RESET) {
        end(passage, true);
        return;
    }
    close_socket(&passage->socket[FAR], false);
    mns_flow_empty(&passage->flow[FAR]);
    passage->flow[FAR].blocked = false;
    passage->lost[FAR] = false;
    passage->state = MNS_PASSAGE_DEAF;
}

void mns_passage_step(mns_passage *passage, const short ready[SIDES], uint64_t now) {
    assert(passage->state != MNS_PASSAGE_GONE);
    if (passage->to_break) {
        break_now(passage);
    }
    switch (passage->state) {
    case MNS_PASSAGE_WAITING:
    case MNS_PASSAGE_CONNECTING: hold(passage, ready, now); break;
    case MNS_PASSAGE_DEAF: hear_nothing(passage, ready[NEAR], now); break;
    case MNS_PASSAGE_OPEN: move(passage, ready, now); break;
    case MNS_PASSAGE_GONE: break;
    }
}

/* ---- What it waits for -------------------------------------------------------------------------- */

bool mns_passage_events(const mns_passage *passage, unsigned side, short *events) {
    *events = 0;
    if (passage->socket[side] < 0) {
        return false;
    }
    if (side == FAR && passage->state == MNS_PASSAGE_CONNECTING) {
        *events = POLLOUT;
        return true;
    }
    if (listens(passage, side)) {
        *events |= POLLIN;
    }
    if (passage->flow[SIDES - 1 - side].blocked && !passage->lost[side]) {
        *events |= POLLOUT;
    }
    return *events != 0 || may_break(passage, side);
}

uint64_t mns_passage_next_ns(const mns_passage *passage) {
    if (passage->state != MNS_PASSAGE_OPEN) {
        return UINT64_MAX;
    }
    uint64_t near = mns_flow_next_ns(&passage->flow[NEAR]);
    uint64_t far = mns_flow_next_ns(&passage->flow[FAR]);
    return near < far ? near : far;
}
