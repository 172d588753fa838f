/*
 * fates.h - what becomes of each transaction when a history is written in another format.
 */
#ifndef MNS_FATES_H
#define MNS_FATES_H

#include "format/writer.h"

/* Fills in writing->fate and dropped_info. False when out of memory. O(history). */
bool mns_fates_find(mns_writing *writing);

#endif
