/*
 * lost_write_counter.c - acknowledged increments that are missing from all final reads of a
 * counter.
 *
 *     T1 ok    inc x 1
 *     T2 ok    inc x 1
 *     T3 ok    r x 1    :final true     T3 began after T1 and T2 had completed, and no final read
 *                                       of x shows 2
 *
 * A sum does not show which increments it includes. So for each key the question is asked once,
 * about all positive increments that had completed with ok before the first final read
 * (history/final_reads.h) of the key began. Even if every negative increment of the key happened, a
 * read that includes them returns at least
 *
 *     least   the sum of these positive increments and of all negative ones that did not fail
 *
 * They are lost if every final read of the key, and every other read of it that began after the
 * first of these, returned less. Only reads that count are used. Earlier reads may have returned
 * enough. Decrements are symmetrical: every such read returned more than the sum of the
 * acknowledged negative increments and of all positive ones.
 *
 * If one of these reads returned enough, the others are stale reads, for instance of a replica that
 * lags. If increments of info transactions or of the readers themselves can explain the sum,
 * nothing is lost. If a read returned a sum that all increments that did not fail cannot reach, it
 * is garbage or an aborted read, and Minos does not say that writes are lost.
 *
 * Why it rules out strong snapshot isolation and stronger models: under these, each of these reads
 * sees a state that contains all increments in question, plus some others, so it returns at least
 * that sum. Each of these reads is a missed-increment-realtime, or is also wrong in a way that the
 * same models forbid (early-increment-*). Each misses at least one of the increments; whether all
 * miss the same one cannot be known.
 *
 * Histories without invocations have no real time. O(micro-operations): the last read of each key
 * is tested first; the text of reads is searched for the mark only if it misses an increment.
 */
#include "core/grow.h"
#include "detect/later_reads.h"
#include "history/final_reads.h"

/* The maximum number of increments that a case names. */
#define LIMIT_NAMED 8

/* The acknowledged increments of one sign. */
typedef struct side {
    mns_sum sum; /* of those that had completed before account->until */
    bool any;    /* one of them is not 0 */
    bool lost;   /* no final read shows all of them */
} side;

/* What is known about one key. */
typedef struct account {
    uint32_t until;    /* increments that had completed before this position are in question */
    uint32_t last;     /* the read that began last, or MNS_NONE */
    uint32_t proof;    /* the final read that began last, or MNS_NONE */
    side above, below; /* positive and negative increments */
} account;

/* The increments that a case names: the last to complete, the latest first. */
typedef struct names {
    uint32_t count, increment[LIMIT_NAMED];
} names;

typedef struct scan {
    const mns_observation *o;
    const mns_tables *tables;
    account *accounts; /* by key */
    names *named;      /* by key */
} scan;

static uint32_t began(const scan *s, uint32_t mop) {
    return s->o->history->txns.invoke[mns_txn_of(s->o, mop)];
}

static bool is_later(const scan *s, uint32_t read, uint32_t than) {
    return than == MNS_NONE || began(s, read) > began(s, than);
}

/* ---- The last read of each key -------------------------------------------------------------- */

static void find_last(scan *s) {
    for (uint32_t key = 0; key < s->tables->keys.count; key++) {
        s->accounts[key].last = s->accounts[key].proof = MNS_NONE;
    }
    for (uint32_t m = 0; m < s->tables->mops.count; m++) {
        account *a = &s->accounts[s->tables->mops.key[m]];
        if (mns_read_counts(s->o, m) && is_later(s, m, a->last)) {
            a->last = m;
            a->until = began(s, m);
        }
    }
}

/* Adds up the acknowledged increments that had completed before account->until. */
static void add_up(scan *s) {
    const mns_txns *txns = &s->o->history->txns;
    for (uint32_t m = 0; m < s->tables->mops.count; m++) {
        account *a = &s->accounts[s->tables->mops.key[m]];
        uint32_t txn = mns_txn_of(s->o, m);
        if (s->tables->mops.function[m] != MNS_WRITE || txns->type[txn] != MNS_TXN_OK ||
            txns->complete[txn] >= a->until) {
            continue;
        }
        int64_t number = mns_mop_number(s->tables, m);
        side *of = number < 0 ? &a->below : &a->above;
        of->sum += number;
        of->any |= number != 0;
    }
}

/* True if the sum is too small for all acknowledged positive increments / too large for all
 * negative ones, and within reach of those that did not fail. */
static bool misses(const scan *s, const account *a, uint32_t read, bool above) {
    mns_span all = s->o->counters.not_aborted[s->tables->mops.key[read]];
    mns_sum sum = mns_mop_number(s->tables, read);
    return mns_span_has(all, sum) &&
           (above ? sum < all.low + a->above.sum : sum > all.high + a->below.sum);
}

