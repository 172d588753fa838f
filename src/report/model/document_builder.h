/*
 * document_builder.h - builds the parts of a document: labels, transactions, links.
 *
 * Strings are written into one buffer, which is empty between two strings, and then moved into the
 * arena. Both have a flag for out of memory, so it is checked once at the end.
 */
#ifndef MNS_REPORT_MODEL_DOCUMENT_BUILDER_H
#define MNS_REPORT_MODEL_DOCUMENT_BUILDER_H

#include "explain/focus.h"
#include "report/model/document.h"

/* Characters at most: of a micro-operation's label, of the key in it, of a value in an arrow's. */
#define MNS_LIMIT_LABEL 40
#define MNS_LIMIT_LABEL_KEY 16
#define MNS_LIMIT_LABEL_VALUE 9
/* Characters of an error. */
#define MNS_LIMIT_DOC_ERROR 120

/* Cuts the text since `from` to `limit` characters, the last three of which are then dots.
 * O(size). */
void mns_label_cut(mns_buf *text, size_t from, size_t limit);

/* "append 5 3", "r 5 [1 ... 7]": document_label.c. */
void mns_label_mop(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out);
/* "rw 5: 2, 3"; "process" and "realtime" if key is MNS_NONE; "2 missing" for a process or realtime
 * order with a key: the later transaction does not show this value. */
void mns_label_arrow(const mns_history *history, mns_kind kind, uint32_t key, mns_value value,
                     mns_value next, mns_buf *out);

/* The transaction with the micro-operations of the focus and others around them: document_txn.c.
 * `text` is empty before and after. O(size of the output). */
void mns_document_txn(mns_arena *arena, const mns_history *history, uint32_t txn,
                      const mns_focus *focus, mns_buf *text, mns_doc_txn *out);
mns_doc_process mns_document_process(mns_arena *arena, const mns_history *history, uint32_t txn,
                                     mns_buf *text);
/* The place of a micro-operation among those shown of its transaction, or MNS_NONE. The focus must
 * be the one that the transaction was made with. */
uint32_t mns_document_mop_place(const mns_history *history, uint32_t mop, const mns_focus *focus);

/* A value and a key as JSON; null if there is none. */
const char *mns_document_value(mns_arena *arena, const mns_history *history, mns_value value,
                               mns_buf *text);
const char *mns_document_key(mns_arena *arena, const mns_history *history, uint32_t key,
                             mns_buf *text);

/* One arrow between two micro-operations of a case. */
typedef struct mns_link {
    uint32_t from_mop, to_mop; /* for process and realtime without a value: any of their txns */
    mns_kind kind;
    mns_value value, next;
} mns_link;

/* The relations of the micro-operations of a case: document_links.c. Writes at most 2 * mop_count
 * links and returns how many. O(micro-operations and elements of their reads). */
uint32_t mns_case_links(const mns_history *history, const mns_witness *witness, mns_link *links);

#endif
