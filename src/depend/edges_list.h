/*
 * edges_list.h - the edges of lists, by rule.
 *
 *     order of key x:   initial   1 (by T1)   2 (by T2)   3 (by T3)
 *
 *     ww  T1 -> T2      T2's version directly follows T1's
 *     wr  T2 -> R       R read [1 2], whose last element T2 appended
 *     rw  R  -> T3      R read [1 2], and T3 appended the next element
 *
 * Intermediate versions take part like any other. An unseen append (one that the order does not
 * have) follows the last version: had it come earlier, the longest read would show it. A read that
 * disagrees with the order depends on the append of its last element, which it did read, but
 * nothing follows about what it missed.
 *
 * Why this is sound for info transactions: each edge requires both ends to have committed. An
 * info transaction that a committed read shows has committed (infer/list_append.c); others do not
 * count, so they neither lengthen a cycle nor close one. The unseen appends of a proven info
 * transaction get a ww of their own kind (WW_OPEN), which is never part of a G0. So does every ww
 * of a contested key, whose order is a guess because its reads contradict each other. Where the
 * transaction of an element failed or is unknown, no edge leads across that element.
 *
 * A version is its position in the order of its key; 0 is the initial state. rw is stated
 * twice, because it is followed both ways: from the append (mns_list_in_edges, readers of the
 * version) and from the read (mns_list_missed). The assertion in the latter ties them together.
 *
 * Unseen appends are ordered among each other by version edges that mns_infer_orders infers
 * (infer/list_tails.c); these make ww edges as those of registers do (edges_register.h).
 */
#ifndef MNS_EDGES_LIST_H
#define MNS_EDGES_LIST_H

#include "depend/edges.h"

/* An append that the order of its key does not have. */
static inline bool mns_list_is_unseen(const mns_observation *o, uint32_t mop) {
    return o->history->tables.mops.function[mop] == MNS_WRITE &&
           o->versions.position[mop] == MNS_NONE;
}

/* The version that a read saw, or MNS_NONE: it has no answer or disagrees with the order. */
static inline uint32_t mns_list_version_read(const mns_observation *o, uint32_t read) {
    assert(o->history->tables.mops.function[read] == MNS_READ);
    return o->versions.position[read];
}

static inline mns_in_edges mns_list_append_edges(const mns_observation *o, uint32_t append) {
    uint32_t key = o->history->tables.mops.key[append], position = o->versions.position[append];
    uint32_t version = position == MNS_NONE ? mns_version_count(o, key) : position - 1;
    uint32_t write = version == 0 ? MNS_NONE : mns_version_writer(o, key, version);
    return (mns_in_edges){.write = mns_mop_if_counts(o, write), .version = version};
}

static inline mns_in_edges mns_list_read_edges(const mns_observation *o, uint32_t read) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t version = mns_list_version_read(o, read), write = MNS_NONE;
    if (version == MNS_NONE) {
        if (mns_mop_is_answered(mops, read)) {
            assert(mops->value[read] > 0); /* the empty list agrees with every order */
            write = mns_spine_writer(o, mops->content[read], mops->value[read] - 1);
        }
    } else if (version > 0) {
        write = mns_version_writer(o, mops->key[read], version);
    }
    return (mns_in_edges){.write = mns_mop_if_counts(o, write), .version = MNS_NONE};
}

/* The edges into a micro-operation of a transaction that counts. */
static inline mns_in_edges mns_list_in_edges(const mns_observation *o, uint32_t mop) {
    return o->history->tables.mops.function[mop] == MNS_WRITE ? mns_list_append_edges(o, mop)
                                                              : mns_list_read_edges(o, mop);
}

/* The kind of the edge from its `write`. */
static inline mns_kind mns_list_in_kind(const mns_observation *o, uint32_t mop) {
    return o->history->tables.mops.function[mop] == MNS_WRITE ? mns_list_ww(o, mop) : MNS_WR;
}

/* The appends that a read missed and that directly follow what it saw: those that replaced the
 * version it read. */
typedef struct mns_list_missing {
    uint32_t append; /* or MNS_NONE */
    bool unseen;     /* all unseen appends of the key */
} mns_list_missing;

static inline mns_list_missing mns_list_missed(const mns_observation *o, uint32_t read) {
    uint32_t key = o->history->tables.mops.key[read], version = mns_list_version_read(o, read);
    if (version == MNS_NONE || version == mns_version_count(o, key)) {
        return (mns_list_missing){.append = MNS_NONE, .unseen = version != MNS_NONE};
    }
    uint32_t append = mns_mop_if_counts(o, mns_version_writer(o, key, version + 1));
    assert(append == MNS_NONE || mns_list_in_edges(o, append).version == version);
    return (mns_list_missing){.append = append};
}

#endif
