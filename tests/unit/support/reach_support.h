/*
 * reach_support.h - random graphs without cycles and questions about them, with the naive answers.
 */
#ifndef TEST_REACH_SUPPORT_H
#define TEST_REACH_SUPPORT_H

#include "core/grow.h"
#include "search/reach.h"
#include "support/units.h"

enum { REACH_NODES = 64, REACH_QUESTIONS = 1000 };

typedef struct reach_fixture {
    mns_dag dag;
    uint64_t reach[REACH_NODES]; /* by node: what it leads to, itself aside */
    mns_question items[REACH_QUESTIONS];
    mns_questions questions;
} reach_fixture;

/* Edges lead `span` nodes on at most; every `every`-th node is a barrier and leads to the next one.
 */
static inline void reach_draw_dag(reach_fixture *f, uint64_t *random, uint32_t span,
                                  uint32_t every) {
    uint32_t count = 2 + unit_random(random, REACH_NODES - 2), filled = 0, degree;
    mns_dag *dag = &f->dag;
    memset(f, 0, sizeof *f);
    dag->count = count;
    dag->offset = MNS_NEW_ARRAY(uint64_t, count + 1);
    dag->target = MNS_NEW_ARRAY(uint32_t, (size_t)count * 4);
    dag->barrier = MNS_NEW_ARRAY(bool, count);
    assert_true(dag->offset != NULL && dag->target != NULL && dag->barrier != NULL);
    degree = 1 + unit_random(random, 3);
    for (uint32_t n = 0; n < count; n++) {
        dag->barrier[n] = every > 0 && n % every == 0;
        for (uint32_t d = unit_random(random, degree + 1); d > 0 && n + 1 < count; d--) {
            uint32_t far = count - 1 - n < span ? count - 1 - n : span;
            dag->target[filled++] = n + 1 + unit_random(random, far);
        }
        if (every > 0 && dag->barrier[n] && n + every < count) {
            dag->target[filled++] = n + every;
        }
        dag->offset[n + 1] = filled;
    }
    for (uint32_t n = count; n-- > 0;) {
        for (uint64_t e = dag->offset[n]; e < dag->offset[n + 1]; e++) {
            f->reach[n] |= (uint64_t)1 << dag->target[e] | f->reach[dag->target[e]];
        }
    }
}

static inline bool reach_leads(const reach_fixture *f, uint32_t from, uint32_t to) {
    return (f->reach[from] >> to & 1) != 0;
}

/* Asks `count` questions by start, none or few of them with yes; edges are numbered at random. */
static inline void reach_draw_questions(reach_fixture *f, uint64_t *random, uint32_t count,
                                        bool mostly_no) {
    f->questions = (mns_questions){.dag = &f->dag, .items = f->items, .best = {.edge = MNS_NONE}};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t least = (uint32_t)((uint64_t)i * (f->dag.count - 1) / count), end = 0;
        for (int tries = 0; tries < 20 && (end == 0 || (mostly_no && reach_leads(f, least, end)));
             tries++) {
            end = least + 1 + unit_random(random, f->dag.count - 1 - least);
        }
        f->items[i] = (mns_question){
            .start = least, .end = end, .place = i, .edge = (i * 617u) % REACH_QUESTIONS};
    }
    f->questions.count = count;
}

/* The answer, by asking one question after the other. */
static inline uint32_t reach_expected(const reach_fixture *f) {
    mns_questions q = {.best = {.edge = MNS_NONE}};
    for (uint32_t i = 0; i < f->questions.count; i++) {
        if (reach_leads(f, f->items[i].start, f->items[i].end)) {
            mns_question_yes(&q, &f->items[i]);
        }
    }
    return q.best.edge;
}

static inline void reach_close(reach_fixture *f) { mns_dag_release(&f->dag); }

#endif
