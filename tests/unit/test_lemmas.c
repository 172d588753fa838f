/*
 * test_register_lemmas.c - src/infer/register_lemmas.c: orders of versions that follow from paths of
 * dependencies, each rule by example, and all of them against a naive fixed point.
 */
#include "depend/depend.h"
#include "unit/register_support.h"

/* "x1<x2 wwr: 0-wr->1-ww*->2": the lemmas that are used, with their paths; * for a step that rests on
 * a lemma itself. To be freed. */
static char *lemmas_text(const unit *u) {
    const mns_registers *r = &u->observation.registers;
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < r->edge_count; i++) {
        mns_version_edge edge = register_edge(r, i), *e = &edge;
        if (e->source != MNS_BY_LEMMA) {
            assert_int_equal(e->lemma, MNS_NONE);
            continue;
        }
        const mns_lemma *lemma = &r->lemmas[e->lemma];
        assert_true(lemma->from == e->from && lemma->to == e->to && lemma->level == e->level);
        mns_buf_printf(&out, "%s%s<%s %s: ", out.size > 0 ? ", " : "", register_name(u, e->from),
                       register_name(u, e->to), register_levels[e->level]);
        for (uint32_t p = 0; p < lemma->count; p++) {
            const mns_lemma_place *place = &r->path[lemma->first + p];
            mns_buf_printf(&out, "%u", (unsigned)place->txn);
            if (p + 1 < lemma->count) {
                mns_buf_printf(&out, "-%s%s->", mns_kind_name((mns_kind)place->kind),
                               place->lemma == MNS_NONE ? "" : "*");
            }
        }
    }
    return mns_buf_take(&out, NULL);
}

static void expect_lemmas(const char *notation, const char *words, const char *expected) {
    unit u;
    register_open(&u, notation, words);
    char *text = lemmas_text(&u);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void writes_at_the_ends_of_a_path(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wx2", "", "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wz1 / ok 2: rz1 wx2", "", "x1<x2 wwr: 0-wr->1-wr->2");
    expect_lemmas("ok 0: wx1 wy1@1 / ok 1: wy2@2 wx2", "", "x1<x2 wwr: 0-ww->1"); /* given */
    expect_lemmas("ok 0: wx1 wy1 / info 1: ry1 wx2 / ok 2: rx2", "", "x1<x2 wwr: 0-wr->1");
    static const char *const none[] = {
        "ok 0: wx1 wy1 / ok 1: ry1 / ok 2: wx2", /* no path */
        "fail 0: wx1 wy1 / ok 1: ry1 wx2",       /* a G1a: nobody's path */
        "ok 0: wx1 wy1 / info 1: ry1 wx2",       /* may not have happened */
        "ok 0: wx1 wy1 / fail 1: ry1 wx2",       /* did not */
        "ok 0: wx1 wy1 / ok 1: ry1 wz2",         /* no other version of a key */
        "ok 0: wx1 / ok 1: rx1 wx2",             /* the update itself says so */
        "ok 0: wx1 wy1 wy3 / ok 1: ry1 wx2",     /* a G1b */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(none); i++) {
        expect_lemmas(none[i], "", "");
    }
}

static void a_read_at_the_end_of_a_path(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx2 / ok 2: wx2", "", "x1<x2 single: 0-wr->1");
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx1 / ok 2: wx2", "", ""); /* read what it wrote */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 / ok 2: wx2 / ok 3: rx2", "", ""); /* no path */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx", "", ""); /* the initial state: a G-single-item */
    /* Where it did both, the read says it, and the update the rest. */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 rx2 wx3 / ok 2: wx2", "", "x1<x2 single: 0-wr->1");
}

