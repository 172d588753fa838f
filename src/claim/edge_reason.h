/*
 * edge_reason.h - why one transaction precedes another, as plain data.
 */
#ifndef MNS_CLAIM_EDGE_REASON_H
#define MNS_CLAIM_EDGE_REASON_H

#include "catalog/catalog.h"
#include "read/values.h"

/* How the order of two versions is known. */
typedef enum mns_source_of_order {
    MNS_BY_INITIAL,      /* the first is the initial state, which no write restores */
    MNS_BY_VERSIONS,     /* the database revealed version numbers */
    MNS_BY_TRANSACTIONS, /* the database revealed an order of transactions */
    MNS_BY_WFR,      /* writes follow reads: a transaction read the first and wrote the second */
    MNS_BY_PROCESS,  /* a process accessed the first before the second */
    MNS_BY_REALTIME, /* a transaction that accessed the first completed before one that accessed the
                        second was invoked */
    MNS_BY_LEMMA     /* the writer of the first precedes the writer or a reader of the second */
} mns_source_of_order;

/*
 * Why one transaction precedes another. Mops and values of ww, wr, rw:
 *
 *              ww                       wr            rw
 *   from_mop   the earlier write        the write     the read
 *   to_mop     the later write          the read      the missed write
 *   value      of the earlier write     of the write  lists: the last element read; registers: the
 *                                                     value read; sets: none; for the initial state
 *                                                     MNS_VALUE_NONE (lists), MNS_VALUE_INITIAL
 *                                                     (registers)
 *   next       of the later write       none          of the missed write
 *
 * Counters have one kind of data step, RW_SEEN, whose base is rw: from_mop and to_mop are first
 * reads of the key, the latter before any increment of its own; value and next are the sums they
 * saw. All increments of the key are positive and value < next, so the first missed something that
 * the second saw. No rw follows such a step directly.
 */
typedef struct mns_reason {
    mns_kind kind;     /* WW, WR, RW, PROCESS or REALTIME */
    mns_kind rests_on; /* the kind of the edge, which says what the edge depends on */
    uint32_t key;      /* MNS_NONE for process and realtime */
    uint32_t from_mop;
    uint32_t to_mop;
    mns_value value;
    mns_value next; /* or MNS_VALUE_NONE */
    /* Lists, ww and rw: a committed read that shows value directly before next; MNS_NONE if next is
     * an unseen append, which follows all that was read. Registers: see source. */
    uint32_t shown_by;
    /* Registers, ww and rw: how it is known that value precedes next.
     *   BY_INITIAL                 value is the initial state
     *   BY_VERSIONS                shown_by and shown_also: mops that reveal the two versions
     *   BY_TRANSACTIONS            shown_by and shown_also: the two writes
     *   BY_WFR                     shown_by and shown_also: a read of value and a later write of
     *                              next by one transaction
     *   BY_PROCESS, BY_REALTIME    shown_by and shown_also: mops that read or wrote value and next,
     *                              of transactions in that order
     *   BY_LEMMA                   lemma, in o->version_graph.lemmas */
    mns_source_of_order source;
    uint32_t shown_also;
    uint32_t lemma; /* or MNS_NONE */
} mns_reason;

#endif
