/*
 * sources.h - how the order of two versions of a register is known, in words.
 */
#ifndef MNS_SOURCES_H
#define MNS_SOURCES_H

#include "explain/transaction.h"
#include "infer/version_graph.h"

/* "process 3 wrote 1 (index 4) before it read 2 (index 9)", for every source but a lemma. by and
 * also are the micro-operations that read or wrote the two versions, as in mns_reason. */
void mns_source_write(const mns_history *history, mns_source_of_order source, uint32_t by,
                      uint32_t also, mns_buf *out);

#endif
