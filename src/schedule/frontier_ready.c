/*
 * frontier_ready.c - who is ready, and who waits for what; see frontier.h.
 */
#include "core/grow.h"
#include "schedule/frontier.h"

/* ---- The heap ------------------------------------------------------------------------------- */

static void heap_push(mns_frontier *f, uint64_t item) {
    if (!MNS_GROW(f->heap, f->heap_count, f->heap_capacity, 1)) {
        f->failed = true;
        return;
    }
    size_t at = f->heap_count++;
    for (; at > 0 && f->heap[(at - 1) / 2] > item; at = (at - 1) / 2) {
        f->heap[at] = f->heap[(at - 1) / 2];
    }
    f->heap[at] = item;
}

static uint32_t heap_pop(mns_frontier *f) {
    uint32_t txn = (uint32_t)f->heap[0];
    uint64_t item = f->heap[--f->heap_count];
    size_t at = 0;
    for (size_t child = 1; child < f->heap_count; child = 2 * at + 1) {
        child += child + 1 < f->heap_count && f->heap[child + 1] < f->heap[child];
        if (f->heap[child] >= item) {
            break;
        }
        f->heap[at] = f->heap[child];
        at = child;
    }
    if (f->heap_count > 0) {
        f->heap[at] = item;
    }
    return txn;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

static void wait_for(mns_frontier *f, uint32_t txn, uint32_t node) {
    f->standing[txn] = MNS_WAITING;
    f->wait_for[txn] = node;
    f->wait_previous[txn] = MNS_NONE;
    f->wait_next[txn] = f->wait_first[node];
    if (f->wait_first[node] != MNS_NONE) {
        f->wait_previous[f->wait_first[node]] = txn;
    }
    f->wait_first[node] = txn;
}

void mns_frontier_stop_waiting(mns_frontier *f, uint32_t txn) {
    uint32_t next = f->wait_next[txn], previous = f->wait_previous[txn];
    if (previous == MNS_NONE) {
        f->wait_first[f->wait_for[txn]] = next;
    } else {
        f->wait_next[previous] = next;
    }
    if (next != MNS_NONE) {
        f->wait_previous[next] = previous;
    }
    f->standing[txn] = MNS_IDLE;
}

void mns_frontier_wake(mns_frontier *f, uint32_t node) {
    uint32_t txn = f->wait_first[node];
    f->wait_first[node] = MNS_NONE;
    while (txn != MNS_NONE) { /* one that waits again does so in a new list */
        uint32_t next = f->wait_next[txn];
        f->standing[txn] = MNS_IDLE;
        mns_frontier_look(f, txn);
        txn = next;
    }
}

/* ---- Conditions ----------------------------------------------------------------------------- */

static bool is_before_horizon(const mns_frontier *f, uint32_t txn) {
    return f->in_time == NULL || !f->in_time[txn] || f->p->history->txns.invoke[txn] < f->horizon;
}

bool mns_may_begin(const mns_frontier *f, uint32_t txn) {
    bool later = f->kept.snapshots && f->kept.order != MNS_ORDER_REALTIME;
    return f->missing[txn] == 0 && (later || is_before_horizon(f, txn));
}

bool mns_may_commit(const mns_frontier *f, uint32_t txn) { return is_before_horizon(f, txn); }

uint32_t mns_frontier_zone(const mns_frontier *f, uint32_t version, uint32_t key) {
    uint32_t first = f->zone_first == NULL ? MNS_NONE : f->zone_first[key];
    if (first == version) {
        first = f->zone_next[first];
    }
    bool precedes = first != MNS_NONE && f->first_complete[first] < f->last_invoke[version];
    return precedes ? first : MNS_NONE;
}

uint32_t mns_key_holder(const mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count && f->holder != NULL; i++) {
        uint32_t holder = touches[i].installs == MNS_NONE ? txn : f->holder[touches[i].key];
        if (holder != MNS_NONE && holder != txn) {
            return holder;
        }
    }
    return MNS_NONE;
}

bool mns_excludes(const mns_frontier *f, uint32_t txn, uint32_t other) {
    uint32_t count = 0, others = 0;
    const mns_touch *a = mns_touches_of(f->p, txn, &count);
    const mns_touch *b = mns_touches_of(f->p, other, &others);
    for (uint32_t i = 0; i < count && f->holder != NULL; i++) {
        for (uint32_t j = 0; j < others && a[i].installs != MNS_NONE; j++) {
            if (a[i].key == b[j].key && b[j].installs != MNS_NONE) {
                return true;
            }
        }
    }
    return false;
}

uint32_t mns_next_reader(const mns_frontier *f, uint32_t version, uint32_t txn, uint32_t *at) {
    for (; *at < f->p->reader_first[version + 1]; (*at)++) {
        uint32_t reader = f->p->reader[*at];
        if (reader != txn && !mns_has_begun(f, reader)) {
            (*at)++;
            return reader;
        }
    }
    return MNS_NONE;
}

/* ---- Obstacles ------------------------------------------------------------------------------ */

/* Where writers of a key exclude each other, those of earlier versions in the sequence must have
 * committed before the transaction begins: a version to wait for, or MNS_NONE. */
