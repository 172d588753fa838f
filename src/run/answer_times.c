/* answer_times.c - see answer_times.h: sweeps over the begins and ends of all spans. */
#include "run/answer_times.h"

#include "core/grow.h"

struct mns_span_edge {
    uint64_t at;
    mns_span_kind kind;
    int change; /* +1 begins, -1 ends */
};

static void add_edge(mns_span_edges *edges, uint64_t at, mns_span_kind kind, int change) {
    if (!MNS_GROW(edges->items, edges->count, edges->capacity, 1)) {
        edges->failed = true;
    } else {
        edges->items[edges->count++] = (mns_span_edge){at, kind, change};
    }
}

void mns_span_edges_add(mns_span_edges *edges, const mns_spans *spans, mns_span_kind kind,
                        uint64_t from, uint64_t to) {
    edges->failed = edges->failed || spans->failed;
    for (size_t i = 0; i < spans->count; i++) {
        uint64_t begin = spans->items[i].from > from ? spans->items[i].from : from;
        uint64_t end = spans->items[i].to < to ? spans->items[i].to : to;
        if (begin < end) {
            add_edge(edges, begin, kind, 1);
            add_edge(edges, end, kind, -1);
        }
    }
}

static int by_time(const void *a, const void *b) {
    const mns_span_edge *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

bool mns_answer_times_of(mns_span_edges *edges, mns_answer_times *times) {
    int open[MNS_FAULTED + 1] = {0};
    *times = (mns_answer_times){.faults_ns = 0};
    if (edges->count > 0) {
        qsort(edges->items, edges->count, sizeof *edges->items, by_time);
    }
    for (size_t i = 0; i < edges->count; i++) {
        const mns_span_edge *edge = &edges->items[i];
        uint64_t since = i == 0 ? edge->at : edges->items[i - 1].at;
        uint64_t passed = edge->at - since;
        if (open[MNS_FAULTED] > 0) {
            times->faults_ns += passed;
        } else if (open[MNS_ANSWERED] > 0) {
            times->last_ns = passed > 0 ? 0 : times->last_ns;
        } else if (open[MNS_WAITING] > 0) {
            times->unanswered_ns += passed;
            times->last_ns += passed;
        }
        open[edge->kind] += edge->change;
    }
    bool whole = !edges->failed;
    free(edges->items);
    *edges = (mns_span_edges){.items = NULL};
    return whole;
}
