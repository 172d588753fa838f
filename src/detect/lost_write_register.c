/*
 * lost_write_register.c - an acknowledged write to a register, of which only older values are left.
 *
 *     T1 ok    w x 1
 *     T2 ok    w x 2                    T2 began after T1 had completed
 *     T3 ok    r x 1    :final true     T3 began after T2 had completed, and all reads of x that
 *                                       did show 1 or nil
 *
 * A value that no later read shows was usually overwritten. So every read that counts and began
 * after T2 had completed must have returned something that is certainly older than 2:
 *
 *   nil     the initial state. nil is never written
 *   1       its only writer is an ok transaction that had completed before T2 began, and did not
 *           overwrite 1 itself
 *
 * Anything else may be newer than 2: a value that was written concurrently or later, also by the
 * reader itself; a value of an info transaction, which may have taken effect at any time; of a
 * failed one; an intermediate value; one that several transactions wrote, or none. One such read is
 * enough, and T2's write does not count as lost. The read proves more than staleness only if it is
 * marked as final (history/final_reads.h), so one of these reads must be.
 *
 * Why it rules out strong snapshot isolation and stronger models: under these, T1 took effect
 * before it completed, and T2 after it began, so 2 follows 1 in the version order. T3 reads a state
 * that contains T2, plus its own writes. So it reads 2, a later version or its own write, and never
 * nil or 1. Which of the two is wrong, the read or the order of the versions, is open: this is a
 * G-single-item-realtime or a G0-realtime.
 *
 * 2 must be its transaction's last write to x, and no other transaction may write 2 to x. Histories
 * without invocations have no real time.
 *
 * O(micro-operations): the last read of each key is tested first, and nearly always shows a value
 * that is new enough. Otherwise the reads of the keys in question are sorted, and their text is
 * searched for the mark.
 */
#include "core/grow.h"
#include "detect/later_reads.h"
#include "history/final_reads.h"

/* The age of a value that is not certainly older than any write. */
#define NOT_OLDER UINT32_MAX

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    const mns_txns *txns;
    uint64_t *latest;   /* by key: 1 + when the last read of it began; low half: the read */
    uint8_t *wanted;    /* by key: its last read is older than some write */
    bool *intermediate; /* by mop: a write that its transaction overwrites */
    mns_later_reads reads;
    uint32_t *age;   /* by place in reads: the greatest age of this and later reads of the key */
    uint32_t *proof; /* by key: 1 + its last final read, 0 if not searched yet, or MNS_NONE */
} scan;

/* 1 + the position where the transaction that wrote the value had completed; 0 for nil. */
static uint32_t age_of(const scan *s, uint32_t read) {
    mns_value value = s->mops->value[read];
    if (value == MNS_VALUE_INITIAL) {
        return 0;
    }
    uint32_t write = mns_history_writer(s->o->history, s->mops->key[read], value);
    if (write >= MNS_AMBIGUOUS || s->txns->type[mns_txn_of(s->o, write)] != MNS_TXN_OK ||
        (s->intermediate != NULL && s->intermediate[write])) {
        return NOT_OLDER;
    }
    return s->txns->complete[mns_txn_of(s->o, write)] + 1;
}

/* ---- Keys whose last read is old ------------------------------------------------------------ */

static void find_latest(scan *s) {
    for (uint32_t txn = 0; txn < s->txns->count; txn++) {
        uint64_t began = (uint64_t)(s->txns->invoke[txn] + 1) << 32;
        uint32_t last = mns_txn_counts(s->o, txn) ? s->txns->first_mop[txn + 1] : 0;
        for (uint32_t m = s->txns->first_mop[txn]; m < last; m++) {
            uint64_t *latest = &s->latest[s->mops->key[m]];
            if (mns_mop_is_answered(s->mops, m) && *latest < began) {
                *latest = began | m;
            }
        }
    }
}

/* True if the last read of a key is older than some write. Replaces the read by its age. */
static bool find_wanted(scan *s, uint32_t keys) {
    bool any = false;
    for (uint32_t key = 0; key < keys; key++) {
        uint64_t began = s->latest[key] >> 32 << 32;
        s->latest[key] = began == 0 ? 0 : began | age_of(s, (uint32_t)s->latest[key]);
    }
    for (uint32_t txn = 0; txn < s->txns->count; txn++) {
        uint32_t last = s->txns->type[txn] == MNS_TXN_OK ? s->txns->first_mop[txn + 1] : 0;
        for (uint32_t m = s->txns->first_mop[txn]; m < last; m++) {
            uint64_t latest = s->latest[s->mops->key[m]];
            if (s->mops->function[m] == MNS_WRITE && latest >> 32 > s->txns->complete[txn] &&
                (uint32_t)latest <= s->txns->invoke[txn]) {
                s->wanted[s->mops->key[m]] = 1;
                any = true;
            }
        }
    }
    return any;
}

