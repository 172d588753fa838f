/*
 * observation_invariants.h - what the tables of an observation promise, checked in debug builds.
 *
 * Each function asserts the invariants that the headers of its tables state, in time linear in
 * their size. With NDEBUG they do nothing.
 */
#ifndef MNS_OBSERVATION_INVARIANTS_H
#define MNS_OBSERVATION_INVARIANTS_H

#include "infer/infer.h"

#ifdef NDEBUG
static inline void mns_assert_observation(const mns_observation *o) { (void)o; }
static inline void mns_assert_version_edges(const mns_observation *o) { (void)o; }
#else
/* Everything that mns_infer fills in. */
void mns_assert_observation(const mns_observation *o);
/* Versions of registers or unseen appends, edges between them, and lemmas: after mns_infer_orders.
 */
void mns_assert_version_edges(const mns_observation *o);
#endif

#endif
