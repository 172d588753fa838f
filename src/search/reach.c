/* reach.c - runs the tests of reach.h, the cheapest first. */
#include "search/reach.h"

#include "core/grow.h"

static int by_start(const void *a, const void *b) {
    const mns_question *x = a, *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

/* One question for each edge whose end may reach its start, by the order of the nodes. */
static bool gather(mns_questions *q, const mns_reach_query *query) {
    q->items = MNS_NEW_ARRAY(mns_question, query->count);
    if (q->items == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < query->count; i++) {
        assert(q->dag->node[query->ranks->of[query->edges[i].to]] != 0 &&
               q->dag->node[query->ranks->of[query->edges[i].from]] != 0);
        uint32_t start = q->dag->node[query->ranks->of[query->edges[i].to]] - 1;
        uint32_t end = q->dag->node[query->ranks->of[query->edges[i].from]] - 1;
        if (start <= end) {
            q->items[q->count++] = (mns_question){.start = start, .end = end, .edge = i};
        }
    }
    if (q->count > 0) {
        qsort(q->items, q->count, sizeof *q->items, by_start);
    }
    return true;
}

/* Both ends in one component: yes. */
static void answer_within(mns_questions *q) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        q->items[i].place = i;
        if (q->items[i].start == q->items[i].end) {
            mns_question_yes(q, &q->items[i]);
        } else {
            assert(q->items[i].start < q->items[i].end);
            q->items[kept++] = q->items[i];
        }
    }
    q->count = kept;
}

static bool ask_the_rest(mns_questions *q) {
    mns_chains chains;
    bool good = mns_chains_find(&chains, q);
    if (good && mns_reach_chains_cost(q, &chains) < mns_reach_bits_cost(q)) {
        good = mns_reach_chains(q, &chains);
    } else if (good) {
        good = mns_reach_bits(q);
    }
    mns_chains_release(&chains);
    return good;
}

uint32_t mns_reach_any(const mns_reach_query *query, bool *failed) {
    mns_dag dag;
    mns_questions q = {.dag = &dag, .best = {.edge = MNS_NONE}};
    bool good = mns_dag_build(&dag, query->view, query->ranks, query->vertices,
                              query->vertex_count) == MINOS_OK &&
                gather(&q, query);
    if (good) {
        answer_within(&q);
        if (query->by_time) {
            good = mns_reach_by_time(&q);
        } else {
            good = mns_reach_walks(&q) && (q.count == 0 || ask_the_rest(&q));
        }
    }
    free(q.items);
    mns_dag_release(&dag);
    *failed = !good;
    assert(q.best.edge == MNS_NONE || q.best.edge < query->count);
    return q.best.edge;
}
