/*
 * recheck_rules.h - does a witness follow from the history? The definitions, by kind of witness and
 * by datatype.
 */
#ifndef MNS_RECHECK_RECHECK_RULES_H
#define MNS_RECHECK_RECHECK_RULES_H

#include "recheck/recheck_facts.h"

bool mns_recheck_cycle(mns_facts *facts, const mns_witness *witness);
bool mns_recheck_case(mns_facts *facts, const mns_witness *witness);

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Is a step of any kind a dependency between two transactions that count, and does its kind say what
 * it rests on? */
bool mns_recheck_step(const mns_facts *facts, const mns_reason *r, uint32_t from, uint32_t to);

/* Is a ww, wr or rw step a dependency by the definitions of its datatype? Its micro-operations exist
 * and belong to two transactions that count. *least comes in as what the kind of step asks for, and
 * is raised where this one rests on more. */
bool mns_recheck_list_step(const mns_facts *facts, const mns_reason *r, mns_footing *least);
bool mns_recheck_set_step(const mns_facts *facts, const mns_reason *r, mns_footing *least);
bool mns_recheck_counter_step(const mns_facts *facts, const mns_reason *r, mns_footing *least);
bool mns_recheck_register_step(const mns_facts *facts, const mns_reason *r, mns_footing *least);

/* Registers: does it follow from what the reason names that its value precedes its next? *least is
 * raised as above. */
bool mns_recheck_version_order(const mns_facts *facts, const mns_reason *r, mns_footing *least);
/* Checks all derivations of a witness, and keeps what each rests on. */
bool mns_recheck_derivations(mns_facts *facts, const mns_witness *w);
/* True if a micro-operation of a transaction that counts met the version of a key that has this
 * value: it is the last write of its transaction there, or a read of such a write of another or of
 * the initial state. */
bool mns_recheck_meets(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);
/* The same, or a read of what its own transaction had written and wrote last: enough to say which
 * number the version has. */
bool mns_recheck_shows(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value);

/* ---- Cases ---------------------------------------------------------------------------------- */

/* A rule that runs out of memory says so in facts->failed. */

/* A read that is evidence: an answered one of the key, by a transaction that counts. */
bool mns_recheck_is_evidence(const mns_facts *facts, const mns_witness *w, uint32_t mop);
/* The micro-operations from the second on are those of the first one's transaction on the key, from
 * the first of them up to the read: reads nobody answered aside. */
bool mns_recheck_leads_up(const mns_facts *facts, const mns_witness *w);

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
bool mns_recheck_incompatible_versions(const mns_facts *facts, const mns_witness *w);
/* Revealed times, of any datatype: G-SIa and G-SIb. */
bool mns_recheck_snapshot(const mns_facts *facts, const mns_witness *w);
/* Counters: */
bool mns_recheck_counter_snapshot(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_garbage(mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_future(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_g1a(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_counter_internal(const mns_facts *facts, const mns_witness *w);
bool mns_recheck_increments(const mns_facts *facts, const mns_witness *w);

#endif
