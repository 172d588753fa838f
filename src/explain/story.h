/*
 * story.h - the words for a case, one function for each anomaly.
 *
 * A story is a case that is being put into words: the Let block stands already, and each function
 * adds what follows it, "  - ...\n" and "  - However, ...: a contradiction!\n". Where the cause is
 * often the client and not the database, a closing line says what its author should check. The
 * re-checker has agreed to the case, so the functions rely on it being what detect.h says.
 */
#ifndef MNS_STORY_H
#define MNS_STORY_H

#include "explain/focus.h"
#include "explain/phrase.h"
#include "explain/words.h"

typedef struct mns_story {
    const mns_observation *o;
    const mns_history *history;
    const mns_mops *mops;
    const mns_words *words;
    const mns_witness *witness;
    mns_map places; /* txn -> place in witness->txns */
    mns_focus_room room;
    mns_focus focus; /* points into room */
    mns_buf out;
} mns_story;

/* The place of the transaction that a micro-operation of the case belongs to. */
uint32_t mns_story_place(const mns_story *s, uint32_t mop);
/* "T1 appended 3 to :x", "T1 read :x as [1 2]". */
void mns_story_wrote(mns_story *s, uint32_t write);
void mns_story_read(mns_story *s, uint32_t read);
/* What the micro-operation read, shortened. */
void mns_story_value(mns_story *s, uint32_t read);

/* A list or set that was read, by the workload. */
const mns_value *mns_story_elements(const mns_story *s, uint32_t read, uint32_t *count);
/* story_reads.c: reads of what should not be there. */
void mns_tell_g1a(mns_story *s);
void mns_tell_g1b(mns_story *s);
void mns_tell_dirty_update(mns_story *s);
void mns_tell_duplicate_elements(mns_story *s);
void mns_tell_garbage_read(mns_story *s);
/* story_own.c: a transaction against itself. */
void mns_tell_internal(mns_story *s);
void mns_tell_future_read(mns_story *s);
/* story_orders.c: transactions that no order fits. */
void mns_tell_incompatible_order(mns_story *s);
void mns_tell_incomparable_reads(mns_story *s);
void mns_tell_lost_update(mns_story *s);
void mns_tell_lost_write(mns_story *s);
/* story_versions.c: versions of a register that have no order. */
void mns_tell_cyclic_versions(mns_story *s);
void mns_tell_incompatible_versions(mns_story *s);
/* story_snapshots.c: what times that the database revealed do not allow. */
void mns_tell_snapshot(mns_story *s);
/* story_counters.c: sums that process order or real time do not allow. */
void mns_tell_missed_increment(mns_story *s);
void mns_tell_early_increment(mns_story *s);

#endif
