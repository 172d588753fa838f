/*
 * lemma_support.h - what the rules of src/infer/lemmas.h conclude, as text, and by definition.
 *
 * The definition, for each class of cycle (form and order): a closed walk of the class that ends
 * with the step from who met one version to the writer of another cannot be there, so that step
 * cannot either, and the versions are the other way round. Everything is tried again until nothing
 * is new.
 *
 *     form           rw steps of the walk, the closing one included
 *     WWR            none
 *     SINGLE         at most one
 *     NONADJACENT    no two in succession, the last and the first neither
 *     ITEM           any
 *
 * The order allows steps of process order or of real time besides. Nothing is given to begin with
 * but the orders that rest on nothing: every other source is a consequence.
 */
#ifndef TEST_LEMMA_SUPPORT_H
#define TEST_LEMMA_SUPPORT_H

#include "depend/depend.h"
#include "unit/support/register_support.h"

/* ---- As text -------------------------------------------------------------------------------- */

static inline void lemma_path_text(const mns_version_graph *r, const mns_lemma *lemma,
                                   mns_buf *out) {
    for (uint32_t p = 0; p < lemma->count; p++) {
        const mns_lemma_place *place = &r->path[lemma->first + p];
        mns_buf_printf(out, "%u", (unsigned)place->txn);
        if (p + 1 < lemma->count) {
            mns_buf_printf(out, "-%s%s->", mns_kind_name((mns_kind)place->kind),
                           place->lemma == MNS_NONE ? "" : "*");
        }
    }
}

/* "x1<x2 wwr: 0-wr->1-ww*->2": the lemmas of these levels (a bit set) that are used, with their
 * paths; * for a step that rests on a lemma itself. To be freed. */
static inline char *lemmas_text(const unit *u, unsigned levels) {
    const mns_version_graph *r = &u->observation.version_graph;
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < r->edge_count; i++) {
        mns_version_edge e = register_edge(r, i);
        assert_int_equal(e.source == MNS_BY_LEMMA, e.lemma != MNS_NONE);
        if (e.source != MNS_BY_LEMMA || (levels & 1u << e.order_class) == 0) {
            continue;
        }
        const mns_lemma *lemma = &r->lemmas[e.lemma];
        assert_true(lemma->from == e.from && lemma->to == e.to &&
                    lemma->order_class == e.order_class);
        mns_buf_printf(&out, "%s%s<%s %s: ", out.size > 0 ? ", " : "", register_name(u, e.from),
                       register_name(u, e.to), register_levels[e.order_class]);
        lemma_path_text(r, lemma, &out);
    }
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

/* ---- By definition -------------------------------------------------------------------------- */

enum { LEMMA_TXNS = 64 };

typedef bool lemma_matrix[LEMMA_TXNS][LEMMA_TXNS];

typedef struct lemma_naive {
    const mns_observation *o;
    lemma_matrix wwr, rw;                     /* steps that rest on nothing */
    register_relation order[MNS_CLASS_COUNT]; /* of versions: known at this level or a better one */
} lemma_naive;

/* Everybody who met a version, in turn: i from 0; MNS_NONE after the last. The writer comes first.
 */
static inline uint32_t lemma_met_by(const mns_observation *o, uint32_t version, uint32_t i,
                                    bool *wrote) {
    const mns_version_graph *r = &o->version_graph;
    bool written = r->writer[version] != MNS_NONE;
    *wrote = written && i == 0;
    uint32_t reader = r->reader_first[version] + i - (written ? 1 : 0);
    uint32_t mop = *wrote                                  ? r->writer[version]
                   : reader < r->reader_first[version + 1] ? r->reader[reader]
                                                           : MNS_NONE;
    return mop == MNS_NONE ? MNS_NONE : mns_txn_of(o, mop);
}

