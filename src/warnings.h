/*
 * warnings.h - what somebody who trusts a verdict should know besides it, one sentence each.
 */
#ifndef MNS_WARNINGS_H
#define MNS_WARNINGS_H

#include "pipeline.h"

/* What of the history or the options is not used. O(transactions and micro-operations). */
void mns_warn_unused(minos_result *result, const minos_options *options);
/* Times that go backwards. O(bytes up to the first of them). */
void mns_warn_backwards(minos_result *result);
/* Valid for a model that is tested only in part is worth less than it sounds. */
void mns_warn_partly(minos_result *result);

#endif
