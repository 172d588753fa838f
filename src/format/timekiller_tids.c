/* timekiller_tids.c - see timekiller_tids.h. */
#include "format/timekiller_tids.h"

void mns_timekiller_tids_init(mns_timekiller_tids *tids) {
    mns_index_init(&tids->numbers);
    mns_values_init(&tids->names);
}

void mns_timekiller_tids_release(mns_timekiller_tids *tids) {
    mns_index_release(&tids->numbers);
    mns_values_release(&tids->names);
}

bool mns_timekiller_tids_add(mns_timekiller_tids *tids, const mns_timekiller_id *id, bool *known) {
    if (id->is_number) {
        uint64_t number = (uint64_t)id->number;
        *known = mns_index_get(&tids->numbers, number) != MNS_NONE;
        return *known || mns_index_add(&tids->numbers, number, 0);
    }
    size_t before = tids->names.count;
    mns_value name =
        mns_values_intern(&tids->names, MNS_VALUE_STRING, id->text.data, id->text.size);
    *known = tids->names.count == before;
    return name != MNS_VALUE_NONE;
}
