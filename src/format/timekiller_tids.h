/*
 * timekiller_tids.h - the ids of the transactions of TimeKiller, to find one that is used twice.
 */
#ifndef MNS_TIMEKILLER_TIDS_H
#define MNS_TIMEKILLER_TIDS_H

#include "core/index.h"
#include "format/timekiller_fast.h"
#include "read/values.h"

typedef struct mns_timekiller_tids {
    mns_index numbers;
    mns_values names;
} mns_timekiller_tids;

void mns_timekiller_tids_init(mns_timekiller_tids *tids);
void mns_timekiller_tids_release(mns_timekiller_tids *tids);
/* False when out of memory. *known: it was added before. */
bool mns_timekiller_tids_add(mns_timekiller_tids *tids, const mns_timekiller_id *id, bool *known);

#endif
