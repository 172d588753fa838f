/* counter_state.c - see counter_state.h. */
#include "schedule/counter_state.h"

#include "core/grow.h"

enum { LIMIT_LEVELS = 64 };

static uint64_t key_bit(uint32_t key) { return (uint64_t)1 << (key % 64); }

static bool keeps_time(const mns_counter_state *s, uint32_t txn) {
    return s->kept.order == MNS_ORDER_REALTIME ||
           (s->kept.updates_in_time && s->sums.is_update[txn]);
}

static bool is_timed(const mns_counter_state *s) {
    return s->kept.order == MNS_ORDER_REALTIME || s->kept.updates_in_time;
}

/* ---- The window ----------------------------------------------------------------------------- */

static void link_last(mns_counter_state *s, uint32_t txn) {
    uint32_t end = s->txn_count, last = s->window_previous[end];
    s->window_next[txn] = end;
    s->window_previous[txn] = last;
    s->window_next[last] = s->window_previous[end] = txn;
}

static void unlink_node(uint32_t *next, uint32_t *previous, uint32_t node) {
    next[previous[node]] = next[node];
    previous[next[node]] = previous[node];
}

/* Undoes the last unlink. */
static void relink_node(uint32_t *next, uint32_t *previous, uint32_t node) {
    next[previous[node]] = previous[next[node]] = node;
}

/* Finds the oldest and the horizon, and releases those that began before it. */
static void advance(mns_counter_state *s) {
    const mns_txns *txns = &s->sums.history->txns;
    bool timed = is_timed(s);
    while (s->oldest < s->txn_count && (s->placed[s->oldest] || !mns_counter_is_ok(s, s->oldest) ||
                                        (timed && !keeps_time(s, s->oldest)))) {
        s->oldest++;
        s->walked++;
    }
    s->horizon = timed && s->oldest < s->txn_count ? txns->complete[s->oldest] : MNS_NONE;
    while (s->released < s->ok_count &&
           mns_counter_begin(s, s->by_begin[s->released]) <= s->horizon) {
        uint32_t txn = s->by_begin[s->released++];
        if (!s->placed[txn]) { /* one that only reads may have come before */
            link_last(s, txn);
        }
    }
}

