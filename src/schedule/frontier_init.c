/*
 * frontier_init.c - the state before the first placement.
 */
#include "core/grow.h"
#include "schedule/frontier.h"

void mns_frontier_release(mns_frontier *f) {
    free(f->events);
    free(f->order);
    free(f->begun);
    free(f->begun_at);
    free(f->reader_from);
    free(f->holder);
    free(f->place);
    free(f->missing);
    free(f->standing);
    free(f->wait_for);
    free(f->wait_next);
    free(f->wait_previous);
    free(f->in_time);
    free(f->process_first);
    free(f->process_next);
    free(f->process_previous);
    free(f->readers_left);
    free(f->parts_left);
    free(f->replaced);
    free(f->first_complete);
    free(f->last_invoke);
    free(f->zone_next);
    free(f->zone_previous);
    free(f->current);
    free(f->open);
    free(f->zone_first);
    free(f->wait_first);
    free(f->heap);
    free(f->pending);
    free(f->announced);
    free(f->by_invoke);
    mns_orders_release(&f->orders);
    memset(f, 0, sizeof *f);
}

static uint32_t *no_ids(size_t count) {
    uint32_t *ids = MNS_NEW_ARRAY(uint32_t, count);
    if (ids != NULL) {
        memset(ids, 0xFF, count * sizeof *ids); /* MNS_NONE */
    }
    return ids;
}

static bool allocate(mns_frontier *f) {
    const mns_demands *p = f->p;
    size_t txns = p->txn_count, versions = p->version_count, keys = p->key_count;
    f->order = MNS_NEW_ARRAY(uint32_t, p->members);
    f->by_invoke = MNS_NEW_ARRAY(uint32_t, p->members);
    f->place = no_ids(txns);
    f->begun = no_ids(txns);
    f->begun_at = MNS_NEW_ARRAY(uint32_t, txns);
    f->events = MNS_NEW_ARRAY(uint32_t, 2 * (size_t)p->members);
    f->reader_from = MNS_NEW_ARRAY(uint32_t, versions);
    f->announced = f->kept.snapshots ? no_ids(txns) : NULL;
    f->holder = f->holds_keys ? no_ids(keys) : NULL;
    f->missing = MNS_NEW_ARRAY(uint32_t, txns);
    f->standing = MNS_NEW_ARRAY(uint8_t, txns);
    f->wait_for = MNS_NEW_ARRAY(uint32_t, txns);
    f->wait_next = MNS_NEW_ARRAY(uint32_t, txns);
    f->wait_previous = MNS_NEW_ARRAY(uint32_t, txns);
    f->readers_left = MNS_NEW_ARRAY(uint32_t, versions);
    f->parts_left = MNS_NEW_ARRAY(uint32_t, versions);
    f->replaced = MNS_NEW_ARRAY(uint32_t, versions);
    f->current = MNS_NEW_ARRAY(uint32_t, keys);
    f->open = no_ids(keys);
    f->wait_first = no_ids(versions + txns);
    return f->order != NULL && f->by_invoke != NULL && f->place != NULL && f->missing != NULL &&
           f->begun != NULL && f->begun_at != NULL && f->events != NULL && f->reader_from != NULL &&
           (f->holder != NULL) == f->holds_keys && (f->announced != NULL) == f->kept.snapshots &&
           f->standing != NULL && f->wait_for != NULL && f->wait_next != NULL &&
           f->wait_previous != NULL && f->readers_left != NULL && f->parts_left != NULL &&
           f->replaced != NULL && f->current != NULL && f->open != NULL && f->wait_first != NULL;
}

static void begin(mns_frontier *f) {
    const mns_demands *p = f->p;
    memcpy(f->current, p->initial, p->key_count * sizeof *f->current);
    memcpy(f->parts_left, p->parts, p->version_count * sizeof *f->parts_left);
    memcpy(f->reader_from, p->reader_first, p->version_count * sizeof *f->reader_from);
    for (uint32_t v = 0; v < p->version_count; v++) {
        f->readers_left[v] = p->reader_first[v + 1] - p->reader_first[v];
    }
    for (size_t i = 0; i < p->reader_first[p->version_count]; i++) {
        f->missing[p->reader[i]]++;
    }
    for (uint32_t key = 0; key < p->key_count; key++) {
        uint32_t v = p->initial[key];
        for (uint32_t i = p->reader_first[v]; i < p->reader_first[v + 1]; i++) {
            f->missing[p->reader[i]]--;
        }
    }
}

/* ---- Real time ------------------------------------------------------------------------------ */

static void choose_in_time(mns_frontier *f) {
    for (uint32_t txn = 0; txn < f->p->txn_count; txn++) {
        f->in_time[txn] = f->p->is_member[txn] &&
                          (f->kept.order == MNS_ORDER_REALTIME || mns_is_update(f->p, txn));
    }
}

/* `late`: a later invocation shows that the version is late. */
static void meet(mns_frontier *f, uint32_t version, uint32_t txn, bool late) {
    const mns_txns *txns = &f->p->history->txns;
    if (version == MNS_NONE) {
        return;
    }
    bool ok = txns->type[txn] == MNS_TXN_OK;
    if (ok && txns->complete[txn] < f->first_complete[version]) {
        f->first_complete[version] = txns->complete[txn];
    }
    if (late && txns->invoke[txn] > f->last_invoke[version]) {
        f->last_invoke[version] = txns->invoke[txn];
    }
}

/* A snapshot that may be of any age says nothing about when a version that it shows was current,
 * only that it was installed before its transaction completed. */
