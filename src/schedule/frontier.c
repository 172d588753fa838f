/*
 * frontier.c - see frontier.h. Who is ready, who waits for what, placing and undoing.
 *
 * Every placement can be undone in reverse order, so the arrays need no log: a version knows what
 * it replaced, and a version taken out of the list of its zone knows its neighbours. Waiting
 * transactions stay where they are when placements are undone; what they wait for may be out of
 * date then, so before the frontier says that it is stuck, it looks at all of them again.
 */
#include "schedule/frontier.h"

#include "core/grow.h"

enum standing { IDLE, WAITING, READY, PLACED };

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
    f->standing[txn] = WAITING;
    f->wait_for[txn] = node;
    f->wait_previous[txn] = MNS_NONE;
    f->wait_next[txn] = f->wait_first[node];
    if (f->wait_first[node] != MNS_NONE) {
        f->wait_previous[f->wait_first[node]] = txn;
    }
    f->wait_first[node] = txn;
}

static void stop_waiting(mns_frontier *f, uint32_t txn) {
    uint32_t next = f->wait_next[txn], previous = f->wait_previous[txn];
    if (previous == MNS_NONE) {
        f->wait_first[f->wait_for[txn]] = next;
    } else {
        f->wait_next[previous] = next;
    }
    if (next != MNS_NONE) {
        f->wait_previous[next] = previous;
    }
    f->standing[txn] = IDLE;
}

/* ---- Who is ready --------------------------------------------------------------------------- */

uint32_t mns_frontier_zone(const mns_frontier *f, uint32_t version, uint32_t key) {
    uint32_t first = f->zone_first == NULL ? MNS_NONE : f->zone_first[key];
    if (first == version) {
        first = f->zone_next[first];
    }
    bool precedes =
        first != MNS_NONE && f->first_complete[first] < f->last_invoke[version];
    return precedes ? first : MNS_NONE;
}

/* What keeps a transaction from installing its version of a key: a version to wait for, or
 * MNS_NONE. */
static uint32_t obstacle(const mns_frontier *f, const mns_touch *touch) {
    uint32_t current = f->current[touch->key];
    if (f->open[touch->key] != MNS_NONE) {
        return f->open[touch->key] == touch->installs ? MNS_NONE : f->open[touch->key];
    }
    if (f->readers_left[current] > (touch->reads == current)) {
        return current;
    }
    if (f->p->in_sequence && touch->installs != current + 1) {
        return touch->installs - 1;
    }
    return mns_frontier_zone(f, touch->installs, touch->key);
}

/* The node that a transaction must wait for, or MNS_NONE. */
static uint32_t find_obstacle(const mns_frontier *f, uint32_t txn) {
    uint32_t count = 0, before = MNS_NONE;
    for (uint32_t i = f->orders.of_txn[txn];
         (before = mns_orders_before(&f->orders, txn, &i)) != MNS_NONE;) {
        if (!mns_is_placed(f, before)) {
            return f->p->version_count + before;
        }
    }
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].installs != MNS_NONE) {
            uint32_t version = obstacle(f, &touches[i]);
            if (version != MNS_NONE) {
                return version;
            }
        }
    }
    return MNS_NONE;
}

static bool is_due(const mns_frontier *f, uint32_t txn) {
    return f->missing[txn] == 0 && (f->in_time == NULL || !f->in_time[txn] ||
                                    f->p->history->txns.invoke[txn] < f->horizon);
}

/* Those that install nothing go first: they hold up others and change nothing. */
static uint64_t priority(const mns_frontier *f, uint32_t txn) {
    return (uint64_t)(mns_is_update(f->p, txn) ? f->p->estimate[txn] : 0) << 32 | txn;
}

/* Looks at a transaction that is not placed and not ready yet. */
static void look(mns_frontier *f, uint32_t txn) {
    if (f->standing[txn] != IDLE || !is_due(f, txn)) {
        return;
    }
    f->steps++;
    uint32_t node = find_obstacle(f, txn);
    if (node != MNS_NONE) {
        wait_for(f, txn, node);
    } else {
        f->standing[txn] = READY;
        heap_push(f, priority(f, txn));
    }
}

