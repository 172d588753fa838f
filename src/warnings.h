/*
 * warnings.h - warnings that qualify a verdict, one sentence each.
 */
#ifndef MNS_WARNINGS_H
#define MNS_WARNINGS_H

#include "pipeline.h"

/* Parts of the history or the options that were not used; lowered: the default model was replaced
 * by one that needs no real time. O(transactions and micro-operations). */
void mns_warn_unused(minos_result *result, const minos_options *options, bool lowered);
/* What the translation of another format left out. */
void mns_warn_translated(minos_result *result);
/* Times that go backwards. O(bytes up to the first of them). */
void mns_warn_backwards(minos_result *result);

#endif