/* Keeps the keys whose last read misses an increment; false if there are none. */
static bool find_wanted(scan *s) {
    bool any = false;
    for (uint32_t key = 0; key < s->tables->keys.count; key++) {
        account *a = &s->accounts[key];
        if (a->last != MNS_NONE && !misses(s, a, a->last, true) && !misses(s, a, a->last, false)) {
            a->last = MNS_NONE;
        }
        any = any || a->last != MNS_NONE;
        a->until = 0;
        a->above = a->below = (side){.sum = 0};
    }
    return any;
}

/* ---- All reads of these keys ---------------------------------------------------------------- */

/* The increments in question are those before the first final read. */
static void find_finals(scan *s) {
    uint32_t asked = MNS_NONE;
    bool is_final = false;
    for (uint32_t m = 0; m < s->tables->mops.count; m++) {
        account *a = &s->accounts[s->tables->mops.key[m]];
        if (a->last == MNS_NONE || !mns_read_counts(s->o, m)) {
            continue;
        }
        if (asked != mns_txn_of(s->o, m)) {
            asked = mns_txn_of(s->o, m);
            is_final = mns_is_final_read(s->o->history, asked);
        }
        if (is_final) {
            a->until = a->proof == MNS_NONE || began(s, m) < a->until ? began(s, m) : a->until;
            a->proof = is_later(s, m, a->proof) ? m : a->proof;
        }
    }
}

/* Both are lost until a read is found that shows them. */
static bool find_lost(scan *s) {
    bool any = false;
    for (uint32_t key = 0; key < s->tables->keys.count; key++) {
        account *a = &s->accounts[key];
        a->above.lost = a->proof != MNS_NONE && a->above.any;
        a->below.lost = a->proof != MNS_NONE && a->below.any;
    }
    for (uint32_t m = 0; m < s->tables->mops.count; m++) {
        account *a = &s->accounts[s->tables->mops.key[m]];
        if (mns_read_counts(s->o, m) && began(s, m) >= a->until) {
            a->above.lost &= misses(s, a, m, true);
            a->below.lost &= misses(s, a, m, false);
        }
    }
    for (uint32_t key = 0; key < s->tables->keys.count; key++) {
        any = any || s->accounts[key].above.lost || s->accounts[key].below.lost;
    }
    return any;
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* Names an increment, unless eight later ones are named. */
static void name(const scan *s, names *named, uint32_t increment) {
    const uint32_t *complete = s->o->history->txns.complete;
    uint32_t end = complete[mns_txn_of(s->o, increment)], place = named->count;
    while (place > 0 && complete[mns_txn_of(s->o, named->increment[place - 1])] < end) {
        place--;
    }
    if (place == LIMIT_NAMED) {
        return;
    }
    named->count += named->count < LIMIT_NAMED;
    memmove(&named->increment[place + 1], &named->increment[place],
            (named->count - place - 1) * sizeof *named->increment);
    named->increment[place] = increment;
}

static void name_increments(scan *s) {
    const mns_txns *txns = &s->o->history->txns;
    for (uint32_t m = 0; m < s->tables->mops.count; m++) {
        uint32_t key = s->tables->mops.key[m], txn = mns_txn_of(s->o, m);
        const account *a = &s->accounts[key];
        if (s->tables->mops.function[m] != MNS_WRITE || txns->type[txn] != MNS_TXN_OK ||
            txns->complete[txn] >= a->until) {
            continue;
        }
        int64_t number = mns_mop_number(s->tables, m);
        if ((number > 0 && a->above.lost) || (number < 0 && a->below.lost)) {
            name(s, &s->named[key], m);
        }
    }
}

static void add_cases(scan *s, mns_cases *cases) {
    s->named = MNS_NEW_ARRAY(names, s->tables->keys.count);
    if (s->named == NULL) {
        cases->failed = true;
        return;
    }
    name_increments(s);
    for (uint32_t key = 0; key < s->tables->keys.count && !cases->failed; key++) {
        const account *a = &s->accounts[key];
        const names *named = &s->named[key];
        assert(!a->above.lost || !a->below.lost); /* no sum is both too small and too large */
        if (a->above.lost || a->below.lost) {
            uint32_t mops[1 + LIMIT_NAMED] = {a->proof};
            memcpy(mops + 1, named->increment, named->count * sizeof *mops);
            mns_cases_add(cases, MNS_A_LOST_WRITE, key, MNS_VALUE_NONE, mops, 1 + named->count);
        }
    }
    free(s->named);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void detect(scan *s, mns_cases *cases) {
    find_last(s);
    add_up(s);
    if (!find_wanted(s)) {
        return;
    }
    find_finals(s);
    add_up(s);
    if (find_lost(s)) {
        add_cases(s, cases);
    }
}

void mns_detect_lost_write_counter(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .tables = &o->history->tables};
    if (o->history->completions_only) {
        return;
    }
    s.accounts = MNS_NEW_ARRAY(account, s.tables->keys.count);
    cases->failed |= s.accounts == NULL;
    if (!cases->failed) {
        detect(&s, cases);
    }
    free(s.accounts);
}
