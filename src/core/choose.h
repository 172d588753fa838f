/*
 * choose.h - selects one of two numbers without a branch.
 *
 * For loops over columns with unpredictable conditions (read or append?), where a branch
 * misprediction costs more than computing both numbers. Compilers may turn ?: into a branch, but
 * leave this as it is. Both numbers are always computed.
 */
#ifndef MNS_CHOOSE_H
#define MNS_CHOOSE_H

#include "core/base.h"

static inline uint32_t mns_choose(bool condition, uint32_t yes, uint32_t no) {
    uint32_t mask = 0u - (uint32_t)condition;
    return (yes & mask) | (no & ~mask);
}

#endif
