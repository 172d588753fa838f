/*
 * transaction.h - a transaction of the history as text.
 *
 * Values are shown as the history wrote them: EDN for EDN, JSON for JSON. Lists longer than
 * MNS_LIST_SHOWN are shortened around the elements that matter.
 */
#ifndef MNS_TRANSACTION_H
#define MNS_TRANSACTION_H

#include "history/history.h"

/* Transactions with more micro-operations than this are shown shortened, as long lists are. */
#define MNS_MOPS_SHOWN 24
/* Machine-readable lists show this many elements; of longer ones the middle is left out. */
#define MNS_LIMIT_LIST_REPORTED 1000

/* What matters in a transaction that is shown: elements, micro-operations, a place in lists. */
typedef struct mns_focus {
    const mns_value *values;
    uint32_t value_count;
    const uint32_t *mops; /* ascending or not; those of other transactions are ignored */
    uint32_t mop_count;
    uint32_t at; /* a place in every list, from 0, or MNS_NONE */
} mns_focus;

/* The transaction in the notation of the history, shortened around the focus; and so one list. */
void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out);
void mns_list_show(const mns_history *history, const mns_value *list, uint32_t count,
                   const mns_focus *focus, mns_buf *out);
/* The list that a micro-operation read; it must be an answered read. */
void mns_read_show(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out);

/* What a transaction is known by: the :index of its completion, or of its invocation if it never
 * completed; the number of its process; "ok", "fail" or "info". */
int64_t mns_txn_index(const mns_history *history, uint32_t txn);
int64_t mns_txn_process(const mns_history *history, uint32_t txn);
const char *mns_txn_type_word(const mns_history *history, uint32_t txn);

/* The micro-operations alone: [["r",1,[1,2]],["append",1,3]] or [[:r 1 [1 2]] [:append 1 3]]. Of a
 * list longer than MNS_LIMIT_LIST_REPORTED the middle is one string that says how many are left
 * out. A read that was not answered shows null or nil. */
void mns_txn_mops_json(const mns_history *history, uint32_t txn, mns_buf *out);
void mns_txn_mops_edn(const mns_history *history, uint32_t txn, mns_buf *out);

/* One value in the notation of the history. */
void mns_value_show(const mns_history *history, mns_value value, mns_buf *out);

#endif
