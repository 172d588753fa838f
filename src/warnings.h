/*
 * warnings.h - what somebody who trusts a verdict should know besides it, one sentence each.
 */
#ifndef MNS_WARNINGS_H
#define MNS_WARNINGS_H

#include "pipeline.h"

/* What of the history or the options is not used; lowered: the default model was replaced by one that
 * needs no real time. O(transactions and micro-operations). */
void mns_warn_unused(minos_result *result, const minos_options *options, bool lowered);

#endif