static uint32_t sequence_obstacle(const mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count && f->holder != NULL && f->p->in_sequence; i++) {
        uint32_t version = touches[i].installs, key = touches[i].key;
        bool next =
            f->open[key] == version || (f->open[key] == MNS_NONE && f->current[key] + 1 == version);
        if (version != MNS_NONE && !next) {
            return version - 1;
        }
    }
    return MNS_NONE;
}

/* Something that must be committed before the transaction begins: a node, or MNS_NONE. */
static uint32_t begin_obstacle(const mns_frontier *f, uint32_t txn) {
    uint32_t before = MNS_NONE;
    for (uint32_t i = f->orders.of_txn[txn];
         (before = mns_orders_before(&f->orders, txn, &i)) != MNS_NONE;) {
        if (!mns_has_committed(f, before)) {
            return f->p->version_count + before;
        }
    }
    uint32_t holder = mns_key_holder(f, txn);
    return holder == MNS_NONE ? sequence_obstacle(f, txn) : f->p->version_count + holder;
}

/* With snapshots: a reader of the version that cannot begin at once, or MNS_NONE. */
static uint32_t late_reader(mns_frontier *f, uint32_t version, uint32_t txn) {
    uint32_t *from = &f->reader_from[version], reader = MNS_NONE;
    while (*from < f->p->reader_first[version + 1] && mns_has_begun(f, f->p->reader[*from])) {
        (*from)++;
    }
    for (uint32_t at = *from; (reader = mns_next_reader(f, version, txn, &at)) != MNS_NONE;) {
        f->steps++;
        if (!mns_may_begin(f, reader) || begin_obstacle(f, reader) != MNS_NONE ||
            mns_excludes(f, txn, reader)) {
            return f->p->version_count + reader;
        }
    }
    return MNS_NONE;
}

/* What keeps a transaction from installing its version of a key: a node, or MNS_NONE. */
static uint32_t install_obstacle(mns_frontier *f, uint32_t txn, const mns_touch *touch) {
    uint32_t current = f->current[touch->key];
    if (f->open[touch->key] != MNS_NONE) {
        return f->open[touch->key] == touch->installs ? MNS_NONE : f->open[touch->key];
    }
    bool own = touch->reads == current && !mns_has_begun(f, txn);
    if (f->readers_left[current] > own) {
        uint32_t late = f->kept.snapshots ? late_reader(f, current, txn) : current;
        if (late != MNS_NONE) {
            return late;
        }
    }
    if (f->p->in_sequence && touch->installs != current + 1) {
        return touch->installs - 1;
    }
    return mns_frontier_zone(f, touch->installs, touch->key);
}

/* The node that a transaction must wait for, or MNS_NONE. */
static uint32_t find_obstacle(mns_frontier *f, uint32_t txn) {
    uint32_t node = mns_has_begun(f, txn) ? MNS_NONE : begin_obstacle(f, txn), count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count && node == MNS_NONE; i++) {
        if (touches[i].installs != MNS_NONE) {
            node = install_obstacle(f, txn, &touches[i]);
        }
    }
    return node;
}

static bool is_due(const mns_frontier *f, uint32_t txn) {
    return (mns_has_begun(f, txn) || mns_may_begin(f, txn)) && mns_may_commit(f, txn);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* Those that install nothing go first: they hold up others and change nothing. */
static uint64_t priority(const mns_frontier *f, uint32_t txn) {
    return (uint64_t)(mns_is_update(f->p, txn) ? f->p->estimate[txn] : 0) << 32 | txn;
}

/* Whoever waits for the begin of this transaction can make it begin now. */
static void announce(mns_frontier *f, uint32_t txn) {
    if (!f->kept.snapshots || mns_has_begun(f, txn) || f->announced[txn] == f->round ||
        begin_obstacle(f, txn) != MNS_NONE) {
        return;
    }
    f->announced[txn] = f->round;
    uint32_t *first = &f->wait_first[f->p->version_count + txn];
    while (*first != MNS_NONE && !f->failed) {
        f->failed = !MNS_GROW(f->pending, f->pending_count, f->pending_capacity, 1);
        if (!f->failed) {
            f->pending[f->pending_count++] = *first;
            mns_frontier_stop_waiting(f, *first);
        }
    }
}

void mns_frontier_look(mns_frontier *f, uint32_t txn) {
    if (f->standing[txn] != MNS_IDLE || mns_has_committed(f, txn) || !is_due(f, txn)) {
        return;
    }
    f->steps++;
    uint32_t node = find_obstacle(f, txn);
    if (node != MNS_NONE) {
        wait_for(f, txn, node);
        announce(f, txn);
    } else {
        f->standing[txn] = MNS_READY;
        heap_push(f, priority(f, txn));
    }
}

uint32_t mns_frontier_next(mns_frontier *f) {
    while (f->pending_count > 0) {
        mns_frontier_look(f, f->pending[--f->pending_count]);
    }
    while (f->heap_count > 0) {
        uint32_t txn = heap_pop(f);
        if (f->standing[txn] != MNS_READY) {
            continue;
        }
        f->standing[txn] = MNS_IDLE;
        if (mns_has_committed(f, txn) || !is_due(f, txn)) {
            continue;
        }
        f->steps++;
        uint32_t node = find_obstacle(f, txn);
        if (node == MNS_NONE) {
            return txn;
        }
        wait_for(f, txn, node);
    }
    return MNS_NONE;
}
