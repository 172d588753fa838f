/*
 * reasons.h - two transactions between which a reason is looked for, and who looks.
 */
#ifndef MNS_REASONS_H
#define MNS_REASONS_H

#include "depend/depend.h"

typedef struct mns_pair {
    const mns_observation *o;
    const mns_mops *mops;
    uint32_t from, to;                               /* transactions */
    uint32_t from_first, from_end, to_first, to_end; /* their micro-operations */
} mns_pair;

/* One for each datatype: finds the reason of an edge of this kind; false if there is none. The caller
 * has filled *reason with "none" everywhere, kind and rests_on included. */
/* lemma: what the order of versions rests on, or MNS_NONE: whatever the edge of that kind does. */
bool mns_reason_list(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason);
bool mns_reason_register(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason);
bool mns_reason_set(const mns_pair *pair, mns_kind kind, mns_reason *reason);
bool mns_reason_counter(const mns_pair *pair, mns_kind kind, mns_reason *reason);

#endif
