/*
 * recheck_rules.h - does a witness follow from the history? One function for either kind.
 */
#ifndef MNS_RECHECK_CYCLE_H
#define MNS_RECHECK_CYCLE_H

#include "explain/recheck_facts.h"

bool mns_recheck_cycle(mns_facts *facts, const mns_witness *witness);
bool mns_recheck_case(mns_facts *facts, const mns_witness *witness);

#endif
