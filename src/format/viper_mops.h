/*
 * viper_mops.h - reads the micro-operations of a transaction of Viper and translates them; see
 * viper_read.c for their form.
 */
#ifndef MNS_VIPER_MOPS_H
#define MNS_VIPER_MOPS_H

#include "format/viper_versions.h"

/* The log of the initial state that Minos writes. Viper reads every file whose name starts with J.
 */
#define MNS_VIPER_INITIAL_LOG "Jinitial.log"

typedef struct mns_viper_mops {
    mns_json_input *json;
    mns_viper_values values;
    mns_viper_versions versions;
    mns_fingerprints rows; /* keys that the current range returned */
    uint64_t ranges;       /* that were read as the rows they returned */
} mns_viper_mops;

void mns_viper_mops_init(mns_viper_mops *mops, mns_json_input *json);
void mns_viper_mops_release(mns_viper_mops *mops);

/* Reads the array that `open` starts, whose text is readable, and leaves the lexer behind it. 1, or
 * -1 if the reading failed. */
int mns_viper_mops_read(mns_viper_mops *mops, const mns_token *open, mns_viper_pass pass);
/* True for the names of micro-operations. */
bool mns_viper_is_mop(const mns_token *name);

#endif
