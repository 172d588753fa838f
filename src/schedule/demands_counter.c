/*
 * demands_counter.c - touches of counters: which increments make up each sum that was read.
 *
 *     reads of x        3         7              increments: T1 +3, T2 +2, T3 +2, T4 +5
 *     versions      0   3         7     rest
 *     parts             T1        T2, T3         T4
 *
 * Increments have no identity, so who belongs to which sum is a guess: between two sums that follow
 * each other, the earliest increments, by completion, that add up to the difference; by real time
 * those that completed before a reader of the sum began belong to it, and those that began after
 * one completed do not. A transaction that read a sum and then adds to it leads to the sum after
 * it, and nobody else comes between. A wrong guess only means that no execution is found.
 *
 * Only keys whose increments are all positive; O(increments) and, for each sum, a table of
 * LIMIT_CANDIDATES * LIMIT_DIFFERENCE bits at most.
 */
#include "core/grow.h"
#include "schedule/demands.h"

enum {
    LIMIT_CANDIDATES = 64,      /* for one sum */
    LIMIT_LOOKED = 256,         /* looked at to find them */
    LIMIT_DIFFERENCE = 1 << 14, /* of two sums */
    LIMIT_BACK = 10000,         /* sums of a key that get other parts */
    WORD = 64
};

typedef struct sum_read {
    uint32_t key;
    mns_sum sum;
} sum_read;

/* A transaction's increments of a key whose sum it did not read. */
typedef struct blind {
    uint32_t touch, txn;
    mns_sum amount;
} blind;

typedef struct sums {
    mns_touching touching;
    const mns_observation *o;
    bool in_time;
    mns_sum *base, *amount; /* by touch; base -1: not read */
    size_t base_capacity, amount_capacity;
    sum_read *levels; /* sorted, each once */
    size_t level_count, level_capacity;
    uint32_t *level_first;                  /* by key, and one more */
    uint32_t *first_complete, *last_invoke; /* by level, of its readers */
    uint32_t *blind_first;                  /* by key, and one more */
    blind *blinds;                          /* by key, then by completion */
    uint64_t *reachable;                    /* LIMIT_CANDIDATES + 1 rows of bits */
    uint64_t *choice;                       /* by level: a bit for each candidate */
    uint32_t left;                          /* of a key, all before are parts */
    bool contradicts;
} sums;

/* ---- What each transaction read and added --------------------------------------------------- */

static bool note(sums *s, uint32_t txn, uint32_t mop) {
    const mns_tables *tables = &s->o->history->tables;
    bool fresh = false, read = mns_mop_is_read(&tables->mops, mop);
    mns_touch *touch = mns_touch_of(&s->touching, txn, tables->mops.key[mop], &fresh);
    size_t count = s->touching.demands->touch_count;
    if (touch == NULL || !MNS_GROW(s->base, count, s->base_capacity, 1) ||
        !MNS_GROW(s->amount, count, s->amount_capacity, 1)) {
        return false;
    }
    size_t at = (size_t)(touch - s->touching.demands->touches);
    if (fresh) {
        s->base[at] = -1;
        s->amount[at] = 0;
    }
    mns_sum number = mns_mop_number(tables, mop);
    if (!read) {
        s->amount[at] += number;
    } else if (s->base[at] < 0) {
        s->base[at] = number - s->amount[at];
        s->contradicts |= s->base[at] < 0;
    }
    return true;
}

static bool note_all(sums *s) {
    mns_demands *d = s->touching.demands;
    const mns_mops *mops = &s->o->history->tables.mops;
    bool good = true;
    for (uint32_t txn = 0; txn < d->txn_count && good; txn++) {
        d->touch_first[txn] = (uint32_t)d->touch_count;
        uint32_t end = s->o->history->txns.first_mop[txn + 1];
        for (uint32_t m = s->o->history->txns.first_mop[txn]; m < end && good && d->is_member[txn];
             m++) {
            bool counts = !mns_mop_is_read(mops, m) || mns_mop_is_answered(mops, m);
            good = !counts || note(s, txn, m);
        }
    }
    d->touch_first[d->txn_count] = (uint32_t)d->touch_count;
    return good;
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static int by_sum(const void *a, const void *b) {
    const sum_read *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->sum > y->sum) - (x->sum < y->sum);
}

