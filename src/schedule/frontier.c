/*
 * frontier.c - begins, commits, and undoing them; see frontier.h.
 *
 * Events are undone in reverse order, so the arrays need no log: a version knows what it replaced,
 * and a version taken out of the list of its zone knows its neighbours. Waiting transactions stay
 * where they are when events are undone; what they wait for may be out of date then, so before the
 * frontier says that it is stuck, it looks at all of them again.
 */
#include "schedule/frontier.h"

/* ---- Begin ---------------------------------------------------------------------------------- */

static void hold_keys(mns_frontier *f, uint32_t txn, uint32_t holder) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count && f->holder != NULL; i++) {
        if (touches[i].installs != MNS_NONE) {
            f->holder[touches[i].key] = holder;
        }
    }
}

static void begin(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].reads != MNS_NONE) {
            f->readers_left[touches[i].reads]--;
        }
    }
    hold_keys(f, txn, txn);
    f->begun[txn] = f->count;
    f->begun_at[txn] = f->event_count;
    f->events[f->event_count++] = txn << 1;
}

static void undo_begin(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t version = touches[i].reads;
        if (version != MNS_NONE) {
            f->readers_left[version]++;
            f->reader_from[version] = f->p->reader_first[version];
        }
    }
    hold_keys(f, txn, MNS_NONE);
    f->begun[txn] = MNS_NONE;
}

/* What a begin makes possible. */
static void announce_begin(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].reads != MNS_NONE && f->readers_left[touches[i].reads] <= 1) {
            mns_frontier_wake(f, touches[i].reads);
        }
    }
}

/* With snapshots: whoever reads what the transaction replaces begins now. False if two of them
 * exclude each other; those that have begun stay so, because they must begin before it commits. */
static bool begin_readers(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].installs == MNS_NONE || f->open[touches[i].key] != MNS_NONE) {
            continue;
        }
        uint32_t version = f->current[touches[i].key], reader = MNS_NONE;
        for (uint32_t at = f->reader_from[version];
             (reader = mns_next_reader(f, version, txn, &at)) != MNS_NONE;) {
            if (mns_key_holder(f, reader) != MNS_NONE) {
                return false;
            }
            begin(f, reader);
            mns_frontier_wake(f, f->p->version_count + reader);
        }
    }
    return true;
}

/* ---- Commit --------------------------------------------------------------------------------- */

static bool is_in_zone(const mns_frontier *f, uint32_t version) {
    return f->zone_first != NULL && f->zone_next[version] != version;
}

static void zone_link(mns_frontier *f, uint32_t version, uint32_t key, bool present) {
    if (!is_in_zone(f, version)) {
        return;
    }
    uint32_t next = f->zone_next[version], previous = f->zone_previous[version];
    *(previous == MNS_NONE ? &f->zone_first[key] : &f->zone_next[previous]) =
        present ? version : next;
    if (next != MNS_NONE) {
        f->zone_previous[next] = present ? version : previous;
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
    zone_link(f, version, key, false);
    change_missing(f, version, UINT32_MAX);
}

static void uninstall(mns_frontier *f, const mns_touch *touch) {
    uint32_t version = touch->installs, key = touch->key;
    if (f->current[key] == version) {
        change_missing(f, version, 1);
        zone_link(f, version, key, true);
        f->current[key] = MNS_NONE;
        f->open[key] = version;
    }
    if (++f->parts_left[version] == f->p->parts[version]) {
        f->open[key] = MNS_NONE;
        f->current[key] = f->replaced[version];
    }
}

/* What a commit makes possible. */
static void announce_commit(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t installs = touches[i].installs;
        if (installs == MNS_NONE || f->current[touches[i].key] != installs) {
            continue;
        }
        mns_frontier_wake(f, installs);
        for (uint32_t r = f->p->reader_first[installs]; r < f->p->reader_first[installs + 1]; r++) {
            mns_frontier_look(f, f->p->reader[r]);
        }
    }
    mns_frontier_wake(f, f->p->version_count + txn);
    if (f->process_first != NULL) {
        for (uint32_t t = f->process_first[txn]; t != MNS_NONE; t = f->process_next[t]) {
            mns_frontier_look(f, t);
        }
    }
}

static void advance_horizon(mns_frontier *f) {
    const mns_txns *txns = &f->p->history->txns;
    while (f->oldest < f->p->txn_count &&
           (!f->in_time[f->oldest] || txns->type[f->oldest] != MNS_TXN_OK ||
            mns_has_committed(f, f->oldest))) {
        f->oldest++;
    }
    f->horizon = f->oldest < f->p->txn_count ? txns->complete[f->oldest] : MNS_NONE;
}