static void paths_through_missed_writes(void **state) {
    (void)state;
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 wx2", "", "x1<x2 item: 0-rw->1");
    expect_lemmas("ok 0: wx1 ry / ok 1: wy1 rx2 / ok 2: wx2", "", "x1<x2 item: 0-rw->1");
    expect_lemmas("ok 0: wx1 ry1 / ok 1: wy1 / ok 2: ry1 wy2 wx2", "", "x1<x2 item: 0-rw->2");
    /* One without a missed write is better. */
    expect_lemmas("ok 0: wx1 ry wz1 / ok 1: rz1 wy1 wx2", "", "x1<x2 wwr: 0-wr->1");
    expect_lemmas("ok 0: wx1 ry1 / ok 1: wy1 wx2", "", "x2<x1 wwr: 1-wr->0"); /* it was seen */
    expect_lemmas("ok 0: wx1 ry / fail 1: wy1 wx2", "", "");
}

static void lemmas_rest_on_lemmas(void **state) {
    (void)state;
    /* x1 < x2 makes 0 precede 1 by x; so y1 < y2, as no other path shows. */
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 wx2 / ok 2: rx1 wy1 / ok 3: ry2 rx2 / ok 4: wy2", "",
                  "x1<x2 wwr: 0-wr->1, y1<y2 item: 2-rw*->1-wr->3");
    /* The same where the last read came before the rest: no path leads to it. */
    expect_lemmas("ok 0: wx1 wz1 / ok 1: rz1 wx2 / ok 2: rx1 wy1 / ok 3: ry2 rx1 / ok 4: wy2", "",
                  "x1<x2 wwr: 0-wr->1");
    /* Who updated x1 without having seen 0's other write is before who had. */
    expect_lemmas("ok 0: wx1 wy1 / ok 1: ry1 wx2 / ok 2: rx1 wx3", "",
                  "x1<x2 wwr: 0-wr->1, x3<x2 item: 2-rw*->1");
}

/* Session and real-time order have sources of their own. */
static void orders_make_no_lemmas(void **state) {
    (void)state;
    expect_lemmas("0: wx1 / ok 0: wx1 / 0: wy1 / ok 0: wy1 / 1: ry / ok 1: ry1 / 1: wx2 / ok 1: "
                  "wx2",
                  "", "");
    expect_lemmas("0: wx1 wy1 / ok 0: wx1 wy1 / 1: wy2 wx2 / ok 1: wy2 wx2", "", "");
    /* Unless they are given for a key: then they are as good as any. */
    expect_lemmas("ok 0: wx1 wy1 / ok 0: ry2 / ok 1: wy2 wx2", "", "");
    expect_lemmas("ok 0: wx1 wy1 / ok 0: ry2 / ok 1: wy2 wx2", "sequential", "x1<x2 wwr: 0-ww->2");
}

/* ---- Against a naive fixed point ------------------------------------------------------------- */

enum { MOST_TXNS = 64 };

/* Dependencies between transactions, closed under "through". */
typedef struct paths {
    bool has[MOST_TXNS][MOST_TXNS];
} paths;

typedef struct naive {
    const mns_observation *o;
    register_relation order[MNS_LEVEL_ITEM + 1]; /* up to this level */
} naive;

/* Everybody who met a version, in turn: i from 0; MNS_NONE after the last. The writer comes first. */
static uint32_t met_by(const mns_observation *o, uint32_t version, uint32_t i, bool *wrote) {
    const mns_registers *r = &o->registers;
    bool written = r->writer[version] != MNS_NONE;
    *wrote = written && i == 0;
    uint32_t reader = r->reader_first[version] + i - (written ? 1 : 0);
    uint32_t mop = *wrote                                  ? r->writer[version]
                   : reader < r->reader_first[version + 1] ? r->reader[reader]
                                                           : MNS_NONE;
    return mop == MNS_NONE ? MNS_NONE : mns_txn_of(o, mop);
}

static void close_paths(paths *p, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t a = 0; a < count; a++) {
            for (uint32_t b = 0; b < count && p->has[a][k]; b++) {
                p->has[a][b] |= p->has[k][b];
            }
        }
    }
}