/* Whether a precedes b by process order or in real time. */
static inline bool lemma_ordered(const mns_observation *o, mns_order order, uint32_t a,
                                 uint32_t b) {
    const mns_history *h = o->history;
    const mns_txns *txns = &h->txns;
    uint32_t begins = h->completions_only ? txns->complete[b] : txns->invoke[b];
    if (order == MNS_ORDER_NONE || a == b || txns->type[a] != MNS_TXN_OK || begins == MNS_NONE ||
        !mns_txn_counts(o, b) || (order == MNS_ORDER_REALTIME && h->completions_only)) {
        return false;
    }
    return txns->complete[a] < begins &&
           (order == MNS_ORDER_REALTIME || txns->process[a] == txns->process[b]);
}

/* The steps that a walk of this class may take. */
static inline void lemma_steps(const lemma_naive *n, mns_form form, mns_order order,
                               lemma_matrix plain, lemma_matrix rw) {
    const register_relation *known = &n->order[mns_order_class_of(form, order)];
    uint32_t txns = n->o->history->txns.count, a, b;
    bool a_wrote, b_wrote;
    memcpy(plain, n->wwr, sizeof(lemma_matrix));
    memcpy(rw, n->rw, sizeof(lemma_matrix));
    for (a = 0; a < txns; a++) {
        for (b = 0; b < txns; b++) {
            plain[a][b] |= lemma_ordered(n->o, order, a, b);
        }
    }
    for (uint32_t u = 0; u < known->count; u++) {
        for (uint32_t v = 0; v < known->count; v++) {
            b = *register_precedes(known, u, v) ? lemma_met_by(n->o, v, 0, &b_wrote) : MNS_NONE;
            for (uint32_t i = 0;
                 b != MNS_NONE && b_wrote && (a = lemma_met_by(n->o, u, i, &a_wrote)) != MNS_NONE;
                 i++) {
                (a_wrote ? plain : rw)[a][b] |= a != b;
            }
        }
    }
    if (form == MNS_FORM_WWR) {
        memset(rw, 0, sizeof(lemma_matrix));
    }
}

/* Walks from a transaction: reached[b][first][last], with an rw or none as first and as last step;
 * of SINGLE `last` is whether there was an rw at all. Only walks that the form allows. */
typedef bool lemma_walks[LEMMA_TXNS][2][2];

static inline void lemma_walk(mns_form form, lemma_matrix plain, lemma_matrix rw, uint32_t txns,
                              uint32_t from, lemma_walks reached) {
    struct {
        uint32_t txn, first, last;
    } queue[LEMMA_TXNS * 4], at;
    uint32_t count = 0;
    memset(reached, 0, sizeof(lemma_walks));
    for (uint32_t next = 0; next <= count; next++) { /* place 0: no step yet */
        bool begins = next == 0;
        at.txn = begins ? from : queue[next - 1].txn;
        at.first = begins ? 0 : queue[next - 1].first;
        at.last = begins ? 0 : queue[next - 1].last;
        for (uint32_t step = 0; step < 2; step++) {
            bool allowed = form == MNS_FORM_ITEM || !(step == 1 && at.last == 1);
            uint32_t first = begins ? step : at.first;
            uint32_t last = form == MNS_FORM_SINGLE ? (at.last | step) : step;
            for (uint32_t b = 0; b < txns && allowed; b++) {
                if ((step == 1 ? rw : plain)[at.txn][b] && !reached[b][first][last]) {
                    reached[b][first][last] = true;
                    queue[count].txn = b;
                    queue[count].first = first;
                    queue[count++].last = last;
                }
            }
        }
    }
}

/* Whether a walk to b of the form is one together with the step that closes it. */
static inline bool lemma_closes(mns_form form, lemma_walks reached, uint32_t b, bool by_rw) {
    bool any = false;
    for (uint32_t first = 0; first < 2; first++) {
        for (uint32_t last = 0; last < 2; last++) {
            bool fits = form == MNS_FORM_ITEM || !by_rw || (first == 0 && last == 0);
            any |= fits && reached[b][first][last];
        }
    }
    return any;
}

/* Adds a conclusion to its level and to all that it covers; true if it is new. */
static inline bool lemma_conclude(lemma_naive *n, mns_order_class level, uint32_t u, uint32_t v) {
    bool fresh = !*register_precedes(&n->order[level], u, v);
    for (int l = 0; l < MNS_CLASS_COUNT && fresh; l++) {
        *register_precedes(&n->order[l], u, v) |= mns_order_class_covers(level, (mns_order_class)l);
    }
    return fresh;
}

