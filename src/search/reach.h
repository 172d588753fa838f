/*
 * reach.h - decides whether any of many rw edges is closed to a cycle by a path without rw. Exact.
 *
 * Reachability of many pairs cannot be decided in linear time in every graph. Cheap tests come
 * first, and each leaves fewer questions for the next:
 *
 *   dag.h           the topological order of components: later ones do not lead back
 *   reach_time.c    paths that use real time: two numbers for each component, exact
 *   reach_walks.c   reachability labels, then short searches: these decide most questions
 *   reach_chains.c  paths that end on a chain, eight chains at a time
 *   reach_bits.c    any question, 256 at a time
 */
#ifndef MNS_REACH_H
#define MNS_REACH_H

#include "search/dag_labels.h"

typedef struct mns_rw_edge {
    uint32_t from, to; /* local ids */
    uint64_t edge;
} mns_rw_edge;

typedef struct mns_reach_query {
    const mns_view *view;        /* the edges that paths may use */
    const mns_components *ranks; /* its components */
    const mns_rw_edge *edges;
    uint32_t count;
    const uint32_t *vertices; /* the vertices that paths may use, including the ends of the edges */
    uint32_t vertex_count;
    bool by_time; /* known: only paths with real time may close an edge */
} mns_reach_query;

/* Returns an i for which edges[i].to reaches edges[i].from (deterministically), or MNS_NONE.
 * *failed: out of memory. */
uint32_t mns_reach_any(const mns_reach_query *query, bool *failed);

/* ---- Its parts ------------------------------------------------------------------------------- */

/* Does one node reach another that comes after it? */
typedef struct mns_question {
    uint32_t start, end; /* nodes, start < end */
    uint32_t edge;       /* place in the query's edges */
    uint32_t place;      /* among all questions, by start */
} mns_question;

typedef struct mns_questions {
    const mns_dag *dag;
    mns_question *items; /* by place */
    uint32_t count;
    mns_question best; /* the best one answered with yes; edge MNS_NONE: none */
} mns_questions;

/* Questions belong to groups of this size, by place. The answer is the smallest edge with yes in
 * the first group that has any, so it does not depend on which method answered what. */
#define MNS_REACH_GROUP 256

static inline void mns_question_yes(mns_questions *questions, const mns_question *question) {
    mns_question *best = &questions->best;
    uint32_t group = question->place / MNS_REACH_GROUP, first = best->place / MNS_REACH_GROUP;
    if (best->edge == MNS_NONE || group < first ||
        (group == first && question->edge < best->edge)) {
        *best = *question;
    }
}

/* Answers all questions, considering only paths that use real time. */
bool mns_reach_by_time(mns_questions *questions);
/* Answers most questions; the rest stay undecided. */
bool mns_reach_walks(mns_questions *questions);

/* Chains: finding them, the cost of asking in edges visited, and asking. */
typedef struct mns_chains {
    uint32_t *of;   /* by node: its chain */
    uint32_t *lane; /* by chain: its index among those that some question ends on, or MNS_NONE */
    uint32_t lanes;
    mns_question **by_lane; /* the questions, by the lane they end on */
    uint32_t *lane_first;   /* by lane, and one more */
} mns_chains;
bool mns_chains_find(mns_chains *chains, const mns_questions *questions);
void mns_chains_release(mns_chains *chains);
uint64_t mns_reach_chains_cost(const mns_questions *questions, const mns_chains *chains);
bool mns_reach_chains(mns_questions *questions, const mns_chains *chains);

uint64_t mns_reach_bits_cost(const mns_questions *questions);
bool mns_reach_bits(mns_questions *questions);

#endif