static bool list_levels(sums *s) {
    const mns_demands *d = s->touching.demands;
    if (!MNS_GROW(s->levels, 0, s->level_capacity, d->key_count + 2 * d->touch_count)) {
        return false;
    }
    for (uint32_t key = 0; key < d->key_count; key++) {
        s->levels[s->level_count++] = (sum_read){key, 0};
    }
    for (size_t i = 0; i < d->touch_count; i++) {
        if (s->base[i] >= 0) {
            uint32_t key = d->touches[i].key;
            s->levels[s->level_count++] = (sum_read){key, s->base[i]};
            s->levels[s->level_count++] = (sum_read){key, s->base[i] + s->amount[i]};
        }
    }
    qsort(s->levels, s->level_count, sizeof *s->levels, by_sum);
    size_t kept = 0;
    for (size_t i = 0; i < s->level_count; i++) {
        if (kept == 0 || by_sum(&s->levels[kept - 1], &s->levels[i]) != 0) {
            s->levels[kept++] = s->levels[i];
        }
    }
    s->level_count = kept;
    return true;
}

/* A version for each sum, and one for what no read shows. */
static bool lay_out(sums *s) {
    mns_demands *d = s->touching.demands;
    s->level_first = MNS_NEW_ARRAY(uint32_t, (size_t)d->key_count + 1);
    s->last_invoke = MNS_NEW_ARRAY(uint32_t, s->level_count);
    s->first_complete = MNS_NEW_ARRAY(uint32_t, s->level_count);
    if (s->level_first == NULL || s->last_invoke == NULL || s->first_complete == NULL) {
        return false;
    }
    memset(s->first_complete, 0xFF, s->level_count * sizeof *s->first_complete);
    for (size_t i = 0; i < s->level_count; i++) {
        s->level_first[s->levels[i].key + 1]++;
    }
    for (uint32_t key = 0; key < d->key_count; key++) {
        s->level_first[key + 1] += s->level_first[key];
        d->initial[key] = s->level_first[key] + key;
    }
    d->version_count = d->initial[d->key_count] = (uint32_t)s->level_count + d->key_count;
    for (uint32_t key = 0; key < d->key_count; key++) {
        d->known_until[key] = d->initial[key + 1] - 1;
    }
    return true;
}

static uint32_t find_level(const sums *s, uint32_t key, mns_sum sum) {
    uint32_t low = s->level_first[key], high = s->level_first[key + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->levels[middle].sum <= sum) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void meet(sums *s, uint32_t level, uint32_t txn) {
    const mns_txns *txns = &s->o->history->txns;
    if (txns->invoke[txn] != MNS_NONE && txns->invoke[txn] > s->last_invoke[level]) {
        s->last_invoke[level] = txns->invoke[txn];
    }
    if (txns->complete[txn] < s->first_complete[level]) {
        s->first_complete[level] = txns->complete[txn];
    }
}

/* Whoever read a sum: its version, and the version that it leads to. */
static void place_readers(sums *s) {
    mns_demands *d = s->touching.demands;
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
            mns_touch *touch = &d->touches[i];
            if (s->base[i] < 0) {
                continue;
            }
            uint32_t level = find_level(s, touch->key, s->base[i]);
            touch->reads = level + touch->key;
            meet(s, level, txn);
            if (s->amount[i] > 0) {
                touch->installs = touch->reads + 1;
                s->contradicts |= s->levels[level + 1].sum != s->base[i] + s->amount[i];
            }
        }
    }
}

/* What is in a sum is in every larger one: whoever read that completed after it. */
static void carry_times(sums *s) {
    for (size_t i = s->level_count; i-- > 1;) {
        if (s->levels[i].key == s->levels[i - 1].key &&
            s->first_complete[i] < s->first_complete[i - 1]) {
            s->first_complete[i - 1] = s->first_complete[i];
        }
    }
}

/* ---- Increments by those who did not read --------------------------------------------------- */

static bool list_blinds(sums *s) {
    const mns_demands *d = s->touching.demands;
    s->blind_first = MNS_NEW_ARRAY(uint32_t, (size_t)d->key_count + 2);
    s->blinds = MNS_NEW_ARRAY(blind, d->touch_count);
    if (s->blind_first == NULL || s->blinds == NULL) {
        return false;
    }
    for (size_t i = 0; i < d->touch_count; i++) {
        s->blind_first[d->touches[i].key + 2] += s->base[i] < 0;
    }
    for (uint32_t key = 0; key < d->key_count; key++) {
        s->blind_first[key + 2] += s->blind_first[key + 1];
    }
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t i = d->touch_first[txn]; i < d->touch_first[txn + 1]; i++) {
            if (s->base[i] < 0) {
                s->blinds[s->blind_first[d->touches[i].key + 1]++] = (blind){i, txn, s->amount[i]};
            }
        }
    }
    return true;
}