/* Everything that walks of a class show; true if anything is new. */
static inline bool lemma_apply(lemma_naive *n, mns_form form, mns_order order) {
    static lemma_matrix plain, rw;
    static lemma_walks reached;
    const mns_version_graph *r = &n->o->version_graph;
    uint32_t end;
    bool wrote, met_write, fresh = false;
    lemma_steps(n, form, order, plain, rw);
    for (uint32_t u = 0; u < r->count; u++) {
        uint32_t writer = lemma_met_by(n->o, u, 0, &wrote), key = register_key(r, u);
        if (mns_version_is_initial(r, u)) {
            continue;
        }
        lemma_walk(form, plain, rw, n->o->history->txns.count, writer, reached);
        for (uint32_t v = r->first[key] + 1; v < r->first[key + 1]; v++) {
            for (uint32_t i = 0; (end = lemma_met_by(n->o, v, i, &met_write)) != MNS_NONE; i++) {
                mns_form least = !met_write && form == MNS_FORM_WWR ? MNS_FORM_SINGLE : form;
                if (u != v && end != writer && lemma_closes(form, reached, end, !met_write)) {
                    fresh |= lemma_conclude(n, mns_order_class_of(least, order), u, v);
                }
            }
        }
    }
    return fresh;
}

static inline lemma_naive *lemma_naive_new(const mns_observation *o) {
    lemma_naive *n = calloc(1, sizeof *n);
    assert_non_null(n);
    assert_true(o->history->txns.count <= LEMMA_TXNS);
    n->o = o;
    for (int level = 0; level < MNS_CLASS_COUNT; level++) {
        n->order[level] = register_relation_of(&o->version_graph);
    }
    return n;
}

static inline void lemma_naive_free(lemma_naive *n) {
    for (int level = 0; level < MNS_CLASS_COUNT; level++) {
        free(n->order[level].has);
    }
    free(n);
}

static inline void lemma_naive_run(lemma_naive *n) {
    for (bool more = true; more;) {
        more = false;
        for (int form = MNS_FORM_WWR; form <= MNS_FORM_ITEM; form++) {
            for (int order = MNS_ORDER_NONE; order <= MNS_ORDER_REALTIME; order++) {
                more |= lemma_apply(n, (mns_form)form, (mns_order)order);
            }
        }
    }
}

/* ---- What was found against it ----------------------------------------------------------------
 */

typedef struct lemma_tally {
    uint32_t nested, ordered;            /* steps that rest on a lemma; of process or real time */
    uint32_t concluded[MNS_CLASS_COUNT]; /* by level: orders of the fixed point */
    uint32_t missed, excess;             /* not found; found, but not of the fixed point */
    uint32_t by_form[MNS_FORM_COUNT];    /* lemmas */
} lemma_tally;

/* Whether the orders found so far go in a cycle. */
static inline bool lemma_has_cycle(const mns_version_graph *r) {
    register_relation drawn = register_relation_of(r);
    bool cycle = false;
    register_add_edges(&drawn, r);
    register_close(&drawn);
    for (uint32_t v = 0; v < r->count; v++) {
        cycle |= *register_precedes(&drawn, v, v);
    }
    free(drawn.has);
    return cycle;
}

/* Every order found is one of the fixed point, and every one of the fixed point follows from those
 * found, directly or through other versions: from this level up. */
static inline void lemma_compare(const lemma_naive *expected, int level, lemma_tally *t) {
    const mns_version_graph *r = &expected->o->version_graph;
    for (; level < MNS_CLASS_COUNT; level++) {
        register_relation drawn = register_relation_of(r);
        for (size_t e = 0; e < r->edge_count; e++) {
            mns_version_edge edge = register_edge(r, e);
            if (mns_order_class_covers((mns_order_class)edge.order_class, (mns_order_class)level)) {
                *register_precedes(&drawn, edge.from, edge.to) = true;
                t->excess += !*register_precedes(&expected->order[level], edge.from, edge.to);
            }
        }
        register_close(&drawn);
        for (size_t i = 0; i < (size_t)r->count * r->count; i++) {
            uint32_t from = (uint32_t)(i / r->count);
            bool asked = expected->order[level].has[i] && !mns_version_is_initial(r, from);
            t->concluded[level] += asked;
            t->missed += asked && !drawn.has[i];
        }
        free(drawn.has);
    }
}