static void wake(mns_frontier *f, uint32_t node) {
    uint32_t txn = f->wait_first[node];
    f->wait_first[node] = MNS_NONE;
    while (txn != MNS_NONE) { /* one that waits again does so at the head of the list */
        uint32_t next = f->wait_next[txn];
        f->standing[txn] = IDLE;
        look(f, txn);
        txn = next;
    }
}

/* ---- Placing -------------------------------------------------------------------------------- */

static void zone_remove(mns_frontier *f, uint32_t version, uint32_t key) {
    if (f->zone_first == NULL || f->first_complete[version] == MNS_NONE) {
        return;
    }
    uint32_t next = f->zone_next[version], previous = f->zone_previous[version];
    *(previous == MNS_NONE ? &f->zone_first[key] : &f->zone_next[previous]) = next;
    if (next != MNS_NONE) {
        f->zone_previous[next] = previous;
    }
}

static void zone_restore(mns_frontier *f, uint32_t version, uint32_t key) {
    if (f->zone_first == NULL || f->first_complete[version] == MNS_NONE) {
        return;
    }
    uint32_t next = f->zone_next[version], previous = f->zone_previous[version];
    *(previous == MNS_NONE ? &f->zone_first[key] : &f->zone_next[previous]) = version;
    if (next != MNS_NONE) {
        f->zone_previous[next] = version;
    }
}

static void install(mns_frontier *f, const mns_touch *touch) {
    uint32_t version = touch->installs, key = touch->key;
    if (f->open[key] != version) {
        f->replaced[version] = f->current[key];
        f->current[key] = MNS_NONE;
        f->open[key] = version;
    }
    if (--f->parts_left[version] > 0) {
        return;
    }
    f->open[key] = MNS_NONE;
    f->current[key] = version;
    zone_remove(f, version, key);
}

/* What the placement of a transaction makes possible. */
static void announce(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t reads = touches[i].reads, installs = touches[i].installs;
        if (reads != MNS_NONE && f->readers_left[reads] <= 1) {
            wake(f, reads);
        }
        if (installs == MNS_NONE || f->current[touches[i].key] != installs) {
            continue;
        }
        wake(f, installs);
        for (uint32_t r = f->p->reader_first[installs]; r < f->p->reader_first[installs + 1]; r++) {
            if (f->missing[f->p->reader[r]] == 0) {
                look(f, f->p->reader[r]);
            }
        }
    }
    wake(f, f->p->version_count + txn);
    if (f->process_first != NULL) {
        for (uint32_t t = f->process_first[txn]; t != MNS_NONE; t = f->process_next[t]) {
            look(f, t);
        }
    }
}

/* Adds `by` (1 or -1) to what the successors in its process miss. */
static void change_successors(mns_frontier *f, uint32_t txn, uint32_t by) {
    if (f->process_first != NULL) {
        for (uint32_t t = f->process_first[txn]; t != MNS_NONE; t = f->process_next[t]) {
            f->missing[t] += by;
        }
    }
}

/* Adds `by` (1 or -1) to what the readers of a version miss. */
static void change_missing(mns_frontier *f, uint32_t version, uint32_t by) {
    for (uint32_t r = f->p->reader_first[version]; r < f->p->reader_first[version + 1]; r++) {
        f->missing[f->p->reader[r]] += by;
    }
}

static void advance_horizon(mns_frontier *f) {
    const mns_txns *txns = &f->p->history->txns;
    while (f->oldest < f->p->txn_count &&
           (!f->in_time[f->oldest] || txns->type[f->oldest] != MNS_TXN_OK ||
            mns_is_placed(f, f->oldest))) {
        f->oldest++;
    }
    f->horizon = f->oldest < f->p->txn_count ? txns->complete[f->oldest] : MNS_NONE;
}

static void release_more(mns_frontier *f) {
    advance_horizon(f);
    while (f->released < f->p->members &&
           f->p->history->txns.invoke[f->by_invoke[f->released]] < f->horizon) {
        look(f, f->by_invoke[f->released++]);
    }
}