/* The candidates for a sum: the earliest that are left. Those that must be in it are taken at once
 * and lower *difference; by real time later ones are left out. */
static uint32_t find_candidates(sums *s, uint32_t level, mns_sum *difference,
                                uint32_t candidates[LIMIT_CANDIDATES]) {
    mns_demands *d = s->touching.demands;
    const mns_txns *txns = &s->o->history->txns;
    uint32_t key = s->levels[level].key, count = 0, looked = 0;
    while (s->left < s->blind_first[key + 1] &&
           d->touches[s->blinds[s->left].touch].installs != MNS_NONE) {
        s->left++;
    }
    for (uint32_t i = s->left;
         i < s->blind_first[key + 1] && count < LIMIT_CANDIDATES && looked < LIMIT_LOOKED; i++) {
        const blind *b = &s->blinds[i];
        if (d->touches[b->touch].installs != MNS_NONE) {
            continue;
        }
        looked++;
        if (s->in_time && txns->complete[b->txn] < s->last_invoke[level]) {
            d->touches[b->touch].installs = level + key;
            *difference -= b->amount;
        } else if (!s->in_time || txns->invoke[b->txn] < s->first_complete[level]) {
            candidates[count++] = i;
        }
    }
    return count;
}

static bool get_bit(const uint64_t *row, mns_sum at) {
    return at >= 0 && (row[(size_t)at / WORD] >> ((size_t)at % WORD) & 1) != 0;
}

/* row i: the sums up to `difference` that the candidates from i on can make. */
static void fill_rows(sums *s, const uint32_t *candidates, uint32_t count, size_t words) {
    memset(s->reachable + (size_t)count * words, 0, words * sizeof *s->reachable);
    s->reachable[(size_t)count * words] = 1;
    for (uint32_t i = count; i-- > 0;) {
        uint64_t *row = s->reachable + (size_t)i * words;
        const uint64_t *next = row + words;
        mns_sum amount = s->blinds[candidates[i]].amount;
        memcpy(row, next, words * sizeof *row);
        if (amount / WORD >= (mns_sum)words) {
            continue;
        }
        size_t shift = (size_t)amount / WORD, bits = (size_t)amount % WORD;
        for (size_t w = shift; w < words; w++) {
            row[w] |= next[w - shift] << bits;
            row[w] |= bits > 0 && w > shift ? next[w - shift - 1] >> (WORD - bits) : 0;
        }
    }
}

/* Chooses candidates that add up to the difference, the earliest first; with `again` the choice
 * after *choice, which has a bit for each candidate. False if there is none. */
static bool choose(sums *s, mns_sum difference, const uint32_t *candidates, uint32_t count,
                   bool again, uint64_t *choice) {
    size_t words = (size_t)difference / WORD + 1;
    fill_rows(s, candidates, count, words);
    mns_sum rest = difference;
    uint32_t from = 0;
    if (again) { /* the last candidate that can be left out instead */
        mns_sum used = 0;
        from = count;
        for (uint32_t i = 0; i < count; i++) {
            if ((*choice >> i & 1) == 0) {
                continue;
            }
            if (get_bit(s->reachable + (size_t)(i + 1) * words, difference - used)) {
                from = i + 1;
                rest = difference - used;
            }
            used += s->blinds[candidates[i]].amount;
        }
        if (from == count && rest == difference) {
            return false;
        }
        *choice &= ((uint64_t)1 << (from - 1)) - 1;
    } else if (!get_bit(s->reachable, difference)) {
        return false;
    } else {
        *choice = 0;
    }
    for (uint32_t i = from; i < count && rest > 0; i++) {
        mns_sum amount = s->blinds[candidates[i]].amount;
        if (get_bit(s->reachable + (size_t)(i + 1) * words, rest - amount)) {
            *choice |= (uint64_t)1 << i;
            rest -= amount;
        }
    }
    return rest == 0;
}