static inline void lemma_expect_exact(const lemma_tally *t) {
    assert_int_equal(t->missed, 0);
    assert_int_equal(t->excess, 0);
}

/* The class of the cycle that a lemma's path makes with the step that would close it. */
static inline mns_form lemma_form(const mns_lemma *lemma, const mns_lemma_place *path,
                                  bool by_read) {
    uint32_t rw = by_read, adjacent = 0, steps = lemma->count - 1u;
    for (uint32_t i = 0; i < steps; i++) {
        bool here = mns_kind_base((mns_kind)path[i].kind) == MNS_RW;
        bool next = i + 1 < steps ? mns_kind_base((mns_kind)path[i + 1].kind) == MNS_RW : by_read;
        rw += here;
        adjacent += (here && next) || (i == 0 && here && by_read);
    }
    return rw == 0         ? MNS_FORM_WWR
           : rw == 1       ? MNS_FORM_SINGLE
           : adjacent == 0 ? MNS_FORM_NONADJACENT
                           : MNS_FORM_ITEM;
}

static inline void lemma_check_step(const mns_observation *o, uint32_t l, uint32_t i,
                                    lemma_tally *t) {
    const mns_lemma *lemma = &o->version_graph.lemmas[l];
    const mns_lemma_place *path = o->version_graph.path + lemma->first;
    mns_reason reason;
    assert_true(mns_reason_on_path(o, lemma, i, &reason));
    assert_int_equal(reason.rests_on, path[i].kind);
    assert_int_equal(reason.lemma, path[i].lemma);
    assert_true(reason.lemma == MNS_NONE || reason.lemma < l);
    /* The step may be part of a cycle of the lemma's class. */
    assert_true((mns_kinds_within(mns_order_class_form((mns_order_class)lemma->order_class),
                                  mns_order_class_order((mns_order_class)lemma->order_class)) &
                 path[i].kind) != 0);
    t->nested += reason.lemma != MNS_NONE;
    if (reason.kind == MNS_PROCESS || reason.kind == MNS_REALTIME) {
        mns_order order = reason.kind == MNS_PROCESS ? MNS_ORDER_PROCESS : MNS_ORDER_REALTIME;
        assert_true(lemma_ordered(o, order, path[i].txn, path[i + 1].txn));
        t->ordered++;
        return;
    }
    assert_int_equal(mns_txn_of(o, reason.from_mop), path[i].txn);
    assert_int_equal(mns_txn_of(o, reason.to_mop), path[i + 1].txn);
}

/* A path leads from the writer of the one version to whoever wrote or read the other, each step has
 * its reason, lemmas rest on earlier ones, and no path claims a class that it is not of. */
static inline void lemma_check_paths(const mns_observation *o, lemma_tally *t) {
    const mns_version_graph *r = &o->version_graph;
    for (uint32_t l = 0; l < r->lemma_count; l++) {
        const mns_lemma *lemma = &r->lemmas[l];
        const mns_lemma_place *path = r->path + lemma->first;
        uint32_t end = path[lemma->count - 1].txn, met;
        bool as_writer = false, as_reader = false, wrote;
        for (uint32_t i = 0; (met = lemma_met_by(o, lemma->to, i, &wrote)) != MNS_NONE; i++) {
            as_writer |= met == end && wrote;
            as_reader |= met == end && !wrote;
        }
        assert_true((as_writer || as_reader) && lemma->count >= 2);
        assert_int_equal(path[0].txn, mns_txn_of(o, r->writer[lemma->from]));
        assert_true(lemma_form(lemma, path, !as_writer) <=
                    mns_order_class_form((mns_order_class)lemma->order_class));
        for (uint32_t i = 0; i + 1 < lemma->count; i++) {
            lemma_check_step(o, l, i, t);
        }
        t->by_form[mns_order_class_form((mns_order_class)lemma->order_class)]++;
    }
}

#endif
