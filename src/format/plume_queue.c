/* plume_queue.c - see plume_queue.h. */
#include "format/plume_queue.h"

#include "core/grow.h"

/* Closed transactions that may wait, besides as many as are open. */
#define WAITING 1024
/* Many are translated at a time: one by one, no branch would be predictable. */
#define BATCH 64

void mns_plume_queue_release(mns_plume_queue *queue) {
    for (size_t i = 0; i < queue->capacity; i++) {
        mns_plume_txn_release(&queue->items[i]);
    }
    free(queue->items);
}

/* Doubles the ring. */
static bool grow(mns_plume_queue *queue) {
    size_t capacity = queue->capacity == 0 ? 64 : 2 * queue->capacity;
    mns_plume_txn *items = MNS_NEW_ARRAY(mns_plume_txn, capacity);
    if (items == NULL) {
        return false;
    }
    assert(queue->end - queue->first == queue->capacity); /* so all are moved */
    for (uint64_t place = queue->first; place < queue->end; place++) {
        items[place & (capacity - 1)] = *mns_plume_queue_at(queue, place);
    }
    free(queue->items);
    queue->items = items;
    queue->capacity = capacity;
    return true;
}

bool mns_plume_queue_open(mns_plume_queue *queue, mns_plume_session *sessions, uint32_t session,
                          const mns_plume_op *op) {
    assert(sessions[session].open == MNS_PLUME_NO_TXN);
    if (queue->end - queue->first == queue->capacity && !grow(queue)) {
        return false;
    }
    mns_plume_txn *txn = &queue->items[queue->end & (queue->capacity - 1)];
    if (!mns_plume_txn_open(txn, &sessions[session], op)) {
        return false;
    }
    txn->session = session;
    sessions[session].open = queue->end++;
    queue->open++;
    return true;
}

/* Translates everything that is closed; the others close up. */
static void translate_all(mns_plume_queue *queue, mns_plume_session *sessions, mns_emit *emit) {
    uint64_t kept = queue->first;
    for (uint64_t place = queue->first; place < queue->end; place++) {
        mns_plume_txn *txn = mns_plume_queue_at(queue, place);
        if (txn->closed) {
            mns_plume_txn_emit(txn, emit);
            continue;
        }
        mns_plume_txn *to = mns_plume_queue_at(queue, kept), other = *to;
        *to = *txn;
        *txn = other; /* its memory is used again */
        sessions[to->session].open = kept++;
    }
    queue->end = kept;
}

/* Translates what is closed and first. */
static void translate(mns_plume_queue *queue, mns_plume_session *sessions, mns_emit *emit) {
    while (queue->first < queue->end && mns_plume_queue_at(queue, queue->first)->closed) {
        mns_plume_txn_emit(mns_plume_queue_at(queue, queue->first), emit);
        queue->first++;
    }
    if (queue->end - queue->first > 2 * queue->open + WAITING) {
        translate_all(queue, sessions, emit);
    }
}

void mns_plume_queue_close(mns_plume_queue *queue, mns_plume_session *sessions, uint32_t session,
                           mns_emit *emit) {
    if (sessions[session].open == MNS_PLUME_NO_TXN) {
        return;
    }
    mns_plume_queue_at(queue, sessions[session].open)->closed = true;
    sessions[session].open = MNS_PLUME_NO_TXN;
    queue->open--;
    if (queue->end - queue->first >= 2 * queue->open + BATCH) {
        translate(queue, sessions, emit);
    }
}

bool mns_plume_queue_drain(mns_plume_queue *queue, mns_emit *emit) {
    if (queue->first == queue->end) {
        return false;
    }
    mns_plume_txn_emit(mns_plume_queue_at(queue, queue->first), emit);
    queue->first++;
    return true;
}
