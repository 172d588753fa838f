/*
 * faults.h - the faults injected during a run, and how long each lasted.
 *
 * In: the operations that belong to no transaction: those of processes that are not clients, such
 * as :nemesis. Out: faults, ordered by start. An action is recorded twice, at its start and at its
 * completion, both with the same :f; the two are one fault.
 *
 *     :start-partition   :start-partition  ...  :stop-partition   :stop-partition
 *     |- begin           |- begun               |- end            |- ended
 *
 * fault_windows.def lists which actions last, and which actions end them. Cost: O(transactions +
 * operations / 64), and O(bytes) of the operations outside transactions.
 */
#ifndef MNS_FAULTS_H
#define MNS_FAULTS_H

#include "history/history.h"

/* Positions of operations in the history, or MNS_NONE. */
typedef struct mns_fault_span {
    uint32_t begin, begun; /* the action that started it: its start, and its completion */
    uint32_t end, ended;   /* the action that ended it; a fault without duration has none */
    bool lasts;            /* until another action ends it */
} mns_fault_span;

typedef struct mns_faults {
    mns_fault_span *spans;
    uint32_t count;
    size_t capacity;
} mns_faults;

/* False when out of memory. Release it in any case. */
bool mns_faults_find(const mns_history *history, mns_faults *faults);
void mns_faults_release(mns_faults *faults);

/* Where a fault ends: at the completion of the action that ended it or, for a fault without
 * duration, of its own; MNS_NONE if nothing ended it. */
uint32_t mns_fault_until(const mns_fault_span *fault);

/* The first faults that overlap these positions, at most `most`, ascending; *more if there are
 * others. Of the faults that began before `first`, only the last MNS_LIMIT_FAULTS_BEFORE are
 * considered. O(log faults + most). */
#define MNS_LIMIT_FAULTS_BEFORE 64
uint32_t mns_faults_during(const mns_faults *faults, uint32_t first, uint32_t last,
                           uint32_t *places, uint32_t most, bool *more);

#endif
