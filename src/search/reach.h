/*
 * reach.h - is any rw edge closed by a path without rw? Exactly, for many edges at once.
 *
 * Whether one of many pairs is connected cannot be told in linear time in every graph. What can be told
 * cheaply is told first, each step leaving fewer questions to the next:
 *
 *   dag.h           the order of components: what comes later does not lead back
 *   reach_time.c    paths that use real time: two numbers for each component, exact
 *   reach_walks.c   other orders of the same components: most of what is left is a no in one of them, or
 *                   a few steps on
 *   reach_chains.c  paths that end on a chain, eight chains at a time
 *   reach_bits.c    anything, 256 questions at a time
 */
#ifndef MNS_REACH_H
#define MNS_REACH_H

#include "search/dag_labels.h"

typedef struct mns_rw_edge {
    uint32_t from, to; /* local ids */
    uint64_t edge;
} mns_rw_edge;

typedef struct mns_reach_query {
    const mns_view *view;        /* what paths are made of */
    const mns_components *ranks; /* its components */
    const mns_rw_edge *edges;
    uint32_t count;
    const uint32_t *vertices; /* those that paths may pass through, those of the edges among them */
    uint32_t vertex_count;
    bool by_time; /* it is known that a path without real time closes none of the edges */
} mns_reach_query;

/* Whether edges[i].to reaches edges[i].from; returns an i for which it does (always the same one), or
 * MNS_NONE. *failed: out of memory. */
uint32_t mns_reach_any(const mns_reach_query *query, bool *failed);

/* ---- Its parts ------------------------------------------------------------------------------- */

/* Does one node lead to another that comes after it? */
typedef struct mns_question {
    uint32_t start, end; /* nodes, start < end */
    uint32_t edge;       /* place in the query's edges */
    uint32_t place;      /* among all questions, by start */
} mns_question;

typedef struct mns_questions {
    const mns_dag *dag;
    mns_question *items; /* by place */
    uint32_t count;
    mns_question best; /* the one answered with yes, or edge is MNS_NONE */
} mns_questions;

/* Questions are answered in groups of this many, by place; of those with yes in the first group that has
 * any, the one with the smallest edge is the answer. So it does not matter who answered what. */
#define MNS_REACH_GROUP 256

static inline void mns_question_yes(mns_questions *questions, const mns_question *question) {
    mns_question *best = &questions->best;
    uint32_t group = question->place / MNS_REACH_GROUP, first = best->place / MNS_REACH_GROUP;
    if (best->edge == MNS_NONE || group < first ||
        (group == first && question->edge < best->edge)) {
        *best = *question;
    }
}

/* Answers all questions, taking only paths that use real time. */
bool mns_reach_by_time(mns_questions *questions);
/* Answers most questions; those left were not decided. */
bool mns_reach_walks(mns_questions *questions);

/* Chains: what the way of asking would cost, in edges looked at, and asking. */
typedef struct mns_chains {
    uint32_t *of;   /* by node: its chain */
    uint32_t *lane; /* by chain: its place among those that some question ends on, or MNS_NONE */
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