/* Paths along wr, ww by an order of versions, and rw if wanted. */
static void find_paths(const naive *n, mns_level level, bool rw, paths *p) {
    const mns_registers *r = &n->o->registers;
    memset(p, 0, sizeof *p);
    for (uint32_t u = 0; u < r->count; u++) {
        for (uint32_t v = 0; v < r->count; v++) {
            bool a_wrote, b_wrote;
            uint32_t a, b;
            for (uint32_t i = 0; (a = met_by(n->o, u, i, &a_wrote)) != MNS_NONE; i++) {
                for (uint32_t j = 0; (b = met_by(n->o, v, j, &b_wrote)) != MNS_NONE; j++) {
                    bool wr = u == v && a_wrote && !b_wrote;
                    bool order = *register_precedes(&n->order[level], u, v) && b_wrote;
                    p->has[a][b] |= a != b && (wr || (order && (a_wrote || rw)));
                }
            }
        }
    }
    close_paths(p, n->o->history->txns.count);
}

/* Adds what the paths show, to `level` and those above; true if anything is new. */
static bool conclude(naive *n, const paths *p, mns_level by_write, mns_level by_read) {
    const mns_registers *r = &n->o->registers;
    bool found = false;
    for (uint32_t u = 0; u < r->count; u++) {
        for (uint32_t v = 0; v < r->count; v++) {
            bool wrote, ends_in_write;
            uint32_t writer = met_by(n->o, u, 0, &wrote), end;
            if (u == v || !wrote || register_key(r, u) != register_key(r, v) ||
                mns_version_is_initial(r, v)) {
                continue;
            }
            for (uint32_t j = 0; (end = met_by(n->o, v, j, &ends_in_write)) != MNS_NONE; j++) {
                mns_level level = ends_in_write ? by_write : by_read;
                bool *known = register_precedes(&n->order[level], u, v);
                found |= p->has[writer][end] && !*known;
                *known |= p->has[writer][end];
            }
        }
    }
    return found;
}

/* What holds at a level holds at those above it. */
static void lift(naive *n) {
    for (int level = 1; level <= MNS_LEVEL_ITEM; level++) {
        for (size_t i = 0; i < (size_t)n->order[0].count * n->order[0].count; i++) {
            n->order[level].has[i] |= n->order[level - 1].has[i];
        }
    }
}

static void open_naive(naive *n, const mns_observation *o) {
    const mns_registers *r = &o->registers;
    n->o = o;
    for (int level = 0; level <= MNS_LEVEL_ITEM; level++) {
        n->order[level] = register_relation_of(r);
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        if (edge.source != MNS_BY_LEMMA && edge.level <= MNS_LEVEL_WWR) {
            *register_precedes(&n->order[edge.level], edge.from, edge.to) = true;
        }
    }
    register_add_initial(&n->order[0], r);
    static paths p;
    bool more = true;
    while (more) {
        lift(n);
        find_paths(n, MNS_LEVEL_WWR, false, &p);
        more = conclude(n, &p, MNS_LEVEL_WWR, MNS_LEVEL_SINGLE);
        lift(n);
        find_paths(n, MNS_LEVEL_ITEM, true, &p);
        more |= conclude(n, &p, MNS_LEVEL_ITEM, MNS_LEVEL_ITEM);
    }
}

static void close_naive(naive *n) {
    for (int level = 0; level <= MNS_LEVEL_ITEM; level++) {
        free(n->order[level].has);
    }
}

/* The same relation with what Minos drew. */
static void open_drawn(naive *n, const mns_observation *o) {
    const mns_registers *r = &o->registers;
    n->o = o;
    for (int level = 0; level <= MNS_LEVEL_ITEM; level++) {
        n->order[level] = register_relation_of(r);
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        if (edge.level <= MNS_LEVEL_ITEM) {
            *register_precedes(&n->order[edge.level], edge.from, edge.to) = true;
        }
    }
    register_add_initial(&n->order[0], r);
    lift(n);
}

typedef struct tally {
    uint32_t lemmas, nested, reached, missed;
} tally;

/* Every order drawn is in the fixed point; and whoever precedes somebody by the fixed point does so by
 * what was drawn. */
