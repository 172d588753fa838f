/*
 * mop_offset.h - where a micro-operation starts in the text of the history, for messages.
 */
#ifndef MNS_MOP_OFFSET_H
#define MNS_MOP_OFFSET_H

#include "history/history.h"

/* The offset of a micro-operation, found by reading its operation again; that of the operation if
 * the text can no longer be read. Also while the history is read. O(bytes of the operation). */
uint64_t mns_mop_offset(const mns_history *history, uint32_t mop);

#endif
