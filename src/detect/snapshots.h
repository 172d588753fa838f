/*
 * snapshots.h - what was in a transaction's snapshot, by the times that the database revealed.
 *
 * Adya's start-ordered graph (1999): T1 precedes T2 if T1 committed before T2 started. Under
 * snapshot isolation a transaction depends only on transactions that precede it in this order, and
 * misses none of their writes:
 *
 *     T1   |----w x 1----|                        s1 to c1
 *     T2          |--r x 1--|                     s2 < c1, T2 sees 1:        G-SIa, interference
 *     T3                    |--r x nil--|         c1 < s3, T3 misses 1:      G-SIb, missed effects
 *     T4      |-----w x 2-----|                   T1 and T4 overlap:         G-SIa
 *
 * Equal times are accepted: a write committed exactly at a start may be seen or missed. Only
 * external reads, before which the transaction did not access the key, show the snapshot.
 *
 * A read of a version also depends on the versions before it: if T1 wrote before T2, T2 before T3,
 * ..., and T9 reads the last, then either c1 <= s2 <= c2 <= s3 ... <= s9, or one of these steps is
 * a G-SIa.
 *
 * How a missed write is named. R read version v and missed the write w of T. It is a G-SIb if v
 * precedes w and the version after v is not R's: R -rw-> ... -ww-> T -start-> R. But R may itself
 * have written the version after v; or, with registers, w may precede v although it was committed
 * later. Then a ww step contradicts the times, which is a G-SIa. If it is one of the two but it is
 * unknown which, it is reported as G-SIa: snapshot isolation forbids both, and only G-SIb rules out
 * more (forward-consistent-view). docs/timestamps.md has the full argument.
 */
#ifndef MNS_SNAPSHOTS_H
#define MNS_SNAPSHOTS_H

#include "detect/detect.h"
#include "detect/timeline.h"

/* An external read of a transaction that counts and whose start is known. */
typedef struct mns_snapshot_read {
    uint32_t mop, key;
    int64_t start;
    bool overwrites; /* the transaction writes the key later */
} mns_snapshot_read;

typedef void (*mns_judge_read)(void *context, const mns_snapshot_read *read);

/* Calls judge for each such read, in the order of the history. False when out of memory. */
bool mns_snapshot_reads(const mns_observation *o, mns_judge_read judge, void *context);

/* Whether another transaction committed the write after the read's start. False for MNS_NONE and
 * MNS_AMBIGUOUS, and if the time is unknown. */
bool mns_is_late(const mns_observation *o, const mns_snapshot_read *read, uint32_t write);

/* The parts of mns_detect_snapshots. O(n log n) in micro-operations and what reads show. */
void mns_snapshots_list(const mns_observation *o, mns_cases *cases);
void mns_snapshots_register(const mns_observation *o, mns_cases *cases);
void mns_snapshots_set(const mns_observation *o, mns_cases *cases);
void mns_snapshots_counter(const mns_observation *o, mns_cases *cases);
/* Writes of one key by overlapping transactions; leaves the timeline sorted by start. */
void mns_snapshots_overlaps(const mns_observation *o, mns_timeline *timeline, mns_cases *cases);

#endif
