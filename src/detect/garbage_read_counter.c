/*
 * garbage_read_counter.c - a committed transaction read a sum that no increments add up to.
 *
 *     T1 ok    inc x 2
 *     T2 ok    inc x 3
 *     T3 ok    r x 4                         0, 2, 3 and 5 are all there can be
 *
 * No model lets a read invent data, so everything that some model allows a read to see must be
 * accepted here: any subset of the increments of the key, in any order, of failed transactions too
 * (an aborted read), and of the reader's own, before or after the read. A sum is out of reach if
 *
 *   - it is below all negative or above all positive increments together; or
 *   - it is not a multiple of their greatest common divisor g; or
 *   - the absolute values of all increments add up to at most LIMIT_REACH times g, and no subset of
 *     the increments adds up to the sum. Dropping a negative increment adds its absolute value, so
 *     with `low` the sum of the negative ones, a sum s is in reach if s - low is the sum of a
 *     subset of |d1|, |d2|, ... A bit set decides that for all sums at once, with one shift for
 *     each increment.
 *
 * Each read is judged separately, later reads of a transaction too. The last test costs at most
 * LIMIT_REACH / 64 words per increment, so the total is O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"

#define LIMIT_REACH 65536
#define WORDS (LIMIT_REACH / 64 + 1)

typedef struct scan {
    const mns_observation *o;
    const mns_tables *tables;
    uint32_t *first; /* by key, and one more: into mop */
    uint32_t *mop;   /* increments, and reads of transactions that count, by key */
    uint8_t *bad;    /* by mop */
    uint64_t bits[WORDS];
} scan;

static uint64_t magnitude(int64_t number) {
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The greatest common divisor of a key's increments; 1 if all are zero. */
static mns_sum divisor_of_key(const scan *s, uint32_t key) {
    uint64_t divisor = 0;
    for (uint32_t i = s->first[key]; i < s->first[key + 1]; i++) {
        if (s->tables->mops.function[s->mop[i]] == MNS_WRITE) {
            divisor = common_divisor(divisor, magnitude(mns_mop_number(s->tables, s->mop[i])));
        }
    }
    return divisor == 0 ? 1 : (mns_sum)divisor;
}

/* For each sum in the set adds the sum plus `step`; the greatest is below 64 * words. */
static void take_or_leave(uint64_t *bits, uint32_t words, uint64_t step) {
    uint32_t whole = (uint32_t)(step / 64), part = (uint32_t)(step % 64);
    for (uint32_t i = words; i > whole; i--) {
        uint64_t moved = bits[i - 1 - whole] << part;
        if (part > 0 && i - 1 > whole) {
            moved |= bits[i - 2 - whole] >> (64 - part);
        }
        bits[i - 1] |= moved;
    }
}

/* Finds all sums of the increments without their signs, as multiples of the divisor. */
static void find_sums(scan *s, uint32_t key, mns_sum divisor, uint32_t words) {
    memset(s->bits, 0, words * sizeof s->bits[0]);
    assert(words <= WORDS);
    s->bits[0] = 1;
    for (uint32_t i = s->first[key]; i < s->first[key + 1]; i++) {
        if (s->tables->mops.function[s->mop[i]] == MNS_WRITE) {
            uint64_t step = magnitude(mns_mop_number(s->tables, s->mop[i])) / (uint64_t)divisor;
            take_or_leave(s->bits, words, step);
        }
    }
}

static void judge_key(scan *s, uint32_t key) {
    mns_span all = s->o->counters.all[key];
    mns_sum divisor = divisor_of_key(s, key);
    mns_sum reach = (all.high - all.low) / divisor;
    bool exact = reach <= LIMIT_REACH;
    if (exact) {
        find_sums(s, key, divisor, (uint32_t)reach / 64 + 1);
    }
    for (uint32_t i = s->first[key]; i < s->first[key + 1]; i++) {
        if (s->tables->mops.function[s->mop[i]] == MNS_WRITE) {
            continue;
        }
        mns_sum sum = mns_mop_number(s->tables, s->mop[i]);
        bool good = mns_span_has(all, sum) && (sum - all.low) % divisor == 0;
        if (good && exact) {
            uint32_t place = (uint32_t)((sum - all.low) / divisor);
            assert(place <= (uint32_t)reach);
            good = (s->bits[place / 64] >> place % 64 & 1) != 0;
        }
        s->bad[s->mop[i]] = !good;
    }
}

/* Increments, and reads that count. */
static bool matters(const scan *s, uint32_t mop) {
    return s->tables->mops.function[mop] == MNS_WRITE || s->o->counters.role[mop] != MNS_ROLE_NONE;
}

static bool sort_by_key(scan *s) {
    const mns_mops *mops = &s->tables->mops;
    uint32_t keys = s->tables->keys.count;
    s->first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 2);
    s->mop = MNS_NEW_ARRAY(uint32_t, mops->count);
    s->bad = MNS_NEW_ARRAY(uint8_t, mops->count);
    if (s->first == NULL || s->mop == NULL || s->bad == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        s->first[mops->key[m] + 2] += matters(s, m);
    }
    for (uint32_t key = 0; key < keys; key++) {
        s->first[key + 2] += s->first[key + 1];
    }
    for (uint32_t m = 0; m < mops->count; m++) { /* moves first[key + 1] to where it belongs */
        if (matters(s, m)) {
            s->mop[s->first[mops->key[m] + 1]++] = m;
        }
    }
    return true;
}

void mns_detect_garbage_read_counter(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .tables = &o->history->tables};
    cases->failed |= !sort_by_key(&s);
    for (uint32_t key = 0; key < s.tables->keys.count && !cases->failed; key++) {
        judge_key(&s, key);
    }
    for (uint32_t m = 0; m < s.tables->mops.count && !cases->failed; m++) {
        if (s.bad[m] != 0) {
            mns_cases_add(cases, MNS_A_GARBAGE_READ, s.tables->mops.key[m], MNS_VALUE_NONE, &m, 1);
        }
    }
    free(s.first);
    free(s.mop);
    free(s.bad);
}