static void compare(const unit *u, tally *t) {
    const mns_observation *o = &u->observation;
    naive expected, drawn;
    static paths all, some;
    open_naive(&expected, o);
    open_drawn(&drawn, o);
    for (size_t i = 0; i < (size_t)o->registers.count * o->registers.count; i++) {
        for (int level = 0; level <= MNS_LEVEL_ITEM; level++) {
            assert_true(!drawn.order[level].has[i] || expected.order[level].has[i]);
        }
    }
    find_paths(&expected, MNS_LEVEL_ITEM, true, &all);
    find_paths(&drawn, MNS_LEVEL_ITEM, true, &some);
    for (uint32_t a = 0; a < o->history->txns.count; a++) {
        for (uint32_t b = 0; b < o->history->txns.count; b++) {
            t->reached += all.has[a][b];
            t->missed += all.has[a][b] && !some.has[a][b];
        }
    }
    close_naive(&expected);
    close_naive(&drawn);
}

/* A path leads from the writer of the one version to whoever wrote or read the other, each step has
 * its reason, and lemmas rest on earlier ones. */
static void check_paths(const unit *u, tally *t) {
    const mns_observation *o = &u->observation;
    const mns_registers *r = &o->registers;
    for (uint32_t l = 0; l < r->lemma_count; l++) {
        const mns_lemma *lemma = &r->lemmas[l];
        const mns_lemma_place *path = r->path + lemma->first;
        uint32_t end = path[lemma->count - 1].txn, met;
        bool ends_well = false, wrote;
        for (uint32_t i = 0; (met = met_by(o, lemma->to, i, &wrote)) != MNS_NONE; i++) {
            ends_well |= met == end;
        }
        assert_true(ends_well && lemma->count >= 2);
        assert_int_equal(path[0].txn, mns_txn_of(o, r->writer[lemma->from]));
        for (uint32_t i = 0; i + 1 < lemma->count; i++) {
            mns_reason reason;
            assert_true(mns_reason_on_path(o, lemma, i, &reason));
            assert_int_equal(mns_txn_of(o, reason.from_mop), path[i].txn);
            assert_int_equal(mns_txn_of(o, reason.to_mop), path[i + 1].txn);
            assert_int_equal(reason.rests_on, path[i].kind);
            assert_int_equal(reason.lemma, path[i].lemma);
            assert_true(reason.lemma == MNS_NONE || reason.lemma < l);
            t->nested += reason.lemma != MNS_NONE;
        }
        t->lemmas++;
    }
}

static void run_random(uint32_t txns, uint32_t keys, uint32_t rough, const char *words, tally *t) {
    uint64_t random = 7 * txns + rough;
    for (int round = 0; round < 60; round++) {
        unit u;
        char *notation = register_random_history(&random, txns, keys, 6, rough);
        register_open(&u, notation, words);
        compare(&u, t);
        check_paths(&u, t);
        unit_close(&u);
        free(notation);
    }
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    tally calm = {0}, rough = {0};
    run_random(8, 2, 0, "", &calm);
    run_random(20, 3, 0, "", &calm);
    run_random(30, 4, 0, "linearizable", &calm);
    assert_true(calm.lemmas > 1000 && calm.nested > 100 && calm.reached > 5000);
    run_random(20, 3, 10, "", &rough);
    run_random(20, 4, 30, "sequential", &rough);
    run_random(30, 4, 5, "wfr", &rough);
    assert_true(rough.lemmas > 1000 && rough.nested > 100 && rough.reached > 5000);
    assert_int_equal(calm.missed, 0);
    /* Where there are circles, not every way round one of them is looked for. */
    assert_true(rough.missed * 200 < rough.reached);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_at_the_ends_of_a_path),
        cmocka_unit_test(a_read_at_the_end_of_a_path),
        cmocka_unit_test(paths_through_missed_writes),
        cmocka_unit_test(lemmas_rest_on_lemmas),
        cmocka_unit_test(orders_make_no_lemmas),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
