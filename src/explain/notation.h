/*
 * notation.h - values, lists, sets and micro-operations as text.
 *
 * One writer serves all notations: whether values are JSON or EDN, what stands between two of them,
 * and whether the text is for people (lists and sets longer than MNS_LIST_SHOWN are shortened around
 * what matters) or for programs (whole up to a limit far above that, or to no limit at all).
 *
 *   list-append   [:append 1 3]   [:r 1 [1 2]]     nil and [] are one state, shown as []
 *   rw-register   [:w 1 5]        [:r 1 5]         the initial state is nil
 *   set           [:add 1 3]      [:r 1 #{1 2}]    JSON has an array
 *   counter       [:inc 1 2]      [:r 1 3]
 *
 * A read that nobody answered shows nil; a version that the database revealed is a fourth element,
 * {:version 7}. Cost: linear in the lists and sets that are looked through.
 */
#ifndef MNS_NOTATION_H
#define MNS_NOTATION_H

#include "history/history.h"

/* Lists and sets longer than this are shown shortened around the elements that matter. */
#define MNS_LIST_SHOWN 12
/* Machine-readable ones show this many elements; of longer ones the middle is left out. */
#define MNS_LIMIT_LIST_REPORTED 1000

/* What matters in a transaction that is shown: elements, micro-operations, a place in lists. */
typedef struct mns_focus {
    const mns_value *values;
    uint32_t value_count;
    const uint32_t *mops; /* ascending or not; those of other transactions are ignored */
    uint32_t mop_count;
    uint32_t at; /* a place in every list, from 0, or MNS_NONE */
} mns_focus;

/* Does the element that stands at this place of a list matter? O(values of the focus). */
bool mns_focus_has(const mns_focus *focus, mns_value value, uint32_t place);

typedef struct mns_notation {
    bool json;
    bool shortened;
    uint32_t limit; /* where not shortened: of longer lists and sets the middle is left out */
    const char *separator;
    const mns_focus *focus; /* used where shortened */
} mns_notation;

/* For people, in the notation of the history; focus may be NULL. */
mns_notation mns_notation_shown(const mns_history *history, const mns_focus *focus);

/* MNS_VALUE_NONE and the initial state are nil or null. */
void mns_notation_value(const mns_notation *n, const mns_history *history, mns_value value,
                        mns_buf *out);
/* What a list or set of the history's workload with these elements looks like. */
void mns_notation_elements(const mns_notation *n, const mns_history *history,
                           const mns_value *elements, uint32_t count, mns_buf *out);
/* What a read saw; nil if nobody answered it. */
void mns_notation_read(const mns_notation *n, const mns_history *history, uint32_t mop,
                       mns_buf *out);
/* [:append 1 3] or ["r", 1, [1, 2]]. */
void mns_notation_mop(const mns_notation *n, const mns_history *history, uint32_t mop,
                      mns_buf *out);

#endif
