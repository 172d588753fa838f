/*
 * reach_bits.c - answers any questions, BATCH at a time, one bit each.
 *
 * The start of a question gets the bit, a sweep along the edges propagates the bits, and the answer
 * is whether the end has it. Questions are sorted by start, and a sweep covers only the nodes
 * between the first start and the last end of its batch, so short questions are cheap.
 *
 * O(questions / BATCH * edges) at worst. It stops at the first batch with a yes.
 */
#include "core/grow.h"
#include "search/reach.h"

#define WORDS 4
#define BATCH (WORDS * 64)

typedef struct bits {
    uint64_t word[WORDS];
} bits;

/* The questions from `begin` on, and the range of nodes of their paths. */
typedef struct batch {
    uint32_t begin, end;
    uint32_t first, last; /* nodes */
} batch;

static batch batch_at(const mns_questions *q, uint32_t begin) {
    batch b = {.begin = begin,
               .end = q->count - begin < BATCH ? q->count : begin + BATCH,
               .first = q->items[begin].start};
    for (uint32_t i = b.begin; i < b.end; i++) {
        b.last = q->items[i].end > b.last ? q->items[i].end : b.last;
    }
    return b;
}

uint64_t mns_reach_bits_cost(const mns_questions *q) {
    uint64_t cost = 0;
    for (uint32_t i = 0; i < q->count; i += BATCH) {
        batch b = batch_at(q, i);
        cost += mns_dag_edges(q->dag, b.first, b.last) + (b.last - b.first);
    }
    return cost;
}

static void sweep(const mns_dag *dag, const batch *b, bits *of) {
    for (uint32_t n = b->first; n <= b->last; n++) {
        bits from = of[n];
        if ((from.word[0] | from.word[1] | from.word[2] | from.word[3]) == 0) {
            continue;
        }
        for (uint64_t e = dag->offset[n]; e < dag->offset[n + 1]; e++) {
            if (dag->target[e] <= b->last) {
                for (int w = 0; w < WORDS; w++) {
                    of[dag->target[e]].word[w] |= from.word[w];
                }
            }
        }
    }
}

bool mns_reach_bits(mns_questions *q) {
    bits *of = MNS_NEW_ARRAY(bits, q->dag->count);
    if (of == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < q->count; i += BATCH) {
        uint32_t group = q->items[i].place / MNS_REACH_GROUP;
        if (q->best.edge != MNS_NONE && group > q->best.place / MNS_REACH_GROUP) {
            break; /* no better answer can follow */
        }
        batch b = batch_at(q, i);
        for (uint32_t j = b.begin; j < b.end; j++) {
            of[q->items[j].start].word[(j - i) / 64] |= (uint64_t)1 << (j - i) % 64;
        }
        assert(q->items[b.end - 1].start >= b.first); /* sorted by start */
        sweep(q->dag, &b, of);
        for (uint32_t j = b.begin; j < b.end; j++) {
            if ((of[q->items[j].end].word[(j - i) / 64] >> (j - i) % 64 & 1) != 0) {
                mns_question_yes(q, &q->items[j]);
            }
        }
        memset(of + b.first, 0, ((size_t)b.last - b.first + 1) * sizeof *of);
    }
    free(of);
    return true;
}
