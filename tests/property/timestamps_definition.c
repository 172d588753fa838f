/*
 * timestamps_definition.c - G-SIa and G-SIb by their definition, against the detector.
 *
 * In: thousands of small histories of each workload with times, reads and outcomes of all sorts
 * (see timed.h). Out: 0 if the detector finds as many cases of each name as there are by the rules
 * of src/detect/snapshots.h, followed literally: every read with every write of its key, every
 * write with every other. This shares with the detector who counts and the order of a list's
 * versions, and nothing else.
 */
#include <stdio.h>

#include "property/timed.h"

enum { HISTORIES = 20000 };

/* ---- The definition ------------------------------------------------------------------------- */

typedef struct tally {
    unsigned sia, sib;
} tally;

typedef struct view {
    const mns_observation *o;
    const mns_history *h;
    const mns_mops *mops;
    const mns_txns *txns;
} view;

static bool is_timed(const view *v, uint32_t t, bool start, bool commit) {
    int64_t from = v->txns->start_ts[t], to = v->txns->commit_ts[t];
    bool from_known = from != MNS_NO_TIMESTAMP, to_known = to != MNS_NO_TIMESTAMP;
    return mns_txn_counts(v->o, t) && (from_known || !start) && (to_known || !commit) &&
           !(from_known && to_known && from > to);
}

static uint32_t txn_of(const view *v, uint32_t m) { return v->h->txn_of_mop[m]; }
static int64_t commit_of(const view *v, uint32_t m) { return v->txns->commit_ts[txn_of(v, m)]; }

static bool is_write(const view *v, uint32_t m, uint32_t key) {
    return !mns_mop_is_read(v->mops, m) && v->mops->key[m] == key;
}

static bool is_last_write(const view *v, uint32_t write) {
    for (uint32_t m = write + 1; m < v->txns->first_mop[txn_of(v, write) + 1]; m++) {
        if (is_write(v, m, v->mops->key[write])) {
            return false;
        }
    }
    return true;
}

static bool is_external(const view *v, uint32_t read) {
    for (uint32_t m = v->txns->first_mop[txn_of(v, read)]; m < read; m++) {
        if (v->mops->key[m] == v->mops->key[read]) {
            return false;
        }
    }
    return true;
}

static bool overwrites(const view *v, uint32_t read) {
    for (uint32_t m = read; m < v->txns->first_mop[txn_of(v, read) + 1]; m++) {
        if (is_write(v, m, v->mops->key[read])) {
            return true;
        }
    }
    return false;
}

static bool shows(const view *v, uint32_t read, uint32_t write) {
    uint32_t count;
    mns_value value = v->mops->value[write];
    if (v->h->workload == MNS_RW_REGISTER) {
        return v->mops->value[read] == value;
    }
    const mns_value *elements = v->h->workload == MNS_SET
                                    ? mns_mop_set(&v->h->tables, read, &count)
                                    : mns_mop_list(&v->h->tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (elements[i] == value) {
            return true;
        }
    }
    return false;
}

/* The version that follows what a list showed may be the reader's own. */
static bool own_may_be_next(const view *v, uint32_t read) {
    uint32_t count, longest_count, longest = mns_shown_by(v->o, v->mops->key[read]);
    mns_mop_list(&v->h->tables, read, &count);
    if (longest == MNS_NONE) {
        return overwrites(v, read);
    }
    const mns_value *elements = mns_mop_list(&v->h->tables, longest, &longest_count);
    if (count >= longest_count) {
        return overwrites(v, read);
    }
    uint32_t next = mns_history_writer(v->h, v->mops->key[read], elements[count]);
    return next != MNS_NONE && txn_of(v, next) == txn_of(v, read);
}

/* The write whose value a register's read shows, or MNS_NONE. */
static uint32_t shown_write(const view *v, uint32_t read) {
    return v->mops->value[read] == MNS_VALUE_INITIAL
               ? MNS_NONE
               : mns_history_writer(v->h, v->mops->key[read], v->mops->value[read]);
}

/* Whether a register's read of one write misses another that was committed before its start. */
static bool register_misses(const view *v, uint32_t read, uint32_t shown, uint32_t write) {
    if (v->mops->value[read] == MNS_VALUE_INITIAL) {
        return true;
    }
    return shown != MNS_NONE && txn_of(v, shown) != txn_of(v, read) &&
           is_timed(v, txn_of(v, shown), false, true) && commit_of(v, shown) < commit_of(v, write);
}

/* The name of what a register's read misses: `write` is the last that was committed. */
static bool register_is_sib(const view *v, uint32_t read, uint32_t shown, uint32_t write) {
    int64_t version = mns_mop_version(v->mops, read);
    if (version == MNS_NO_VERSION && shown != MNS_NONE) {
        version = mns_mop_version(v->mops, shown);
    }
    bool later = shown == MNS_NONE ||
                 (version != MNS_NO_VERSION && mns_mop_version(v->mops, write) != MNS_NO_VERSION &&
                  mns_mop_version(v->mops, write) > version);
    return later && !overwrites(v, read);
}

