/*
 * reach.c - many reachability questions in one sweep; see reach.h.
 *
 * Components of the view are numbered in reverse topological order, so a path leads to smaller
 * numbers. An edge u -> v with v's component below u's is answered by the numbers alone: v cannot
 * reach u. The others are asked BATCH at a time, one bit each: v's component starts with the bit, a
 * sweep from high numbers to low hands the bits along the edges, and the answer is whether u's
 * component got it. Questions are sorted by where they start, and a sweep covers only the
 * components between the first start and the last end of its batch, so questions that span little
 * cost little.
 *
 * O(questions / BATCH * edges) at worst; close to linear where cycles are local in time.
 */
#include "search/reach.h"

#include "core/grow.h"

#define WORDS 4
#define BATCH (WORDS * 64)

typedef struct bits {
    uint64_t word[WORDS];
} bits;

typedef struct question {
    uint32_t start, end; /* components of v and of u */
    uint32_t edge;       /* place in edges */
} question;

typedef struct sweep {
    const mns_view *view;
    const mns_components *ranks;
    bits *of;           /* by component */
    uint32_t *vertices; /* by component, descending */
    uint32_t vertex_count;
} sweep;

static int by_start(const void *a, const void *b) {
    const question *x = a, *y = b;
    if (x->start != y->start) {
        return x->start > y->start ? -1 : 1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

typedef struct ranked {
    uint32_t rank, vertex;
} ranked;

static int by_rank(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->rank != y->rank) {
        return x->rank > y->rank ? -1 : 1;
    }
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static bool sort_vertices(sweep *s, const uint32_t *vertices, uint32_t count) {
    ranked *order = MNS_NEW_ARRAY(ranked, count);
    s->vertices = MNS_NEW_ARRAY(uint32_t, count);
    s->vertex_count = count;
    if (order == NULL || s->vertices == NULL) {
        free(order);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (ranked){.rank = s->ranks->of[vertices[i]], .vertex = vertices[i]};
    }
    qsort(order, count, sizeof *order, by_rank);
    for (uint32_t i = 0; i < count; i++) {
        s->vertices[i] = order[i].vertex;
    }
    free(order);
    return true;
}

/* The first vertex, in descending order, whose component is at most `rank`. */
static uint32_t first_at(const sweep *s, uint32_t rank) {
    uint32_t low = 0, high = s->vertex_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->ranks->of[s->vertices[middle]] > rank) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void pass_on(const sweep *s, uint32_t vertex, uint32_t least) {
    const mns_subgraph *graph = s->view->graph;
    bits from = s->of[s->ranks->of[vertex]];
    if ((from.word[0] | from.word[1] | from.word[2] | from.word[3]) == 0) {
        return;
    }
    for (uint64_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++) {
        if ((graph->kind[e] & s->view->kinds) == 0 || s->ranks->of[graph->target[e]] < least) {
            continue;
        }
        bits *to = &s->of[s->ranks->of[graph->target[e]]];
        for (int w = 0; w < WORDS; w++) {
            to->word[w] |= from.word[w];
        }
    }
}

/* Asks one batch; the smallest place in edges that is answered with yes, or MNS_NONE. */
static uint32_t ask(sweep *s, const question *questions, uint32_t count) {
    uint32_t least = MNS_NONE, answer = MNS_NONE;
    for (uint32_t i = 0; i < count; i++) {
        s->of[questions[i].start].word[i / 64] |= (uint64_t)1 << i % 64;
        least = questions[i].end < least ? questions[i].end : least;
    }
    uint32_t first = first_at(s, questions[0].start), last = first;
    for (; last < s->vertex_count && s->ranks->of[s->vertices[last]] >= least; last++) {
        pass_on(s, s->vertices[last], least);
    }
    for (uint32_t i = 0; i < count; i++) {
        bool yes = s->of[questions[i].end].word[i / 64] >> i % 64 & 1;
        answer = yes && questions[i].edge < answer ? questions[i].edge : answer;
    }
    for (uint32_t i = first; i < last; i++) {
        memset(&s->of[s->ranks->of[s->vertices[i]]], 0, sizeof(bits));
    }
    return answer;
}

uint32_t mns_reach_any(const mns_view *view, const mns_components *ranks, const mns_rw_edge *edges,
                       uint32_t count, const uint32_t *vertices, uint32_t vertex_count,
                       bool *failed) {
    sweep s = {.view = view, .ranks = ranks};
    uint32_t asked = 0, answer = MNS_NONE;
    question *questions = MNS_NEW_ARRAY(question, count);
    s.of = MNS_NEW_ARRAY(bits, ranks->count);
    *failed = questions == NULL || s.of == NULL || !sort_vertices(&s, vertices, vertex_count);
    for (uint32_t i = 0; i < count && !*failed; i++) {
        uint32_t start = ranks->of[edges[i].to], end = ranks->of[edges[i].from];
        if (start >= end) {
            questions[asked++] = (question){.start = start, .end = end, .edge = i};
        }
    }
    if (asked > 0) {
        qsort(questions, asked, sizeof *questions, by_start);
    }
    for (uint32_t i = 0; i < asked && answer == MNS_NONE; i += BATCH) {
        answer = ask(&s, questions + i, asked - i < BATCH ? asked - i : BATCH);
    }
    free(questions);
    free(s.of);
    free(s.vertices);
    return answer;
}
