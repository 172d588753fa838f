/*
 * network_flow.c - one direction of a connection: bytes arrive, wait, and are forwarded in order.
 *
 * Each read is stamped with the time at which its bytes may be forwarded: now plus delay plus
 * jitter, but never before earlier bytes. A close or reset by the sender waits likewise. When
 * nothing is delayed any more the stamps are ignored, so waiting bytes are forwarded at once. A
 * bandwidth limit is enforced by pacing: each send advances `paced_ns` by the time it should have
 * taken; unused time is kept for at most SLACK_NS.
 */
#include <errno.h>

#include "run/network/network_internal.h"

#define NS_PER_S UINT64_C(1000000000)
#define NS_PER_US UINT64_C(1000)
/* Duration of one paced send. */
#define PORTION_NS (10 * NETWORK_NS_PER_MS)
#define SLACK_NS (10 * NETWORK_NS_PER_MS)

void mns_flow_init(mns_flow *flow, mns_random random) { flow->random = random; }

bool mns_flow_has_room(const mns_flow *flow) {
    return flow->end == MNS_FLOW_OPEN && flow->size < NETWORK_RING_BYTES &&
           flow->chunk_count < NETWORK_CHUNKS;
}

static bool is_delayed(const mns_flow *flow) {
    return flow->conditions.delay_us != 0 || flow->conditions.jitter_us != 0;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static mns_chunk *last_chunk(mns_flow *flow) {
    return flow->chunk_count == 0
               ? NULL
               : &flow->chunk[(flow->first + flow->chunk_count - 1) % NETWORK_CHUNKS];
}

/* When bytes that arrive now may be forwarded. */
static uint64_t stamp(mns_flow *flow, uint64_t now) {
    if (!is_delayed(flow)) {
        return 0;
    }
    uint64_t late_us = flow->conditions.delay_us;
    if (flow->conditions.jitter_us > 0) {
        late_us += mns_random_below(&flow->random, (uint64_t)flow->conditions.jitter_us + 1);
    }
    return now + late_us * NS_PER_US;
}

static void add_bytes(mns_flow *flow, size_t size, uint64_t now) {
    uint64_t due = stamp(flow, now);
    mns_chunk *last = last_chunk(flow);
    due = last != NULL && due < last->due_ns ? last->due_ns : due;
    flow->size += size;
    if (last != NULL && last->due_ns == due) {
        last->size += size;
        return;
    }
    assert(flow->chunk_count < NETWORK_CHUNKS);
    flow->chunk[(flow->first + flow->chunk_count) % NETWORK_CHUNKS] = (mns_chunk){due, size};
    flow->chunk_count++;
}

static void add_end(mns_flow *flow, mns_flow_end end, uint64_t now) {
    const mns_chunk *last = last_chunk(flow);
    uint64_t due = stamp(flow, now);
    flow->end = end;
    flow->end_ns = last != NULL && due < last->due_ns ? last->due_ns : due;
    flow->end_sent = false;
}

void mns_flow_break(mns_flow *flow, uint64_t now) {
    if (flow->end != MNS_FLOW_RESET) {
        add_end(flow, MNS_FLOW_RESET, now);
    }
}

void mns_flow_read(mns_flow *flow, int source, uint64_t now) {
    assert(mns_flow_has_room(flow));
    size_t at = (flow->start + flow->size) % NETWORK_RING_BYTES;
    size_t room = NETWORK_RING_BYTES - flow->size;
    room = room < NETWORK_RING_BYTES - at ? room : NETWORK_RING_BYTES - at;
    ssize_t got = recv(source, flow->ring + at, room, 0);
    if (got > 0) {
        add_bytes(flow, (size_t)got, now);
    } else if (got == 0) {
        add_end(flow, MNS_FLOW_FINISHED, now);
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        mns_flow_break(flow, now);
    }
}

/* ---- Sending --------------------------------------------------------------------------------- */

void mns_flow_empty(mns_flow *flow) {
    flow->start = flow->size = flow->first = flow->chunk_count = 0;
}

/* The number of contiguous bytes that may be sent now. */
static size_t sendable(const mns_flow *flow, uint64_t now) {
    const mns_link_conditions *conditions = &flow->conditions;
    if (flow->chunk_count == 0 || conditions->cut) {
        return 0;
    }
    const mns_chunk *chunk = &flow->chunk[flow->first];
    if ((is_delayed(flow) && chunk->due_ns > now) ||
        (conditions->bytes_per_s > 0 && flow->paced_ns > now)) {
        return 0;
    }
    size_t most = NETWORK_RING_BYTES - flow->start;
    most = chunk->size < most ? chunk->size : most;
    if (conditions->bytes_per_s > 0) {
        size_t portion = (size_t)(conditions->bytes_per_s * PORTION_NS / NS_PER_S) + 1;
        most = portion < most ? portion : most;
    }
    return most;
}

static void take_bytes(mns_flow *flow, size_t size, uint64_t now) {
    mns_chunk *chunk = &flow->chunk[flow->first];
    flow->size -= size;
    /* Restart at 0 when empty, so that unused pages of the ring stay untouched. */
    flow->start = flow->size == 0 ? 0 : (flow->start + size) % NETWORK_RING_BYTES;
    chunk->size -= size;
    if (chunk->size == 0) {
        flow->first = (flow->first + 1) % NETWORK_CHUNKS;
        flow->chunk_count--;
    }
    if (flow->conditions.bytes_per_s > 0) {
        uint64_t least = now - SLACK_NS;
        flow->paced_ns = flow->paced_ns < least ? least : flow->paced_ns;
        flow->paced_ns += size * NS_PER_S / flow->conditions.bytes_per_s;
    }
}

bool mns_flow_write(mns_flow *flow, int target, uint64_t now) {
    size_t most;
    while (!flow->blocked && (most = sendable(flow, now)) > 0) {
        ssize_t sent = send(target, flow->ring + flow->start, most, MSG_NOSIGNAL);
        if (sent > 0) {
            take_bytes(flow, (size_t)sent, now);
        } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            flow->blocked = true;
        } else if (sent == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool mns_flow_is_over(const mns_flow *flow, uint64_t now) {
    return flow->end != MNS_FLOW_OPEN && !flow->end_sent && flow->size == 0 &&
           !flow->conditions.cut && (!is_delayed(flow) || flow->end_ns <= now);
}

uint64_t mns_flow_next_ns(const mns_flow *flow) {
    bool waits = flow->size > 0 || (flow->end != MNS_FLOW_OPEN && !flow->end_sent);
    if (!waits || flow->conditions.cut || flow->blocked) {
        return UINT64_MAX;
    }
    uint64_t due = flow->size > 0 ? flow->chunk[flow->first].due_ns : flow->end_ns;
    due = is_delayed(flow) ? due : 0;
    if (flow->size > 0 && flow->conditions.bytes_per_s > 0 && flow->paced_ns > due) {
        due = flow->paced_ns;
    }
    return due;
}
