/*
 * tiny.c - see tiny.h.
 *
 * A history is drawn in three steps: transactions and their outcomes; events, that is, who overlaps
 * whom; and answers to the reads, which is where the ways differ. Events are drawn on their
 * own, so real time may contradict the rest.
 */
#include "oracle/tiny.h"

#include <string.h>

#include "oracle/tiny_maker.h"

/* ---- Transactions and events ---------------------------------------------------------------- */

/* Increments are all 1, all positive, or anything but 0: the fewer signs, the more sums say. */
static int draw_increment(maker *k) {
    switch (k->increments) {
    case 0: return 1;
    case 1: return 1 + dice_below(&k->d, 3);
    default: return dice_percent(&k->d, 60) ? 1 + dice_below(&k->d, 3) : -1 - dice_below(&k->d, 2);
    }
}

static void draw_txn(maker *k) {
    txn *x = &k->m->txns[k->m->txn_count++];
    bool is_list = k->m->type == TYPE_LIST;
    memset(x, 0, sizeof *x);
    x->mop_count = 1 + dice_below(&k->d, is_list ? MAX_MOPS : MAX_MOPS - 1);
    for (int i = 0; i < x->mop_count; i++) {
        x->mops[i].key = dice_below(&k->d, k->keys);
        x->mops[i].is_read = dice_percent(&k->d, k->read_percent);
        if (!x->mops[i].is_read) {
            k->elements++;
            x->mops[i].element = k->m->type == TYPE_COUNTER ? draw_increment(k) : k->elements;
        }
    }
}

static void draw_observer(maker *k) {
    txn *x = &k->m->txns[k->m->txn_count++];
    memset(x, 0, sizeof *x);
    x->mop_count = k->keys;
    for (int key = 0; key < k->keys; key++) {
        x->mops[key] = (mop){.is_read = true, .key = key};
    }
}

static void draw_outcomes(maker *k, int count) {
    for (int t = 0; t < count; t++) {
        txn *x = &k->m->txns[t];
        int roll = dice_below(&k->d, 100);
        x->outcome = roll < 65   ? OUTCOME_OK
                     : roll < 80 ? OUTCOME_INFO
                     : roll < 90 ? OUTCOME_NONE
                                 : OUTCOME_FAIL;
        if (k->m->completions_only && x->outcome == OUTCOME_NONE) {
            x->outcome = OUTCOME_INFO;
        }
        x->bare = !k->m->completions_only && dice_percent(&k->d, 25) &&
                  (x->outcome == OUTCOME_INFO || x->outcome == OUTCOME_FAIL);
    }
}

/* Each transaction gets its invocation and, later, its completion; a process runs one at a time,
 * and is never heard of again after one that does not complete. */
static void draw_events(maker *k) {
    model *m = k->m;
    int order[ORACLE_MOST];
    int running[3] = {-1, -1, -1};
    int process[3] = {0, 1, 2};
    int started = 0;
    int finished = 0;
    for (int t = 0; t < m->txn_count; t++) {
        int place = dice_percent(&k->d, 50) ? t : dice_below(&k->d, t + 1);
        order[t] = order[place];
        order[place] = t;
    }
    while (finished < m->txn_count) {
        int p = dice_below(&k->d, 3);
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

/* ---- All of it ------------------------------------------------------------------------------ */

/* A register's nil looks the same whether it was read or nothing was. */
static void forget_nil(model *m) {
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            mop *o = &m->txns[t].mops[i];
            o->answered = o->answered && (m->type != TYPE_REGISTER || o->length > 0);
        }
    }
}

static void draw_txns(maker *k) {
    bool is_list = k->m->type == TYPE_LIST;
    k->keys = 1 + dice_below(&k->d, is_list ? 3 : 2);
    k->read_percent = k->blind ? 30 : 55;
    bool observed = dice_percent(&k->d, 60);
    int count = 2 + dice_below(&k->d, is_list || k->blind ? 5 : 4);
    k->increments = is_list ? 0 : dice_below(&k->d, 3);
    for (int t = 0; t < count; t++) {
        draw_txn(k);
    }
    if (dice_percent(&k->d, 70)) {
        draw_outcomes(k, count);
    }
    if (observed) {
        draw_observer(k);
    }
}

void tiny_make(model *m, const tiny_shape *shape, uint64_t seed) {
    maker k = {.m = m, .d = {seed}, .blind = shape->blind};
    tiny_way way = (tiny_way)(seed % (shape->blind ? TINY_COMMITTED : TINY_WAYS));
    m->txn_count = 0;
    m->event_count = 0;
    m->type = shape->type;
    m->assume = shape->assume;
    m->completions_only = dice_percent(&k.d, 5);
    draw_txns(&k);
    draw_events(&k);
    tiny_answer(&k, way);
    if (shape->versions) {
        tiny_reveal_versions(&k);
    }
    if (shape->timestamps) {
        tiny_reveal_timestamps(&k, way);
    }
    for (int bends = way == TINY_BENT ? dice_below(&k.d, 4) : 0; bends > 0; bends--) {
        tiny_bend(&k);
    }
    forget_nil(m);
}
