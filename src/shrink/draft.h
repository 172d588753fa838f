/*
 * draft.h - a part of a history that can be made smaller and written down.
 *
 * What a draft can do without is marked, not removed: a step that turns out wrong is taken back by
 * setting the mark again. Three kinds of thing have a mark of their own:
 *
 *   transaction   without it, its micro-operations and the elements it appended go too
 *   read          a micro-operation of its own
 *   element       stands for its append as well: without it, it is in no list and nobody appended it
 *
 * So whatever the marks say, every element of a list is appended by somebody (unless nobody ever
 * did), reads of a key agree as far as they did before, and an invocation asks for what its
 * completion answers. Times, processes and the order of operations are those of the history.
 */
#ifndef MNS_DRAFT_H
#define MNS_DRAFT_H

#include "shrink/selection.h"

/* One operation: the text before and after its value is made once. */
typedef struct mns_draft_op {
    uint32_t position; /* in the history */
    uint32_t txn;      /* of the draft */
    bool completes;
    bool has_value;                     /* else nil */
    size_t frame, head_size, tail_size; /* in draft->frames */
} mns_draft_op;

typedef struct mns_draft {
    const mns_history *history;
    bool json; /* how it is written */
    /* By transaction, in the order of the history. */
    uint32_t *txn, *txn_first; /* id in the history; first mop, and one more */
    bool *has_txn;
    uint32_t txn_count;
    /* By micro-operation. Appends are marked through their element. */
    uint32_t *mop;     /* id in the history */
    size_t *mop_first; /* into `lists`, and one more */
    bool *has_mop;
    uint32_t mop_count;
    uint32_t *lists; /* elements: of an append its own, of a read those it saw */
    size_t list_count, list_capacity;
    /* By element. */
    uint32_t *writer; /* transaction of the draft, or MNS_NONE */
    mns_value *value;
    bool *has_element;
    uint32_t element_count;
    size_t element_capacity;
    /* In the order of the history. */
    mns_draft_op *ops;
    uint32_t op_count;
    mns_buf frames;
} mns_draft;

/* MINOS_ENOMEM leaves a draft that can be released. O(history). */
minos_status mns_draft_init(mns_draft *draft, const mns_selection *selection, bool json);
void mns_draft_release(mns_draft *draft);

/* True if the marks leave it in: of a micro-operation, with its transaction; of an element, with
 * the transaction that appended it. */
bool mns_draft_shows_mop(const mns_draft *draft, uint32_t txn, uint32_t mop);
bool mns_draft_shows_element(const mns_draft *draft, uint32_t element);

/* Clears the marks of what does not show. */
void mns_draft_settle(mns_draft *draft);

/* What shows, for comparing: transactions, micro-operations, elements in lists. */
typedef struct mns_draft_size {
    uint32_t txns, mops;
    uint64_t elements;
} mns_draft_size;
mns_draft_size mns_draft_measure(const mns_draft *draft);

/* The draft as a history, one operation a line (write.c). */
void mns_draft_write(const mns_draft *draft, mns_buf *out);

/* What stands around the value of the operation at an offset: its fields as the history has them,
 * index, time, type, process and f before, error and node after it where they are simple
 * (frame.c). */
minos_status mns_frame_write(const mns_history *history, uint64_t offset, bool json, mns_buf *out,
                             mns_draft_op *frame);

#endif
