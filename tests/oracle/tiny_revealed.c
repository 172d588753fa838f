/*
 * tiny_revealed.c - version numbers and timestamps of a random history; see tiny.h.
 *
 * They follow from how the answers were drawn, so mostly they are true of a history that is not
 * spoilt. Not everything is revealed, and now and then a number is off by a little.
 */
#include "oracle/tiny_maker.h"

enum { OFTEN = 85 };

static bool is_last_write(const txn *x, int i) {
    for (int j = i + 1; j < x->mop_count; j++) {
        if (!x->mops[j].is_read && x->mops[j].key == x->mops[i].key) {
            return false;
        }
    }
    return true;
}

/* How many writes are in the version that a write makes; 0 where it is none: it was not made, or
 * another of the transaction follows. */
static int version_made(const maker *k, int t, int i) {
    const txn *x = &k->m->txns[t];
    for (int n = 0; n < k->length[x->mops[i].key] && is_last_write(x, i); n++) {
        tiny_write w = k->writes[x->mops[i].key][n];
        if (w.txn == t && w.i == i) {
            return n + 1;
        }
    }
    return 0;
}

/* The same for the version that a read saw; -1 where it is none. */
static int version_seen(const maker *k, int t, int i) {
    int key = k->m->txns[t].mops[i].key;
    if (k->own[t][i] >= 0) {
        int made = version_made(k, t, k->own[t][i]);
        return made > 0 ? made : -1;
    }
    if (k->saw[t][i] == 0) {
        return 0;
    }
    tiny_write last = k->writes[key][k->saw[t][i] - 1];
    return is_last_write(&k->m->txns[last.txn], last.i) ? k->saw[t][i] : -1;
}

void tiny_reveal_versions(maker *k) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        for (int i = 0; i < x->mop_count; i++) {
            mop *o = &x->mops[i];
            int version = o->is_read ? version_seen(k, t, i) : version_made(k, t, i);
            bool known = o->is_read ? version >= 0 : version > 0;
            o->numbered = known && dice_percent(&k->d, OFTEN);
            o->version = 2 * version + (dice_percent(&k->d, 4) ? dice_below(&k->d, 5) - 2 : 0);
        }
    }
}

void tiny_reveal_timestamps(maker *k, tiny_way way) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        bool has_snapshot = way <= TINY_COMMITTED;
        int snapshot = has_snapshot ? k->snapshot[t] : dice_below(&k->d, t + 1);
        x->stamped = dice_percent(&k->d, OFTEN);
        /* The n-th commits at 2n + 2, so that what saw the first n began then, or just before the
         * next. */
        x->start_ts = 2 * snapshot + dice_below(&k->d, 2);
        x->commit_ts = 2 * t + 2 + (dice_percent(&k->d, 5) ? dice_below(&k->d, 5) - 2 : 0);
        x->commit_ts = x->commit_ts < x->start_ts ? x->start_ts : x->commit_ts;
    }
}
