/*
 * final_reads.h - which transactions were recorded as final reads.
 *
 *     {:type :ok, :process 3, :f :txn, :value [[:r x [1 2]]], :final true}
 *
 * A final read runs after all writes ended and all faults were reverted, so it should return every
 * acknowledged write. The completion, the invocation or both have the field. Jepsen's name of it,
 * :final?, is accepted too.
 */
#ifndef MNS_FINAL_READS_H
#define MNS_FINAL_READS_H

#include "history/history.h"

/* True if the transaction only reads and is marked as final. Called for few transactions, so the
 * field is looked up in the source: O(bytes of the transaction's operations). */
bool mns_is_final_read(const mns_history *history, uint32_t txn);

#endif
