/*
 * hostile_shapes.c - what the transactions of each hostile history do.
 *
 * Keys and elements are computed from the number of the transaction, so no state is kept and the
 * same size gives the same bytes. The length of reads is bounded, or doubles, so that the bytes of
 * a history are linear in its size. If only reads and writes should relate the transactions, all of
 * them are concurrent, because real-time order would add shorter cycles.
 */
#include "hostile_shapes.h"

enum { KEY_ELEMENTS = 16 }; /* elements of an ordinary key */

/* ---- Many of one kind ------------------------------------------------------------------------ */

static void mops_one_key(writer *w, uint64_t i) {
    bool doubled = (i & (i + 1)) == 0;
    if (w->workload == RW_REGISTER) {
        read_elements(w, 0, 1, i);
    }
    write_element(w, 0, i + 1);
    if (doubled || i + 1 == w->size) {
        read_elements(w, 0, 1, i + 1);
    }
}

static void mops_unread(writer *w, uint64_t i) {
    if (i < w->size / 2) {
        read_elements(w, 0, 1, 0);
    } else {
        write_element(w, 0, i);
    }
}

static void mops_many_keys(writer *w, uint64_t i) {
    write_element(w, i, 1);
    if (i > 0) {
        read_elements(w, i - 1, 1, 1);
    }
}

static void mops_one_transaction(writer *w, uint64_t i) {
    if (i > 0) {
        read_elements(w, 0, 1, KEY_ELEMENTS);
        return;
    }
    for (uint64_t mop = 0; mop < w->size; mop++) {
        uint64_t element = mop / 2 % KEY_ELEMENTS + 1;
        if (mop % 2 == 0) {
            write_element(w, mop / 2 / KEY_ELEMENTS, element);
        } else {
            read_elements(w, mop / 2 / KEY_ELEMENTS, 1, element);
        }
    }
}

static void mops_one_writer(writer *w, uint64_t i) {
    if (i > 0) {
        read_elements(w, 0, 1, w->size);
        return;
    }
    for (uint64_t element = 1; element <= w->size; element++) {
        write_element(w, 0, element);
    }
}

/* Ordinary transactions, each of which sees all before it: for shapes that are hostile by their
 * processes or by the notation of their values. */
static void mops_plain(writer *w, uint64_t i) {
    uint64_t key = i / KEY_ELEMENTS, element = i % KEY_ELEMENTS + 1;
    read_elements(w, key, 1, element - 1);
    write_element(w, key, element);
}

static bool is_read_of_crashed(uint64_t i) { return i % KEY_ELEMENTS == KEY_ELEMENTS - 1; }

static bool crashes(uint64_t i) { return !is_read_of_crashed(i); }

static void mops_crashes(writer *w, uint64_t i) {
    uint64_t key = i / KEY_ELEMENTS;
    if (is_read_of_crashed(i)) {
        read_elements(w, key, 1, KEY_ELEMENTS - 1);
    } else {
        write_element(w, key, i % KEY_ELEMENTS + 1);
    }
}

/* ---- Anomalies
 * -------------------------------------------------------------------------------- */

static void mops_disagreeing(writer *w, uint64_t i) {
    uint64_t half = w->size / 2;
    if (i < half) {
        write_element(w, 0, i + 1);
    } else if (w->clean) {
        read_elements(w, 0, 1, 0);
    } else {
        read_elements(w, 0, i - half + 1, i - half + 1);
    }
}

/*     T0 -wr-> T1 -wr-> ... -wr-> Tn -rw-> T0    and no other cycle                              */
static void mops_chain(writer *w, uint64_t i) {
    write_element(w, i, 1);
    if (i == 0) {
        write_element(w, w->size, 1);
    } else {
        read_elements(w, i - 1, 1, 1);
    }
    if (i == w->size - 1) {
        read_elements(w, w->size, 1, w->clean ? 1 : 0);
    }
}

