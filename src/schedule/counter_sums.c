/* counter_sums.c - see counter_sums.h. */
#include "schedule/counter_sums.h"

#include "core/grow.h"

void mns_counter_sums_release(mns_counter_sums *s) {
    free(s->touch_first);
    free(s->touches);
    free(s->is_candidate);
    free(s->is_update);
    free(s->grows);
    free(s->level_first);
    free(s->level_sum);
    free(s->level_left);
    free(s->key_left);
    memset(s, 0, sizeof *s);
}

static bool allocate(mns_counter_sums *s) {
    size_t txns = s->history->txns.count, keys = s->history->tables.keys.count;
    s->touch_first = MNS_NEW_ARRAY(uint32_t, txns + 1);
    s->is_candidate = MNS_NEW_ARRAY(bool, txns);
    s->is_update = MNS_NEW_ARRAY(bool, txns);
    s->grows = MNS_NEW_ARRAY(bool, keys);
    s->level_first = MNS_NEW_ARRAY(uint32_t, keys + 1);
    s->key_left = MNS_NEW_ARRAY(uint32_t, keys);
    if (s->touch_first == NULL || s->is_candidate == NULL || s->is_update == NULL ||
        s->grows == NULL || s->level_first == NULL || s->key_left == NULL) {
        return false;
    }
    memset(s->grows, true, keys * sizeof *s->grows);
    return true;
}

/* ---- Touches -------------------------------------------------------------------------------- */

/* touch_of: by key, 1 + its last touch. *fits: the read agrees with the ones before it. */
static bool note(mns_counter_sums *s, uint32_t txn, uint32_t mop, uint32_t *touch_of, bool *fits) {
    const mns_tables *tables = &s->history->tables;
    uint32_t key = tables->mops.key[mop];
    if (touch_of[key] <= s->touch_first[txn]) {
        if (!MNS_GROW(s->touches, s->touch_count, s->touch_capacity, 1)) {
            return false;
        }
        s->touches[s->touch_count++] =
            (mns_counter_touch){.txn = txn, .key = key, .level = MNS_NONE};
        touch_of[key] = (uint32_t)s->touch_count;
    }
    mns_counter_touch *touch = &s->touches[touch_of[key] - 1];
    mns_sum number = mns_mop_number(tables, mop);
    if (!mns_mop_is_read(&tables->mops, mop)) {
        touch->amount += number;
    } else if (touch->level == MNS_NONE) {
        touch->base = number - touch->amount;
        touch->level = 0; /* find_levels knows which */
    } else {
        *fits = *fits && touch->base + touch->amount == number;
    }
    return true;
}

static bool adds_something(const mns_counter_sums *s, uint32_t txn) {
    for (size_t i = s->touch_first[txn]; i < s->touch_count; i++) {
        if (s->touches[i].amount != 0) {
            return true;
        }
    }
    return false;
}

/* The touches of the next transaction. */
static bool note_txn(mns_counter_sums *s, uint32_t txn, uint32_t *touch_of) {
    const mns_history *h = s->history;
    const mns_mops *mops = &h->tables.mops;
    bool ok = h->txns.type[txn] == MNS_TXN_OK, fits = true;
    for (uint32_t m = h->txns.first_mop[txn]; m < h->txns.first_mop[txn + 1]; m++) {
        bool counts = !mns_mop_is_read(mops, m) || mns_mop_is_answered(mops, m);
        if (counts && !note(s, txn, m, touch_of, &fits)) {
            return false;
        }
    }
    s->contradicts = s->contradicts || (ok && !fits);
    s->is_update[txn] = adds_something(s, txn);
    s->is_candidate[txn] = ok || (fits && s->is_update[txn]);
    return true;
}

static void forget_touches(mns_counter_sums *s, uint32_t txn, uint32_t *touch_of) {
    while (s->touch_count > s->touch_first[txn]) {
        touch_of[s->touches[--s->touch_count].key] = 0;
    }
}

static bool note_all(mns_counter_sums *s) {
    const mns_txns *txns = &s->history->txns;
    uint32_t *touch_of = MNS_NEW_ARRAY(uint32_t, s->history->tables.keys.count);
    bool good = touch_of != NULL;
    for (uint32_t txn = 0; txn < txns->count && good; txn++) {
        s->touch_first[txn] = (uint32_t)s->touch_count;
        good = txns->type[txn] == MNS_TXN_FAIL || note_txn(s, txn, touch_of);
        if (good && !s->is_candidate[txn]) {
            forget_touches(s, txn, touch_of);
        }
    }
    free(touch_of);
    s->touch_first[txns->count] = (uint32_t)s->touch_count;
    return good;
}

/* ---- Levels --------------------------------------------------------------------------------- */

static int by_key_and_base(const void *a, const void *b) {
    const mns_counter_touch *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->base > y->base) - (x->base < y->base);
}

static uint32_t find_level(const mns_counter_sums *s, uint32_t key, mns_sum sum) {
    uint32_t low = s->level_first[key], high = s->level_first[key + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->level_sum[middle] <= sum) {
            low = middle;
        } else {
            high = middle;
        }
    }
    assert(s->level_sum[low] == sum);
    return low;
}

/* The distinct levels of the sorted reads. */
static bool list_levels(mns_counter_sums *s, const mns_counter_touch *reads, size_t count) {
    s->level_sum = MNS_NEW_ARRAY(mns_sum, count);
    s->level_left = MNS_NEW_ARRAY(uint32_t, count);
    if (s->level_sum == NULL || s->level_left == NULL) {
        return false;
    }
    uint32_t levels = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || by_key_and_base(&reads[i - 1], &reads[i]) != 0) {
            s->level_sum[levels++] = reads[i].base;
            s->level_first[reads[i].key + 1]++;
        }
    }
    for (uint32_t key = 0; key < s->history->tables.keys.count; key++) {
        s->level_first[key + 1] += s->level_first[key];
    }
    return true;
}

static void join_levels(mns_counter_sums *s) {
    const mns_txns *txns = &s->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        for (uint32_t i = s->touch_first[txn]; i < s->touch_first[txn + 1]; i++) {
            mns_counter_touch *touch = &s->touches[i];
            s->grows[touch->key] = s->grows[touch->key] && touch->amount >= 0;
            if (touch->level != MNS_NONE) {
                touch->level = find_level(s, touch->key, touch->base);
                s->level_left[touch->level] += txns->type[txn] == MNS_TXN_OK;
                s->key_left[touch->key]++;
            }
        }
    }
}

static bool find_levels(mns_counter_sums *s) {
    mns_counter_touch *reads = MNS_NEW_ARRAY(mns_counter_touch, s->touch_count);
    if (reads == NULL) {
        return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < s->touch_count; i++) {
        if (s->touches[i].level != MNS_NONE) {
            reads[count++] = s->touches[i];
        }
    }
    qsort(reads, count, sizeof *reads, by_key_and_base);
    bool good = list_levels(s, reads, count);
    free(reads);
    if (good) {
        join_levels(s);
    }
    return good;
}

bool mns_counter_sums_make(mns_counter_sums *s, const mns_history *history) {
    memset(s, 0, sizeof *s);
    s->history = history;
    return allocate(s) && note_all(s) && find_levels(s);
}
