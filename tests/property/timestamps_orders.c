/*
 * timestamps_orders.c - what is reported as G-SIa or G-SIb is true in every order of versions.
 *
 * In: small histories of registers with times, some with version numbers (see timed.h). For each,
 * all orders of the versions of each key that the numbers allow, and Adya's phenomena in each of
 * them, by his definitions (1999): ww between neighbouring versions, wr, rw to who wrote the next
 * version, start from each transaction to those that started after its commit. Out: 0 if wherever
 * G-SIb was reported every order has G1 or G-SIb, so that forward consistent view is broken; and
 * wherever either was reported every order has G1, G-SIa or G-SIb, so that snapshot isolation is.
 * This is why some reads that miss a write are called G-SIa.
 */
#include <stdio.h>
#include <string.h>

#include "property/timed.h"

enum { HISTORIES = 20000, LIMIT = TIMED_TXNS };

/* How transactions depend on each other, as sets of transactions by transaction. */
typedef struct dependencies {
    unsigned write_read[LIMIT], write_write[LIMIT], read_write[LIMIT], start[LIMIT];
} dependencies;

typedef struct search {
    const timed *t;
    uint32_t txns;
    uint32_t writers[TIMED_KEYS][LIMIT]; /* last writes, in the order that is tried */
    uint32_t counts[TIMED_KEYS];
    bool intermediate;                  /* a read of a write that its transaction replaced: G1b */
    bool only_g1_or_sib, only_g1_or_si; /* in every order so far */
    unsigned orders;
} search;

static uint32_t txn_of(const search *s, uint32_t m) { return s->t->history.txn_of_mop[m]; }

/* ---- One order ------------------------------------------------------------------------------ */

static void close_over(unsigned reach[LIMIT], uint32_t count) {
    for (uint32_t middle = 0; middle < count; middle++) {
        for (uint32_t from = 0; from < count; from++) {
            if ((reach[from] >> middle & 1u) != 0) {
                reach[from] |= reach[middle];
            }
        }
    }
}

/* The place of the version that a read shows in the order of its key, from 1; 0 is the initial
 * state. */
static uint32_t place_of(const search *s, uint32_t read) {
    const mns_history *h = &s->t->history;
    uint32_t key = h->tables.mops.key[read];
    if (h->tables.mops.value[read] == MNS_VALUE_INITIAL) {
        return 0;
    }
    uint32_t writer = txn_of(s, mns_history_writer(h, key, h->tables.mops.value[read]));
    uint32_t place = 0;
    while (txn_of(s, s->writers[key][place]) != writer) {
        place++;
    }
    return place + 1;
}

static bool is_external(const search *s, uint32_t read) {
    const mns_mops *mops = &s->t->history.tables.mops;
    for (uint32_t m = s->t->history.txns.first_mop[txn_of(s, read)]; m < read; m++) {
        if (mops->key[m] == mops->key[read]) {
            return false;
        }
    }
    return mns_mop_is_answered(mops, read);
}

static void depend(const search *s, dependencies *d) {
    memset(d, 0, sizeof *d);
    const mns_history *h = &s->t->history;
    for (uint32_t key = 0; key < h->tables.keys.count; key++) {
        for (uint32_t i = 1; i < s->counts[key]; i++) {
            d->write_write[txn_of(s, s->writers[key][i - 1])] |= 1u
                                                                 << txn_of(s, s->writers[key][i]);
        }
    }
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        if (!is_external(s, m)) {
            continue;
        }
        uint32_t key = h->tables.mops.key[m], place = place_of(s, m), reader = txn_of(s, m);
        if (place > 0) {
            d->write_read[txn_of(s, s->writers[key][place - 1])] |= 1u << reader;
        }
        if (place < s->counts[key] && txn_of(s, s->writers[key][place]) != reader) {
            d->read_write[reader] |= 1u << txn_of(s, s->writers[key][place]);
        }
    }
    for (uint32_t a = 0; a < s->txns; a++) {
        for (uint32_t b = 0; b < s->txns; b++) {
            d->start[a] |= h->txns.commit_ts[a] < h->txns.start_ts[b] ? 1u << b : 0;
        }
    }
}

static void judge_order(search *s) {
    const mns_txns *txns = &s->t->history.txns;
    dependencies d;
    unsigned without_start[LIMIT], with_start[LIMIT];
    depend(s, &d);
    bool g1 = s->intermediate, sia = false, sib = false;
    for (uint32_t a = 0; a < s->txns; a++) {
        without_start[a] = d.write_write[a] | d.write_read[a];
        with_start[a] = without_start[a] | d.start[a];
        for (uint32_t b = 0; b < s->txns; b++) { /* equal times count as in order */
            bool depends = (without_start[a] >> b & 1u) != 0;
            sia = sia || (depends && txns->commit_ts[a] > txns->start_ts[b]);
        }
    }
    close_over(without_start, s->txns);
    close_over(with_start, s->txns);
    for (uint32_t a = 0; a < s->txns; a++) {
        g1 = g1 || (without_start[a] >> a & 1u) != 0;
        for (uint32_t b = 0; b < s->txns; b++) {
            sib = sib || ((d.read_write[a] >> b & 1u) != 0 && (with_start[b] >> a & 1u) != 0);
        }
    }
    s->only_g1_or_sib = s->only_g1_or_sib && (g1 || sib);
    s->only_g1_or_si = s->only_g1_or_si && (g1 || sia || sib);
    s->orders++;
}

