/*
 * committed_only.h - for writers of formats that have no aborted transactions.
 */
#ifndef MNS_COMMITTED_ONLY_H
#define MNS_COMMITTED_ONLY_H

#include "format/writer.h"

/* Counts aborted transactions as dropped. Refuses the history if a committed transaction read a
 * write of one: without its writer that read would show a value that no transaction wrote, and the
 * verdict would be another. O(micro-operations and elements of lists). */
minos_status mns_writing_drop_aborted(mns_writing *writing);

/* The transaction is part of the file; false: dropped or aborted. */
static inline bool mns_writing_is_committed(const mns_writing *writing, uint32_t txn) {
    return writing->fate[txn] == MNS_FATE_COMMITTED || writing->fate[txn] == MNS_FATE_WRITES;
}

#endif