static bool find_times(mns_frontier *f) {
    bool any_age = f->kept.snapshots && f->kept.order != MNS_ORDER_REALTIME;
    f->in_time = MNS_NEW_ARRAY(bool, f->p->txn_count);
    f->first_complete = no_ids(f->p->version_count);
    f->last_invoke = MNS_NEW_ARRAY(uint32_t, f->p->version_count);
    if (f->in_time == NULL || f->first_complete == NULL || f->last_invoke == NULL) {
        return false;
    }
    choose_in_time(f);
    for (uint32_t txn = 0; txn < f->p->txn_count; txn++) {
        uint32_t count = 0;
        const mns_touch *touches = mns_touches_of(f->p, txn, &count);
        for (uint32_t i = 0; i < count && f->in_time[txn]; i++) {
            meet(f, touches[i].reads, txn, !any_age);
            meet(f, touches[i].installs, txn, true);
        }
    }
    return true;
}

/* Members: those that do not keep real time, then the others by invocation, without sorting:
 * positions are distinct. */
static bool list_invocations(mns_frontier *f) {
    const mns_history *history = f->p->history;
    uint32_t *at = no_ids(history->operations);
    if (at == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < f->p->txn_count; txn++) {
        if (f->in_time[txn]) {
            at[history->txns.invoke[txn]] = txn;
        } else if (f->p->is_member[txn]) {
            f->by_invoke[f->released++] = txn;
        }
    }
    f->untimed = f->released;
    uint32_t count = f->untimed;
    for (uint64_t position = 0; position < history->operations; position++) {
        if (at[position] != MNS_NONE) {
            f->by_invoke[count++] = at[position];
        }
    }
    free(at);
    return true;
}

static void link_zone(mns_frontier *f, uint32_t *last, uint32_t version, uint32_t key,
                      uint32_t complete) {
    if (version == MNS_NONE || version <= f->p->known_until[key] ||
        f->first_complete[version] != complete || f->zone_next[version] != version) {
        return;
    }
    f->zone_next[version] = MNS_NONE;
    f->zone_previous[version] = last[key];
    *(last[key] == MNS_NONE ? &f->zone_first[key] : &f->zone_next[last[key]]) = version;
    last[key] = version;
}

/* The versions of each key whose order is open, by first completion. Transactions are in the order
 * of completion, so nothing is sorted. */
static bool link_zones(mns_frontier *f) {
    const mns_demands *p = f->p;
    uint32_t *last = no_ids(p->key_count);
    f->zone_first = no_ids(p->key_count);
    f->zone_next = no_ids(p->version_count);
    f->zone_previous = no_ids(p->version_count);
    bool good =
        last != NULL && f->zone_first != NULL && f->zone_next != NULL && f->zone_previous != NULL;
    for (uint32_t v = 0; v < p->version_count && good; v++) {
        f->zone_next[v] = v; /* not in a list */
    }
    for (uint32_t txn = 0; txn < p->txn_count && good; txn++) {
        uint32_t count = 0, complete = p->history->txns.complete[txn];
        const mns_touch *touches = mns_touches_of(p, txn, &count);
        bool ok = f->in_time[txn] && p->history->txns.type[txn] == MNS_TXN_OK;
        for (uint32_t i = 0; i < count && ok; i++) {
            link_zone(f, last, touches[i].reads, touches[i].key, complete);
            link_zone(f, last, touches[i].installs, touches[i].key, complete);
        }
    }
    free(last);
    return good;
}

/* ---- Process order -------------------------------------------------------------------------- */

/* Only ok transactions precede others. Transactions of a process do not overlap, so the table has
 * them in the process's order; one without a completion is its last. */
static bool link_processes(mns_frontier *f) {
    const mns_txns *txns = &f->p->history->txns;
    uint32_t *last = no_ids(f->p->history->process_count);
    f->process_first = no_ids(f->p->txn_count);
    f->process_next = no_ids(f->p->txn_count);
    f->process_previous = no_ids(f->p->txn_count);
    bool good = last != NULL && f->process_first != NULL && f->process_next != NULL &&
                f->process_previous != NULL;
    for (uint32_t txn = 0; txn < f->p->txn_count && good; txn++) {
        if (!f->p->is_member[txn]) {
            continue;
        }
        uint32_t previous = last[txns->process[txn]];
        if (previous != MNS_NONE) {
            f->process_next[txn] = f->process_first[previous];
            f->process_first[previous] = txn;
            f->process_previous[txn] = previous;
            f->missing[txn]++;
        }
        if (txns->type[txn] == MNS_TXN_OK) {
            last[txns->process[txn]] = txn;
        }
    }
    free(last);
    return good;
}

static void release_all(mns_frontier *f) {
    uint32_t count = 0;
    for (uint32_t txn = 0; txn < f->p->txn_count; txn++) {
        if (f->p->is_member[txn]) {
            f->by_invoke[count++] = txn;
        }
    }
    f->released = count;
}

bool mns_frontier_init(mns_frontier *f, const mns_demands *demands, mns_candidates kept) {
    memset(f, 0, sizeof *f);
    f->p = demands;
    f->kept = kept;
    f->holds_keys = kept.snapshots && !demands->rows;
    if (!allocate(f) || !mns_orders_init(&f->orders, demands->txn_count, demands->estimate)) {
        return false;
    }
    begin(f);
    bool timed = kept.order == MNS_ORDER_REALTIME || kept.updates_in_time;
    if (!timed) {
        release_all(f);
    }
    return (!timed || (find_times(f) && list_invocations(f) && link_zones(f))) &&
           (kept.order != MNS_ORDER_PROCESS || link_processes(f));
}
