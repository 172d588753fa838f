/*
 * snapshots.h - what was in a transaction's snapshot, by the times that the database revealed.
 *
 * Adya's start-ordered graph (1999): T1 precedes T2 if T1 committed before T2 started. By snapshot
 * isolation a transaction depends on nothing but what precedes it so, and misses none of that:
 *
 *     T1   |----w x 1----|                        s1 to c1
 *     T2          |--r x 1--|                     s2 < c1, T2 sees 1:        G-SIa, interference
 *     T3                    |--r x nil--|         c1 < s3, T3 misses 1:      G-SIb, missed effects
 *     T4      |-----w x 2-----|                   T1 and T4 overlap:         G-SIa, whichever wrote
 *                                                                            first
 *
 * Equal times count for the database: what committed at a start may be seen or missed. Only
 * external reads, before which their transaction did not touch the key, show the snapshot.
 *
 * Seeing a version is seeing all that it rests on: if T1 wrote before T2, T2 before T3, ..., and T9
 * sees the last, then either c1 <= s2 <= c2 <= s3 ... <= s9, or one of these steps is a G-SIa.
 *
 * The name of a miss. The reader R, the version v that it read, the write w of T that it missed. It
 * is a G-SIb if v came before w, and the version after v is not R's: R -rw-> ... -ww-> T -start-> R.
 * But R may itself have written the version after v; or, with registers, w may have come before v
 * although it was committed after it. Then a ww step goes against the times, and that is a G-SIa.
 * Where it is one of the two and nobody can tell which, it is called G-SIa: snapshot isolation
 * forbids both, and only G-SIb rules out more (forward-consistent-view). docs/timestamps.md has the
 * whole argument.
 */
#ifndef MNS_SNAPSHOTS_H
#define MNS_SNAPSHOTS_H

#include "detect/detect.h"
#include "detect/timeline.h"

/* An external read of a transaction that counts and whose start is known. */
typedef struct mns_snapshot_read {
    uint32_t mop, key;
    int64_t start;
    bool overwrites; /* the transaction goes on to write the key */
} mns_snapshot_read;

typedef void (*mns_judge_read)(void *context, const mns_snapshot_read *read);

/* Calls judge for each such read, in the order of the history. False when out of memory. */
bool mns_snapshot_reads(const mns_observation *o, mns_judge_read judge, void *context);

/* A write that another transaction committed after the read's start. False for MNS_NONE and
 * MNS_AMBIGUOUS, and where nothing is known. */
bool mns_is_late(const mns_observation *o, const mns_snapshot_read *read, uint32_t write);

/* The parts of mns_detect_snapshots. O(n log n) in micro-operations and what reads show. */
void mns_snapshots_list(const mns_observation *o, mns_cases *cases);
void mns_snapshots_register(const mns_observation *o, mns_cases *cases);
void mns_snapshots_set(const mns_observation *o, mns_cases *cases);
void mns_snapshots_counter(const mns_observation *o, mns_cases *cases);
/* Writes of one key by transactions that overlap; leaves the timeline in the order of starts. */
void mns_snapshots_overlaps(const mns_observation *o, mns_timeline *timeline, mns_cases *cases);

#endif
