/*
 * answer_times.h - how much of a load had answers from the database.
 *
 * A moment is answered if some transaction that was running then got an answer in the end: it
 * committed, or the database rejected it. It is unanswered if clients were waiting, for the outcome
 * of a transaction or for a connection, and none of them got an answer. A moment at which no client
 * wanted anything (--rate) is neither. Time under injected faults is counted apart.
 */
#ifndef MNS_RUN_ANSWER_TIMES_H
#define MNS_RUN_ANSWER_TIMES_H

#include "run/system/spans.h"

typedef struct mns_answer_times {
    uint64_t faults_ns;     /* under injected faults */
    uint64_t unanswered_ns; /* of the rest */
    uint64_t last_ns;       /* of that, after the last answer */
} mns_answer_times;

/* Kinds of spans. */
typedef enum mns_span_kind { MNS_ANSWERED, MNS_WAITING, MNS_FAULTED } mns_span_kind;

typedef struct mns_span_edge mns_span_edge;
typedef struct mns_span_edges {
    mns_span_edge *items;
    size_t count, capacity;
    bool failed; /* out of memory */
} mns_span_edges;

/* Collects spans, clipped to from .. to, which must be the same for all. */
void mns_span_edges_add(mns_span_edges *edges, const mns_spans *spans, mns_span_kind kind,
                        uint64_t from, uint64_t to);
/* Releases the edges. False when out of memory. O(n log n). */
bool mns_answer_times_of(mns_span_edges *edges, mns_answer_times *times);

#endif
