/*
 * set_orders.h - who added what the reads of sets show, and in which order.
 *
 * A set only grows, so of two reads of a key one includes the other. Then the elements have an
 * order of which every read shows a beginning: those that more reads show come first.
 *
 *     reads of x       #{3}   #{3 1}   #{3 1 4}        not shown: 2
 *     order            3      1        4        2
 *     shown by         3      2        1        0 reads
 *
 * The order is only a way to say what a read shows in few words: as runs of places, mostly one that
 * begins at 0. Nothing rests on it. A read that some other does not include, and that does not
 * include it, has more runs, or one that begins later (detect/incomparable_reads.c has the proof).
 *
 * An add takes part if its transaction counts and nobody else adds that element to the key. A read
 * is external if it is the first of its key by a transaction that counts. A later read tells something
 * if what it shows of other transactions differs from the read that told something before it: in a
 * sound database none does. Up to MNS_LIMIT_INFORMATIVE reads of a key by one transaction tell something.
 * What the reader adds itself, before or after, tells nothing of others, and is left out wherever its
 * reads are looked at. Only external reads are counted for the order, and of these none that shows
 * something of its own transaction.
 */
#ifndef MNS_SET_ORDERS_H
#define MNS_SET_ORDERS_H

#include "history/history.h"

/* What follows them in one transaction is left out, so that reasons are found in linear time. */
#define MNS_LIMIT_INFORMATIVE 8

typedef struct mns_run {
    uint32_t begin, end; /* places begin .. end-1 */
} mns_run;

typedef struct mns_set_orders {
    uint32_t *writer; /* by element of tables->sets: its add, MNS_NONE or MNS_AMBIGUOUS */
    /* By mop, among the adds of its transaction to its key that nobody else makes: of an add, the
     * next; of a read, the first; or MNS_NONE. */
    uint32_t *next_add;
    bool *external;         /* by mop */
    bool *informative;      /* by mop: an external read, or a later one that tells something */
    uint32_t *position;     /* by mop: of an add that takes part, its place in the order of its key;
                               else MNS_NONE */
    uint32_t *add_first;    /* by key, and one more: into add */
    uint32_t *add;          /* the adds that take part, in order */
    uint32_t *reader_first; /* by key, and one more: into reader */
    uint32_t *reader;       /* the informative reads, ascending */
    uint64_t *run_first; /* by set, and one more: into run; sets of no informative read have none */
    mns_run *run;        /* ascending, apart from each other */
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

/* The runs of places that a informative read shows: *count of them. */
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

/* True if the read shows an element that its own transaction adds, before or after. */
bool mns_set_shows_own(const mns_set_orders *orders, const mns_tables *tables, uint32_t mop);

#endif
