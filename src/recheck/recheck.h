/*
 * recheck.h - the independent re-checker: derives a witness again from the transactions.
 *
 * It sees the raw tables (transactions, micro-operations, lists, sets), the catalog and what the user
 * assumes of keys, and nothing that infer, detect, depend or search worked out, so a mistake there
 * cannot vouch for itself.
 */
#ifndef MNS_RECHECK_RECHECK_H
#define MNS_RECHECK_RECHECK_H

#include "claim/assumptions.h"
#include "claim/witness.h"
#include "history/history.h"

/* Checks all witnesses in one pass over the history (plus work on the witnesses themselves).
 * MINOS_EINTERNAL and the place in *rejected if one does not follow from the history. */
minos_status mns_recheck(const mns_history *history, const mns_assumptions *assumptions,
                         const mns_witnesses *witnesses, size_t *rejected);

#endif
