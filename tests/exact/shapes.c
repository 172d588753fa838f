/*
 * shapes.c - see shapes.h.
 */
#include "exact/shapes.h"

#include <string.h>

#include "exact/shapes_maker.h"

static const shape shapes[SHAPES] = {
#define SHAPE(...) {__VA_ARGS__},
#include "exact/shapes.def"
#undef SHAPE
};

const char *const shape_names[SHAPES] = {
#define SHAPE(name, ...) name,
#include "exact/shapes.def"
#undef SHAPE
};

/* Each element is written once; only increments of a counter repeat. */
static int draw_element(shape_maker *k) {
    k->elements++;
    return k->m->type == TYPE_COUNTER ? 1 + dice_below(&k->d, 3) : k->elements;
}

static void draw_txn(shape_maker *k) {
    txn *x = &k->m->txns[k->m->txn_count++];
    memset(x, 0, sizeof *x);
    bool only_reads = dice_percent(&k->d, k->s->reader_percent);
    x->mop_count = 1 + dice_below(&k->d, MAX_MOPS);
    for (int i = 0; i < x->mop_count; i++) {
        mop *o = &x->mops[i];
        bool again = i > 0 && dice_percent(&k->d, k->s->same_key_percent);
        o->key = again ? x->mops[i - 1].key : dice_below(&k->d, k->keys);
        o->is_read = only_reads || dice_percent(&k->d, k->s->read_percent);
        o->element = o->is_read ? 0 : draw_element(k);
    }
}

static void put(shape_maker *k, txn *x, bool is_read, int key) {
    x->mops[x->mop_count++] =
        (mop){.is_read = is_read, .key = key, .element = is_read ? 0 : draw_element(k)};
}

/* Makes two transactions write what the other one reads. Whether anything is wrong then depends on
 * one dependency, mostly. */
static void plant_skew(shape_maker *k) {
    int a = dice_below(&k->d, k->keys);
    int b = dice_below(&k->d, k->keys);
    txn *one = &k->m->txns[dice_below(&k->d, k->m->txn_count)];
    txn *other = &k->m->txns[dice_below(&k->d, k->m->txn_count)];
    if (a == b || one == other) {
        return;
    }
    one->mop_count = 0;
    other->mop_count = 0;
    put(k, one, true, a);
    put(k, other, true, b);
    if (dice_percent(&k->d, 70)) {
        put(k, one, false, a);
    }
    put(k, one, false, b);
    put(k, other, false, a);
}

static void draw_outcome(shape_maker *k, int t) {
    static const outcome unsure[] = {OUTCOME_INFO, OUTCOME_INFO, OUTCOME_NONE, OUTCOME_FAIL};
    txn *x = &k->m->txns[t];
    bool ok = !dice_percent(&k->d, k->s->unsure_percent);
    x->outcome = ok ? OUTCOME_OK : unsure[dice_below(&k->d, 4)];
    x->bare = !ok && dice_percent(&k->d, 20);
    k->applied[t] = ok || (x->outcome != OUTCOME_FAIL && dice_percent(&k->d, 70));
}

/* Most histories are small, because a few reads decide them; a few are large. */
static int draw_count(shape_maker *k, int most) {
    int roll = dice_below(&k->d, 100);
    int count = roll < 60   ? 3 + dice_below(&k->d, 6)
                : roll < 90 ? 9 + dice_below(&k->d, 8)
                            : 17 + dice_below(&k->d, SHAPE_TXNS - 16);
    return count <= most ? count : 3 + dice_below(&k->d, most - 2);
}

void shape_make(model *m, int which, datatype type, int most, uint64_t seed) {
    shape_maker k = {.m = m, .d = {seed << 8 | (uint64_t)which}, .s = &shapes[which]};
    m->txn_count = 0;
    m->event_count = 0;
    m->completions_only = false;
    m->type = type;
    m->assume = (assumptions){0};
    k.keys = 1 + dice_below(&k.d, k.s->keys);
    int count = draw_count(&k, most < k.s->most ? most : k.s->most);
    for (int t = 0; t < count; t++) {
        draw_txn(&k);
        draw_outcome(&k, t);
    }
    if (dice_percent(&k.d, k.s->skew_percent)) {
        plant_skew(&k);
    }
    shape_answer(&k);
    shape_run(&k);
}

/* ---- A G1c beside --------------------------------------------------------------------------- */

static int free_process(const model *m) {
    int process = 0;
    for (int t = 0; t < m->txn_count; t++) {
        process = m->txns[t].process >= process ? m->txns[t].process + 1 : process;
    }
    return process;
}

void shape_add_g1c(model *m) {
    int process = free_process(m);
    for (int t = 0; t < m->txn_count; t++) {
        m->txns[t].invoke += 2;
        m->txns[t].complete += 2;
    }
    for (int half = 0; half < 2; half++) {
        txn *x = &m->txns[m->txn_count++];
        memset(x, 0, sizeof *x);
        x->process = process + half;
        x->invoke = half;
        x->complete = m->event_count + 2 + half;
        x->mop_count = 2;
        x->mops[0] = (mop){.key = MAX_KEYS + half, .element = 1};
        x->mops[1] = (mop){.is_read = true,
                           .answered = true,
                           .key = MAX_KEYS + 1 - half,
                           .list = {1},
                           .length = 1};
    }
    m->event_count += 4;
}
