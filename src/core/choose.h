/*
 * choose.h - one of two numbers without a branch.
 *
 * For walks over columns that decide by what nobody can foresee (is this a read, an append?): a wrong
 * guess of the processor costs more than working out both. Compilers turn ?: into branches as they
 * like; this they leave alone. Both numbers must be good to compute.
 */
#ifndef MNS_CHOOSE_H
#define MNS_CHOOSE_H

#include "core/base.h"

static inline uint32_t mns_choose(bool condition, uint32_t yes, uint32_t no) {
    uint32_t mask = 0u - (uint32_t)condition;
    return (yes & mask) | (no & ~mask);
}

#endif
