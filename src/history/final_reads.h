/*
 * final_reads.h - which transactions were recorded as final reads.
 *
 *     {:type :ok, :process 3, :f :txn, :value [[:r x [1 2]]], :final true}
 *
 * A final read is made when nothing is written any more and faults have been healed, so it should show
 * everything that was acknowledged. The mark stands on the completion, on the invocation, or on both.
 * Jepsen's spelling, :final?, is understood too.
 */
#ifndef MNS_FINAL_READS_H
#define MNS_FINAL_READS_H

#include "history/history.h"

/* True if the transaction only reads and is marked as final. Only a few are ever asked about, so the mark is
 * looked up in the source: O(bytes of the transaction's operations). */
bool mns_is_final_read(const mns_history *history, uint32_t txn);

#endif
