/*
 * viper_versions.h - the values that a history of Viper has of each key, and what its reads and
 * writes mean.
 *
 * Which value of a key is its initial one?
 * - With a transaction that has isInitial: the value that it shows. Other keys have no row at
 * first, which is null or 0. Any other value that no transaction wrote stays as it is.
 * - Without: the value that was read and that no transaction wrote, as for Viper. A second such
 *   value of the same key is an error.
 *   A value that a transaction tried to write, without success, is not initial either. A read of it
 *   is an aborted read, so the translation shows such writes as aborted transactions.
 * 0 is a value like others if a transaction wrote it to the key. So all written values must be
 * known before the first read is translated.
 */
#ifndef MNS_VIPER_VERSIONS_H
#define MNS_VIPER_VERSIONS_H

#include "format/fingerprints.h"
#include "format/viper_initial.h"
#include "format/viper_values.h"

typedef enum mns_viper_pass {
    MNS_VIPER_SURVEY,  /* note what is written */
    MNS_VIPER_INITIAL, /* the same for the transaction that shows the initial state */
    MNS_VIPER_TRANSLATE,
    MNS_VIPER_FAILED /* translate the writes that did not succeed */
} mns_viper_pass;

/* What a read says about its row: a delete wrote it, or another write. */
typedef enum mns_viper_life { MNS_VIPER_UNSAID, MNS_VIPER_LIVE, MNS_VIPER_DEAD } mns_viper_life;

typedef struct mns_viper_versions {
    mns_json_input *json;
    mns_fingerprints written;    /* pairs of key and value */
    mns_fingerprints tombstones; /* those of them that deletes wrote */
    mns_fingerprints failed;     /* pairs whose write did not succeed */
    mns_fingerprints aborted;    /* those of them that were translated */
    bool has_failed;             /* the transaction has such pairs to translate */
    mns_viper_initial initial;   /* of all keys that it has; else of those read so far */
    bool has_initial;            /* the history contains its initial state */
    bool repeated;               /* a transaction writes a value of it again */
    bool wrote_zero;             /* a transaction writes 0 */
    uint64_t unknown; /* reads of the initial state, which the history does not contain */
} mns_viper_versions;

void mns_viper_versions_init(mns_viper_versions *versions, mns_json_input *json);
void mns_viper_versions_release(mns_viper_versions *versions);

/* A read or write at `start` of the text. 1, or -1 if the reading failed. */
int mns_viper_use_read(mns_viper_versions *versions, const char *start, const mns_viper_value *k,
                       const mns_viper_value *v, mns_viper_life said, mns_viper_pass pass);
int mns_viper_use_write(mns_viper_versions *versions, const char *start, const mns_viper_value *k,
                        const mns_viper_value *v, bool deletes, mns_viper_pass pass);
/* The same for a write that did not succeed. */
int mns_viper_use_failed(mns_viper_versions *versions, const char *start, const mns_viper_value *k,
                         const mns_viper_value *v, mns_viper_pass pass);
/* Does a transaction write this value? */
bool mns_viper_is_written(const mns_viper_versions *versions, const mns_viper_value *k,
                          const mns_viper_value *v);
/* After the survey of all transactions. */
void mns_viper_versions_surveyed(mns_viper_versions *versions);
/* Forgets what was translated, but not the survey. */
void mns_viper_versions_again(mns_viper_versions *versions);

#endif
