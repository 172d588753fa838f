/*
 * spans.h - periods of time in ascending order, as one thread observes them.
 *
 * Neighbours that are close together become one, so that a run of hours has few of them: at most
 * ten a second.
 */
#ifndef MNS_RUN_SYSTEM_SPANS_H
#define MNS_RUN_SYSTEM_SPANS_H

#include "core/base.h"

typedef struct mns_span {
    uint64_t from, to; /* from <= to */
} mns_span;

typedef struct mns_spans {
    mns_span *items;
    size_t count, capacity;
    bool failed; /* out of memory: some are missing */
} mns_spans;

void mns_spans_init(mns_spans *spans);
void mns_spans_release(mns_spans *spans);

/* `from` is not before that of the last one. */
void mns_spans_add(mns_spans *spans, uint64_t from, uint64_t to);

#endif
