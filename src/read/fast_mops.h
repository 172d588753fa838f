/*
 * fast_mops.h - fast path for micro-operations in the common shape, without tokens.
 *
 *     [[:append 3 7] [:r 4 [1 2 5]] [:r 5 nil]]          [["append",3,7],["r",4,[1,2,5]]]
 *
 * Keys and values are integers of 64 bits, elements of lists that were read small ones, and no
 * version is revealed. Any other shape is left to mop_reader.h, which also reports errors. Both
 * give the same rows for the common shape.
 */
#ifndef MNS_FAST_MOPS_H
#define MNS_FAST_MOPS_H

#include "read/fast_scan.h"
#include "read/mop_reader.h"

typedef struct mns_fast_mops {
    mns_mop_reader *reader;
    mns_literal read, write; /* from the bracket to the separator of function and key */
    mns_literal nil;
    const char *limit; /* MNS_FAST_MARGIN before the end of the text */
    bool usable;       /* the workload has a common shape */
    bool json;
    /* The value read last, and the results of its reads, where an invocation has nil: */
    const char *begin, *end;
    struct mns_seen_text {
        const char *from, *to;
    } * seen;
    size_t seen_count, seen_capacity;
} mns_fast_mops;

/* The text is from `begin` to reader->end. */
void mns_fast_mops_init(mns_fast_mops *fast, mns_mop_reader *reader, const char *begin);
void mns_fast_mops_release(mns_fast_mops *fast);

/* Adds a row for each of the *count micro-operations of the vector at p and returns its end. NULL:
 * it has another shape, or memory is out (*failed); then no row is added. */
const char *mns_fast_mops_read(mns_fast_mops *fast, const char *p, mns_reading reading,
                               uint32_t *count, bool *failed);

/* True if the vector at p starts with a micro-operation in the common shape. */
bool mns_fast_mops_begin(const mns_fast_mops *fast, const char *p);

/* True if the text at p, of an invocation, is that of the value read last with nil for the results
 * of reads. False: it may still be the same in another notation. */
bool mns_fast_mops_repeat(const mns_fast_mops *fast, const char *p);

/* The end of the vector at p, of an invocation; NULL: it has another shape. */
const char *mns_fast_mops_end(const mns_fast_mops *fast, const char *p);

#endif
