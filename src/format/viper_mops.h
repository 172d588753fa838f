/*
 * viper_mops.h - reads the micro-operations of a transaction of Viper and translates them; see
 * viper_read.c for their form.
 *
 * Viper takes a read of a value that no transaction wrote as one of the initial state, which the
 * history need not contain. So all written values must be known before the first read is
 * translated.
 */
#ifndef MNS_VIPER_MOPS_H
#define MNS_VIPER_MOPS_H

#include "format/fingerprints.h"
#include "format/json_input.h"

/* The log of the initial state that Minos writes. Viper reads every file whose name starts with J.
 */
#define MNS_VIPER_INITIAL_LOG "Jinitial.log"

/* A hint. */
#define MNS_VIPER_FORM "a transaction is {\"value\": [[\"w\", 7, 2, true], [\"r\", 8, 3, false]]}"

typedef enum mns_viper_pass {
    MNS_VIPER_SURVEY,  /* note what is written */
    MNS_VIPER_INITIAL, /* the same for the transaction that shows the initial state */
    MNS_VIPER_TRANSLATE
} mns_viper_pass;

typedef struct mns_viper_mops {
    mns_json_input *json;
    uint64_t seed;
    mns_fingerprints written, initial; /* pairs of key and value */
    bool has_initial;                  /* the history contains its initial state */
    uint64_t ranges;                   /* that were read as the rows they returned */
    uint64_t unknown;   /* reads of the initial state, which the history does not contain */
    mns_buf key, value; /* text of strings that need other escapes in EDN */
} mns_viper_mops;

void mns_viper_mops_init(mns_viper_mops *mops, mns_json_input *json);
void mns_viper_mops_release(mns_viper_mops *mops);

/* Reads the array that `open` starts, whose text is readable, and leaves the lexer behind it. 1, or
 * -1 if the reading failed. */
int mns_viper_mops_read(mns_viper_mops *mops, const mns_token *open, mns_viper_pass pass);
/* True for the names of micro-operations. */
bool mns_viper_is_mop(const mns_token *name);

#endif
