/*
 * notation.h - values, lists, sets and micro-operations as text.
 *
 * One writer serves all notations: JSON or EDN, the separator, and whether the text is for people
 * (lists and sets longer than MNS_LIST_SHOWN are shortened around the focus) or for programs
 * (complete, or up to a much higher limit).
 *
 *   list-append   [:append 1 3]   [:r 1 [1 2]]     nil and [] are one state, shown as []
 *   rw-register   [:w 1 5]        [:r 1 5]         the initial state is nil
 *   set           [:add 1 3]      [:r 1 #{1 2}]    JSON has an array
 *   counter       [:inc 1 2]      [:r 1 3]
 *
 * A read without an answer shows nil; a revealed version is a fourth element, {:version 7}. Cost:
 * linear in the lists and sets.
 */
#ifndef MNS_NOTATION_H
#define MNS_NOTATION_H

#include "history/history.h"

/* Lists and sets longer than this are shortened around the focus. */
#define MNS_LIST_SHOWN 12
/* Machine-readable lists and sets longer than this are written without their middle. */
#define MNS_LIMIT_LIST_REPORTED 1000

/* The parts of a transaction that are always shown: elements, micro-operations, a place in lists.
 * */
typedef struct mns_focus {
    const mns_value *values;
    uint32_t value_count;
    const uint32_t *mops; /* in any order; those of other transactions are ignored */
    uint32_t mop_count;
    uint32_t at; /* a place in every list, from 0, or MNS_NONE */
} mns_focus;

/* True if the element at this place of a list is in the focus. O(values of the focus). */
bool mns_focus_has(const mns_focus *focus, mns_value value, uint32_t place);

typedef struct mns_notation {
    bool json;
    bool shortened;
    uint32_t limit; /* if not shortened: longer lists and sets are written without their middle */
    const char *separator;
    const mns_focus *focus; /* used if shortened */
} mns_notation;

/* For people, in the notation of the history; focus may be NULL. */
mns_notation mns_notation_shown(const mns_history *history, const mns_focus *focus);

/* MNS_VALUE_NONE and the initial state are nil or null. */
void mns_notation_value(const mns_notation *n, const mns_history *history, mns_value value,
                        mns_buf *out);
/* A list or set, by the history's workload. */
void mns_notation_elements(const mns_notation *n, const mns_history *history,
                           const mns_value *elements, uint32_t count, mns_buf *out);
/* The value of a read; nil without an answer. */
void mns_notation_read(const mns_notation *n, const mns_history *history, uint32_t mop,
                       mns_buf *out);
/* [:append 1 3] or ["r", 1, [1, 2]]. */
void mns_notation_mop(const mns_notation *n, const mns_history *history, uint32_t mop,
                      mns_buf *out);

#endif
