/*
 * register_realtime.c - orders of versions from real time.
 *
 * Version u precedes v if a transaction that accessed u completed before one that accessed v was
 * invoked. Only two moments of a version matter: when the first transaction that accessed it
 * completed, and when the last one was invoked:
 *
 *     u:    |--w--|    |--r--|                    ended[u]: end of w,  begun[u]: start of r
 *     v:               |----w----|    |--r--|     ended[u] < begun[v]:  u precedes v
 *
 * (Gibbons and Korach, "Testing Shared Memories", SIAM J. Comput. 1997, call that its zone.) So the
 * versions that follow u are those begun after ended[u]: a suffix of the versions sorted by begun.
 * Not all of these edges are needed. Let w be the one that ended first: every version that begins
 * after that follows w, and is reached through it. So edges to w, and to those that begin before w
 * ended, are enough. LIMIT_NEXT bounds the latter; leaving some out only makes the order less
 * complete.
 *
 * O(versions log versions + accesses).
 */
#include "core/grow.h"
#include "core/sort.h"
#include "infer/register_orders.h"

#define LIMIT_NEXT 8

/* ended and begun are by version of the key, from its initial state; least and second by index in
 * k->sorted. */
struct mns_zone {
    uint32_t ended;  /* first completion of an ok transaction that accesses it last; MNS_NONE */
    uint32_t begun;  /* 1 + last invocation of one that accesses it first; 0: none */
    uint32_t least;  /* the version from this index on that ended first, MNS_NONE if none ended */
    uint32_t second; /* the next one after `least` */
};

static void find_zones(const mns_key_orders *k) {
    const mns_txns *txns = &k->o->history->txns;
    for (uint32_t v = 0; v < k->end - k->base; v++) {
        k->zones[v] = (mns_zone){.ended = MNS_NONE};
    }
    for (size_t i = 0; i < k->access_count; i++) {
        const mns_access *access = &k->accesses[i];
        mns_zone *first = &k->zones[access->first - k->base],
                 *last = &k->zones[access->last - k->base];
        uint32_t invoke = txns->invoke[access->txn], complete = txns->complete[access->txn];
        if (invoke != MNS_NONE && invoke + 1 > first->begun) {
            first->begun = invoke + 1;
        }
        if (txns->type[access->txn] == MNS_TXN_OK && complete < last->ended) {
            last->ended = complete;
        }
    }
}

static uint32_t ended(const mns_key_orders *k, uint32_t version) {
    return version == MNS_NONE ? MNS_NONE : k->zones[version - k->base].ended;
}

static uint32_t sorted_begun(const mns_key_orders *k, uint32_t at) {
    return (uint32_t)(k->sorted[at] >> 32);
}

static uint32_t sorted_version(const mns_key_orders *k, uint32_t at) {
    return (uint32_t)k->sorted[at];
}

/* Sorts the versions that have begun by `begun` into k->sorted, and finds, from each on, the two
 * that ended first. Returns how many there are. Only a given order may lead back to the initial
 * state. */
static uint32_t sort_zones(const mns_key_orders *k, bool given) {
    uint32_t count = 0, least = MNS_NONE, second = MNS_NONE;
    for (uint32_t v = given ? k->base : k->base + 1; v < k->end; v++) {
        uint32_t begun = k->zones[v - k->base].begun;
        if (begun > 0) {
            k->sorted[count++] = (uint64_t)begun << 32 | v;
        }
    }
    mns_sort_u64(k->sorted, count);
    for (uint32_t i = count; i > 0; i--) {
        uint32_t v = sorted_version(k, i - 1);
        if (ended(k, v) < ended(k, least)) {
            second = least;
            least = v;
        } else if (ended(k, v) < ended(k, second)) {
            second = v;
        }
        k->zones[i - 1].least = least;
        k->zones[i - 1].second = second;
    }
    return count;
}

/* The first index whose version began after a moment. */
static uint32_t first_after(const mns_key_orders *k, uint32_t count, uint32_t moment) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sorted_begun(k, middle) - 1 <= moment) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool add_next(mns_key_orders *k, uint32_t count, uint32_t version, mns_order_class level) {
    uint32_t at = first_after(k, count, ended(k, version));
    if (at == count) {
        return true;
    }
    const mns_zone *next = &k->zones[at];
    uint32_t least = next->least == version ? next->second : next->least;
    bool good = true, drawn = false;
    uint32_t room = LIMIT_NEXT;
    for (; at < count && good && room > 0; at++) {
        uint32_t v = sorted_version(k, at);
        if (least != MNS_NONE && sorted_begun(k, at) - 1 > ended(k, least)) {
            break;
        }
        assert(ended(k, version) < sorted_begun(k, at) - 1);
        if (v != version) {
            good = mns_version_edge_add(k, version, v, level, MNS_BY_REALTIME);
            drawn |= v == least;
            room--;
        }
    }
    if (good && !drawn && least != MNS_NONE) {
        assert(ended(k, version) < k->zones[least - k->base].begun - 1);
        good = mns_version_edge_add(k, version, least, level, MNS_BY_REALTIME);
    }
    return good;
}

bool mns_order_by_realtime(mns_key_orders *k, mns_order_class level) {
    uint32_t versions = k->end - k->base;
    if (k->o->history->completions_only) {
        return true;
    }
    if (!MNS_GROW(k->zones, 0, k->zone_capacity, versions) ||
        !MNS_GROW(k->sorted, 0, k->sorted_capacity, versions)) {
        return false;
    }
    find_zones(k);
    uint32_t count = sort_zones(k, level == MNS_CLASS_GIVEN);
    bool good = true;
    for (uint32_t v = k->base; v < k->end && good; v++) {
        good = ended(k, v) == MNS_NONE || add_next(k, count, v, level);
    }
    return good;
}
