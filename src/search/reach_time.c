/*
 * reach_time.c - answers questions about paths that use real time.
 *
 * Every such path passes a barrier, and barriers form a chain: a node that reaches one reaches all
 * later ones. So A reaches B through a barrier if and only if the first barrier that A reaches is
 * not after the last one that reaches B. Barriers are compared by node number, which has the same
 * order. O(nodes + edges + questions).
 */
#include "core/grow.h"
#include "search/reach.h"

/* By node: the first barrier at or after it, or MNS_NONE. */
static void find_first(const mns_dag *dag, uint32_t *first) {
    for (uint32_t n = dag->count; n-- > 0;) {
        first[n] = dag->barrier[n] ? n : MNS_NONE;
        for (uint64_t e = dag->offset[n]; e < dag->offset[n + 1] && !dag->barrier[n]; e++) {
            uint32_t there = first[dag->target[e]];
            first[n] = there < first[n] ? there : first[n];
        }
    }
}

/* By node: 1 + the last barrier at or before it, or 0. */
static void find_last(const mns_dag *dag, uint32_t *last) {
    for (uint32_t n = 0; n < dag->count; n++) {
        last[n] = dag->barrier[n] ? n + 1 : last[n];
        for (uint64_t e = dag->offset[n]; e < dag->offset[n + 1]; e++) {
            uint32_t *there = &last[dag->target[e]];
            *there = *there < last[n] ? last[n] : *there;
        }
    }
}

bool mns_reach_by_time(mns_questions *q) {
    uint32_t *first = MNS_NEW_ARRAY(uint32_t, q->dag->count);
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, q->dag->count);
    bool good = first != NULL && last != NULL;
    if (good) {
        find_first(q->dag, first);
        find_last(q->dag, last);
    }
    for (uint32_t i = 0; i < q->count && good; i++) {
        assert(last[q->items[i].end] <= q->items[i].end + 1);
        if (first[q->items[i].start] < last[q->items[i].end]) {
            mns_question_yes(q, &q->items[i]);
        }
    }
    free(first);
    free(last);
    return good;
}
