/*
 * recorder.h - writes the history of a live run as it happens.
 *
 * Clients hand over operations, each under the lock of its own buffer; the recorder's thread takes
 * them every RECORDER_EVERY_MS, orders them and writes them. An operation is stamped while the lock
 * is held:
 *
 *     client:    lock, t = clock, keep the operation, unlock
 *     recorder:  T = clock, then for each client: lock, take all, unlock
 *
 * So when all buffers have been taken, every operation stamped before T is present; these can be
 * put in their final order and written, the others wait for the next round. An invocation is
 * stamped before anything is sent, a completion after the answer was read: operations that are
 * sequential in the file were sequential. If stamps are equal, invocations come first, so that no
 * operation seems to precede one that may have been concurrent.
 *
 * Written data survives the death of this process. Memory is bounded: a client waits while more
 * than RECORDER_MOST_BYTES are buffered. A full disk makes the recorder fail; clients notice and
 * stop, and mns_recorder_finish reports how much is missing. The file never ends with a partial
 * operation.
 */
#ifndef MNS_RUN_RECORD_RECORDER_H
#define MNS_RUN_RECORD_RECORDER_H

#include "run/driver/driver.h"

typedef struct mns_recorder mns_recorder;

/* Creates the file, which must not exist, and starts the thread. NULL: *message is the reason (NULL
 * when out of memory). */
mns_recorder *mns_recorder_start(const char *path, unsigned clients, char **message);

/* Marks each operation of a client with :sets :objects (history/sets_field.h). Call it before the
 * first operation. */
void mns_recorder_sets_are_objects(mns_recorder *recorder);

/* Records with each operation of a client the node it uses: :node "n1" for client 0, "n2" for
 * client 1, and again "n1" for client `nodes`. Call it before the first operation. */
void mns_recorder_name_nodes(mns_recorder *recorder, unsigned nodes);

/* Operations of client 0 .. clients - 1. `failure` is the error of a transaction that did not
 * succeed, else NULL. */
void mns_recorder_invoke(mns_recorder *recorder, unsigned client, uint64_t process,
                         const mns_run_txn *txn);
void mns_recorder_complete(mns_recorder *recorder, unsigned client, uint64_t process,
                           const mns_run_txn *txn, mns_run_outcome outcome,
                           const mns_driver_error *failure);
/* A fault, as an operation of process :nemesis: its :f (letters, digits and dashes) and its value
 * in EDN, or NULL for nil. From any thread. */
void mns_recorder_event(mns_recorder *recorder, const char *name, const char *value);

/* From any thread: */
/* True once an operation could not be kept or written: stop the run. */
bool mns_recorder_failed(const mns_recorder *recorder);
/* Bytes of complete operations in the file. */
uint64_t mns_recorder_written(const mns_recorder *recorder);

/* Writes the rest and ends the thread; sets the number of operations in the file. MINOS_EIO or
 * MINOS_ENOMEM: *message says what failed and how many operations are missing. */
minos_status mns_recorder_finish(mns_recorder *recorder, uint64_t *operations, char **message);

#endif
