/*
 * register_mops.h - short queries on the tables of version_graph.h for register histories.
 */
#ifndef MNS_REGISTER_MOPS_H
#define MNS_REGISTER_MOPS_H

#include "infer/infer.h"

/* For an external read, the last write of its transaction to the key; for that write, the read;
 * MNS_NONE if there is none. */
static inline uint32_t mns_partner(const mns_observation *o, uint32_t mop) {
    uint32_t apart = o->version_graph.apart[mop];
    if (apart == 0 || apart == MNS_NOT_EXTERNAL) {
        return MNS_NONE;
    }
    if (apart == MNS_FAR) {
        return mns_map_get(&o->version_graph.far, mop);
    }
    return o->history->tables.mops.function[mop] == MNS_READ ? mop + apart : mop - apart;
}

/* MNS_VALUE_INITIAL for the initial state. */
static inline mns_value mns_version_value(const mns_observation *o, uint32_t version) {
    uint32_t writer = o->version_graph.writer[version];
    return writer == MNS_NONE ? MNS_VALUE_INITIAL : o->history->tables.mops.value[writer];
}

/* The first index in r->numbered of this version or a later one. */
static inline size_t mns_numbered_from(const mns_version_graph *r, uint32_t version) {
    size_t low = 0, high = r->numbered_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->numbered[middle].version < version) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif
