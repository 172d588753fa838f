/*
 * draft.h - a part of a history that can be made smaller and written down.
 *
 * What a draft can do without is marked, not removed: a step that turns out wrong is taken back by
 * setting the mark again. Three kinds of thing have a mark of their own:
 *
 *   transaction   without it, its micro-operations and the elements it wrote go too
 *   read          a micro-operation of its own
 *   element       stands for its writes as well: without it, nobody wrote it, it is in no list and
 *                 no set, and a register was not read while it held it. An increment of a counter is
 *                 an element of its own, which no read shows
 *
 * What the marks leave in is worked out from them (mns_draft_resolve): so whatever they say, every
 * element that is read is written by somebody (unless nobody ever did), reads of a key agree as far
 * as they did before, and an invocation asks for what its completion answers. Times, versions,
 * processes and the order of operations are those of the history. Sums are in sums.h.
 */
#ifndef MNS_DRAFT_H
#define MNS_DRAFT_H

#include "shrink/selection.h"
#include "shrink/sums.h"

/* One operation: the text before and after its value is made once. */
typedef struct mns_draft_op {
    uint32_t position; /* in the history */
    uint32_t txn;      /* of the draft */
    bool reveals;   /* the history took the micro-operations from here: what they read, versions */
    bool has_value; /* else nil */
    size_t frame, head_size, tail_size; /* in draft->frames */
} mns_draft_op;

typedef struct mns_draft {
    const mns_history *history;
    bool json;     /* how it is written */
    bool numbered; /* operations without an index get one: an order of transactions is by index */
    /* By transaction, in the order of the history. */
    uint32_t *txn, *txn_first; /* id in the history; first mop, and one more */
    bool *has_txn;
    uint32_t txn_count;
    /* By micro-operation. Writes are marked through their element. */
    uint32_t *mop;     /* id in the history */
    size_t *mop_first; /* into `lists`, and one more */
    bool *has_mop;
    bool *shows_mop; /* resolved */
    uint32_t mop_count;
    uint32_t *lists; /* elements: of a write its own, of a read those it saw */
    size_t list_count, list_capacity;
    /* By element. */
    mns_value *value;
    bool *has_element;
    bool *shows_element; /* resolved */
    uint32_t element_count;
    size_t element_capacity;
    /* In the order of the history. */
    mns_draft_op *ops;
    uint32_t op_count;
    mns_buf frames;
    mns_sums sums; /* of counters */
} mns_draft;

/* MINOS_ENOMEM leaves a draft that can be released. O(history). */
minos_status mns_draft_init(mns_draft *draft, const mns_selection *selection, bool json);
void mns_draft_release(mns_draft *draft);

/* Works out what the marks leave in. False if that would be no part of the history: the sum of a
 * counter would be without what it is made of. O(draft). */
bool mns_draft_resolve(mns_draft *draft);

/* Clears the marks of what does not show. */
void mns_draft_settle(mns_draft *draft);

/* What shows, for comparing: transactions, micro-operations, elements in lists. */
typedef struct mns_draft_size {
    uint32_t txns, mops;
    uint64_t elements;
} mns_draft_size;
mns_draft_size mns_draft_measure(mns_draft *draft);

/* What shows as a history, one operation a line (draft_write.c). The draft must be resolved. */
void mns_draft_write(const mns_draft *draft, mns_buf *out);

/* Adds to draft->frames what stands around the value of the operation at an offset: its fields as
 * the history has them, index, time, type, process and f before it, start-ts, commit-ts, and error
 * and node where they are simple, after it (draft_frame.c). */
minos_status mns_frame_write(mns_draft *draft, uint64_t offset, mns_draft_op *frame);

#endif
