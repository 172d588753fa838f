/*
 * contents.h - the contents of each key during a replay, compared with what reads returned.
 *
 * The contents of a key are one number, and what else distinguishes them is checked apart:
 *
 *               number               also
 *   list        its length           the read is a beginning of everything ever appended
 *   register    its value
 *   set         how many elements    each element of the read was added
 *   counter     its sum
 *
 * So contents are compared, not writers, and a value that is written twice needs no special case.
 * Own writes of a transaction lie on top of the committed contents until it commits. A list is
 * compared element by element once for each spine, a set once for each set that a read returned
 * first.
 */
#ifndef MNS_CONTENTS_H
#define MNS_CONTENTS_H

#include "verify/replay.h"

/* Sums of up to MNS_LIMIT_IDS numbers of 64 bits: never overflows. */
__extension__ typedef __int128 mns_number;

typedef struct mns_content {
    mns_number number;
    uint32_t version; /* how many writes made it */
} mns_content;

typedef struct mns_contents {
    const mns_replay *r;
    struct mns_key_content {
        mns_content committed, own;
        uint32_t stamp; /* own is valid for the transaction with this stamp */
    } * keys;
    uint32_t *agreed; /* lists: by spine, how many elements from its start were appended so */
    struct mns_added {
        uint32_t stamp, rank; /* the transaction that adds it now, and after how many own writes */
        bool committed;
    } * added;         /* sets: by the first mop that adds the element */
    uint32_t *checked; /* sets: by set, the stamp of the transaction for which all elements are
                          there; ALL_COMMITTED: for all from now on */
} mns_contents;

/* MINOS_OK or MINOS_ENOMEM. O(micro-operations + elements of spines). */
minos_status mns_contents_init(mns_contents *contents, const mns_replay *r);
void mns_contents_release(mns_contents *contents);

/* A write of the transaction with this stamp (not 0, another for each transaction), before it
 * commits. */
void mns_contents_write(mns_contents *contents, uint32_t mop, uint32_t stamp);
/* The same write when the transaction commits. */
void mns_contents_commit(mns_contents *contents, uint32_t mop);

/* What a transaction finds at a key: the committed contents with its own writes on top. */
static inline const mns_content *mns_contents_now(const mns_contents *contents, uint32_t key,
                                                  uint32_t stamp) {
    const struct mns_key_content *k = &contents->keys[key];
    return k->stamp == stamp ? &k->own : &k->committed;
}

/* The number that an answered read returned. */
mns_number mns_contents_number(const mns_contents *contents, uint32_t read);
/* True if the read returned these contents, which have at most `own` writes of the transaction. Of
 * rows under MNS_LAW_REPEATABLE: some of them. O(1), for sets once O(elements). */
bool mns_contents_shown(mns_contents *contents, uint32_t read, const mns_content *content,
                        uint32_t stamp, uint32_t own);

#endif
