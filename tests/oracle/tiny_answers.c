/*
 * tiny_answers.c - what reads of a random history see; see tiny.h for the ways.
 */
#include <string.h>

#include "oracle/tiny_maker.h"

static void write_next(maker *k, int t, int i) {
    int key = k->m->txns[t].mops[i].key;
    k->writes[key][k->length[key]++] = (tiny_write){t, i};
}

static void apply(const maker *k, mop *read, tiny_write w) {
    int element = k->m->txns[w.txn].mops[w.i].element;
    read->length = datatypes[k->m->type].apply(read->list, read->length, element);
}

/* The read sees the first `length` writes to its key. */
static void answer(maker *k, int t, int i, int length) {
    mop *read = &k->m->txns[t].mops[i];
    read->answered = true;
    read->length = 0;
    k->saw[t][i] = length;
    k->own[t][i] = -1;
    for (int n = 0; n < length; n++) {
        apply(k, read, k->writes[read->key][n]);
    }
}

/* And what its transaction wrote before it. */
static void answer_with_own(maker *k, int t, int i, int length) {
    txn *x = &k->m->txns[t];
    answer(k, t, i, length);
    for (int own = 0; own < i; own++) {
        if (!x->mops[own].is_read && x->mops[own].key == x->mops[i].key) {
            apply(k, &x->mops[i], (tiny_write){t, own});
            k->own[t][i] = own;
        }
    }
}

/* Of lists, what has an unknown outcome happens always: somebody reads it more often that way. */
static bool happens(maker *k, const txn *x) {
    return x->outcome != OUTCOME_FAIL &&
           (k->m->type == TYPE_LIST || x->outcome == OUTCOME_OK || dice_percent(&k->d, 60));
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
        k->snapshot[t] = snapshot;
        for (int i = 0; i < x->mop_count; i++) {
            bool again = way == TINY_COMMITTED && t < k->m->txn_count - 1;
            int n = again && dice_percent(&k->d, 50) ? dice_below(&k->d, t + 1) : snapshot;
            if (x->mops[i].is_read) {
                answer_with_own(k, t, i, k->before[n][x->mops[i].key]);
            }
        }
        bool written = happens(k, x);
        for (int i = 0; i < x->mop_count && written; i++) {
            if (!x->mops[i].is_read) {
                write_next(k, t, i);
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
            int i = next[t]++;
            left--;
            if (x->mops[i].is_read) {
                answer(k, t, i, k->length[x->mops[i].key]);
            } else if (x->outcome != OUTCOME_FAIL || dice_percent(&k->d, 50)) {
                write_next(k, t, i);
            }
        } while (next[t] < x->mop_count && dice_percent(&k->d, 80));
    }
}

/* Every write of a transaction that did not fail, in a random order. */
static void shuffle_writes(maker *k) {
    for (int t = 0; t < k->m->txn_count; t++) {
        txn *x = &k->m->txns[t];
        for (int i = 0; i < x->mop_count; i++) {
            mop *o = &x->mops[i];
            if (o->is_read || (x->outcome == OUTCOME_FAIL && dice_percent(&k->d, 80))) {
                continue;
            }
            write_next(k, t, i);
            int last = k->length[o->key] - 1;
            int place = dice_percent(&k->d, 70) ? last : dice_below(&k->d, last + 1);
            k->writes[o->key][last] = k->writes[o->key][place];
            k->writes[o->key][place] = (tiny_write){t, i};
        }
    }
}

/* ---- Spoiling ------------------------------------------------------------------------------- */

static void shuffle_list(maker *k, mop *o) {
    for (int j = 0; j < o->length; j++) {
        int place = dice_below(&k->d, o->length);
        int element = o->list[place];
        o->list[place] = o->list[j];
        o->list[j] = dice_percent(&k->d, 3) ? k->elements + 1 : element;
    }
}

static void bend_list(maker *k, mop *o) {
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

/* Of the other datatypes: one number less, or another write on top. */
static void bend_contents(maker *k, mop *o) {
    int kind = dice_below(&k->d, 20);
    if (kind < 8 && o->length > 0) {
        int place = dice_below(&k->d, o->length);
        o->length--;
        memmove(o->list + place, o->list + place + 1,
                (size_t)(o->length - place) * sizeof o->list[0]);
    } else if (kind < 19) {
        int element = k->m->type == TYPE_COUNTER ? dice_below(&k->d, 5) - 2
                                                 : 1 + dice_below(&k->d, k->elements);
        bool wild = k->m->type == TYPE_COUNTER || kind == 18;
        if (wild || model_writer(k->m, o->key, element) >= 0) {
            o->answered = true;
            o->length = datatypes[k->m->type].apply(o->list, o->length, element);
        }
    } else {
        o->answered = false;
        o->length = 0;
    }
}

void tiny_bend(maker *k) {
    txn *x = &k->m->txns[dice_below(&k->d, k->m->txn_count)];
    mop *o = &x->mops[dice_below(&k->d, x->mop_count)];
    if (!o->is_read || k->elements == 0) {
        return;
    }
    if (k->m->type == TYPE_LIST) {
        bend_list(k, o);
    } else {
        bend_contents(k, o);
    }
}

/* ---- All of it ------------------------------------------------------------------------------ */

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
            answer(k, t, i, whole ? length : dice_below(&k->d, length + 1));
            if (noise && k->m->type == TYPE_LIST) {
                shuffle_list(k, o);
            } else if (noise && k->elements > 0 && dice_percent(&k->d, 50)) {
                bend_contents(k, o);
            }
        }
    }
}

void tiny_answer(maker *k, tiny_way way) {
    switch (way) {
    case TINY_DIRTY: run_dirty(k); break;
    case TINY_LISTS:
    case TINY_NOISE:
        shuffle_writes(k);
        answer_anything(k, way == TINY_NOISE);
        break;
    default: run(k, way); break;
    }
}
