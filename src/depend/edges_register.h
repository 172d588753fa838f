/*
 * edges_register.h - the edges of registers, by rule.
 *
 *     versions of x:   initial   1 (by T1)   2 (by T2), and a version edge from 1 to 2
 *
 *     wr  T1 -> R      R read 1
 *     ww  T1 -> T2     1 precedes 2
 *     rw  R  -> T2     R read 1, which precedes 2
 *     rw  I  -> T1, T2 I read the initial state: it missed every write
 *
 * So everything follows from which versions precede which. These steps are the version edges that
 * were inferred (infer/registers.h) and, implicitly, one from the initial state to every other
 * version of its key. They are enumerated forward here; ordering_register.c sorts the same steps
 * by where they lead. Steps that follow from several others are not added: a path in the graph says
 * the same, as long as each version on it has a writer that counts. The level of a step becomes the
 * kind of its edges (edge_kinds.def).
 *
 * Unseen appends of lists are versions too (infer/list_tails.c). They have no readers, so their
 * steps make only ww edges.
 */
#ifndef MNS_EDGES_REGISTER_H
#define MNS_EDGES_REGISTER_H

#include "depend/edges.h"
#include "infer/register_orders.h"

/* Step number i from a version to one that it precedes; false if there are fewer. */
static inline bool mns_register_step(const mns_version_graph *r, uint32_t version, uint32_t i,
                                     mns_version_edge *step) {
    if (mns_version_is_initial(r, version)) {
        *step = (mns_version_edge){.from = version,
                                   .to = version + 1 + i,
                                   .lemma = MNS_NONE,
                                   .order_class = MNS_CLASS_GIVEN,
                                   .source = MNS_BY_INITIAL};
        return step->to < r->count && !mns_version_is_initial(r, step->to);
    }
    if (i >= r->edge_first[version + 1] - r->edge_first[version]) {
        return false;
    }
    *step = mns_version_edge_at(r, version, r->edge_first[version] + i);
    assert(step->from != step->to);
    return true;
}

/* The edges into the write of a version, from those that wrote or read one that precedes it. */
static inline mns_in_edges mns_register_write_edges(const mns_version_graph *r,
                                                    uint32_t preceding) {
    return (mns_in_edges){.write = r->writer[preceding], .version = preceding};
}

/* The edges into a read of a version. */
static inline mns_in_edges mns_register_read_edges(const mns_version_graph *r, uint32_t version) {
    return (mns_in_edges){.write = r->writer[version], .version = MNS_NONE};
}

/* The kind of the edge that a step makes out of a micro-operation which wrote or read its first
 * version. */
static inline mns_kind mns_register_out_kind(const mns_observation *o, const mns_version_edge *step,
                                             bool wrote) {
    return wrote ? mns_version_edge_ww(o, step) : mns_version_edge_rw(step);
}

#endif
