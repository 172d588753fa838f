/*
 * recheck_increments.h - sums of the increments of a counter, for the re-checker.
 *
 * A ledger has increments in groups, ascending by position within a group, with prefix sums, so
 * that the sum up to a position takes one binary search. There are five: increments that ended (ok,
 * by completion) and that began (all but failed, by invocation), each in groups by key (real time)
 * and by key and process; and committed ones, by revealed commit time, in groups by key. Sums have
 * 128 bits: 10^9 amounts of 64 bits cannot overflow them.
 */
#ifndef MNS_RECHECK_RECHECK_INCREMENTS_H
#define MNS_RECHECK_RECHECK_INCREMENTS_H

#include "history/history.h"

__extension__ typedef __int128 mns_wide;

/* Increments of which any subset may be in a sum: all negative ones give the least sum, all
 * positive ones the greatest. */
typedef struct mns_total {
    mns_wide negative, positive;
} mns_total;

typedef struct mns_ledger {
    struct mns_entry {
        uint64_t group;
        int64_t position;
        int64_t amount;
    } * entries;      /* by group, then position */
    mns_total *until; /* of the entries before the i-th; one more at the end */
    uint32_t count;
} mns_ledger;

/* The increments of one key, whatever the outcomes of their transactions. */
typedef struct mns_key_increments {
    mns_total all;
    mns_total not_failed;  /* without those of failed transactions */
    uint64_t divisor;      /* greatest common divisor of all amounts; 0 if all are 0 */
    uint32_t first, count; /* mops in sums->mops */
    bool positive;         /* every one is above 0 */
} mns_key_increments;

typedef struct mns_increments {
    mns_key_increments *keys;      /* by key */
    uint32_t *mops;                /* increments by key */
    mns_ledger ended[2], began[2]; /* by key; by key and process */
    mns_ledger committed;
    /* The sums of one key that a subset of its increments adds up to (mns_increments_reach): */
    uint64_t *reached; /* bit i: its least sum and i times its divisor */
    size_t reached_capacity;
    uint32_t reached_key; /* 1 + the key, 0 for none */
} mns_increments;

/* Increments by key; false when out of memory. O(micro-operations). */
bool mns_increments_by_key(mns_increments *sums, const mns_history *history);
/* The ledgers of an order, and the ledger of commits: when[] is by transaction, MNS_NO_TIMESTAMP if
 * unknown. False when out of memory. O(n log n). */
bool mns_increments_by_position(mns_increments *sums, const mns_history *history);
bool mns_increments_by_commit(mns_increments *sums, const mns_history *history,
                              const int64_t *when);
void mns_increments_release(mns_increments *sums);

/* True if a subset of the increments of a key adds up to a number, which must be a multiple of the
 * divisor between the least and the greatest sum. *decided is false if these are more than
 * MNS_LIMIT_REACH divisors apart, which would take too long. False when out of memory. O(increments
 * + their distinct sizes * MNS_LIMIT_REACH / 64) for another key than before, else O(1). */
#define MNS_LIMIT_REACH 65536
bool mns_increments_reach(mns_increments *sums, const mns_history *history, uint32_t key,
                          mns_wide number, bool *decided, bool *reached);

/* The group of a key, or of a key and a process. */
uint64_t mns_ledger_group(uint32_t key, uint32_t process, bool by_process);
/* The sum of the entries of a group before a position, up to and at it, of all. O(log entries). */
mns_total mns_ledger_before(const mns_ledger *ledger, uint64_t group, int64_t position);
mns_total mns_ledger_until(const mns_ledger *ledger, uint64_t group, int64_t position);
mns_total mns_ledger_all(const mns_ledger *ledger, uint64_t group);

#endif
