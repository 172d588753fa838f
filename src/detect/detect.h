/*
 * detect.h - anomalies that one or a few transactions show without a cycle.
 *
 * One file per anomaly, each with one function that scans the observation once and adds cases. The
 * table below says what the mops of a case are.
 */
#ifndef MNS_DETECT_H
#define MNS_DETECT_H

#include "catalog/catalog.h"
#include "infer/infer.h"

typedef struct mns_case {
    mns_anomaly anomaly;
    uint32_t key;
    mns_value element;             /* the element in question, or MNS_VALUE_NONE */
    unsigned sources;              /* cyclic-versions: bit set of 1 << mns_source_of_order */
    uint32_t first_mop, mop_count; /* into cases->mops */
} mns_case;

typedef struct mns_cases {
    mns_case *items;
    size_t count, capacity;
    uint32_t *mops;
    size_t mop_count, mop_capacity;
    uint64_t total[MNS_ANOMALY_COUNT]; /* exact, including cases that were not kept */
    uint32_t max_per_anomaly;
    bool failed; /* out of memory */
} mns_cases;

void mns_cases_init(mns_cases *cases, uint32_t max_per_anomaly);
void mns_cases_release(mns_cases *cases);
/* True while another case of the anomaly would be kept. */
bool mns_cases_wants(const mns_cases *cases, mns_anomaly anomaly);
/* Counts a case, and keeps it if the limit of its anomaly is not reached. */
void mns_cases_add(mns_cases *cases, mns_anomaly anomaly, uint32_t key, mns_value element,
                   const uint32_t *mops, uint32_t mop_count);

/*
 * The detectors of each datatype. "Write" is an append, a write, an add or an increment. Mops of a
 * case:
 *
 *   garbage-read         the read; element: the value that was never written (lists, registers,
 *                        sets), or for counters MNS_VALUE_NONE: no subset of the key's increments,
 *                        failed ones included, adds up to what was read
 *   duplicate-elements   the read; element: the first that occurs twice (lists, sets)
 *   incompatible-versions  two micro-operations with one version and different values, or one value
 *                        and different versions; element: the value of the first
 *   cyclic-versions      pairs of mops: the first of a pair accessed a version, the second the next
 *                        one, and one of `sources` orders them so; the pairs form a cycle. The
 *                        access of the initial state is a read of it (registers)
 *   dirty-update         the read that shows it, then the writes from the failed to the committed
 *                        one (lists)
 *   incompatible-order   two reads of which neither is a prefix of the other; or a read and two
 *                        appends of one transaction, of which it does not show the earlier before
 *                        the later; element: the later's (lists)
 *   G1a                  the read, the write of the failed transaction; element: what was read.
 *                        Counters: the read, one of the failed increments without which its sum is
 *                        out of reach; no element
 *   G1b                  the read, the last write that it shows; element: that write's (lists,
 *                        registers)
 *   future-read          the read, the later write of the same transaction; element: what was read.
 *                        Counters: without its later increments the sum is out of reach; no element
 *   internal             the read that contradicts its own transaction, then the mops of that
 *                        transaction on the key that determine the expected value (in order,
 *                        without the read itself). Counters: if these are only increments, the sum
 *                        is out of reach with them in it
 *   lost-update          for each transaction, the read and the write after it; two to eight
 *                        transactions (lists, registers; counters with positive increments only)
 *   incomparable-reads   the two reads; element: one that only the first shows (sets)
 *   lost-write           the write, then up to four reads: those that should show it, all final or
 *                        none; after final ones the read that had shown it, if any; element: the
 *                        value written (lists, sets, registers). Counters: the last final read,
 *                        then increments of which all final reads miss one, up to eight, the
 *                        latest first: positive ones if the sums are too small, negative ones if
 *                        they are too large; no element
 *   missed-increment-*   the read, then increments that were certainly before it, up to eight, the
 *                        latest first: positive ones if the sum is too small, negative ones if it
 *                        is too large (counters)
 *   early-increment-*    the read, then increments that came too late to be seen, up to eight, the
 *                        earliest first: positive ones if the sum is too large, negative ones if it
 *                        is too small (counters)
 *                        Counters: infer/counters.h defines "out of reach" for each of these
 *   G-SIa, G-SIb         by revealed times; snapshots.h has the rules and the name of each case
 *     lists, registers,  G-SIa: the external read, a write of another transaction that it shows,
 *     sets               committed after its start; element: that write's. Or two writes of one key
 *                        by overlapping transactions, the one that started first (lists, registers)
 *                        Either: the external read, a write of another transaction that it misses,
 *                        committed before its start, and, unless a register's initial state was
 *                        read, the write that it shows, committed before the missed one; element:
 *                        the missed write's
 *     counters           the external read, then up to eight increments of which it missed one
 *                        (committed before its start, the latest first), then up to eight of which
 *                        it saw one (committed after its start, the earliest first). G-SIb: only
 *                        the former. These are candidates: if the sum is too low, positive ones
 *                        missed and negative ones seen, otherwise the reverse
 */
