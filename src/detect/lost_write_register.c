/*
 * lost_write_register.c - an acknowledged write to a register, of which the final reads show only
 * older values.
 *
 *     T1 ok    w x 1
 *     T2 ok    w x 2                    T2 began after T1 had completed
 *     T3 ok    r x 2
 *     T4 ok    r x 1    :final true     T4 began after T2 had completed, and all final reads of x
 *                                       that did show 1 or nil
 *
 * A value that no later read shows was usually overwritten. So every final read
 * (history/final_reads.h) that counts and began after T2 had completed, and every other read that
 * began after the first of these, must have returned something that is certainly older than 2:
 *
 *   nil     the initial state. nil is never written
 *   1       its only writer is an ok transaction that had completed before T2 began, and did not
 *           overwrite 1 itself
 *
 * Anything else may be newer than 2: a value that was written concurrently or later, also by the
 * reader itself; a value of an info transaction, which may have taken effect at any time; of a
 * failed one; an intermediate value; one that several transactions wrote, or none. One such read is
 * enough, and T2's write does not count as lost. Reads before the final ones may have shown 2 or
 * something newer. Without a final read nothing is lost: the reads may be stale.
 *
 * Why it rules out strong snapshot isolation and stronger models: under these, T1 took effect
 * before it completed, and T2 after it began, so 2 follows 1 in the version order. T4 reads a state
 * that contains T2, plus its own writes. So it reads 2, a later version or its own write, and never
 * nil or 1. Which of the two is wrong, the read or the order of the versions, is open: this is a
 * G-single-item-realtime or a G0-realtime.
 *
 * 2 must be its transaction's last write to x, and no other transaction may write 2 to x. Histories
 * without invocations have no real time.
 *
 * O(micro-operations): the last read of each key is tested first, and nearly always shows a value
 * that is new enough. Otherwise the reads that began after the first write in question are sorted,
 * and their text is searched for the mark.
 */
#include "core/grow.h"
#include "detect/later_reads.h"

/* The age of a value that is not certainly older than any write. */
#define NOT_OLDER UINT32_MAX

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    const mns_txns *txns;
    uint64_t *latest;   /* by key: 1 + when the last read of it began; low half: the read */
    uint32_t *earliest; /* by key: when the first write that is newer than its last read had
                           completed, or MNS_NONE */
    bool *intermediate; /* by mop: a write that its transaction overwrites */
    mns_later_reads reads;
    uint32_t *age;   /* by place in reads: the greatest age of this and later reads of the key */
    uint32_t *shown; /* by write: 1 + the last of these reads that shows it, or 0 */
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
static bool find_earliest(scan *s, uint32_t keys) {
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
                uint32_t *earliest = &s->earliest[s->mops->key[m]];
                *earliest = s->txns->complete[txn] < *earliest ? s->txns->complete[txn] : *earliest;
                any = true;
            }
        }
    }
    return any;
}

/* ---- Writes of these keys ------------------------------------------------------------------- */

static bool sort_by_age(scan *s) {
    s->intermediate = mns_intermediate_writes(s->o);
    s->shown = MNS_NEW_ARRAY(uint32_t, s->mops->count);
    if (s->intermediate == NULL || s->shown == NULL ||
        !mns_later_reads_sort(&s->reads, s->o, s->earliest)) {
        return false;
    }
    s->age = MNS_NEW_ARRAY(uint32_t, s->reads.count);
    for (uint32_t r = s->reads.count; r > 0 && s->age != NULL; r--) {
        const mns_later_read *read = &s->reads.items[r - 1];
        uint32_t own = age_of(s, read->mop);
        uint32_t write = mns_history_writer(s->o->history, read->key, s->mops->value[read->mop]);
        bool ends = r == s->reads.count || s->reads.items[r].key != read->key;
        s->age[r - 1] = ends || s->age[r] < own ? own : s->age[r];
        if (write < MNS_AMBIGUOUS && s->shown[write] == 0) {
            s->shown[write] = read->mop + 1;
        }
    }
    return s->age != NULL;
}

/* True for an acknowledged write that is newer than the last read of its key. */
static bool is_missed(const scan *s, uint32_t mop) {
    uint32_t key = s->mops->key[mop], txn = mns_txn_of(s->o, mop);
    return s->mops->function[mop] == MNS_WRITE && s->earliest[key] != MNS_NONE &&
           s->txns->type[txn] == MNS_TXN_OK && !s->intermediate[mop] &&
           mns_write_is_unique(s->o->history, mop) &&
           s->latest[key] >> 32 > s->txns->complete[txn] &&
           (uint32_t)s->latest[key] <= s->txns->invoke[txn];
}

static void find_lost(scan *s, mns_cases *cases) {
    find_latest(s);
    if (!find_earliest(s, s->o->history->tables.keys.count)) {
        return;
    }
    cases->failed |= !sort_by_age(s);
    for (uint32_t m = 0; m < s->mops->count && !cases->failed; m++) {
        if (!is_missed(s, m)) {
            continue;
        }
        uint32_t txn = mns_txn_of(s->o, m);
        uint32_t final = mns_later_reads_final(&s->reads, s->mops->key[m], s->txns->complete[txn]);
        if (final != MNS_NONE && s->age[final] <= s->txns->invoke[txn]) {
            uint32_t shown = s->shown[m] == 0 ? MNS_NONE : s->shown[m] - 1;
            mns_later_reads_add_final(&s->reads, s->o, m, final, shown, cases);
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
              .earliest = MNS_NEW_ARRAY(uint32_t, keys)};
    cases->failed |= s.latest == NULL || s.earliest == NULL;
    if (!cases->failed) {
        memset(s.earliest, 0xFF, keys * sizeof *s.earliest); /* MNS_NONE */
        find_lost(&s, cases);
    }
    mns_later_reads_release(&s.reads);
    free(s.latest);
    free(s.earliest);
    free(s.intermediate);
    free(s.age);
    free(s.shown);
}