/*     T0 -wr-> T1 -wr-> ... -wr-> Tn -wr-> T0                                                    */
static void mops_ring(writer *w, uint64_t i) {
    write_element(w, i, 1);
    if (i > 0 || !w->clean) {
        read_elements(w, (i + w->size - 1) % w->size, 1, 1);
    }
}

/* splitmix64 (Steele, Lea and Flood, 2014). */
static uint64_t scatter(uint64_t number) {
    uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Each transaction reads from two others at random; a clean one only from those before it. */
static void mops_component(writer *w, uint64_t i) {
    write_element(w, i, 1);
    uint64_t among = w->clean ? i : w->size;
    for (uint64_t read = 0; read < 2 && among > 0; read++) {
        read_elements(w, scatter(2 * i + read) % among, 1, 1);
    }
}

/* All writes, and long afterwards reads that miss them. */
static void mops_stale(writer *w, uint64_t i) {
    uint64_t half = w->size / 2;
    if (i < half) {
        write_element(w, i, 1);
    } else {
        read_elements(w, i - half, 1, w->clean ? 1 : 0);
    }
}

static void mops_stale_key(writer *w, uint64_t i) {
    uint64_t half = w->size / 2;
    if (i < half) {
        write_element(w, 0, i + 1);
    } else if (i == half) {
        read_elements(w, 0, 1, half);
    } else if (w->clean) {
        read_elements(w, 1, 1, 0);
    } else {
        read_elements(w, 0, 1, 0);
    }
}

/*     A -rw-> B -rw-> A    in every pair                                                         */
static void mops_write_skew(writer *w, uint64_t i) {
    uint64_t key = i - i % 2;
    if (i % 2 == 0) {
        read_elements(w, key, 1, 0);
        write_element(w, key + 1, 1);
    } else {
        read_elements(w, key + 1, 1, w->clean ? 1 : 0);
        write_element(w, key, 1);
    }
}

/*
 * Two chains, with an rw edge from every transaction to the other chain:
 *
 *     A0 -wr-> A1 -wr-> A2 -wr-> ...     Ai -rw-> Bi
 *     B0 -wr-> B1 -wr-> B2 -wr-> ...     Bi -rw-> Ai-back
 *
 * A cycle leaves A and returns, which takes two rw edges: a search for a cycle with a single rw
 * visits every edge and finds none. With back = 1 a cycle has fewer wr than rw edges, so two rw
 * edges are adjacent and snapshot isolation holds. With back = 2 a cycle has as many wr as rw
 * edges, and all transactions are one component even for walks without two adjacent rw edges.
 */
static void mops_chains(writer *w, uint64_t i, uint64_t back) {
    uint64_t side = i % 2, pair = i / 2, keys = 4 * pair;
    if (pair > 0) {
        read_elements(w, keys - 4 + side, 1, 1);
    }
    write_element(w, keys + side, 1);
    write_element(w, keys + 3 - side, 1);
    if (side == 0) {
        read_elements(w, keys + 2, 1, 0);
    } else if (pair >= back) {
        read_elements(w, keys - 4 * back + 3, 1, w->clean ? 1 : 0);
    }
}

static void mops_crossed_chains(writer *w, uint64_t i) { mops_chains(w, i, 1); }

static void mops_woven_chains(writer *w, uint64_t i) { mops_chains(w, i, 2); }

/* ---- The table
 * --------------------------------------------------------------------------------- */

/* clang-format off */
const shape shapes[] = {
    /* name, workloads, status, twin, fraction, transactions, overlap, processes, depths, crashes,
     * mops */
    {"one-key", LISTS | REGISTERS | SETS, 0, false, 1, ALL, 10, 10, 0, 0, NULL, mops_one_key,
     "n writes of one key, read at lengths that double"},
    {"unread", LISTS | REGISTERS | SETS, 0, false, 1, ALL, ALL, ALL, 0, 0, NULL, mops_unread,
     "n/2 writes that no read observes, n/2 reads that observe nothing, all concurrent"},
    {"many-keys", LISTS | REGISTERS | SETS, 0, false, 1, ALL, 10, 10, 0, 0, NULL, mops_many_keys,
     "n keys, each written once and read once"},
    {"one-transaction", LISTS | REGISTERS, 0, false, 1, 2, 1, 1, 0, 0, NULL, mops_one_transaction,
     "one transaction of n micro-operations, reading its own writes, and a small one"},
    {"one-writer", LISTS | REGISTERS | SETS, 0, false, 1, 2, 1, 1, 0, 0, NULL, mops_one_writer,
     "one transaction of n writes of one key, and one that reads them"},
    {"one-process", LISTS | REGISTERS, 0, false, 1, ALL, 1, 1, 0, 0, NULL, mops_plain,
     "n transactions of one process"},
    {"processes", LISTS | REGISTERS, 0, false, 1, ALL, 10, ALL, 0, 0, NULL, mops_plain,
     "n transactions of n processes, ten at a time"},
    {"concurrent", LISTS | REGISTERS, 0, false, 1, ALL, ALL, ALL, 0, 0, NULL, mops_plain,
     "n transactions of n processes, all at the same time"},
    {"crashes", LISTS | REGISTERS | SETS, 0, false, 1, ALL, 10, ALL, 0, 0, crashes, mops_crashes,
     "15 of 16 transactions are info, and their writes are read"},
    {"nested-field", LISTS, 0, false, 10, ALL, 10, 10, 500, 0, NULL, mops_plain,
     "500 levels of nesting in a field that is ignored"},
    {"nested-elements", LISTS, 0, false, 10, ALL, 10, 10, 0, 30, NULL, mops_plain,
     "every element is nested 30 levels deep"},
    {"nested-too-deep", LISTS, 255, false, 100, ALL, 10, 10, 0, 500, NULL, mops_plain,
     "every element is nested 500 levels deep: rejected"},
    {"nested-endless", LISTS, 255, false, 1, 1, 1, 1, ALL, 0, NULL, mops_plain,
     "8 n levels of nesting: rejected"},
    {"disagreeing", LISTS | SETS, 1, true, 1, ALL, ALL, ALL, 0, 0, NULL, mops_disagreeing,
     "n/2 reads of one key, no two of which agree"},
    {"chain", LISTS | REGISTERS | SETS, 1, true, 10, ALL, ALL, ALL, 0, 0, NULL, mops_chain,
     "one G-single, through all n transactions"},
    {"ring", LISTS | REGISTERS | SETS, 1, true, 10, ALL, ALL, ALL, 0, 0, NULL, mops_ring,
     "one G1c, through all n transactions"},
    {"component", LISTS | REGISTERS | SETS, 1, true, 10, ALL, ALL, ALL, 0, 0, NULL, mops_component,
     "one giant component of wr"},
    {"stale-reads", LISTS | REGISTERS | SETS, 1, true, 5, ALL, 10, 10, 0, 0, NULL, mops_stale,
     "n/2 stale reads, of as many keys"},
    {"stale-key", LISTS | REGISTERS | SETS, 1, true, 5, ALL, 10, 10, 0, 0, NULL, mops_stale_key,
     "n/2 stale reads of one key"},
    {"write-skews", LISTS | REGISTERS | SETS, 1, true, 5, ALL, 2, 10, 0, 0, NULL, mops_write_skew,
     "n/2 write skews, one after the other, and no G-single"},
    {"crossed-chains", LISTS | REGISTERS | SETS, 1, true, 5, ALL, ALL, ALL, 0, 0, NULL,
     mops_crossed_chains, "n/2 write skews in one component, and no G-single"},
    {"woven-chains", LISTS | REGISTERS | SETS, 1, true, 5, ALL, ALL, ALL, 0, 0, NULL,
     mops_woven_chains, "n rw in one component of G-nonadjacent, and no G-single"},
};
/* clang-format on */

const size_t shape_count = sizeof shapes / sizeof *shapes;