/* Lists, registers and sets: */
void mns_detect_garbage_read(const mns_observation *o, mns_cases *cases);
void mns_detect_g1a(const mns_observation *o, mns_cases *cases);
/* Lists and sets; registers; counters: */
void mns_detect_lost_write(const mns_observation *o, mns_cases *cases);
void mns_detect_lost_write_register(const mns_observation *o, mns_cases *cases);
void mns_detect_lost_write_counter(const mns_observation *o, mns_cases *cases);
/* Lists: */
void mns_detect_duplicate_elements(const mns_observation *o, mns_cases *cases);
void mns_detect_dirty_update(const mns_observation *o, mns_cases *cases);
void mns_detect_incompatible_order(const mns_observation *o, mns_cases *cases);
void mns_detect_g1b(const mns_observation *o, mns_cases *cases);
void mns_detect_future_read(const mns_observation *o, mns_cases *cases);
void mns_detect_internal(const mns_observation *o, mns_cases *cases);
void mns_detect_lost_update(const mns_observation *o, mns_cases *cases);
/* Registers: */
void mns_detect_incompatible_versions(const mns_observation *o, mns_cases *cases);
void mns_detect_cyclic_versions(const mns_observation *o, mns_cases *cases);
void mns_detect_g1b_register(const mns_observation *o, mns_cases *cases);
void mns_detect_future_read_register(const mns_observation *o, mns_cases *cases);
void mns_detect_internal_register(const mns_observation *o, mns_cases *cases);
void mns_detect_lost_update_register(const mns_observation *o, mns_cases *cases);
/* Sets: */
void mns_detect_duplicate_elements_set(const mns_observation *o, mns_cases *cases);
void mns_detect_future_read_set(const mns_observation *o, mns_cases *cases);
void mns_detect_internal_set(const mns_observation *o, mns_cases *cases);
void mns_detect_incomparable_reads(const mns_observation *o, mns_cases *cases);
/* Counters: */
void mns_detect_garbage_read_counter(const mns_observation *o, mns_cases *cases);
void mns_detect_g1a_counter(const mns_observation *o, mns_cases *cases);
void mns_detect_future_read_counter(const mns_observation *o, mns_cases *cases);
void mns_detect_internal_counter(const mns_observation *o, mns_cases *cases);
void mns_detect_lost_update_counter(const mns_observation *o, mns_cases *cases);
void mns_detect_increments(const mns_observation *o, mns_cases *cases); /* missed- and early- */
/* All, where timestamps are revealed: G-SIa and G-SIb. */
void mns_detect_snapshots(const mns_observation *o, mns_cases *cases);

/* By mop: is this a write that its own transaction overwrites? NULL when out of memory (g1b.c). */
bool *mns_intermediate_writes(const mns_observation *o);

/* All of them, on up to `threads` threads; cases in the catalog's order. */
minos_status mns_detect_all(const mns_observation *o, unsigned threads, uint32_t max_per_anomaly,
                            mns_cases *cases);

#endif
