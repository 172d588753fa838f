/*
 * set_orders.h - the adds of the elements that reads of sets show, and their order.
 *
 * A set only grows, so of two reads of a key one includes the other. Then there is an order of the
 * elements of which every read shows a prefix: elements that more reads show come first.
 *
 *     reads of x       #{3}   #{3 1}   #{3 1 4}        not shown: 2
 *     order            3      1        4        2
 *     shown by         3      2        1        0 reads
 *
 * The order is only a compact encoding of what a read shows: runs of positions, mostly a single one
 * that begins at 0. No inference rests on it. A read that is incomparable with another has several
 * runs, or one that begins later (detect/incomparable_reads.c has the proof).
 *
 * An add takes part if its transaction counts and no other add has that element and key. A read is
 * external if it is the first of its key by a transaction that counts. An external read is
 * informative; a later read is if it shows other elements of other transactions than the
 * informative read before it, which never happens in a correct database. At most
 * MNS_LIMIT_INFORMATIVE reads of a key by one transaction are informative. The reader's own adds,
 * before or after, say nothing about other transactions and are ignored in its reads. The order
 * counts only external reads that show none of their own transaction's adds.
 */
#ifndef MNS_SET_ORDERS_H
#define MNS_SET_ORDERS_H

#include "history/history.h"

/* Further reads are ignored, so that reasons are found in linear time. */
#define MNS_LIMIT_INFORMATIVE 8

typedef struct mns_run {
    uint32_t begin, end; /* positions begin .. end-1 */
} mns_run;

typedef struct mns_set_orders {
    uint32_t *writer; /* by element of tables->sets: its add, MNS_NONE or MNS_AMBIGUOUS */
    /* By mop, among the adds of its transaction to its key that are unique: for an add, the next;
     * for a read, the first; or MNS_NONE. */
    uint32_t *next_add;
    bool *external;      /* by mop */
    bool *informative;   /* by mop: an external read, or a later informative one */
    uint32_t *position;  /* by mop: of an add that takes part, its position in the order of its key;
                            otherwise MNS_NONE */
    uint32_t *add_first; /* by key, and one more: into add */
    uint32_t *add;       /* the adds that take part, in order */
    uint32_t *reader_first; /* by key, and one more: into reader */
    uint32_t *reader;       /* the informative reads, ascending */
    uint64_t *run_first; /* by set, and one more: into run; sets of no informative read have none */
    mns_run *run;        /* ascending and not adjacent */
    size_t run_count, run_capacity;
} mns_set_orders;

void mns_set_orders_release(mns_set_orders *orders);

static inline bool mns_writer_is_known(uint32_t writer) {
    return writer != MNS_NONE && writer != MNS_AMBIGUOUS;
}

/* The add of each element that a read shows, in the order of mns_mop_set: *count of them. */
static inline const uint32_t *mns_set_writers(const mns_set_orders *orders,
                                              const mns_tables *tables, uint32_t mop,
                                              uint32_t *count) {
    *count = tables->mops.value[mop];
    return *count == 0 ? NULL
                       : orders->writer + tables->sets.items[tables->mops.content[mop]].first;
}

/* The runs of positions that an informative read shows: *count of them. */
static inline const mns_run *mns_set_runs(const mns_set_orders *orders, const mns_tables *tables,
                                          uint32_t mop, uint32_t *count) {
    uint32_t set = tables->mops.content[mop];
    assert(orders->informative[mop]);
    if (tables->mops.value[mop] == 0) {
        *count = 0;
        return NULL;
    }
    *count = (uint32_t)(orders->run_first[set + 1] - orders->run_first[set]);
    return *count == 0 ? NULL : orders->run + orders->run_first[set];
}

/* True if the read shows an element that its own transaction adds, before or after it. */
bool mns_set_shows_own(const mns_set_orders *orders, const mns_tables *tables, uint32_t mop);

#endif
