/* spans.c - see spans.h. */
#include "run/system/spans.h"

#include "core/grow.h"

/* Closer spans are joined. */
#define CLOSE_NS UINT64_C(100000000)

void mns_spans_init(mns_spans *spans) { *spans = (mns_spans){.items = NULL}; }

void mns_spans_release(mns_spans *spans) {
    free(spans->items);
    mns_spans_init(spans);
}

void mns_spans_add(mns_spans *spans, uint64_t from, uint64_t to) {
    assert(from <= to);
    mns_span *last = spans->count == 0 ? NULL : &spans->items[spans->count - 1];
    assert(last == NULL || last->from <= from);
    if (last != NULL && from <= last->to + CLOSE_NS) {
        last->to = to > last->to ? to : last->to;
    } else if (!MNS_GROW(spans->items, spans->count, spans->capacity, 1)) {
        spans->failed = true;
    } else {
        spans->items[spans->count++] = (mns_span){from, to};
    }
}
