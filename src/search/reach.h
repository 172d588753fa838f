/*
 * reach.h - is any rw edge closed by a path without rw? Exactly, for many edges at once.
 */
#ifndef MNS_REACH_H
#define MNS_REACH_H

#include "search/subgraph.h"

typedef struct mns_rw_edge {
    uint32_t from, to; /* local ids */
    uint64_t edge;
} mns_rw_edge;

/* Whether edges[i].to reaches edges[i].from in the view whose components are given; returns an i
 * for which it does (always the same one), or MNS_NONE. `vertices` are those that paths may pass through.
 * *failed: out of memory. */
uint32_t mns_reach_any(const mns_view *view, const mns_components *ranks, const mns_rw_edge *edges,
                       uint32_t count, const uint32_t *vertices, uint32_t vertex_count,
                       bool *failed);

#endif
