/*
 * txn.h - a transaction of a live run: what a client asks for, and what it was answered.
 *
 * Filled from the generator's wishes, given to a driver, which adds the answers of reads, and then
 * to the recorder. Answers are kept as the EDN text that the history will show; whatever a database
 * says becomes good EDN here, so a driver never writes EDN itself: text that is not the number it
 * should be is recorded as a string, which the checker reports as garbage (of a counter: refuses).
 *
 * One of these is used again and again by a client; it stops allocating once it is large enough.
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
    size_t answer_at, answer_size; /* in the answers of the transaction */
    uint64_t version;              /* of what was read or written, where it is revealed; else 0 */
} mns_run_mop;

typedef struct mns_run_txn {
    mns_generator_kind kind;
    mns_run_mop *mops;
    size_t count, capacity;
    mns_buf answers; /* EDN; `failed` when out of memory */
    bool final;      /* a final read, and recorded as such */
} mns_run_txn;

void mns_run_txn_init(mns_run_txn *txn, mns_generator_kind kind);
void mns_run_txn_release(mns_run_txn *txn);
/* Forgets micro-operations and answers. */
void mns_run_txn_clear(mns_run_txn *txn);
/* Adds a micro-operation; false when out of memory. */
bool mns_run_txn_push(mns_run_txn *txn, bool write, uint64_t key, int64_t value);

/* ---- Answers of the read at place i, once each ------------------------------------------------- */

/* There is nothing: nil; of a counter 0. */
void mns_answer_nil(mns_run_txn *txn, size_t i);
void mns_answer_integer(mns_run_txn *txn, size_t i, int64_t number);
/* Text that should be an integer: of a register or a counter. */
void mns_answer_text(mns_run_txn *txn, size_t i, const char *text, size_t size);
/* Text that should be integers with blanks, commas or braces around them: of a list or, where the
 * database gives it as one text, of a set. */
void mns_answer_list(mns_run_txn *txn, size_t i, const char *text, size_t size);
/* Elements one by one, of a set (any order, each once) or of a list. */
void mns_answer_begin(mns_run_txn *txn, size_t i);
void mns_answer_element(mns_run_txn *txn, size_t i, const char *text, size_t size);
void mns_answer_end(mns_run_txn *txn, size_t i);

/* The database revealed the number of the version that the read at place i shows, or the write made:
 * of the versions of a key a later one has a greater number. Not 0. */
void mns_answer_version(mns_run_txn *txn, size_t i, uint64_t version);

/* ---- As EDN ------------------------------------------------------------------------------------- */

/* [[:append 1 2] [:r 3 nil]]: with the answers if `answered`, else nil for every read. What
 * was revealed goes with them: [:r 3 7 {:version 12}]. */
void mns_run_txn_write(const mns_run_txn *txn, bool answered, mns_buf *out);

#endif
