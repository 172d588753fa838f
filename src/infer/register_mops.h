/*
 * register_mops.h - questions about register histories that the tables of registers.h answer by a look
 * or two.
 */
#ifndef MNS_REGISTER_MOPS_H
#define MNS_REGISTER_MOPS_H

#include "infer/infer.h"

/* Of an external read the last write of its transaction to the key, of such a write that read;
 * MNS_NONE if there is none. */
static inline uint32_t mns_partner(const mns_observation *o, uint32_t mop) {
    uint32_t apart = o->registers.apart[mop];
    if (apart == 0 || apart == MNS_AGAIN) {
        return MNS_NONE;
    }
    if (apart == MNS_FAR) {
        return mns_map_get(&o->registers.far, mop);
    }
    return o->history->tables.mops.function[mop] == MNS_READ ? mop + apart : mop - apart;
}

/* MNS_VALUE_INITIAL for the initial state. */
static inline mns_value mns_version_value(const mns_observation *o, uint32_t version) {
    uint32_t writer = o->registers.writer[version];
    return writer == MNS_NONE ? MNS_VALUE_INITIAL : o->history->tables.mops.value[writer];
}

#endif