/* Finds the parts of a sum; with `again` other ones. False if there are none. */
static bool explain_level(sums *s, uint32_t level, bool again) {
    uint32_t candidates[LIMIT_CANDIDATES], key = s->levels[level].key;
    mns_sum difference = s->levels[level].sum - s->levels[level - 1].sum;
    uint32_t count = find_candidates(s, level, &difference, candidates);
    if (difference < 0 || difference >= LIMIT_DIFFERENCE ||
        !choose(s, difference, candidates, count, again, &s->choice[level])) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((s->choice[level] >> i & 1) != 0) {
            s->touching.demands->touches[s->blinds[candidates[i]].touch].installs = level + key;
        }
    }
    return true;
}

/* Gives the parts of a sum back. They are near each other, before `left` or not far behind it. */
static void forget_level(sums *s, uint32_t level, uint32_t end) {
    mns_demands *d = s->touching.demands;
    uint32_t key = s->levels[level].key, first = s->blind_first[key], seen = 0;
    uint32_t behind = s->left + 2 * LIMIT_LOOKED < end ? s->left + 2 * LIMIT_LOOKED : end;
    for (uint32_t i = behind; i-- > first && seen < 8 * LIMIT_LOOKED; seen++) {
        uint32_t *installs = &d->touches[s->blinds[i].touch].installs;
        if (*installs == level + key) {
            *installs = MNS_NONE;
            s->left = i < s->left ? i : s->left;
        }
    }
}

/* The sums of one key, from the least; if one has no parts left, earlier ones get others. */
static void explain_key(sums *s, uint32_t key, const bool *led_to) {
    uint32_t first = s->level_first[key] + 1, end = s->level_first[key + 1], back = 0;
    bool again = false;
    s->left = s->blind_first[key];
    for (uint32_t level = first; level < end && !s->contradicts;) {
        bool forced = led_to[level + key];
        if (forced ? !again : explain_level(s, level, again)) {
            level++;
            again = false;
            continue;
        }
        forget_level(s, level, s->blind_first[key + 1]);
        s->contradicts = level == first || ++back > LIMIT_BACK;
        level--;
        if (!led_to[level + key]) {
            forget_level(s, level, s->blind_first[key + 1]);
        }
        again = true;
    }
    for (uint32_t i = s->blind_first[key]; i < s->blind_first[key + 1]; i++) {
        uint32_t *installs = &s->touching.demands->touches[s->blinds[i].touch].installs;
        *installs = *installs == MNS_NONE ? end + key : *installs;
    }
}

static bool explain_levels(sums *s) {
    mns_demands *d = s->touching.demands;
    bool *led_to = MNS_NEW_ARRAY(bool, d->version_count);
    s->choice = MNS_NEW_ARRAY(uint64_t, s->level_count);
    s->reachable =
        MNS_NEW_ARRAY(uint64_t, (size_t)(LIMIT_CANDIDATES + 1) * (LIMIT_DIFFERENCE / WORD + 1));
    bool good = led_to != NULL && s->choice != NULL && s->reachable != NULL;
    for (size_t i = 0; i < d->touch_count && good; i++) {
        uint32_t version = d->touches[i].installs;
        if (version != MNS_NONE) {
            s->contradicts |= led_to[version]; /* two read one sum and add to it */
            led_to[version] = true;
        }
    }
    for (uint32_t key = 0; key < d->key_count && good && !s->contradicts; key++) {
        explain_key(s, key, led_to);
    }
    free(led_to);
    return good;
}

static void release(sums *s) {
    mns_touching_release(&s->touching);
    free(s->base);
    free(s->amount);
    free(s->levels);
    free(s->level_first);
    free(s->first_complete);
    free(s->last_invoke);
    free(s->blind_first);
    free(s->blinds);
    free(s->reachable);
    free(s->choice);
}

mns_setup_result mns_demands_counters(mns_demands *d, const mns_observation *o, bool in_time) {
    for (uint32_t key = 0; key < d->key_count; key++) {
        if (o->counters.grows[key] == 0) {
            return MNS_SETUP_DECREMENTS;
        }
    }
    sums s = {.o = o, .in_time = in_time};
    d->in_sequence = true;
    bool good = mns_touching_init(&s.touching, d) && note_all(&s) && list_levels(&s) &&
                lay_out(&s) && list_blinds(&s);
    if (good && !s.contradicts) {
        place_readers(&s);
        carry_times(&s);
        good = explain_levels(&s);
    }
    mns_setup_result result = s.contradicts ? MNS_SETUP_CONTRADICTS : MNS_SET_UP;
    release(&s);
    return good ? result : MNS_SETUP_NOMEM;
}
