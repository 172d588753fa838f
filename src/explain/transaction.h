/*
 * transaction.h - a transaction of the history as text.
 *
 * Values are in the notation of the history, EDN or JSON (notation.h). Revealed timestamps follow
 * the type.
 */
#ifndef MNS_TRANSACTION_H
#define MNS_TRANSACTION_H

#include "explain/notation.h"

/* Transactions with more micro-operations than this are shortened, as long lists are. */
#define MNS_MOPS_SHOWN 24

/* A transaction, the elements of a list or set, and the value of an answered read, in the notation
 * of the history and shortened around the focus. */
void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out);
void mns_elements_show(const mns_history *history, const mns_value *elements, uint32_t count,
                       const mns_focus *focus, mns_buf *out);
void mns_read_show(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out);

/* The :index of its completion, or of its invocation if it never completed; the :index of its
 * invocation, or of its completion if it has none; "ok", "fail" or "info". */
int64_t mns_txn_index(const mns_history *history, uint32_t txn);
int64_t mns_txn_invoke_index(const mns_history *history, uint32_t txn);
const char *mns_txn_type_word(const mns_history *history, uint32_t txn);
/* Its process, 3 or :alice, in the notation of the history and as EDN. */
void mns_txn_process_show(const mns_history *history, uint32_t txn, mns_buf *out);
void mns_txn_process_edn(const mns_history *history, uint32_t txn, mns_buf *out);
/* Its :node, the node of the database that it ran on, as the history has it: "n1", :n1, 1. False if
 * it has none, or one that is no scalar or too long to be a name. O(bytes of an operation). */
bool mns_txn_node(const mns_history *history, uint32_t txn, const char **text, size_t *size);
/* The revealed timestamps, or MNS_NO_TIMESTAMP. */
int64_t mns_txn_start_ts(const mns_history *history, uint32_t txn);
int64_t mns_txn_commit_ts(const mns_history *history, uint32_t txn);

/* The micro-operations alone: [["r",1,[1,2]],["append",1,3]] or [[:r 1 [1 2]] [:append 1 3]]. In a
 * list longer than MNS_LIMIT_LIST_REPORTED a string with the number of omitted elements replaces
 * the middle. A read without an answer shows null or nil. */
void mns_txn_mops_json(const mns_history *history, uint32_t txn, mns_buf *out);
void mns_txn_mops_edn(const mns_history *history, uint32_t txn, mns_buf *out);
/* One micro-operation as EDN, [:append 1 3] or [:r 1 [1 2]], and the value of a read; complete. */
void mns_mop_edn(const mns_history *history, uint32_t mop, mns_buf *out);
void mns_read_edn(const mns_history *history, uint32_t mop, mns_buf *out);

/* One value in the notation of the history. */
void mns_value_show(const mns_history *history, mns_value value, mns_buf *out);

#endif
