/*
 * sets_field.h - the :sets field of a history: how the database stores a set.
 *
 *     {:type :ok, :process 0, :f :txn, :value [[:r 1 #{1 2}]], :sets :objects}
 *
 * `:sets :objects`: a set is one object. `:sets :rows`: each element is a row. minos run and minos
 * sim write the former into every operation of such a database, so that an excerpt of the history
 * has it too. The transaction that completed first decides.
 */
#ifndef MNS_SETS_FIELD_H
#define MNS_SETS_FIELD_H

#include "history/history.h"

typedef enum mns_sets_field {
    MNS_SETS_FIELD_ABSENT,
    MNS_SETS_FIELD_ROWS,
    MNS_SETS_FIELD_OBJECTS,
    MNS_SETS_FIELD_UNKNOWN /* the field has another value */
} mns_sets_field;

/* O(bytes of one operation). */
mns_sets_field mns_history_sets_field(const mns_history *history);

#endif
