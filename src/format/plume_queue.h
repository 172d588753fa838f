/*
 * plume_queue.h - transactions that are not translated yet, in the order of their first lines.
 *
 *     first                          end
 *     | open | closed | closed | open |
 *
 * Closed transactions are translated once everything before them is closed, so the translation has
 * the order of the file. But a session may pause for long, or end: if most of the queue is closed
 * and waits, it is translated out of turn. So the queue has about as many transactions as sessions.
 */
#ifndef MNS_PLUME_QUEUE_H
#define MNS_PLUME_QUEUE_H

#include "format/plume_txn.h"

typedef struct mns_plume_queue {
    mns_plume_txn *items; /* a ring: the item at place p is items[p % capacity] */
    size_t capacity;      /* 0 or a power of two */
    uint64_t first, end;  /* places */
    uint64_t open;        /* transactions that are not closed */
} mns_plume_queue;

void mns_plume_queue_release(mns_plume_queue *queue);

static inline mns_plume_txn *mns_plume_queue_at(const mns_plume_queue *queue, uint64_t place) {
    assert(place >= queue->first && place < queue->end);
    return &queue->items[place & (queue->capacity - 1)];
}

/* Opens the transaction of a line, and makes it that of its session. False when out of memory. */
bool mns_plume_queue_open(mns_plume_queue *queue, mns_plume_session *sessions, uint32_t session,
                          const mns_plume_op *op);
/* Closes the open transaction of a session, if it has one, and translates what can be. */
void mns_plume_queue_close(mns_plume_queue *queue, mns_plume_session *sessions, uint32_t session,
                           mns_emit *emit);
/* After the last line: translates the next one, open or closed. False if there is none. */
bool mns_plume_queue_drain(mns_plume_queue *queue, mns_emit *emit);

#endif
