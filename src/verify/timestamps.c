/*
 * timestamps.c - an execution agrees with the timestamps that the database revealed; see replay.h.
 *
 * For snapshot isolation and its strong forms. Of two ok transactions t and u with timestamps:
 * where u writes, t sees it only if u committed no later than t started, and misses it only if u
 * committed no earlier; and if t started before u, then t sees no writer that u misses. Equal times
 * leave both open. As in inference, a commit before the start of the same transaction reveals
 * nothing. O(n log n).
 */
#include "core/grow.h"
#include "verify/replay.h"

typedef struct stamped {
    int64_t start;
    uint32_t writers; /* how many of those in the snapshot write */
    uint32_t txn;
} stamped;

/* The writer that committed last, or first, among some; MNS_NONE: none. */
typedef struct bounds {
    uint32_t *last;  /* by s: among the first s of the order */
    uint32_t *first; /* by s: among the others */
    uint32_t *next;  /* by s: the same without first[s] */
    uint32_t *writers;
    stamped *sorted;
} bounds;

static bool is_usable(const mns_replay *r, uint32_t txn) {
    const mns_txns *txns = &r->history->txns;
    bool contradicts = txns->commit_ts[txn] != MNS_NO_TIMESTAMP &&
                       txns->start_ts[txn] != MNS_NO_TIMESTAMP &&
                       txns->commit_ts[txn] < txns->start_ts[txn];
    return mns_replay_is_ok(r, txn) && !contradicts;
}

static bool writes(const mns_replay *r, uint32_t txn) {
    const uint32_t *first = r->history->txns.first_mop;
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        if (!mns_mop_is_read(&r->history->tables.mops, m)) {
            return true;
        }
    }
    return false;
}

/* The transaction at a place if it is a writer whose commit is known, else MNS_NONE. */
static uint32_t committer(const mns_replay *r, uint32_t place) {
    uint32_t txn = r->execution->order[place];
    bool known = is_usable(r, txn) && r->history->txns.commit_ts[txn] != MNS_NO_TIMESTAMP;
    return known && writes(r, txn) ? txn : MNS_NONE;
}

/* ---- Starts and commits --------------------------------------------------------------------- */

static void find_bounds(const mns_replay *r, bounds *b) {
    const int64_t *commit = r->history->txns.commit_ts;
    uint32_t count = r->execution->count;
    b->last[0] = b->first[count] = b->next[count] = MNS_NONE;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t txn = committer(r, n), last = b->last[n];
        b->writers[n + 1] = b->writers[n] + (writes(r, r->execution->order[n]) ? 1 : 0);
        bool later = txn != MNS_NONE && (last == MNS_NONE || commit[txn] > commit[last]);
        b->last[n + 1] = later ? txn : last;
    }
    for (uint32_t n = count; n-- > 0;) {
        uint32_t txn = committer(r, n), first = b->first[n + 1], next = b->next[n + 1];
        bool earlier = txn != MNS_NONE && (first == MNS_NONE || commit[txn] < commit[first]);
        bool second = txn != MNS_NONE && (next == MNS_NONE || commit[txn] < commit[next]);
        b->first[n] = earlier ? txn : first;
        b->next[n] = second ? txn : next;
        b->next[n] = earlier ? first : b->next[n];
    }
}

static minos_status check_snapshot(mns_replay *r, const bounds *b, uint32_t txn, uint32_t sees) {
    const int64_t *commit = r->history->txns.commit_ts;
    int64_t start = r->history->txns.start_ts[txn];
    uint32_t last = b->last[sees];
    uint32_t first = b->first[sees] == txn ? b->next[sees] : b->first[sees];
    if (last != MNS_NONE && commit[last] > start) {
        return mns_replay_reject(r, txn, MNS_NONE, last,
                                 "this transaction sees the other one, which committed after its "
                                 "start, by the timestamps of the database");
    }
    if (first != MNS_NONE && commit[first] < start) {
        return mns_replay_reject(r, txn, MNS_NONE, first,
                                 "this transaction does not see the other one, which committed "
                                 "before its start, by the timestamps of the database");
    }
    return MINOS_OK;
}

/* ---- Starts --------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b) {
    const stamped *x = a, *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    return (x->txn > y->txn) - (x->txn < y->txn);
}

/* Who started later sees no fewer writers. */
static minos_status check_starts(mns_replay *r, stamped *sorted, uint32_t count) {
    qsort(sorted, count, sizeof *sorted, by_start);
    uint32_t most = MNS_NONE; /* of those that started earlier, the one that sees most */
    for (uint32_t from = 0, to; from < count; from = to) {
        uint32_t best = from;
        for (to = from; to < count && sorted[to].start == sorted[from].start; to++) {
            best = sorted[to].writers > sorted[best].writers ? to : best;
            if (most != MNS_NONE && sorted[to].writers < sorted[most].writers) {
                return mns_replay_reject(r, sorted[to].txn, MNS_NONE, sorted[most].txn,
                                         "this transaction sees less than the other one, which "
                                         "started earlier, by the timestamps of the database");
            }
        }
        most = most == MNS_NONE || sorted[best].writers > sorted[most].writers ? best : most;
    }
    return MINOS_OK;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static minos_status check_all(mns_replay *r, bounds *b) {
    const mns_txns *txns = &r->history->txns;
    minos_status status = MINOS_OK;
    uint32_t count = 0;
    find_bounds(r, b);
    for (uint32_t n = 0; n < r->execution->count && status == MINOS_OK; n++) {
        uint32_t txn = r->execution->order[n], sees = mns_replay_sees(r, n);
        if (is_usable(r, txn) && txns->start_ts[txn] != MNS_NO_TIMESTAMP) {
            status = check_snapshot(r, b, txn, sees);
            b->sorted[count++] =
                (stamped){.start = txns->start_ts[txn], .writers = b->writers[sees], .txn = txn};
        }
    }
    return status == MINOS_OK ? check_starts(r, b->sorted, count) : status;
}

minos_status mns_replay_timestamps(mns_replay *r) {
    if (r->law != MNS_LAW_SNAPSHOT || r->history->txns.start_ts == NULL) {
        return MINOS_OK;
    }
    size_t count = (size_t)r->execution->count + 1;
    bounds b = {.last = MNS_NEW_ARRAY(uint32_t, count),
                .first = MNS_NEW_ARRAY(uint32_t, count),
                .next = MNS_NEW_ARRAY(uint32_t, count),
                .writers = MNS_NEW_ARRAY(uint32_t, count),
                .sorted = MNS_NEW_ARRAY(stamped, count)};
    bool good = b.last != NULL && b.first != NULL && b.next != NULL && b.writers != NULL &&
                b.sorted != NULL;
    minos_status status = good ? check_all(r, &b) : MINOS_ENOMEM;
    free(b.last);
    free(b.first);
    free(b.next);
    free(b.writers);
    free(b.sorted);
    return status;
}