static void place(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    f->standing[txn] = PLACED;
    f->place[txn] = f->count;
    f->order[f->count++] = txn;
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].reads != MNS_NONE) {
            f->readers_left[touches[i].reads]--;
        }
        if (touches[i].installs != MNS_NONE) {
            install(f, &touches[i]);
            if (f->current[touches[i].key] == touches[i].installs) {
                change_missing(f, touches[i].installs, UINT32_MAX);
            }
        }
    }
    change_successors(f, txn, UINT32_MAX);
    announce(f, txn);
    if (f->in_time != NULL && txn == f->oldest) {
        release_more(f);
    }
}

/* ---- Undoing -------------------------------------------------------------------------------- */

static void uninstall(mns_frontier *f, const mns_touch *touch) {
    uint32_t version = touch->installs, key = touch->key;
    if (f->current[key] == version) {
        change_missing(f, version, 1);
        zone_restore(f, version, key);
        f->current[key] = MNS_NONE;
        f->open[key] = version;
    }
    if (++f->parts_left[version] == f->p->parts[version]) {
        f->open[key] = MNS_NONE;
        f->current[key] = f->replaced[version];
    }
}

static void take_back(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    change_successors(f, txn, 1);
    for (uint32_t i = count; i-- > 0;) {
        if (touches[i].installs != MNS_NONE) {
            uninstall(f, &touches[i]);
        }
        if (touches[i].reads != MNS_NONE) {
            f->readers_left[touches[i].reads]++;
        }
    }
    f->place[txn] = MNS_NONE;
    f->standing[txn] = IDLE;
}

void mns_frontier_undo(mns_frontier *f, uint32_t place) {
    const mns_txns *txns = &f->p->history->txns;
    while (f->count > place) {
        uint32_t txn = f->order[--f->count];
        take_back(f, txn);
        if (f->in_time != NULL && f->in_time[txn] && txns->type[txn] == MNS_TXN_OK &&
            txn < f->oldest) {
            f->oldest = txn;
        }
    }
    f->settled = 0;
    if (f->in_time != NULL) {
        f->horizon = f->oldest < f->p->txn_count ? txns->complete[f->oldest] : MNS_NONE;
        while (f->released > f->untimed && txns->invoke[f->by_invoke[f->released - 1]] > f->horizon) {
            f->released--;
        }
    }
}

void mns_frontier_obey(mns_frontier *f) {
    uint32_t place = f->count;
    for (size_t i = 0; i < f->orders.count; i++) {
        const mns_variable *v = &f->orders.variables[i];
        uint32_t before = v->value > 0 ? v->pair.before : v->pair.after;
        uint32_t after = v->value > 0 ? v->pair.after : v->pair.before;
        if (f->place[after] < place && f->place[before] > f->place[after]) {
            place = f->place[after];
        }
    }
    mns_frontier_undo(f, place);
}

/* ---- Running -------------------------------------------------------------------------------- */

/* Looks at every transaction that is due, whatever it waits for. */
static void look_again(mns_frontier *f) {
    if (f->in_time != NULL) {
        release_more(f);
    }
    while (f->settled < f->released && mns_is_placed(f, f->by_invoke[f->settled])) {
        f->settled++;
    }
    for (uint32_t i = f->settled; i < f->released; i++) {
        uint32_t txn = f->by_invoke[i];
        if (f->standing[txn] == WAITING) {
            stop_waiting(f, txn);
        }
        look(f, txn);
    }
}

bool mns_frontier_run(mns_frontier *f, uint64_t limit) {
    bool again = true;
    while (f->count < f->p->members && f->steps < limit && !f->failed) {
        if (f->heap_count == 0) {
            if (!again) {
                return false;
            }
            again = false;
            look_again(f);
            continue;
        }
        uint32_t txn = heap_pop(f);
        if (f->standing[txn] != READY) {
            continue;
        }
        f->standing[txn] = IDLE;
        if (!is_due(f, txn)) {
            continue;
        }
        uint32_t node = find_obstacle(f, txn);
        if (node != MNS_NONE) {
            wait_for(f, txn, node);
        } else {
            place(f, txn);
            again = true;
        }
    }
    return f->count == f->p->members;
}
