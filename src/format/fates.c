/*
 * fates.c - see fates.h.
 *
 * Which info transactions committed is decided as for a verdict (infer/outcomes.h), from the tables
 * of the history alone: no version orders are needed. Only a history with info transactions looks
 * at its reads.
 */
#include "format/fates.h"

#include "core/grow.h"
#include "infer/outcomes.h"

/* How much of each spine, or which sets, were looked at: each element is looked up once. */
typedef struct shown {
    uint32_t *upto;
} shown;

static void see_elements(mns_outcomes *outcomes, uint32_t key, const mns_value *elements,
                         uint32_t from, uint32_t count) {
    for (uint32_t i = from; i < count; i++) {
        mns_outcomes_shown(outcomes, mns_history_writer(outcomes->o->history, key, elements[i]));
    }
}

static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    const shown *seen = context;
    const mns_history *history = outcomes->o->history;
    const mns_tables *tables = &history->tables;
    uint32_t key = tables->mops.key[read], count = tables->mops.value[read];
    if (history->workload == MNS_RW_REGISTER) {
        if (count != MNS_VALUE_INITIAL) {
            mns_outcomes_shown(outcomes, mns_history_writer(history, key, count));
        }
        return;
    }
    if (history->workload == MNS_COUNTER || count == 0) {
        return; /* increments have no identity */
    }
    const mns_value *elements = history->workload == MNS_SET ? mns_mop_set(tables, read, &count)
                                                             : mns_mop_list(tables, read, &count);
    uint32_t *upto = &seen->upto[tables->mops.content[read]];
    if (count > *upto) {
        see_elements(outcomes, key, elements, *upto, count);
        *upto = count;
    }
}

/* MNS_COMMITTED, MNS_PROVEN and so on, by transaction. */
static bool find_outcomes(const mns_history *history, uint8_t *outcome) {
    const mns_tables *tables = &history->tables;
    mns_observation o = {.history = history, .outcome = outcome};
    if (history->info == 0) {
        mns_outcomes_of_completions(&o);
        return true;
    }
    size_t contents = history->workload == MNS_SET ? tables->sets.count : tables->spines.count;
    shown seen = {.upto = MNS_NEW_ARRAY(uint32_t, contents)};
    bool good = seen.upto != NULL && mns_outcomes_find(&o, see, &seen) == MINOS_OK;
    free(seen.upto);
    return good;
}

bool mns_fates_find(mns_writing *writing) {
    static const uint8_t fates[] = {[MNS_COMMITTED] = MNS_FATE_COMMITTED,
                                    [MNS_PROVEN] = MNS_FATE_WRITES,
                                    [MNS_UNKNOWN] = MNS_FATE_DROPPED,
                                    [MNS_ABORTED] = MNS_FATE_ABORTED};
    uint32_t count = writing->history->txns.count;
    writing->fate = MNS_NEW_ARRAY(uint8_t, count);
    if (writing->fate == NULL || !find_outcomes(writing->history, writing->fate)) {
        return false;
    }
    for (uint32_t txn = 0; txn < count; txn++) {
        writing->fate[txn] = fates[writing->fate[txn]];
        writing->dropped_info += writing->fate[txn] == MNS_FATE_DROPPED;
    }
    return true;
}
