/*
 * reach_chains.c - answers questions that end on a few chains.
 *
 *     chain:  c1 -> c2 -> c3 -> ...        a node that reaches c2 reaches all after it
 *
 * So one number per node says which nodes of a chain it reaches: the first of them. Nodes are
 * numbered in topological order, so the first is the smallest, and a backward sweep finds it for
 * LANES chains at a time. The transactions of a process and the appends to a key are such chains;
 * here chains are found by following edges to nodes that are on none yet.
 *
 * O(nodes + edges) to find the chains, O(lanes / LANES * edges) to ask.
 */
#include "core/grow.h"
#include "search/reach.h"

#define LANES 8

typedef struct labels {
    uint32_t first[LANES]; /* the first node of the lane's chain that this node reaches */
} labels;

void mns_chains_release(mns_chains *chains) {
    free(chains->of);
    free(chains->lane);
    free(chains->by_lane);
    free(chains->lane_first);
    memset(chains, 0, sizeof *chains);
}

/* Divides all nodes into chains; returns how many. */
static uint32_t divide(const mns_dag *dag, uint32_t *of) {
    uint32_t chains = 0;
    memset(of, 0xFF, dag->count * sizeof *of); /* MNS_NONE */
    for (uint32_t n = 0; n < dag->count; n++) {
        for (uint32_t at = of[n] == MNS_NONE ? n : MNS_NONE; at != MNS_NONE;) {
            uint32_t next =
                MNS_NONE; /* the nearest: leaves the most nodes for the rest of the chain */
            for (uint64_t e = dag->offset[at]; e < dag->offset[at + 1]; e++) {
                uint32_t to = dag->target[e];
                next = to < next && of[to] == MNS_NONE ? to : next;
            }
            of[at] = chains;
            assert(next > at); /* a chain follows the edges */
            at = next;
        }
        chains += of[n] == chains;
    }
    return chains;
}

/* Assigns a lane to each chain that a question ends on, in the order of the questions, and sorts
 * the questions by lane. */
static bool assign_lanes(mns_chains *c, const mns_questions *q, uint32_t chains) {
    c->lane = MNS_NEW_ARRAY(uint32_t, chains);
    c->by_lane = MNS_NEW_ARRAY(mns_question *, q->count);
    c->lane_first = MNS_NEW_ARRAY(uint32_t, (size_t)q->count + 2);
    if (c->lane == NULL || c->by_lane == NULL || c->lane_first == NULL) {
        return false;
    }
    memset(c->lane, 0xFF, chains * sizeof *c->lane); /* MNS_NONE */
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t *lane = &c->lane[c->of[q->items[i].end]];
        *lane = *lane == MNS_NONE ? c->lanes++ : *lane;
        c->lane_first[*lane + 2]++;
    }
    for (uint32_t l = 0; l < c->lanes; l++) {
        c->lane_first[l + 2] += c->lane_first[l + 1];
    }
    for (uint32_t i = 0; i < q->count; i++) {
        c->by_lane[c->lane_first[c->lane[c->of[q->items[i].end]] + 1]++] = &q->items[i];
    }
    assert(c->lanes <= q->count && c->lane_first[c->lanes] == q->count);
    return true;
}

bool mns_chains_find(mns_chains *chains, const mns_questions *questions) {
    memset(chains, 0, sizeof *chains);
    chains->of = MNS_NEW_ARRAY(uint32_t, questions->dag->count);
    return chains->of != NULL &&
           assign_lanes(chains, questions, divide(questions->dag, chains->of));
}

/* The questions of LANES lanes, and the range of nodes of their paths. */
typedef struct batch {
    uint32_t lane, begin, end; /* its first lane; its questions in by_lane */
    uint32_t first, last;      /* nodes */
} batch;

static batch batch_at(const mns_chains *c, uint32_t lane) {
    uint32_t last_lane = c->lanes - lane < LANES ? c->lanes : lane + LANES;
    batch b = {.lane = lane,
               .begin = c->lane_first[lane],
               .end = c->lane_first[last_lane],
               .first = MNS_NONE};
    for (uint32_t i = b.begin; i < b.end; i++) {
        const mns_question *question = c->by_lane[i];
        b.first = question->start < b.first ? question->start : b.first;
        b.last = question->end > b.last ? question->end : b.last;
    }
    return b;
}

uint64_t mns_reach_chains_cost(const mns_questions *q, const mns_chains *c) {
    uint64_t cost = 0;
    for (uint32_t lane = 0; lane < c->lanes; lane += LANES) {
        batch b = batch_at(c, lane);
        cost += mns_dag_edges(q->dag, b.first, b.last) + (b.last - b.first);
    }
    return cost;
}

static void sweep(const mns_dag *dag, const mns_chains *c, const batch *b, labels *of) {
    for (uint32_t n = b->last + 1; n-- > b->first;) {
        labels own;
        memset(&own, 0xFF, sizeof own); /* MNS_NONE */
        for (uint64_t e = dag->offset[n]; e < dag->offset[n + 1]; e++) {
            if (dag->target[e] > b->last) {
                continue;
            }
            const labels *there = &of[dag->target[e]];
            for (uint32_t l = 0; l < LANES; l++) {
                own.first[l] = there->first[l] < own.first[l] ? there->first[l] : own.first[l];
            }
        }
        uint32_t lane = c->lane[c->of[n]];
        if (lane >= b->lane && lane - b->lane < LANES) {
            own.first[lane - b->lane] = n;
        }
        of[n] = own;
    }
}

bool mns_reach_chains(mns_questions *q, const mns_chains *c) {
    labels *of = MNS_NEW_ARRAY(labels, q->dag->count);
    if (of == NULL) {
        return false;
    }
    for (uint32_t lane = 0; lane < c->lanes; lane += LANES) {
        batch b = batch_at(c, lane);
        sweep(q->dag, c, &b, of);
        for (uint32_t i = b.begin; i < b.end; i++) {
            const mns_question *question = c->by_lane[i];
            uint32_t own = c->lane[c->of[question->end]] - lane;
            if (of[question->start].first[own] <= question->end) {
                mns_question_yes(q, question);
            }
        }
    }
    free(of);
    return true;
}
