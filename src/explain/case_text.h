/*
 * case_text.h - the text of a case, one function for each anomaly.
 *
 * The Let block is already written; each function adds the lines that follow it, "  - ...\n" and
 * "  - However, ...: a contradiction!\n". Where the client is often the cause and not the
 * database, a closing paragraph says what to check. The re-checker has accepted the case, so the
 * functions rely on its being what detect.h says.
 */
#ifndef MNS_CASE_TEXT_H
#define MNS_CASE_TEXT_H

#include "explain/focus.h"
#include "explain/phrase.h"
#include "explain/sentences.h"

typedef struct mns_case_text {
    const mns_observation *o;
    const mns_history *history;
    const mns_mops *mops;
    const mns_sentences *sentences;
    const mns_witness *witness;
    mns_map places; /* txn -> place in witness->txns */
    mns_focus_storage storage;
    mns_focus focus; /* its arrays are in storage */
    mns_buf out;
} mns_case_text;

/* The place of the transaction that a micro-operation of the case belongs to. */
uint32_t mns_case_text_place(const mns_case_text *s, uint32_t mop);
/* "T1 appended 3 to :x", "T1 read :x as [1 2]". */
void mns_case_text_wrote(mns_case_text *s, uint32_t write);
void mns_case_text_read(mns_case_text *s, uint32_t read);
/* The value that was read, shortened. */
void mns_case_text_value(mns_case_text *s, uint32_t read);

/* The elements of a list or set that was read. */
const mns_value *mns_case_text_elements(const mns_case_text *s, uint32_t read, uint32_t *count);
/* case_text_reads.c: reads of values that must not be visible. */
void mns_write_g1a(mns_case_text *s);
void mns_write_g1b(mns_case_text *s);
void mns_write_dirty_update(mns_case_text *s);
void mns_write_duplicate_elements(mns_case_text *s);
void mns_write_garbage_read(mns_case_text *s);
/* case_text_own.c: reads that contradict their own transaction. */
void mns_write_internal(mns_case_text *s);
void mns_write_future_read(mns_case_text *s);
/* case_text_orders.c: reads and writes that no order of transactions explains. */
void mns_write_incompatible_order(mns_case_text *s);
void mns_write_incomparable_reads(mns_case_text *s);
void mns_write_lost_update(mns_case_text *s);
/* case_text_lost.c: acknowledged writes that no later read shows. */
void mns_write_lost_write(mns_case_text *s);
/* case_text_versions.c: versions of a register that have no order. */
void mns_write_cyclic_versions(mns_case_text *s);
void mns_write_incompatible_versions(mns_case_text *s);
/* case_text_snapshots.c: reads and writes that contradict the revealed timestamps. */
void mns_write_snapshot(mns_case_text *s);
/* case_text_counters.c: sums that contradict process order or real time. */
void mns_write_missed_increment(mns_case_text *s);
void mns_write_early_increment(mns_case_text *s);

#endif
