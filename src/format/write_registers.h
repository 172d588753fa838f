/*
 * write_registers.h - what the writers of formats for registers share: keys and values as unsigned
 * numbers, values of 0, and a note about transactions without operations.
 */
#ifndef MNS_WRITE_REGISTERS_H
#define MNS_WRITE_REGISTERS_H

#include "format/writer.h"

/* True for an integer from 0 to 2^64 - 1, stored in *number. */
bool mns_value_unsigned(const mns_values *values, mns_value value, uint64_t *number);

/* The key and the value of a micro-operation on registers; *value is not set for a read of the
 * initial state. MINOS_EINPUT: one of them is no such number, and the micro-operation is refused.
 */
minos_status mns_writing_numbers(mns_writing *writing, uint32_t txn, uint32_t mop, uint64_t *key,
                                 uint64_t *value);

/* Refuses a read or a write of 0, for formats in which 0 is the initial state. */
minos_status mns_writing_refuse_zero(mns_writing *writing, uint32_t txn, uint32_t mop,
                                     const char *hint);
/* Refuses a read of 0 that no transaction wrote, for formats in which such a read is one of the
 * initial state. */
minos_status mns_writing_check_zero(mns_writing *writing, uint32_t txn, uint32_t mop);

/* Notes that so many transactions without operations were left out, if there are any. */
void mns_writing_note_empty(mns_writing *writing, uint64_t count);

#endif