/* ---- All orders ----------------------------------------------------------------------------- */

/* The number of the version that a transaction's last write installed, from any who met it. */
static int64_t number_of(const search *s, uint32_t write) {
    const mns_mops *mops = &s->t->history.tables.mops;
    int64_t number = mns_mop_version(mops, write);
    for (uint32_t m = 0; m < mops->count && number == MNS_NO_VERSION; m++) {
        if (mops->key[m] == mops->key[write] && mops->value[m] == mops->value[write]) {
            number = mns_mop_version(mops, m);
        }
    }
    return number;
}

static bool numbers_allow(const search *s) {
    for (uint32_t key = 0; key < TIMED_KEYS; key++) {
        for (uint32_t i = 0; i < s->counts[key]; i++) {
            for (uint32_t j = 0; j < i; j++) {
                int64_t first = number_of(s, s->writers[key][j]);
                int64_t second = number_of(s, s->writers[key][i]);
                if (second != MNS_NO_VERSION && first >= second) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Tries every order of writers[key][from ..], then those of the keys after it. The recursion is as
 * deep as there are writes. */
static void try_orders(search *s, uint32_t key, uint32_t from) {
    if (key == TIMED_KEYS) {
        if (numbers_allow(s)) {
            judge_order(s);
        }
        return;
    }
    if (from >= s->counts[key]) {
        try_orders(s, key + 1, 0);
        return;
    }
    for (uint32_t i = from; i < s->counts[key]; i++) {
        uint32_t *writers = s->writers[key], chosen = writers[i];
        writers[i] = writers[from];
        writers[from] = chosen;
        try_orders(s, key, from + 1);
        writers[from] = writers[i];
        writers[i] = chosen;
    }
}

static bool is_last_write(const search *s, uint32_t write) {
    const mns_mops *mops = &s->t->history.tables.mops;
    for (uint32_t m = write + 1; m < s->t->history.txns.first_mop[txn_of(s, write) + 1]; m++) {
        if (!mns_mop_is_read(mops, m) && mops->key[m] == mops->key[write]) {
            return false;
        }
    }
    return !mns_mop_is_read(mops, write);
}

static void prepare(search *s, const timed *t) {
    *s = (search){.t = t, .txns = t->history.txns.count, .only_g1_or_sib = true};
    s->only_g1_or_si = true;
    const mns_history *h = &t->history;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t key = h->tables.mops.key[m];
        if (is_last_write(s, m)) {
            s->writers[key][s->counts[key]++] = m;
        } else if (is_external(s, m) && h->tables.mops.value[m] != MNS_VALUE_INITIAL) {
            uint32_t shown = mns_history_writer(h, key, h->tables.mops.value[m]);
            s->intermediate = s->intermediate || !is_last_write(s, shown);
        }
    }
}

typedef struct tally {
    unsigned sia, sib, orders;
} tally;

static bool holds(const timed *t, tally *sum) {
    search s;
    bool sia = t->cases.total[MNS_A_G_SIA] > 0, sib = t->cases.total[MNS_A_G_SIB] > 0;
    prepare(&s, t);
    try_orders(&s, 0, 0);
    sum->sia += sia && s.orders > 0 ? 1 : 0;
    sum->sib += sib && s.orders > 0 ? 1 : 0;
    sum->orders += s.orders;
    if ((sib && !s.only_g1_or_sib) || (sia && !s.only_g1_or_si)) {
        printf("%s is reported, and some order of versions has none:\n%s",
               sib && !s.only_g1_or_sib ? "G-SIb" : "G-SIa", t->text);
        return false;
    }
    return true;
}

int main(void) {
    unsigned wrong = 0;
    tally sum = {0, 0, 0};
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        dice d = {seed};
        timed t;
        timed_open(&t, &d, MNS_RW_REGISTER, true);
        wrong += holds(&t, &sum) ? 0 : 1;
        timed_close(&t);
    }
    printf("%d histories, %u orders; G-SIa reported in %u, G-SIb in %u\n", HISTORIES, sum.orders,
           sum.sia, sum.sib);
    return wrong == 0 && sum.sia > HISTORIES / 20 && sum.sib > HISTORIES / 100 ? 0 : 1;
}
