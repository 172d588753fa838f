/*
 * cobra_unlogged.h - reads in Cobra's logs (cobra.h) whose write is in no log.
 *
 *   the writer it names        what the read is
 *   committed, in a log        a garbage read: the log shows all writes of that transaction
 *   in no log                  a garbage read too, but with a warning: the transaction aborted, or
 *                              its log is missing
 *   unfinished, in a log       a write that the log lacks because it ends before it: the
 *                              translation adds the write to the transaction
 *
 * Cobra's verifier, too, takes a writer that it has not seen commit for one that is still running.
 * A transaction that wrote a key twice is refused if reads alone show it: the order is unknown.
 */
#ifndef MNS_COBRA_UNLOGGED_H
#define MNS_COBRA_UNLOGGED_H

#include "format/cobra.h"

/* Notes a read whose write no log has. writer_known: a log has the transaction. False: the reading
 * failed. */
bool mns_cobra_unlogged_note(mns_reading *reading, mns_cobra_facts *facts,
                             const mns_cobra_record *read, bool writer_known);
/* Sorts and checks the writes after the last read. False: the reading failed. O(n log n). */
bool mns_cobra_unlogged_finish(mns_reading *reading, mns_cobra_facts *facts);

#endif
