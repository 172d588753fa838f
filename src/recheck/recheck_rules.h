/*
 * recheck_rules.h - the rules by which a witness follows from the history, by kind of witness and
 * by datatype.
 */
#ifndef MNS_RECHECK_RECHECK_RULES_H
#define MNS_RECHECK_RECHECK_RULES_H

#include "recheck/recheck_facts.h"

bool mns_recheck_cycle(mns_facts *facts, const mns_witness *witness);
bool mns_recheck_case(mns_facts *facts, const mns_witness *witness);

/* ---- Steps ---------------------------------------------------------------------------------- */

/* True if a step of any kind is a dependency between two counting transactions, and its kind names
 * its condition. */
bool mns_recheck_step(const mns_facts *facts, const mns_reason *r, uint32_t from, uint32_t to);

/* True if a ww, wr or rw step is a dependency by the definitions of its datatype. Its
 * micro-operations exist and belong to two counting transactions. *least is the condition of the
 * kind of step, and is raised if this step has a stronger one. */
bool mns_recheck_list_step(const mns_facts *facts, const mns_reason *r, mns_condition *least);
bool mns_recheck_set_step(const mns_facts *facts, const mns_reason *r, mns_condition *least);
bool mns_recheck_counter_step(const mns_facts *facts, const mns_reason *r, mns_condition *least);
bool mns_recheck_register_step(const mns_facts *facts, const mns_reason *r, mns_condition *least);

/* Registers: true if the reason proves that its value precedes its next. *least is raised as
 * above. */
bool mns_recheck_version_order(const mns_facts *facts, const mns_reason *r, mns_condition *least);
/* Checks all derivations of a witness, and stores the condition of each. */
bool mns_recheck_derivations(mns_facts *facts, const mns_witness *w);
/* True if a micro-operation of a counting transaction accesses the version of a key with this
 * value: it is the last write of its transaction to the key, or a read of such a write of another
 * transaction or of the initial state. */
bool mns_recheck_accesses(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);
/* The same, or a read of its own transaction's last write: enough to know the version's number. */
bool mns_recheck_shows_version(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);

/* ---- Cases ---------------------------------------------------------------------------------- */

/* Out of memory sets facts->failed. */

/* True for a read that is evidence: answered, of the key, and by a counting transaction. */
bool mns_recheck_is_evidence(const mns_facts *facts, const mns_witness *w, uint32_t mop);
/* True if the micro-operations from the second on are all those that the transaction of the first
 * one made on the key before it, except reads without an answer. */
bool mns_recheck_leads_up(const mns_facts *facts, const mns_witness *w);

/* Lists and sets: */
bool mns_recheck_lost_write(const mns_facts *facts, const mns_witness *w);
/* Lists: */
bool mns_recheck_list_duplicates(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_dirty_update(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_incompatible_order(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_list_g1b(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_list_internal(const mns_facts *facts, const mns_witness *w);
/* Sets: */
bool mns_recheck_set_duplicates(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_set_internal(mns_facts *facts, const mns_witness *w);
bool mns_recheck_incomparable_reads(const mns_facts *facts, const mns_witness *w);
/* Registers: */
bool mns_recheck_register_g1b(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_register_internal(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_cyclic_versions(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_register_lost_write(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_incompatible_versions(const mns_facts *facts, const mns_witness *w);
/* Revealed times, of any datatype: G-SIa and G-SIb. */
bool mns_recheck_snapshot(const mns_facts *facts, const mns_witness *w);
/* Counters: */
bool mns_recheck_counter_snapshot(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_garbage(mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_future(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_g1a(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_internal(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_lost_write(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_increments(const mns_facts *facts, const mns_witness *w);

#endif
