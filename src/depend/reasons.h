/*
 * reasons.h - the search for the reason of an edge between two transactions, by datatype.
 */
#ifndef MNS_REASONS_H
#define MNS_REASONS_H

#include "depend/edges.h"

typedef struct mns_pair {
    const mns_observation *o;
    const mns_mops *mops;
    uint32_t from, to;                               /* transactions */
    uint32_t from_first, from_end, to_first, to_end; /* their micro-operations */
} mns_pair;

/* Up to this many pairs of micro-operations, a search compares all of them; beyond, it indexes
 * one of the transactions by key first. */
#define MNS_LIMIT_PAIRS (1u << 16)

static inline bool mns_pair_is_huge(const mns_pair *p) {
    return (uint64_t)(p->from_end - p->from_first) * (p->to_end - p->to_first) >= MNS_LIMIT_PAIRS;
}

/* What the order of two versions follows from, if the caller knows: a lemma, or one of these. */
#define MNS_ANY_SOURCE MNS_NONE     /* whatever the edge of that kind has */
#define MNS_NO_LEMMA (MNS_NONE - 1) /* a source other than lemmas */

/* Find the reason of an edge of this kind; false if there is none. The caller has filled *reason
 * with "none" everywhere, except kind and rests_on. */
bool mns_reason_list(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason);
bool mns_reason_register(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason);
bool mns_reason_set(const mns_pair *pair, mns_kind kind, mns_reason *reason);
bool mns_reason_counter(const mns_pair *pair, mns_kind kind, mns_reason *reason);

#endif
