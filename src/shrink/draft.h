/*
 * draft.h - a part of a history that can be reduced and written out.
 *
 * Things are left out by clearing a mark, not removed: a wrong step is undone by setting the mark
 * again. Three kinds of thing have a mark:
 *
 *   transaction   without it, its micro-operations and the elements it wrote are left out too
 *   read          one micro-operation
 *   element       represents its writes as well: without it there is no write of it, no list or set
 *                 contains it, and no read of a register shows it. An increment of a counter is an
 *                 element that no read shows
 *
 * mns_draft_resolve computes from the marks what the draft shows. So for any marks, every element
 * that is read is written by some transaction (unless the history has no write of it), reads of a
 * key agree as much as they did before, and invocations match their completions. Times, versions,
 * processes and the order of operations are those of the history. For sums see sums.h.
 */
#ifndef MNS_DRAFT_H
#define MNS_DRAFT_H

#include "shrink/selection.h"
#include "shrink/sums.h"

/* One operation: the text before and after its value is written once. */
typedef struct mns_draft_op {
    uint32_t position; /* in the history */
    uint32_t txn;      /* of the draft */
    bool reveals;   /* the history took the micro-operations from here, with reads and versions */
    bool has_value; /* else nil */
    size_t frame, head_size, tail_size; /* in draft->frames */
} mns_draft_op;

/* An operation of a fault, complete. */
typedef struct mns_draft_fault {
    uint32_t position; /* in the history */
    size_t text, size; /* in draft->frames */
} mns_draft_fault;

/* Faults that are kept. */
#define MNS_LIMIT_DRAFT_FAULTS 16

typedef struct mns_draft {
    const mns_history *history;
    bool json;     /* output format */
    bool numbered; /* add missing indexes: an order of transactions refers to them */
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
    mns_sums sums;                                      /* of counters */
    mns_draft_fault faults[4 * MNS_LIMIT_DRAFT_FAULTS]; /* ascending; each has up to four */
    uint32_t fault_count;
} mns_draft;

/* MINOS_ENOMEM leaves a draft that can be released. O(history). */
minos_status mns_draft_init(mns_draft *draft, const mns_selection *selection, bool json);
void mns_draft_release(mns_draft *draft);

/* Computes what the marks leave in. False if that is not a part of the history: the sum of a
 * counter would lack its increments. O(draft). */
bool mns_draft_resolve(mns_draft *draft);

/* Clears the marks of everything that does not show. */
void mns_draft_settle(mns_draft *draft);

/* The size of what shows: transactions, micro-operations, elements in lists. */
typedef struct mns_draft_size {
    uint32_t txns, mops;
    uint64_t elements;
} mns_draft_size;
mns_draft_size mns_draft_measure(mns_draft *draft);

/* Writes what shows as a history, one operation per line (draft_write.c). The draft must be
 * resolved. */
void mns_draft_write(const mns_draft *draft, mns_buf *out);

/* Adds the operations of the first faults that overlap the transactions that show, so that the
 * shrunk history still shows them (draft_faults.c). */
minos_status mns_draft_add_faults(mns_draft *draft);

/* Appends the text around the value of the operation at an offset to draft->frames: index, time,
 * type, process and f before it; start-ts, commit-ts and the copied fields after it
 * (draft_frame.c). */
minos_status mns_frame_write(mns_draft *draft, uint64_t offset, mns_draft_op *frame);

#endif