static void release_more(mns_frontier *f) {
    advance_horizon(f);
    while (f->released < f->p->members &&
           f->p->history->txns.invoke[f->by_invoke[f->released]] < f->horizon) {
        mns_frontier_look(f, f->by_invoke[f->released++]);
    }
}

/* Begins, unless it has, and commits. */
static void commit(mns_frontier *f, uint32_t txn) {
    bool begins = !mns_has_begun(f, txn);
    if (begins) {
        begin(f, txn);
    }
    hold_keys(f, txn, MNS_NONE);
    f->place[txn] = f->count;
    f->order[f->count++] = txn;
    f->events[f->event_count++] = txn << 1 | 1;
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (touches[i].installs != MNS_NONE) {
            install(f, &touches[i]);
        }
    }
    change_successors(f, txn, UINT32_MAX);
    if (begins) {
        announce_begin(f, txn);
    }
    announce_commit(f, txn);
    if (f->in_time != NULL && txn == f->oldest) {
        release_more(f);
    }
}

static void undo_commit(mns_frontier *f, uint32_t txn) {
    uint32_t count = 0;
    const mns_touch *touches = mns_touches_of(f->p, txn, &count);
    change_successors(f, txn, 1);
    for (uint32_t i = count; i-- > 0;) {
        if (touches[i].installs != MNS_NONE) {
            uninstall(f, &touches[i]);
        }
    }
    f->place[txn] = MNS_NONE;
    f->count--;
    hold_keys(f, txn, txn);
    if (f->in_time != NULL && f->in_time[txn] && f->p->history->txns.type[txn] == MNS_TXN_OK &&
        txn < f->oldest) {
        f->oldest = txn;
    }
}

/* ---- Undoing -------------------------------------------------------------------------------- */

void mns_frontier_undo(mns_frontier *f, uint32_t event_count) {
    const mns_txns *txns = &f->p->history->txns;
    while (f->event_count > event_count) {
        uint32_t event = f->events[--f->event_count];
        if ((event & 1) != 0) {
            undo_commit(f, event >> 1);
        } else {
            undo_begin(f, event >> 1);
        }
    }
    f->settled = 0;
    f->round++;
    if (f->in_time != NULL) {
        f->horizon = f->oldest < f->p->txn_count ? txns->complete[f->oldest] : MNS_NONE;
        while (f->released > f->untimed &&
               txns->invoke[f->by_invoke[f->released - 1]] > f->horizon) {
            f->released--;
        }
    }
}

void mns_frontier_obey(mns_frontier *f) {
    uint32_t events = f->event_count;
    for (size_t i = 0; i < f->orders.count; i++) {
        const mns_variable *v = &f->orders.variables[i];
        uint32_t before = v->value > 0 ? v->pair.before : v->pair.after;
        uint32_t after = v->value > 0 ? v->pair.after : v->pair.before;
        bool broken = mns_has_begun(f, after) &&
                      (!mns_has_committed(f, before) || f->place[before] >= f->begun[after]);
        if (broken && f->begun_at[after] < events) {
            events = f->begun_at[after];
        }
    }
    mns_frontier_undo(f, events);
}

/* ---- Running -------------------------------------------------------------------------------- */

/* Looks at every transaction that is due, whatever it waits for. */
static void look_again(mns_frontier *f) {
    if (f->in_time != NULL) {
        release_more(f);
    }
    while (f->settled < f->released && mns_has_committed(f, f->by_invoke[f->settled])) {
        f->settled++;
    }
    for (uint32_t i = f->settled; i < f->released; i++) {
        uint32_t txn = f->by_invoke[i];
        if (f->standing[txn] == MNS_WAITING) {
            mns_frontier_stop_waiting(f, txn);
        }
        mns_frontier_look(f, txn);
    }
}

bool mns_frontier_run(mns_frontier *f, uint64_t limit) {
    bool again = false;
    while (f->count < f->p->members && f->steps < limit && !f->failed) {
        uint32_t txn = mns_frontier_next(f);
        if (txn == MNS_NONE) {
            if (again) {
                return false;
            }
            again = true;
            look_again(f);
        } else if (f->kept.snapshots && !begin_readers(f, txn)) {
            mns_frontier_look(f, txn);
        } else {
            commit(f, txn);
            again = false;
        }
    }
    return f->count == f->p->members;
}
