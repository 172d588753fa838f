/*
 * tiny.c - see tiny.h.
 *
 * A history is drawn in three steps: transactions and their outcomes; events, that is, who overlaps
 * whom; and answers to the reads, which is where the ways differ. Events are drawn on their
 * own, so real time may contradict the rest.
 */
#include "oracle/tiny.h"

#include <string.h>

typedef struct maker {
    model *m;
    dice d;
    int keys;
    int elements;                 /* drawn so far */
    int list[MAX_KEYS][MAX_LIST]; /* the state while answers are drawn */
    int length[MAX_KEYS];
    int before[ORACLE_MOST + 1][MAX_KEYS]; /* lengths before each transaction, by id */
} maker;

/* ---- Transactions and events ---------------------------------------------------------------- */

static void draw_txn(maker *k) {
    txn *x = &k->m->txns[k->m->txn_count++];
    memset(x, 0, sizeof *x);
    x->mop_count = 1 + dice_below(&k->d, MAX_MOPS);
    for (int i = 0; i < x->mop_count; i++) {
        x->mops[i].key = dice_below(&k->d, k->keys);
        x->mops[i].is_read = dice_percent(&k->d, 55);
        x->mops[i].element = x->mops[i].is_read ? 0 : ++k->elements;
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

/* ---- Answers -------------------------------------------------------------------------------- */

static void append_to(maker *k, const mop *o) { k->list[o->key][k->length[o->key]++] = o->element; }

/* The first `length` of the key's list, and what the transaction appended itself before. */
static void answer(maker *k, txn *x, int place, int length) {
    mop *read = &x->mops[place];
    read->answered = true;
    read->length = length;
    memcpy(read->list, k->list[read->key], (size_t)length * sizeof read->list[0]);
    for (int i = 0; i < place; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == read->key) {
            read->list[read->length++] = x->mops[i].element;
        }
    }
}

/* In the order of ids, those that failed leaving nothing behind. How old a state each read is of
 * depends on the way. The last one, which may be the observer, reads the newest. */
static void run(maker *k, tiny_way way) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        memcpy(k->before[t], k->length, sizeof k->length);
        int snapshot = way == TINY_BENT || t == k->m->txn_count - 1 || dice_percent(&k->d, 50)
                           ? t
                           : dice_below(&k->d, t + 1);
        for (int i = 0; i < x->mop_count; i++) {
            bool again = way == TINY_COMMITTED && t < k->m->txn_count - 1;
            int n = again && dice_percent(&k->d, 50) ? dice_below(&k->d, t + 1) : snapshot;
            if (x->mops[i].is_read) {
                answer(k, x, i, k->before[n][x->mops[i].key]);
            }
        }
        for (int i = 0; i < x->mop_count && x->outcome != OUTCOME_FAIL; i++) {
            if (!x->mops[i].is_read) {
                append_to(k, &x->mops[i]);
            }
        }
    }
}

/* Micro-operations of all transactions interleave; the observer's come last. */
static void run_dirty(maker *k) {
    int next[ORACLE_MOST] = {0};
    int left = 0;
    for (int t = 0; t < k->m->txn_count; t++) {
        left += k->m->txns[t].mop_count;
    }
    while (left > 0) {
        int t = dice_below(&k->d, k->m->txn_count);
        txn *x = &k->m->txns[t];
        if (next[t] == x->mop_count || (t == k->m->txn_count - 1 && left > x->mop_count)) {
            continue;
        }
        /* A transaction runs to its end more often than not, or nothing would ever be right. */
        do {
            mop *o = &x->mops[next[t]++];
            left--;
            if (o->is_read) {
                o->answered = true;
                o->length = k->length[o->key];
                memcpy(o->list, k->list[o->key], (size_t)o->length * sizeof o->list[0]);
            } else if (x->outcome != OUTCOME_FAIL || dice_percent(&k->d, 50)) {
                append_to(k, o);
            }
        } while (next[t] < x->mop_count && dice_percent(&k->d, 80));
    }
}

/* Every append of a transaction that did not fail, in a random order. */
static void shuffle_lists(maker *k) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        for (int i = 0; i < x->mop_count; i++) {
            mop *o = &x->mops[i];
            if (o->is_read || (x->outcome == OUTCOME_FAIL && dice_percent(&k->d, 80))) {
                continue;
            }
            append_to(k, o);
            int last = k->length[o->key] - 1;
            int place = dice_percent(&k->d, 70) ? last : dice_below(&k->d, last + 1);
            k->list[o->key][last] = k->list[o->key][place];
            k->list[o->key][place] = o->element;
        }
    }
}

static void answer_anything(maker *k, bool noise) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        for (int i = 0; i < x->mop_count; i++) {
            mop *o = &x->mops[i];
            if (!o->is_read) {
                continue;
            }
            bool whole = t == k->m->txn_count - 1;
            int length = k->length[o->key];
            o->answered = true;
            o->length = whole ? length : dice_below(&k->d, length + 1);
            memcpy(o->list, k->list[o->key], (size_t)o->length * sizeof o->list[0]);
            for (int j = 0; noise && j < o->length; j++) {
                int place = dice_below(&k->d, o->length);
                int element = o->list[place];
                o->list[place] = o->list[j];
                o->list[j] = dice_percent(&k->d, 3) ? k->elements + 1 : element;
            }
        }
    }
}

static void bend(maker *k) {
    txn *x = &k->m->txns[dice_below(&k->d, k->m->txn_count)];
    mop *o = &x->mops[dice_below(&k->d, x->mop_count)];
    if (!o->is_read || k->elements == 0) {
        return;
    }
    int kind = dice_below(&k->d, 20);
    if (kind < 10 && o->length > 0) {
        o->length -= 1 + dice_below(&k->d, o->length);
    } else if (kind < 12 && o->length > 1) {
        int place = dice_below(&k->d, o->length - 1);
        int element = o->list[place];
        o->list[place] = o->list[place + 1];
        o->list[place + 1] = element;
    } else if (kind < 19) {
        /* One more element: of this key, so that not all bent reads show the same anomaly. */
        int element = 1 + dice_below(&k->d, k->elements);
        if (model_writer(k->m, o->key, element) >= 0) {
            o->list[o->length++] = element;
        }
    } else {
        o->answered = false;
        o->length = 0;
    }
}

/* ---- All of it ------------------------------------------------------------------------------ */

void tiny_make(model *m, uint64_t seed) {
    maker k = {.m = m, .d = {seed}};
    tiny_way way = (tiny_way)(seed % TINY_WAYS);
    m->txn_count = 0;
    m->event_count = 0;
    m->completions_only = dice_percent(&k.d, 5);
    k.keys = 1 + dice_below(&k.d, 3);
    bool observed = dice_percent(&k.d, 60);
    int count = 2 + dice_below(&k.d, 5);
    for (int t = 0; t < count; t++) {
        draw_txn(&k);
    }
    if (dice_percent(&k.d, 70)) {
        draw_outcomes(&k, count);
    }
    if (observed) {
        draw_observer(&k);
    }
    draw_events(&k);
    switch (way) {
    case TINY_DIRTY: run_dirty(&k); break;
    case TINY_LISTS:
    case TINY_NOISE:
        shuffle_lists(&k);
        answer_anything(&k, way == TINY_NOISE);
        break;
    default: run(&k, way); break;
    }
    for (int bends = way == TINY_BENT ? dice_below(&k.d, 4) : 0; bends > 0; bends--) {
        bend(&k);
    }
}
