/*
 * shapes_timing.c - when transactions run, and in which process; see shapes_maker.h.
 */
#include <stdlib.h>

#include "exact/shapes_maker.h"

/* Transactions in the order of their ids, with some exchanged. */
static void draw_order(shape_maker *k, int order[SHAPE_TXNS]) {
    for (int t = 0; t < k->m->txn_count; t++) {
        int place = dice_percent(&k->d, 60) ? t : dice_below(&k->d, t + 1);
        order[t] = order[place];
        order[place] = t;
    }
}

static void run_concurrently(shape_maker *k) {
    model *m = k->m;
    int order[SHAPE_TXNS] = {0};
    draw_order(k, order);
    for (int t = 0; t < m->txn_count; t++) {
        m->txns[t].process = t;
        m->txns[order[t]].invoke = t;
        m->txns[t].complete = m->txn_count + t;
    }
    m->event_count = 2 * m->txn_count;
}

/* A process runs one transaction at a time, and is never heard of again after one that does not
 * complete. */
static void run_sessions(shape_maker *k) {
    model *m = k->m;
    int order[SHAPE_TXNS] = {0};
    int running[4] = {-1, -1, -1, -1};
    int process[4] = {0, 1, 2, 3};
    int sessions = 2 + dice_below(&k->d, 3);
    int started = 0;
    draw_order(k, order);
    for (int finished = 0; finished < m->txn_count;) {
        int p = dice_below(&k->d, sessions);
        if (running[p] < 0 && started < m->txn_count) {
            running[p] = order[started++];
            m->txns[running[p]].process = process[p];
            m->txns[running[p]].invoke = m->event_count++;
        } else if (running[p] >= 0) {
            m->txns[running[p]].complete = m->event_count++;
            process[p] += m->txns[running[p]].outcome == OUTCOME_NONE ? 4 : 0;
            running[p] = -1;
            finished++;
        }
    }
}

typedef struct event {
    int time, txn;
    bool is_completion;
} event;

static int compare_events(const void *a, const void *b) {
    const event *x = a;
    const event *y = b;
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    if (x->is_completion != y->is_completion) {
        return x->is_completion ? 1 : -1;
    }
    return x->txn - y->txn;
}

/* Each transaction takes the first process that is free. */
static void run_events(model *m, const event *events) {
    bool busy[SHAPE_TXNS] = {false};
    for (m->event_count = 0; m->event_count < 2 * m->txn_count; m->event_count++) {
        const event *e = &events[m->event_count];
        txn *x = &m->txns[e->txn];
        if (e->is_completion) {
            x->complete = m->event_count;
            busy[x->process] = x->outcome == OUTCOME_NONE;
            continue;
        }
        x->invoke = m->event_count;
        for (x->process = 0; busy[x->process];) {
            x->process++;
        }
        busy[x->process] = true;
    }
}

static void run_mixed(shape_maker *k) {
    event events[2 * SHAPE_TXNS];
    int width = 6 + dice_below(&k->d, 40);
    for (int t = 0; t < k->m->txn_count; t++) {
        int before = dice_below(&k->d, width);
        int after = dice_below(&k->d, width);
        events[2 * (size_t)t] = (event){10 * t - before, t, false};
        events[2 * (size_t)t + 1] = (event){10 * t + after, t, true};
    }
    qsort(events, 2 * (size_t)k->m->txn_count, sizeof events[0], compare_events);
    run_events(k->m, events);
}

void shape_run(shape_maker *k) {
    switch (k->s->timing) {
    case ALL_CONCURRENT: run_concurrently(k); break;
    case FEW_SESSIONS: run_sessions(k); break;
    default: run_mixed(k); break;
    }
}
