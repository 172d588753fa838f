/*
 * transaction.h - a transaction of the history as text.
 *
 * Values are shown as the history wrote them: EDN for EDN, JSON for JSON (notation.h). Timestamps
 * that the database revealed stand beside the type.
 */
#ifndef MNS_TRANSACTION_H
#define MNS_TRANSACTION_H

#include "explain/notation.h"

/* Transactions with more micro-operations than this are shown shortened, as long lists are. */
#define MNS_MOPS_SHOWN 24

/* The transaction in the notation of the history, shortened around the focus; and so the elements
 * of one list or set, and what a micro-operation read, which must be an answered read. */
void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out);
void mns_elements_show(const mns_history *history, const mns_value *elements, uint32_t count,
                       const mns_focus *focus, mns_buf *out);
void mns_read_show(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out);

/* What a transaction is known by: the :index of its completion, or of its invocation if it never
 * completed; that of its invocation, or of its completion if it has none; "ok", "fail" or
 * "info". */
int64_t mns_txn_index(const mns_history *history, uint32_t txn);
int64_t mns_txn_invoke_index(const mns_history *history, uint32_t txn);
const char *mns_txn_type_word(const mns_history *history, uint32_t txn);
/* Its process, 3 or :alice, in the notation of the history and as EDN. */
void mns_txn_process_show(const mns_history *history, uint32_t txn, mns_buf *out);
void mns_txn_process_edn(const mns_history *history, uint32_t txn, mns_buf *out);
/* What the database revealed; MNS_NO_TIMESTAMP where it did not. */
int64_t mns_txn_start_ts(const mns_history *history, uint32_t txn);
int64_t mns_txn_commit_ts(const mns_history *history, uint32_t txn);

/* The micro-operations alone: [["r",1,[1,2]],["append",1,3]] or [[:r 1 [1 2]] [:append 1 3]]. Of a
 * list longer than MNS_LIMIT_LIST_REPORTED the middle is one string that says how many are left
 * out. A read that was not answered shows null or nil. */
void mns_txn_mops_json(const mns_history *history, uint32_t txn, mns_buf *out);
void mns_txn_mops_edn(const mns_history *history, uint32_t txn, mns_buf *out);
/* One micro-operation as EDN, [:append 1 3] or [:r 1 [1 2]], and what one read; nothing is left
 * out. */
void mns_mop_edn(const mns_history *history, uint32_t mop, mns_buf *out);
void mns_read_edn(const mns_history *history, uint32_t mop, mns_buf *out);

/* One value in the notation of the history. */
void mns_value_show(const mns_history *history, mns_value value, mns_buf *out);

#endif
