/*
 * own_versions.h - which of its own writes a transaction saw, where it may miss the last of them.
 *
 * Repeatable read (PL-2.99) does not restrict what a transaction sees of its own writes: a read
 * shows the committed contents and the first of them, as many as it likes. The contents after each
 * own write are noted, and looked up at the end of the transaction for the reads that do not show
 * all of them. O(m log m) in the micro-operations of a transaction that has such a read.
 */
#ifndef MNS_OWN_VERSIONS_H
#define MNS_OWN_VERSIONS_H

#include "verify/contents.h"

typedef struct mns_own_versions {
    struct mns_own_version {
        mns_number number;
        uint32_t key, own; /* after how many own writes to the key */
    } * notes;
    struct mns_own_read {
        uint32_t mop, own; /* how many own writes came before it */
    } * reads;
    size_t note_count, note_capacity, read_count, read_capacity;
} mns_own_versions;

void mns_own_versions_release(mns_own_versions *v);
/* Starts a transaction. */
void mns_own_versions_clear(mns_own_versions *v);
/* Notes the contents after an own write. False when out of memory. */
bool mns_own_versions_note(mns_own_versions *v, const mns_contents *contents, uint32_t key);
/* Keeps a read that does not show all own writes. False when out of memory. */
bool mns_own_versions_keep(mns_own_versions *v, const mns_contents *contents, uint32_t read);
/* Explains the reads that were kept. The first that nothing explains is *read, else MNS_NONE.
 * `version`: as in mns_replay; the newest that explains a read. */
void mns_own_versions_explain(mns_own_versions *v, mns_contents *contents, uint32_t stamp,
                              uint32_t *version, uint32_t *read);

#endif
