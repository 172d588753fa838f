/*
 * edn_values.h - the parts of Elle's case maps.
 */
#ifndef MNS_REPORT_EDN_EDN_VALUES_H
#define MNS_REPORT_EDN_EDN_VALUES_H

#include "explain/explain.h"

/* {:index :process :type :f :value}, and revealed timestamps: :start-ts, :commit-ts. */
void mns_edn_op(mns_buf *out, const mns_history *history, uint32_t txn);
/* nil if there is no value or no key. */
void mns_edn_value(mns_buf *out, const mns_history *history, mns_value value);
void mns_edn_key(mns_buf *out, const mns_history *history, uint32_t key);

/* {:cycle [op ... first op] :steps [...] :type :G0} (edn_cycle.c). */
void mns_edn_cycle(mns_buf *out, const mns_history *history, const mns_witness *witness);

#endif
