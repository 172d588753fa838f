/*
 * list_steps.h - the steps of list_append.c, in their order; each fills in its part of o->versions.
 */
#ifndef MNS_LIST_STEPS_H
#define MNS_LIST_STEPS_H

#include "infer/outcomes.h"

/* Finds the append of each element of each spine: spine_first, writer, garbage, aborted
 * (list_writers.c). */
minos_status mns_list_writers(mns_observation *o, unsigned threads);

/* Finds how much the reads of ok transactions show: seen, seen_by; position of these reads is their
 * length, of everything else MNS_NONE. *told: an info transaction has an answered read
 * (list_reads.c). */
minos_status mns_list_reach(mns_observation *o, bool *told);
/* Then, with the writers, finds which transactions committed; if info transactions have answered
 * reads, also how much the reads of those that committed show (list_reads.c). */
minos_status mns_list_prove(mns_observation *o, bool told);
/* Both at once, read by read. */
minos_status mns_list_reads_plain(mns_observation *o);

/* Numbers the versions of each key along its main spine: order_first, version_count, place,
 * repeating; position of appends, and of reads where it differs from their length
 * (list_positions.c). */
minos_status mns_list_positions(mns_observation *o, unsigned threads);

/* Finds the keys for which no order explains all reads: contested (list_contested.c). */
minos_status mns_list_contested(mns_observation *o);

#endif
