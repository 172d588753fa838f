/* time_order.c - see time_order.h. */
#include "explain/time_order.h"

#include "core/grow.h"
#include "core/sort.h"

static uint64_t key_of(const mns_history *history, uint32_t txn) {
    const mns_txns *txns = &history->txns;
    uint32_t start = txns->invoke[txn] == MNS_NONE ? txns->complete[txn] : txns->invoke[txn];
    return (uint64_t)start << 32 | txn;
}

bool mns_time_order_init(mns_time_order *order, const mns_history *history, const uint32_t *txns,
                         uint32_t count) {
    *order = (mns_time_order){MNS_NEW_ARRAY(uint64_t, count), count};
    if (order->keys == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        order->keys[i] = key_of(history, txns[i]);
    }
    mns_sort_u64(order->keys, count);
    return true;
}

void mns_time_order_release(mns_time_order *order) {
    free(order->keys);
    *order = (mns_time_order){NULL, 0};
}

uint32_t mns_time_order_txn(const mns_time_order *order, uint32_t place) {
    assert(place < order->count);
    return (uint32_t)order->keys[place];
}

uint32_t mns_time_order_place(const mns_time_order *order, const mns_history *history,
                              uint32_t txn) {
    uint64_t key = key_of(history, txn);
    uint32_t low = 0, high = order->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order->keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low < order->count && order->keys[low] == key);
    return low;
}
