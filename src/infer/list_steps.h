/*
 * list_steps.h - the steps of list_append.c, in their order; each fills in its part of o->versions.
 */
#ifndef MNS_LIST_STEPS_H
#define MNS_LIST_STEPS_H

#include "infer/outcomes.h"

/* Finds who appended each element of each spine: spine_first, writer, garbage, aborted (list_writers.c). */
minos_status mns_list_writers(mns_observation *o, unsigned threads);

/* Finds how far the reads of ok transactions reach: seen, seen_by; position of these reads: their
 * length, of all else MNS_NONE. *told: an info transaction tells what it read (list_reads.c). */
minos_status mns_list_reach(mns_observation *o, bool *told);
/* Then, with the writers: who committed; and if info transactions tell what they read, how far the
 * reads of those who did reach (list_reads.c). */
minos_status mns_list_prove(mns_observation *o, bool told);
/* Both at once, by asking read by read whatever there is. */
minos_status mns_list_reads_plain(mns_observation *o);

/* Numbers the versions of each key along its main spine: order_first, version_count, place, repeating;
 * position of appends, and of the reads for which it is not their length (list_positions.c). */
minos_status mns_list_positions(mns_observation *o, unsigned threads);

/* Finds the keys of which no order explains all reads: contested (list_contested.c). */
minos_status mns_list_contested(mns_observation *o);

#endif