/* ---- Writes of these keys ------------------------------------------------------------------- */

static bool sort_by_age(scan *s) {
    s->intermediate = mns_intermediate_writes(s->o);
    if (s->intermediate == NULL || !mns_later_reads_sort(&s->reads, s->o, s->wanted)) {
        return false;
    }
    s->age = MNS_NEW_ARRAY(uint32_t, s->reads.count);
    for (uint32_t r = s->reads.count; r > 0 && s->age != NULL; r--) {
        const mns_later_read *read = &s->reads.items[r - 1];
        uint32_t own = age_of(s, read->mop);
        bool ends = r == s->reads.count || s->reads.items[r].key != read->key;
        s->age[r - 1] = ends || s->age[r] < own ? own : s->age[r];
    }
    return s->age != NULL;
}

/* The last final read of a key, or MNS_NONE. */
static uint32_t find_proof(scan *s, uint32_t key) {
    if (s->proof[key] == 0) {
        uint32_t first = mns_later_reads_first(&s->reads, key, 0), end = first, asked = MNS_NONE;
        while (end < s->reads.count && s->reads.items[end].key == key) {
            end++;
        }
        s->proof[key] = MNS_NONE;
        for (uint32_t r = end; r > first && s->proof[key] == MNS_NONE; r--) {
            uint32_t read = s->reads.items[r - 1].mop, txn = mns_txn_of(s->o, read);
            if (txn != asked && mns_is_final_read(s->o->history, txn)) {
                s->proof[key] = read + 1;
            }
            asked = txn;
        }
    }
    return s->proof[key] == MNS_NONE ? MNS_NONE : s->proof[key] - 1;
}

/* True for an acknowledged write of which all later reads, if any, are older. */
static bool is_missed(const scan *s, uint32_t mop) {
    uint32_t key = s->mops->key[mop], txn = mns_txn_of(s->o, mop);
    if (s->mops->function[mop] != MNS_WRITE || s->wanted[key] == 0 ||
        s->txns->type[txn] != MNS_TXN_OK || s->intermediate[mop] ||
        !mns_write_is_unique(s->o->history, mop) ||
        s->latest[key] >> 32 <= s->txns->complete[txn]) {
        return false;
    }
    return s->age[mns_later_reads_first(&s->reads, key, s->txns->complete[txn])] <=
           s->txns->invoke[txn];
}

static void find_lost(scan *s, mns_cases *cases) {
    find_latest(s);
    if (!find_wanted(s, s->o->history->tables.keys.count)) {
        return;
    }
    cases->failed |= !sort_by_age(s);
    for (uint32_t m = 0; m < s->mops->count && !cases->failed; m++) {
        if (!is_missed(s, m)) {
            continue;
        }
        uint32_t proof = find_proof(s, s->mops->key[m]);
        if (proof != MNS_NONE &&
            s->txns->invoke[mns_txn_of(s->o, proof)] > s->txns->complete[mns_txn_of(s->o, m)]) {
            mns_later_reads_add_case(&s->reads, s->o, m, proof, cases);
        }
    }
}

void mns_detect_lost_write_register(const mns_observation *o, mns_cases *cases) {
    const mns_history *history = o->history;
    uint32_t keys = history->tables.keys.count;
    if (history->completions_only) {
        return;
    }
    scan s = {.o = o,
              .mops = &history->tables.mops,
              .txns = &history->txns,
              .latest = MNS_NEW_ARRAY(uint64_t, keys),
              .wanted = MNS_NEW_ARRAY(uint8_t, keys),
              .proof = MNS_NEW_ARRAY(uint32_t, keys)};
    cases->failed |= s.latest == NULL || s.wanted == NULL || s.proof == NULL;
    if (!cases->failed) {
        find_lost(&s, cases);
    }
    mns_later_reads_release(&s.reads);
    free(s.latest);
    free(s.wanted);
    free(s.intermediate);
    free(s.age);
    free(s.proof);
}
