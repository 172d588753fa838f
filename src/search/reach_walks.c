/*
 * reach_walks.c - a search for each question, pruned by the labels.
 *
 * If the labels rule a question out there is no search. Most searches are short, because the labels
 * prune every node that does not reach the end. All searches together take a bounded number of
 * steps, each an equal share; questions that are not decided then stay open. O(nodes + edges +
 * questions).
 */
#include "core/grow.h"
#include "search/reach.h"

/* How many times the edges may be visited. */
#define PASSES 8
#define STEPS_AT_LEAST 64

typedef enum answer { ANSWER_NO, ANSWER_YES, ANSWER_NONE } answer;

typedef struct walks {
    const mns_dag *dag;
    const mns_dag_label *labels;
    uint32_t *seen;  /* by node: the walk that has been there */
    uint32_t *stack; /* nodes to continue from */
    uint32_t walk;   /* this one */
    uint64_t share;  /* of the steps, for each walk */
} walks;

static answer decide(walks *w, const mns_question *q) {
    uint64_t steps = 0;
    uint32_t waiting = 0;
    if (!mns_dag_may_lead(w->labels, q->start, q->end)) {
        return ANSWER_NO;
    }
    w->walk++;
    w->stack[waiting++] = q->start;
    while (waiting > 0) {
        uint32_t node = w->stack[--waiting];
        steps += w->dag->offset[node + 1] - w->dag->offset[node];
        if (steps > w->share) {
            return ANSWER_NONE;
        }
        for (uint64_t e = w->dag->offset[node]; e < w->dag->offset[node + 1]; e++) {
            uint32_t next = w->dag->target[e];
            if (next == q->end) {
                return ANSWER_YES;
            }
            if (next < q->end && w->seen[next] != w->walk &&
                mns_dag_may_lead(w->labels, next, q->end)) {
                w->seen[next] = w->walk;
                w->stack[waiting++] = next;
            }
        }
    }
    return ANSWER_NO;
}

static void decide_all(walks *w, mns_questions *q) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        answer said = decide(w, &q->items[i]);
        if (said == ANSWER_YES) {
            mns_question_yes(q, &q->items[i]);
        } else if (said == ANSWER_NONE) {
            q->items[kept++] = q->items[i];
        }
    }
    q->count = kept;
}

bool mns_reach_walks(mns_questions *q) {
    const mns_dag *dag = q->dag;
    if (q->count == 0) {
        return true;
    }
    mns_dag_label *labels = mns_dag_labels(dag);
    walks w = {.dag = dag,
               .labels = labels,
               .seen = MNS_NEW_ARRAY(uint32_t, dag->count),
               .stack = MNS_NEW_ARRAY(uint32_t, dag->count),
               .share = STEPS_AT_LEAST + PASSES * dag->offset[dag->count] / q->count};
    bool good = labels != NULL && w.seen != NULL && w.stack != NULL;
    if (good) {
        decide_all(&w, q);
    }
    free(labels);
    free(w.seen);
    free(w.stack);
    return good;
}
