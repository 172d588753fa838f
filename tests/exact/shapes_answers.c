/*
 * shapes_answers.c - what reads see; see shapes_maker.h for the databases.
 */
#include "exact/shapes_maker.h"

/* ---- Transactions --------------------------------------------------------------------------- */

static uint64_t bit(int t) { return (uint64_t)1 << t; }

static bool writes(const shape_maker *k, int t, int key) {
    const txn *x = &k->m->txns[t];
    for (int i = 0; i < x->mop_count && k->applied[t]; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == key) {
            return true;
        }
    }
    return false;
}

/* The last of those seen that writes the key, or -1. */
static int last_writer(const shape_maker *k, uint64_t seen, int key) {
    int last = -1;
    for (int t = 0; t < k->m->txn_count; t++) {
        if ((seen & bit(t)) != 0 && writes(k, t, key)) {
            last = t;
        }
    }
    return last;
}

/* The first few of those before t. */
static uint64_t draw_beginning(shape_maker *k, int t) {
    int reach = k->s->recent > 0 && k->s->recent < t ? k->s->recent : t;
    return bit(t - dice_below(&k->d, reach + 1)) - 1;
}

/* Some of those before t, any of them or with all that they see. */
static uint64_t draw_some(shape_maker *k, int t, bool all_they_see) {
    uint64_t seen = 0;
    for (int u = 0; u < t; u++) {
        if (dice_percent(&k->d, all_they_see ? 25 : 50)) {
            seen |= bit(u) | (all_they_see ? k->sees[u] : 0);
        }
    }
    return seen;
}

/* With the last writers of the keys that t writes: a beginning up to them, or them and what they
 * see. */
static uint64_t add_writers(const shape_maker *k, int t, uint64_t seen) {
    for (int key = 0; key < k->keys; key++) {
        int last = writes(k, t, key) ? last_writer(k, bit(t) - 1, key) : -1;
        if (last >= 0) {
            seen |= k->s->database == SEES_FORK ? bit(last) | k->sees[last] : bit(last + 1) - 1;
        }
    }
    return seen;
}

static uint64_t draw_seen(shape_maker *k, int t) {
    switch (k->s->database) {
    case SEES_ALL: return bit(t) - 1;
    case SEES_SNAPSHOT: return add_writers(k, t, draw_beginning(k, t));
    case SEES_FORK: return add_writers(k, t, draw_some(k, t, true));
    case SEES_SOME: return draw_some(k, t, false);
    case SEES_NOTHING: return 0;
    default: return draw_beginning(k, t);
    }
}

/* ---- Reads ---------------------------------------------------------------------------------- */

static void apply_writes(const shape_maker *k, int t, int place, mop *read) {
    const txn *x = &k->m->txns[t];
    for (int i = 0; i < place && i < x->mop_count; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == read->key) {
            read->length =
                datatypes[k->m->type].apply(read->list, read->length, x->mops[i].element);
        }
    }
}

/* The read shows what the key held after `last`, and own writes. */
static void show(const shape_maker *k, int t, int i, int last, bool own) {
    mop *read = &k->m->txns[t].mops[i];
    read->length = 0;
    for (int u = 0; u <= last; u++) {
        if (u != t && writes(k, u, read->key)) {
            apply_writes(k, u, MAX_MOPS, read);
        }
    }
    if (own) {
        apply_writes(k, t, i, read);
    }
    /* A register's nil looks the same whether it was read or nothing was. */
    read->answered = k->m->type != TYPE_REGISTER || read->length > 0;
}

static bool wrote_before(const txn *x, int i) {
    for (int j = 0; j < i; j++) {
        if (!x->mops[j].is_read && x->mops[j].key == x->mops[i].key) {
            return true;
        }
    }
    return false;
}

static void answer_read(shape_maker *k, int t, int i) {
    const txn *x = &k->m->txns[t];
    uint64_t seen = k->sees[t];
    if (k->s->database == SEES_EACH && dice_percent(&k->d, 50)) {
        seen = draw_beginning(k, t);
    }
    /* What shows all that is below it would lose a write if it did not show the newest. */
    if (wrote_before(x, i) && !datatypes[k->m->type].hides) {
        seen = bit(t) - 1;
    }
    show(k, t, i, last_writer(k, seen, x->mops[i].key), true);
}

/* Changes a read: to another version of its key, later ones too; now and then without own
 * writes. */
static void bend(shape_maker *k) {
    int t = dice_below(&k->d, k->m->txn_count);
    txn *x = &k->m->txns[t];
    int i = dice_below(&k->d, x->mop_count);
    int last = dice_below(&k->d, k->m->txn_count + 1) - 1;
    if (!x->mops[i].is_read) {
        return;
    }
    if (!wrote_before(x, i)) {
        show(k, t, i, last, true);
    } else if (dice_percent(&k->d, 50)) {
        show(k, t, i, datatypes[k->m->type].hides ? last : t - 1, false);
    }
}

void shape_answer(shape_maker *k) {
    for (int t = 0; t < k->m->txn_count; t++) {
        k->sees[t] = draw_seen(k, t);
        for (int i = 0; i < k->m->txns[t].mop_count; i++) {
            if (k->m->txns[t].mops[i].is_read) {
                answer_read(k, t, i);
            }
        }
    }
    for (int bends = dice_below(&k->d, k->s->bends + 1); bends > 0; bends--) {
        bend(k);
    }
}
