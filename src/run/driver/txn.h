/*
 * txn.h - a transaction of a live run: its micro-operations and the answers to its reads.
 *
 * Filled by the generator, then by a driver, which adds the answers to reads, and then passed to
 * the recorder. Answers are stored as the EDN text that the history will contain. This file turns
 * every answer into valid EDN, so drivers never write EDN: text that should be a number but is not
 * becomes a string, which the checker reports as garbage (for a counter: rejects).
 *
 * Each client reuses one transaction; it stops allocating once it is large enough.
 */
#ifndef MNS_RUN_DRIVER_TXN_H
#define MNS_RUN_DRIVER_TXN_H

#include "core/buf.h"
#include "generate/generator.h"

typedef struct mns_run_mop {
    bool write;
    bool answered; /* a read with an answer */
    uint64_t key;
    int64_t value;                 /* of a write */
    size_t answer_at, answer_size; /* in `answers` of the transaction */
    uint64_t version;              /* that was read or written, if revealed; else 0 */
} mns_run_mop;

typedef struct mns_run_txn {
    mns_generator_kind kind;
    mns_run_mop *mops;
    size_t count, capacity;
    mns_buf answers; /* EDN; `failed` when out of memory */
    bool final;      /* a final read, and recorded as one */
} mns_run_txn;

void mns_run_txn_init(mns_run_txn *txn, mns_generator_kind kind);
void mns_run_txn_release(mns_run_txn *txn);
/* Removes micro-operations and answers. */
void mns_run_txn_clear(mns_run_txn *txn);
/* Removes answers only, so that it can be run again. */
void mns_run_txn_forget_answers(mns_run_txn *txn);
/* Adds a micro-operation; false when out of memory. */
bool mns_run_txn_push(mns_run_txn *txn, bool write, uint64_t key, int64_t value);

/* ---- Answer to read i; call one of these once per read --------------------------------------- */

/* No value: nil; 0 for a counter. */
void mns_answer_nil(mns_run_txn *txn, size_t i);
/* Text that should be an integer, for registers and counters. */
void mns_answer_text(mns_run_txn *txn, size_t i, const char *text, size_t size);
/* Text that should be integers separated by blanks, commas or braces, for lists and for sets that
 * the database returns as one text. */
void mns_answer_list(mns_run_txn *txn, size_t i, const char *text, size_t size);
/* Elements one by one, for sets (any order, each once) and lists. */
void mns_answer_begin(mns_run_txn *txn, size_t i);
void mns_answer_element(mns_run_txn *txn, size_t i, const char *text, size_t size);
void mns_answer_end(mns_run_txn *txn, size_t i);

/* The version number that the database revealed for read or write i; of two versions of a key the
 * later one has the greater number. Not 0. */
void mns_answer_version(mns_run_txn *txn, size_t i, uint64_t version);

/* ---- EDN ------------------------------------------------------------------------------------- */

/* [[:append 1 2] [:r 3 nil]]: with answers if `answered`, else nil for every read. Revealed
 * versions are included: [:r 3 7 {:version 12}]. */
void mns_run_txn_write(const mns_run_txn *txn, bool answered, mns_buf *out);

#endif
