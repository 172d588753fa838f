/* focus.c - see focus.h. */
#include "explain/focus.h"

mns_focus mns_focus_of_cycle(const mns_witness *witness, uint32_t place,
                             mns_focus_storage *storage) {
    assert(place < witness->step_count);
    uint32_t step = witness->leaving[place];
    uint32_t before = (step + witness->step_count - 1) % witness->step_count;
    const mns_reason *leaving = &witness->steps[step].reason;
    const mns_reason *entering = &witness->steps[before].reason;
    storage->values[0] = leaving->value;
    storage->values[1] = leaving->next;
    storage->values[2] = entering->value;
    storage->values[3] = entering->next;
    storage->mops[0] = leaving->key == MNS_NONE ? MNS_NONE : leaving->from_mop;
    storage->mops[1] = entering->key == MNS_NONE ? MNS_NONE : entering->to_mop;
    return (mns_focus){storage->values, 4, storage->mops, 2, MNS_NONE};
}

uint32_t mns_first_difference(const mns_value *a, uint32_t a_count, const mns_value *b,
                              uint32_t b_count) {
    uint32_t i = 0;
    while (i < a_count && i < b_count && a[i] == b[i]) {
        i++;
    }
    return i;
}

mns_value mns_only_element(const mns_observation *o, uint32_t read, uint32_t other) {
    const mns_history *history = o->history;
    uint32_t count, other_count, key = history->tables.mops.key[read];
    const mns_value *set = mns_mop_set(&history->tables, read, &count);
    const mns_value *lacks = mns_mop_set(&history->tables, other, &other_count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t writer = mns_history_writer(history, key, set[i]);
        if (mns_set_find(lacks, other_count, set[i]) == MNS_NONE && writer != MNS_NONE &&
            writer != MNS_AMBIGUOUS && mns_txn_counts(o, mns_txn_of(o, writer)) &&
            mns_txn_of(o, writer) != mns_txn_of(o, read)) {
            return set[i];
        }
    }
    return MNS_VALUE_NONE;
}

mns_focus mns_focus_of_case(const mns_observation *o, const mns_witness *w,
                            mns_focus_storage *storage) {
    const mns_tables *tables = &o->history->tables;
    bool two = w->mop_count == 2;
    uint32_t count = 0;
    if (w->element != MNS_VALUE_NONE) {
        storage->values[count++] = w->element;
    }
    if (w->anomaly == MNS_A_INCOMPARABLE_READS && two) {
        storage->values[count++] = mns_only_element(o, w->mops[1], w->mops[0]);
    }
    for (uint32_t i = 0; i < w->mop_count && count < MNS_LIMIT_FOCUS; i++) {
        if (!mns_mop_is_read(&tables->mops, w->mops[i])) {
            storage->values[count++] = tables->mops.value[w->mops[i]];
        }
    }
    mns_focus focus = {storage->values, count, NULL, 0, MNS_NONE};
    if (w->anomaly == MNS_A_INCOMPATIBLE_ORDER && two) {
        uint32_t a_count, b_count;
        const mns_value *a = mns_mop_list(tables, w->mops[0], &a_count);
        const mns_value *b = mns_mop_list(tables, w->mops[1], &b_count);
        focus.at = mns_first_difference(a, a_count, b, b_count);
    }
    return focus;
}
