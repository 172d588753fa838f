/*
 * tiny.c - see tiny.h.
 *
 * First the transactions run one after another in a random order, so that all reads are right; then
 * some reads are bent: cut short, made stale, extended, or with two elements exchanged. Events
 * (who overlaps whom) are drawn on their own, so real time may contradict the order too.
 */
#include "property/tiny.h"

#include <string.h>

enum { KEYS = 2 };

static void draw_mops(model *m, dice *d, int t, int *next_element) {
    txn *x = &m->txns[t];
    x->mop_count = 1 + dice_below(d, 3);
    for (int i = 0; i < x->mop_count; i++) {
        mop *o = &x->mops[i];
        o->key = dice_below(d, KEYS);
        o->is_read = dice_percent(d, 55);
        if (!o->is_read) {
            o->element = ++*next_element;
        }
    }
}

static void draw_observer(model *m) {
    txn *x = &m->txns[m->txn_count++];
    x->mop_count = KEYS;
    for (int k = 0; k < KEYS; k++) {
        x->mops[k] = (mop){.is_read = true, .key = k};
    }
}

/* Each transaction gets its invocation and, later, its completion; a process runs one at a time,
 * and is never heard of again after one that does not complete. */
static void draw_events(model *m, dice *d) {
    int order[8];
    int running[3] = {-1, -1, -1};
    int process[3] = {0, 1, 2};
    int started = 0;
    int finished = 0;
    for (int t = 0; t < m->txn_count; t++) {
        int place = dice_below(d, t + 1);
        order[t] = order[place];
        order[place] = t;
    }
    while (finished < m->txn_count) {
        int p = dice_below(d, 3);
        if (running[p] < 0 && started < m->txn_count) {
            running[p] = order[started++];
            m->txns[running[p]].process = process[p];
            m->txns[running[p]].invoke = m->event_count++;
        } else if (running[p] >= 0) {
            m->txns[running[p]].complete = m->event_count++;
            process[p] += m->txns[running[p]].outcome == OUTCOME_NONE ? 3 : 0;
            running[p] = -1;
            finished++;
        }
    }
}

static void append_to(int state[KEYS][MAX_LIST], int length[KEYS], const txn *x) {
    for (int i = 0; i < x->mop_count; i++) {
        if (!x->mops[i].is_read) {
            state[x->mops[i].key][length[x->mops[i].key]++] = x->mops[i].element;
        }
    }
}

/* Runs the transactions in the order of their ids; those that failed leave nothing behind. */
static void run_serially(model *m) {
    int state[KEYS][MAX_LIST];
    int length[KEYS] = {0};
    for (int t = 0; t < m->txn_count; t++) {
        txn *x = &m->txns[t];
        for (int i = 0; i < x->mop_count; i++) {
            mop *o = &x->mops[i];
            if (!o->is_read) {
                continue;
            }
            o->length = length[o->key];
            memcpy(o->list, state[o->key], (size_t)o->length * sizeof o->list[0]);
            for (int j = 0; j < i; j++) {
                if (!x->mops[j].is_read && x->mops[j].key == o->key) {
                    o->list[o->length++] = x->mops[j].element;
                }
            }
            o->answered = true;
        }
        if (x->outcome != OUTCOME_FAIL) {
            append_to(state, length, x);
        }
    }
}

static void bend(model *m, dice *d, int elements) {
    txn *x = &m->txns[dice_below(d, m->txn_count)];
    mop *o = &x->mops[dice_below(d, x->mop_count)];
    if (!o->is_read) {
        return;
    }
    int kind = dice_below(d, 10);
    if (kind < 5 && o->length > 0) {
        o->length -= 1 + dice_below(d, o->length);
    } else if (kind < 6 && o->length > 1) {
        int place = dice_below(d, o->length - 1);
        int element = o->list[place];
        o->list[place] = o->list[place + 1];
        o->list[place + 1] = element;
    } else if (kind < 9 && elements > 0 && o->length < 12) {
        o->list[o->length++] = 1 + dice_below(d, elements);
    }
}

/* Drops elements that a read cannot hold: those of the other key, and repeated ones. Otherwise
 * nearly every bent history would show the same two anomalies. */
static void tidy(model *m, mop *o) {
    int kept = 0;
    for (int i = 0; i < o->length; i++) {
        bool good = false;
        for (int t = 0; t < m->txn_count; t++) {
            for (int j = 0; j < m->txns[t].mop_count; j++) {
                const mop *a = &m->txns[t].mops[j];
                good |= !a->is_read && a->key == o->key && a->element == o->list[i];
            }
        }
        for (int j = 0; j < kept; j++) {
            good &= o->list[j] != o->list[i];
        }
        if (good) {
            o->list[kept++] = o->list[i];
        }
    }
    o->length = kept;
}

static void draw_outcomes(model *m, dice *d) {
    for (int t = 0; t < m->txn_count; t++) {
        txn *x = &m->txns[t];
        int roll = dice_below(d, 100);
        x->outcome = roll < 65   ? OUTCOME_OK
                     : roll < 80 ? OUTCOME_INFO
                     : roll < 90 ? OUTCOME_NONE
                                 : OUTCOME_FAIL;
        x->bare = (x->outcome == OUTCOME_INFO || x->outcome == OUTCOME_FAIL) && dice_percent(d, 25);
    }
}

void tiny_make(model *m, uint64_t seed, bool observed) {
    dice d = {seed};
    memset(m, 0, sizeof *m);
    int elements = 0;
    m->txn_count = 2 + dice_below(&d, observed ? 3 : 4);
    for (int t = 0; t < m->txn_count; t++) {
        draw_mops(m, &d, t, &elements);
    }
    if (observed) {
        draw_observer(m);
    } else {
        draw_outcomes(m, &d);
    }
    draw_events(m, &d);
    run_serially(m);
    int observer = observed ? m->txn_count - 1 : -1;
    for (int bends = dice_below(&d, 4); bends > 0; bends--) {
        m->txn_count -= observed ? 1 : 0;
        bend(m, &d, elements);
        m->txn_count += observed ? 1 : 0;
    }
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count && t != observer; i++) {
            tidy(m, &m->txns[t].mops[i]);
        }
    }
}
