/*
 * recorder.h - writes the history of a live run as it happens.
 *
 * Clients hand over operations, each under the lock of its own buffer; a thread of the recorder
 * takes them every RECORDER_EVERY_MS, puts them in order and writes them. An operation is stamped
 * while the lock is held:
 *
 *     client:    lock, t = clock, keep the operation, unlock
 *     recorder:  T = clock, then for each client: lock, take all, unlock
 *
 * So when all buffers have been taken, every operation stamped before T is there, and those can be
 * put in their final order and written; the others wait for the next round. An invocation is
 * stamped before anything is sent, a completion after the answer was read: what the file says
 * happened in succession did. Where stamps are equal, invocations come first, so that nothing seems
 * to precede what may have been at the same time.
 *
 * What has been written survives the death of this process. Memory is bounded: a client waits where
 * more than RECORDER_MOST_BYTES are waiting to be written. A disk that is full makes the recorder
 * fail; clients see that and stop, and finish says how much is missing. The file never ends in the
 * middle of an operation.
 */
#ifndef MNS_RUN_RECORD_RECORDER_H
#define MNS_RUN_RECORD_RECORDER_H

#include "run/driver/driver.h"

typedef struct mns_recorder mns_recorder;

/* Creates the file, which must not exist, and starts the thread. NULL: *message says why not (NULL
 * when out of memory). */
mns_recorder *mns_recorder_start(const char *path, unsigned clients, char **message);

/* From now on each operation of a client says that sets are objects (history/sets_kept.h). Before the
 * first operation. */
void mns_recorder_sets_are_objects(mns_recorder *recorder);

/* An operation of a client: 0 .. clients - 1. A transaction that did not succeed is given the
 * trouble it had, else NULL. */
void mns_recorder_invoke(mns_recorder *recorder, unsigned client, uint64_t process,
                         const mns_run_txn *txn);
void mns_recorder_complete(mns_recorder *recorder, unsigned client, uint64_t process,
                           const mns_run_txn *txn, mns_run_outcome outcome,
                           const mns_driver_error *failure);
/* Something that happened to the database, as an operation of process :nemesis: its :f, letters,
 * digits and dashes, and its value in EDN or NULL for nil. From any thread. */
void mns_recorder_event(mns_recorder *recorder, const char *name, const char *value);

/* Any thread may ask: */
/* True once something could not be kept or written: there is no point in going on. */
bool mns_recorder_failed(const mns_recorder *recorder);
/* How many bytes of whole operations are in the file. */
uint64_t mns_recorder_written(const mns_recorder *recorder);

/* Writes what is left and ends the thread; sets the number of operations in the file. MINOS_EIO or
 * MINOS_ENOMEM: *message says what could not be written and how many operations are missing. */
minos_status mns_recorder_finish(mns_recorder *recorder, uint64_t *operations, char **message);

#endif
