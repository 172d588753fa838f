/* outcomes.c - see outcomes.h. O(transactions + micro-operations), besides what `see` costs. */
#include "infer/outcomes.h"

#include "core/grow.h"

void mns_outcomes_shown(mns_outcomes *outcomes, uint32_t writer) {
    if (writer == MNS_NONE || writer == MNS_AMBIGUOUS) {
        return;
    }
    uint32_t txn = mns_txn_of(outcomes->o, writer);
    if (outcomes->o->outcome[txn] == MNS_UNKNOWN) {
        outcomes->o->outcome[txn] = MNS_PROVEN;
        outcomes->queue[outcomes->queued++] = txn;
    }
}

minos_status mns_outcomes_find(mns_observation *o, mns_see see, void *context) {
    static const uint8_t first[] = {MNS_COMMITTED, MNS_UNKNOWN, MNS_ABORTED};
    const mns_txns *txns = &o->history->txns;
    const mns_mops *mops = &o->history->tables.mops;
    mns_outcomes outcomes = {.o = o, .queue = MNS_NEW_ARRAY(uint32_t, txns->count)};
    if (outcomes.queue == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        o->outcome[txn] = first[txns->type[txn]];
        if (txns->type[txn] == MNS_TXN_OK) {
            outcomes.queue[outcomes.queued++] = txn;
        }
    }
    for (uint32_t next = 0; next < outcomes.queued; next++) {
        uint32_t txn = outcomes.queue[next];
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (mns_mop_is_answered(mops, m)) {
                see(context, &outcomes, m);
            }
        }
    }
    free(outcomes.queue);
    return MINOS_OK;
}
