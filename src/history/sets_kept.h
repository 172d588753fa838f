/*
 * sets_kept.h - what a history says of how its database keeps a set.
 *
 *     {:type :ok, :process 0, :f :txn, :value [[:r 1 #{1 2}]], :sets :objects}
 *
 * `:sets :objects` says that a set is one object, `:sets :rows` that each element is a row. minos run
 * and minos sim write the former on every operation of such a database, so that a part of the history
 * still says it; the transaction that completed first decides.
 */
#ifndef MNS_SETS_KEPT_H
#define MNS_SETS_KEPT_H

#include "history/history.h"

typedef enum mns_sets_kept {
    MNS_SETS_UNSAID,
    MNS_SETS_ROWS,
    MNS_SETS_OBJECTS,
    MNS_SETS_UNKNOWN /* the field has another value */
} mns_sets_kept;

/* O(bytes of one operation). */
mns_sets_kept mns_history_sets_kept(const mns_history *history);

#endif
