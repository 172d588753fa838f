/*
 * explain_support.h - small histories, and witnesses made by hand, for the tests of explain/.
 *
 * A history is EDN, one operation a line, written with OK(process, micro-operations) and its
 * sisters. Micro-operations are numbered through from 0 in the order of the transactions, so a
 * test names them by number; keys and elements of a step are taken from there.
 */
#ifndef EXPLAIN_SUPPORT_H
#define EXPLAIN_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "explain/explain.h"

#define OP(type, process, mops)                                                                    \
    "{:type :" type ", :process " #process ", :f :txn, :value [" mops "]}\n"
#define INVOKE(process, mops) OP("invoke", process, mops)
#define OK(process, mops) OP("ok", process, mops)
#define INFO(process, mops) OP("info", process, mops)
#define FAIL(process, mops) OP("fail", process, mops)

typedef struct fixture {
    mns_source source;
    mns_problems problems;
    mns_history history;
} fixture;

static inline void fixture_read(fixture *f, const char *text, const mns_read_options *options) {
    mns_problems_init(&f->problems);
    assert_int_equal(mns_source_memory(&f->source, "test", text, strlen(text), 0, &f->problems),
                     MINOS_OK);
    assert_int_equal(mns_history_read(&f->history, &f->source, options, &f->problems), MINOS_OK);
}

static inline void fixture_open(fixture *f, const char *text) {
    fixture_read(f, text, &(mns_read_options){.recognise = true});
}

/* The same where values may be written twice. */
static inline void fixture_open_ambiguous(fixture *f, const char *text) {
    fixture_read(f, text, &(mns_read_options){.recognise = true, .ambiguous = true});
}

static inline mns_value fixture_number(fixture *f, int64_t integer) {
    return mns_values_integer(&f->history.tables.values, integer);
}

static inline void fixture_close(fixture *f) {
    mns_history_release(&f->history);
    mns_source_release(&f->source);
    mns_problems_release(&f->problems);
}

#define SKETCH_ROOM 16

/* A witness in fixed arrays, to be bent at will. */
typedef struct sketch {
    const mns_history *history;
    mns_assumptions assumptions;
    mns_witness witness;
    uint32_t txns[SKETCH_ROOM];
    mns_step steps[SKETCH_ROOM];
    uint32_t mops[SKETCH_ROOM];
} sketch;

static inline void sketch_begin(sketch *s, const fixture *f, mns_anomaly anomaly) {
    memset(s, 0, sizeof *s);
    s->history = &f->history;
    s->witness.anomaly = anomaly;
    s->witness.key = MNS_NONE;
    s->witness.element = MNS_VALUE_NONE;
    s->witness.txns = s->txns;
    s->witness.steps = s->steps;
    s->witness.mops = s->mops;
}

/* The next transaction of the cycle and its step of process or real time to the one after it. */
static inline mns_reason *sketch_order(sketch *s, mns_kind kind, uint32_t txn) {
    mns_witness *w = &s->witness;
    assert_true(w->step_count < SKETCH_ROOM);
    s->txns[w->txn_count++] = txn;
    s->steps[w->step_count].from = w->step_count;
    s->steps[w->step_count].to = 0;
    if (w->step_count > 0) {
        s->steps[w->step_count - 1].to = w->step_count;
    }
    mns_reason *r = &s->steps[w->step_count++].reason;
    *r = (mns_reason){.kind = mns_kind_base(kind),
                      .rests_on = kind,
                      .key = MNS_NONE,
                      .from_mop = MNS_NONE,
                      .to_mop = MNS_NONE,
                      .value = MNS_VALUE_NONE,
                      .next = MNS_VALUE_NONE,
                      .shown_by = MNS_NONE,
                      .shown_also = MNS_NONE,
                      .lemma = MNS_NONE};
    return r;
}

/* What the read of an rw step saw, as depend.h has it. */
static inline mns_value sketch_seen(const mns_history *history, uint32_t read) {
    const mns_mops *mops = &history->tables.mops;
    if (history->workload != MNS_LIST_APPEND) {
        return history->workload == MNS_SET ? MNS_VALUE_NONE : mops->value[read];
    }
    if (!mns_mop_is_answered(mops, read) || mops->value[read] == 0) {
        return MNS_VALUE_NONE;
    }
    uint32_t count;
    const mns_value *list = mns_mop_list(&history->tables, read, &count);
    return list[count - 1];
}

/* The same for a step of data, between two micro-operations. */
static inline mns_reason *sketch_step(sketch *s, mns_kind kind, uint32_t from_mop, uint32_t to_mop,
                                      uint32_t shown_by) {
    const mns_mops *mops = &s->history->tables.mops;
    mns_reason *r = sketch_order(s, kind, s->history->txn_of_mop[from_mop]);
    r->key = mops->key[to_mop];
    r->from_mop = from_mop;
    r->to_mop = to_mop;
    r->shown_by = shown_by;
    r->next = r->kind == MNS_WR ? MNS_VALUE_NONE : mops->value[to_mop];
    r->value = r->kind == MNS_RW ? sketch_seen(s->history, from_mop) : mops->value[from_mop];
    return r;
}

/* A case of up to four micro-operations (MNS_NONE: no more); its element is that of `of`, an
 * append, or none. */
static inline void sketch_case(sketch *s, const fixture *f, mns_anomaly anomaly, mns_value element,
                               const uint32_t *mops, uint32_t mop_count) {
    sketch_begin(s, f, anomaly);
    mns_witness *w = &s->witness;
    w->key = f->history.tables.mops.key[mops[0]];
    w->element = element;
    w->mop_count = mop_count;
    for (uint32_t i = 0; i < mop_count; i++) {
        uint32_t txn = f->history.txn_of_mop[mops[i]];
        s->mops[i] = mops[i];
        uint32_t known = 0;
        while (known < w->txn_count && s->txns[known] != txn) {
            known++;
        }
        if (known == w->txn_count) {
            s->txns[w->txn_count++] = txn;
        }
    }
}

#endif
