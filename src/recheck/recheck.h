/*
 * recheck.h - the independent re-checker: derives a witness again from the transactions.
 *
 * It uses the raw tables (transactions, micro-operations, lists, sets), the catalog and the user's
 * assumptions about keys, but no result of infer, detect, depend or search, so a mistake there
 * cannot confirm itself.
 */
#ifndef MNS_RECHECK_RECHECK_H
#define MNS_RECHECK_RECHECK_H

#include "claim/assumptions.h"
#include "claim/witness.h"
#include "history/history.h"

/* Checks all witnesses in one pass over the history, plus the work for each witness.
 * MINOS_EINTERNAL and its place in *rejected if a witness does not follow from the history. */
minos_status mns_recheck(const mns_history *history, const mns_assumptions *assumptions,
                         const mns_witnesses *witnesses, size_t *rejected);

#endif
