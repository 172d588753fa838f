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

static void see_txn(mns_outcomes *outcomes, uint32_t txn, mns_see see, void *context) {
    const mns_mops *mops = &outcomes->o->history->tables.mops;
    const uint32_t *first = outcomes->o->history->txns.first_mop;
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        if (mns_mop_is_answered(mops, m)) {
            see(context, outcomes, m);
        }
    }
}

uint32_t mns_outcomes_of_completions(mns_observation *o) {
    static const uint8_t first[] = {
        [MNS_TXN_OK] = MNS_COMMITTED, [MNS_TXN_INFO] = MNS_UNKNOWN, [MNS_TXN_FAIL] = MNS_ABORTED};
    const mns_txns *txns = &o->history->txns;
    uint32_t unknown = 0;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        o->outcome[txn] = first[txns->type[txn]];
        unknown += txns->type[txn] == MNS_TXN_INFO;
    }
    return unknown;
}

minos_status mns_outcomes_find(mns_observation *o, mns_see see, void *context) {
    const mns_txns *txns = &o->history->txns;
    mns_outcomes outcomes = {.o = o,
                             .queue = MNS_NEW_ARRAY(uint32_t, mns_outcomes_of_completions(o))};
    if (outcomes.queue == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (txns->type[txn] == MNS_TXN_OK) {
            see_txn(&outcomes, txn, see, context);
        }
    }
    for (uint32_t next = 0; next < outcomes.queued; next++) {
        assert(o->outcome[outcomes.queue[next]] == MNS_PROVEN);
        see_txn(&outcomes, outcomes.queue[next], see, context);
    }
    free(outcomes.queue);
    return MINOS_OK;
}