/* Undoes advance; txn is the one that was placed then. */
static void retreat(mns_counter_state *s, uint32_t txn) {
    bool timed = is_timed(s);
    if (txn < s->oldest && mns_counter_is_ok(s, txn) && (!timed || keeps_time(s, txn))) {
        s->oldest = txn;
        s->horizon = timed ? s->sums.history->txns.complete[txn] : MNS_NONE;
    }
    while (s->released > 0 && mns_counter_begin(s, s->by_begin[s->released - 1]) > s->horizon) {
        uint32_t last = s->by_begin[--s->released];
        if (!s->placed[last]) {
            assert(s->window_next[last] == s->txn_count);
            unlink_node(s->window_next, s->window_previous, last);
        }
    }
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static void skip_levels(mns_counter_state *s, uint32_t key) {
    while (s->need[key] < s->sums.level_first[key + 1] && s->sums.level_left[s->need[key]] == 0) {
        s->need[key]++;
        s->walked++;
    }
}

static bool is_listed(const mns_counter_state *s, uint32_t txn) {
    return s->reader_next != NULL && !s->sums.is_update[txn];
}

void mns_counter_place(mns_counter_state *s, uint32_t txn) {
    assert(!s->placed[txn]);
    bool ok = mns_counter_is_ok(s, txn), listed = is_listed(s, txn);
    for (uint32_t i = s->sums.touch_first[txn]; i < s->sums.touch_first[txn + 1]; i++) {
        const mns_counter_touch *touch = &s->sums.touches[i];
        s->sum[touch->key] += touch->amount;
        if (touch->level != MNS_NONE) {
            s->sums.key_left[touch->key]--;
            s->sums.level_left[touch->level] -= ok;
            skip_levels(s, touch->key);
            if (listed) {
                unlink_node(s->reader_next, s->reader_previous, i);
            }
        }
    }
    s->placed[txn] = true;
    s->hash ^= mns_counter_mix(txn);
    if (ok && s->rank[txn] < s->released) {
        unlink_node(s->window_next, s->window_previous, txn);
    }
    advance(s);
}

void mns_counter_take_back(mns_counter_state *s, uint32_t txn) {
    assert(s->placed[txn]);
    bool ok = mns_counter_is_ok(s, txn), listed = is_listed(s, txn);
    retreat(s, txn);
    if (ok && s->rank[txn] < s->released) {
        relink_node(s->window_next, s->window_previous, txn);
    }
    s->placed[txn] = false;
    s->hash ^= mns_counter_mix(txn);
    for (uint32_t i = s->sums.touch_first[txn + 1]; i-- > s->sums.touch_first[txn];) {
        const mns_counter_touch *touch = &s->sums.touches[i];
        s->sum[touch->key] -= touch->amount;
        if (touch->level != MNS_NONE) {
            s->sums.key_left[touch->key]++;
            s->sums.level_left[touch->level] += ok;
            if (ok && touch->level < s->need[touch->key]) {
                s->need[touch->key] = touch->level;
            }
            if (listed) {
                relink_node(s->reader_next, s->reader_previous, i);
            }
        }
    }
}

/* ---- Questions ------------------------------------------------------------------------------ */

bool mns_counter_may_come(const mns_counter_state *s, uint32_t txn) {
    bool late = keeps_time(s, txn) && mns_counter_begin(s, txn) > s->horizon;
    return !late && (s->predecessor == NULL || s->predecessor[txn] == MNS_NONE ||
                     s->placed[s->predecessor[txn]]);
}

/* Rule 3. Looks at LIMIT_LEVELS levels at most; to miss a jump only leads nowhere. */
static bool jumps(const mns_counter_state *s, const mns_counter_touch *touch, bool ok) {
    uint32_t level = s->need[touch->key], end = s->sums.level_first[touch->key + 1];
    if (ok && level == touch->level && s->sums.level_left[level] == 1) { /* its own */
        end = end - level > LIMIT_LEVELS ? level + LIMIT_LEVELS : end;
        do {
            level++;
        } while (level < end && s->sums.level_left[level] == 0);
    }
    return level < end && s->sums.level_sum[level] < s->sum[touch->key] + touch->amount;
}

uint64_t mns_counter_misfits(const mns_counter_state *s, uint32_t txn) {
    uint64_t misfits = 0;
    bool ok = mns_counter_is_ok(s, txn);
    for (uint32_t i = s->sums.touch_first[txn]; i < s->sums.touch_first[txn + 1]; i++) {
        const mns_counter_touch *touch = &s->sums.touches[i];
        bool reads_other = touch->level != MNS_NONE && touch->base != s->sum[touch->key];
        if (reads_other ||
            (touch->amount != 0 && s->sums.grows[touch->key] && jumps(s, touch, ok))) {
            misfits |= key_bit(touch->key);
        }
    }
    return misfits;
}

bool mns_counter_is_harmless(const mns_counter_state *s, uint32_t txn) {
    for (uint32_t i = s->sums.touch_first[txn]; i < s->sums.touch_first[txn + 1]; i++) {
        const mns_counter_touch *touch = &s->sums.touches[i];
        uint32_t own = touch->level != MNS_NONE;
        if (touch->amount != 0 && s->sums.key_left[touch->key] > own) {
            return false;
        }
    }
    return true;
}

uint64_t mns_counter_adds_to(const mns_counter_state *s, uint32_t txn) {
    uint64_t keys = 0;
    for (uint32_t i = s->sums.touch_first[txn]; i < s->sums.touch_first[txn + 1]; i++) {
        keys |= s->sums.touches[i].amount != 0 ? key_bit(s->sums.touches[i].key) : 0;
    }
    return keys;
}

uint64_t mns_counter_keys_of(const mns_counter_state *s, uint32_t txn) {
    uint64_t keys = 0;
    for (uint32_t i = s->sums.touch_first[txn]; i < s->sums.touch_first[txn + 1]; i++) {
        keys |= key_bit(s->sums.touches[i].key);
    }
    return keys;
}

uint32_t mns_counter_level(const mns_counter_state *s, uint32_t key) {
    uint32_t low = s->sums.level_first[key], high = s->sums.level_first[key + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->sums.level_sum[middle] < s->sum[key]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < s->sums.level_first[key + 1] && s->sums.level_sum[low] == s->sum[key];
    return found ? low : MNS_NONE;
}

/* ---- The beginning -------------------------------------------------------------------------- */

void mns_counter_state_release(mns_counter_state *s) {
    mns_counter_sums_release(&s->sums);
    free(s->placed);
    free(s->rank);
    free(s->window_next);
    free(s->window_previous);
    free(s->predecessor);
    free(s->by_begin);
    free(s->sum);
    free(s->need);
    free(s->reader_next);
    free(s->reader_previous);
    memset(s, 0, sizeof *s);
}

static bool allocate(mns_counter_state *s) {
    size_t txns = s->txn_count, keys = s->sums.history->tables.keys.count;
    s->placed = MNS_NEW_ARRAY(bool, txns);
    s->rank = MNS_NEW_ARRAY(uint32_t, txns);
    s->window_next = MNS_NEW_ARRAY(uint32_t, txns + 1);
    s->window_previous = MNS_NEW_ARRAY(uint32_t, txns + 1);
    s->by_begin = MNS_NEW_ARRAY(uint32_t, txns);
    s->sum = MNS_NEW_ARRAY(mns_sum, keys);
    s->need = MNS_NEW_ARRAY(uint32_t, keys);
    return s->placed != NULL && s->rank != NULL && s->window_next != NULL &&
           s->window_previous != NULL && s->by_begin != NULL && s->sum != NULL && s->need != NULL;
}

static int by_number(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Appends the candidates of a type to by_begin. */
static bool list_candidates(mns_counter_state *s, bool ok, uint32_t *count) {
    uint64_t *items = MNS_NEW_ARRAY(uint64_t, s->txn_count);
    if (items == NULL) {
        return false;
    }
    uint32_t *list = s->by_begin + (ok ? 0 : s->ok_count);
    bool timed = is_timed(s) || !ok;
    for (uint32_t txn = 0; txn < s->txn_count; txn++) {
        if (s->sums.is_candidate[txn] && mns_counter_is_ok(s, txn) == ok) {
            uint64_t begin = timed ? mns_counter_begin(s, txn) : 0;
            items[(*count)++] = begin << 32 | txn;
        }
    }
    qsort(items, *count, sizeof *items, by_number);
    for (uint32_t i = 0; i < *count; i++) {
        list[i] = (uint32_t)items[i];
        s->rank[list[i]] = i;
    }
    free(items);
    return true;
}

static bool list_predecessors(mns_counter_state *s) {
    const mns_history *h = s->sums.history;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, h->process_count);
    s->predecessor = MNS_NEW_ARRAY(uint32_t, s->txn_count);
    bool good = last != NULL && s->predecessor != NULL;
    if (good) {
        memset(last, 0xFF, h->process_count * sizeof *last);
    }
    for (uint32_t txn = 0; txn < s->txn_count && good; txn++) {
        s->predecessor[txn] = last[h->txns.process[txn]];
        if (mns_counter_is_ok(s, txn)) {
            last[h->txns.process[txn]] = txn;
        }
    }
    free(last);
    return good;
}

static bool list_readers(mns_counter_state *s) {
    uint32_t levels = s->sums.level_first[s->sums.history->tables.keys.count];
    uint32_t touches = (uint32_t)s->sums.touch_count;
    s->reader_next = MNS_NEW_ARRAY(uint32_t, (size_t)touches + levels);
    s->reader_previous = MNS_NEW_ARRAY(uint32_t, (size_t)touches + levels);
    if (s->reader_next == NULL || s->reader_previous == NULL) {
        return false;
    }
    for (uint32_t end = touches; end < touches + levels; end++) {
        s->reader_next[end] = s->reader_previous[end] = end;
    }
    for (uint32_t txn = 0; txn < s->txn_count; txn++) {
        for (uint32_t i = s->sums.touch_first[txn];
             i < s->sums.touch_first[txn + 1] && !s->sums.is_update[txn]; i++) {
            if (s->sums.touches[i].level == MNS_NONE) {
                continue;
            }
            uint32_t end = touches + s->sums.touches[i].level;
            s->reader_next[i] = end;
            s->reader_previous[i] = s->reader_previous[end];
            s->reader_next[s->reader_previous[i]] = i;
            s->reader_previous[end] = i;
        }
    }
    return true;
}

bool mns_counter_state_init(mns_counter_state *s, const mns_history *history, mns_candidates kept) {
    memset(s, 0, sizeof *s);
    s->kept = kept;
    s->txn_count = history->txns.count;
    if (!mns_counter_sums_make(&s->sums, history) || !allocate(s) ||
        !list_candidates(s, true, &s->ok_count) || !list_candidates(s, false, &s->info_count)) {
        return false;
    }
    if ((kept.order == MNS_ORDER_PROCESS && !list_predecessors(s)) ||
        (kept.order != MNS_ORDER_REALTIME && !list_readers(s))) {
        return false;
    }
    s->window_next[s->txn_count] = s->window_previous[s->txn_count] = s->txn_count;
    for (uint32_t key = 0; key < history->tables.keys.count; key++) {
        s->need[key] = s->sums.level_first[key];
        skip_levels(s, key);
    }
    advance(s);
    return true;
}