static void judge_read(const view *v, uint32_t read, tally *sum) {
    int64_t start = v->txns->start_ts[txn_of(v, read)];
    uint32_t shown = v->h->workload == MNS_RW_REGISTER ? shown_write(v, read) : MNS_NONE;
    uint32_t missed = MNS_NONE;
    bool late = false;
    for (uint32_t m = 0; m < v->mops->count; m++) {
        if (!is_write(v, m, v->mops->key[read]) || txn_of(v, m) == txn_of(v, read) ||
            !is_timed(v, txn_of(v, m), false, true)) {
            continue;
        }
        late = late || (commit_of(v, m) > start && shows(v, read, m));
        bool whole = v->h->workload == MNS_SET || is_last_write(v, m);
        bool misses = v->h->workload == MNS_RW_REGISTER ? register_misses(v, read, shown, m)
                                                        : !shows(v, read, m);
        if (whole && misses && commit_of(v, m) < start &&
            (missed == MNS_NONE || commit_of(v, m) >= commit_of(v, missed))) {
            missed = m;
        }
    }
    sum->sia += late ? 1 : 0;
    bool ordered = v->h->workload != MNS_LIST_APPEND || v->o->versions.position[read] != MNS_NONE;
    if (missed != MNS_NONE && ordered) {
        bool sib = v->h->workload == MNS_SET           ? !overwrites(v, read)
                   : v->h->workload == MNS_LIST_APPEND ? !own_may_be_next(v, read)
                                                       : register_is_sib(v, read, shown, missed);
        *(sib ? &sum->sib : &sum->sia) += 1;
    }
}

/* Sums: every choice of what may be seen, by its bounds. */
static void judge_sum(const view *v, uint32_t read, tally *sum) {
    int64_t start = v->txns->start_ts[txn_of(v, read)];
    int64_t low = 0, high = 0, number = mns_mop_number(&v->h->tables, read);
    unsigned missed[2] = {0, 0}, late[2] = {0, 0}; /* those below and those above zero */
    for (uint32_t m = 0; m < v->mops->count; m++) {
        if (!is_write(v, m, v->mops->key[read]) || v->txns->type[txn_of(v, m)] == MNS_TXN_FAIL) {
            continue;
        }
        int64_t amount = mns_mop_number(&v->h->tables, m);
        bool dated = is_timed(v, txn_of(v, m), false, true);
        if (dated && commit_of(v, m) > start) {
            late[amount > 0] += amount != 0 && txn_of(v, m) != txn_of(v, read) ? 1 : 0;
            continue;
        }
        bool sure = dated && commit_of(v, m) < start;
        missed[amount > 0] += sure && amount != 0 ? 1 : 0;
        low += sure || amount < 0 ? amount : 0;
        high += sure || amount > 0 ? amount : 0;
    }
    if (number >= low && number <= high) {
        return;
    }
    bool above = number > high;
    if (missed[!above] + late[above] > 0) {
        *(late[above] == 0 && !overwrites(v, read) ? &sum->sib : &sum->sia) += 1;
    }
}

/* Writes that overlap another which started before them, or at the same time and ended or stands
 * before them. */
static void judge_write(const view *v, uint32_t write, tally *sum) {
    uint32_t own = txn_of(v, write);
    for (uint32_t m = 0; m < v->mops->count; m++) {
        uint32_t other = txn_of(v, m);
        if (other == own || !is_write(v, m, v->mops->key[write]) || !is_last_write(v, m) ||
            !is_timed(v, other, true, true)) {
            continue;
        }
        const int64_t *start = v->txns->start_ts, *commit = v->txns->commit_ts;
        bool overlaps = start[other] < commit[own] && start[own] < commit[other];
        bool first = start[other] != start[own]     ? start[other] < start[own]
                     : commit[other] != commit[own] ? commit[other] < commit[own]
                                                    : other < own;
        if (overlaps && first) {
            sum->sia++;
            return;
        }
    }
}

static tally by_definition(const mns_observation *o) {
    const mns_history *h = o->history;
    view v = {.o = o, .h = h, .mops = &h->tables.mops, .txns = &h->txns};
    tally sum = {0, 0};
    for (uint32_t m = 0; m < v.mops->count && h->txns.start_ts != NULL; m++) {
        if (mns_mop_is_answered(v.mops, m)) {
            if (is_external(&v, m) && is_timed(&v, txn_of(&v, m), true, false)) {
                (h->workload == MNS_COUNTER ? judge_sum : judge_read)(&v, m, &sum);
            }
        } else if ((h->workload == MNS_LIST_APPEND || h->workload == MNS_RW_REGISTER) &&
                   !mns_mop_is_read(v.mops, m) && is_last_write(&v, m) &&
                   is_timed(&v, txn_of(&v, m), true, true)) {
            judge_write(&v, m, &sum);
        }
    }
    return sum;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static bool agrees(const timed *t, tally *histories) {
    tally expected = by_definition(&t->o);
    unsigned sia = (unsigned)t->cases.total[MNS_A_G_SIA];
    unsigned sib = (unsigned)t->cases.total[MNS_A_G_SIB];
    histories->sia += expected.sia > 0 ? 1 : 0;
    histories->sib += expected.sib > 0 ? 1 : 0;
    if (sia != expected.sia || sib != expected.sib) {
        printf("G-SIa %u, found %u; G-SIb %u, found %u:\n%s", expected.sia, sia, expected.sib, sib,
               t->text);
        return false;
    }
    return true;
}

int main(void) {
    unsigned wrong = 0;
    for (int w = 0; w < MNS_WORKLOAD_COUNT; w++) {
        tally histories = {0, 0};
        for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
            dice d = {seed};
            timed t;
            timed_open(&t, &d, (mns_workload)w, false);
            wrong += agrees(&t, &histories) ? 0 : 1;
            timed_close(&t);
        }
        printf("%-12s %d histories, %u with G-SIa, %u with G-SIb\n",
               mns_workload_name((mns_workload)w), HISTORIES, histories.sia, histories.sib);
        wrong += histories.sia < HISTORIES / 20 || histories.sib < HISTORIES / 100 ? 1 : 0;
    }
    return wrong == 0 ? 0 : 1;
}
