/*
 * quick_mops.h - micro-operations in the common shape, read without tokens.
 *
 *     [[:append 3 7] [:r 4 [1 2 5]] [:r 5 nil]]          [["append",3,7],["r",4,[1,2,5]]]
 *
 * Keys, elements and values are small integers, nothing is revealed, nothing is out of the ordinary.
 * What is in any other shape is refused, not judged: mop_reader.h reads it. Of what is accepted both
 * make the same rows.
 */
#ifndef MNS_QUICK_MOPS_H
#define MNS_QUICK_MOPS_H

#include "read/mop_reader.h"
#include "read/quick.h"

typedef struct mns_quick_mops {
    mns_mop_reader *reader;
    mns_literal read, write; /* from the bracket to what separates function and key */
    mns_literal nil;
    const char *limit; /* MNS_QUICK_MARGIN before the end of the text */
    bool usable;       /* the workload has a common shape */
    bool json;
    /* The value that was read last, and what its reads saw, where an invocation has nil: */
    const char *begin, *end;
    struct mns_seen_text {
        const char *from, *to;
    } * seen;
    size_t seen_count, seen_capacity;
} mns_quick_mops;

/* The text is that from `begin` to the end of what the reader may look at. */
void mns_quick_mops_init(mns_quick_mops *quick, mns_mop_reader *reader, const char *begin);
void mns_quick_mops_release(mns_quick_mops *quick);

/* Adds a row for each micro-operation of the vector at p, *count of them, and returns where it
 * ends. NULL: it is in another shape, or memory is out (*failed); no row is added then. */
const char *mns_quick_mops_read(mns_quick_mops *quick, const char *p, mns_reading reading,
                                uint32_t *count, bool *failed);

/* True if the vector at p begins with a micro-operation. */
bool mns_quick_mops_begin(const mns_quick_mops *quick, const char *p);

/* True if the text at p, of an invocation, is that of the value which was read last, with nil where
 * reads saw something. False: it may still ask for the same, in other words. */
bool mns_quick_mops_repeat(const mns_quick_mops *quick, const char *p);

/* Where the vector at p, of an invocation, ends; NULL: it is in another shape. */
const char *mns_quick_mops_end(const mns_quick_mops *quick, const char *p);

#endif
