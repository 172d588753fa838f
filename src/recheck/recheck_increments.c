/* recheck_increments.c - see recheck_increments.h. */
#include "recheck/recheck_increments.h"

#include "core/grow.h"

static void add(mns_total *sum, int64_t amount) {
    *(amount < 0 ? &sum->negative : &sum->positive) += amount;
}

/* ---- By key --------------------------------------------------------------------------------- */

static uint64_t common_divisor(uint64_t a, int64_t amount) {
    uint64_t b = amount < 0 ? 0 - (uint64_t)amount : (uint64_t)amount;
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool mns_increments_by_key(mns_increments *sums, const mns_history *history) {
    const mns_mops *mops = &history->tables.mops;
    uint32_t key_count = history->tables.keys.count, first = 0;
    sums->keys = MNS_NEW_ARRAY(mns_key_increments, key_count);
    sums->mops = MNS_NEW_ARRAY(uint32_t, mops->count);
    if (sums->keys == NULL || sums->mops == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        sums->keys[mops->key[m]].count += !mns_mop_is_read(mops, m);
    }
    for (uint32_t k = 0; k < key_count; k++) {
        sums->keys[k].first = first;
        first += sums->keys[k].count;
        sums->keys[k].count = 0;
        sums->keys[k].positive = true;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mns_mop_is_read(mops, m)) {
            continue;
        }
        mns_key_increments *key = &sums->keys[mops->key[m]];
        int64_t amount = mns_mop_number(&history->tables, m);
        add(&key->all, amount);
        if (history->txns.type[history->txn_of_mop[m]] != MNS_TXN_FAIL) {
            add(&key->not_failed, amount);
        }
        key->divisor = common_divisor(key->divisor, amount);
        key->positive = key->positive && amount > 0;
        sums->mops[key->first + key->count++] = m;
    }
    return true;
}

/* ---- Subset sums ---------------------------------------------------------------------------- */

/* Also marks every number that is `step` above a marked one. */
static void shift_in(uint64_t *bits, size_t words, uint32_t step) {
    size_t whole = step / 64;
    unsigned part = step % 64;
    for (size_t i = words; i-- > whole;) {
        uint64_t low = part > 0 && i > whole ? bits[i - whole - 1] >> (64 - part) : 0;
        bits[i] |= bits[i - whole] << part | low;
    }
}

/* The number of increments of each size, in divisors. Three of one size give the same sums as one
 * of it and one of twice the size, so at most two of each remain. */
static void mark_sums(mns_increments *sums, const mns_history *history,
                      const mns_key_increments *key, uint32_t *sizes, uint32_t span) {
    size_t words = span / 64 + 1;
    for (uint32_t i = 0; i < key->count; i++) {
        int64_t amount = mns_mop_number(&history->tables, sums->mops[key->first + i]);
        uint64_t size = amount < 0 ? 0 - (uint64_t)amount : (uint64_t)amount;
        sizes[size / key->divisor]++;
    }
    memset(sums->reached, 0, words * sizeof *sums->reached);
    sums->reached[0] = 1; /* exactly the negative ones; omitting one adds its size */
    for (uint32_t size = 1; size <= span; size++) {
        if (sizes[size] > 2) {
            uint32_t pairs = (sizes[size] - 1) / 2;
            sizes[2 * (size_t)size] += pairs; /* in bounds: the span is the sum of all sizes */
            sizes[size] -= 2 * pairs;
        }
        for (; sizes[size] > 0; sizes[size]--) {
            shift_in(sums->reached, words, size);
        }
    }
}

static bool find_reached(mns_increments *sums, const mns_history *history, uint32_t key,
                         uint32_t span) {
    uint32_t *sizes = MNS_NEW_ARRAY(uint32_t, (size_t)span + 1);
    bool enough =
        sizes != NULL && MNS_GROW(sums->reached, 0, sums->reached_capacity, (size_t)span / 64 + 1);
    if (enough) {
        mark_sums(sums, history, &sums->keys[key], sizes, span);
        sums->reached_key = key + 1;
    }
    free(sizes);
    return enough;
}

bool mns_increments_reach(mns_increments *sums, const mns_history *history, uint32_t key,
                          mns_wide number, bool *decided, bool *reached) {
    const mns_key_increments *k = &sums->keys[key];
    assert(k->divisor > 0 && number >= k->all.negative && number <= k->all.positive);
    mns_wide span = (k->all.positive - k->all.negative) / (mns_wide)k->divisor;
    *decided = span <= MNS_LIMIT_REACH;
    if (!*decided) {
        return true;
    }
    if (sums->reached_key != key + 1 && !find_reached(sums, history, key, (uint32_t)span)) {
        return false;
    }
    uint32_t place = (uint32_t)((number - k->all.negative) / (mns_wide)k->divisor);
    *reached = (sums->reached[place / 64] >> place % 64 & 1) != 0;
    return true;
}

/* ---- By position ---------------------------------------------------------------------------- */

uint64_t mns_ledger_group(uint32_t key, uint32_t process, bool by_process) {
    return (uint64_t)key << 32 | (by_process ? process : 0);
}

static int compare_entries(const void *a, const void *b) {
    const struct mns_entry *left = a, *right = b;
    if (left->group != right->group) {
        return left->group < right->group ? -1 : 1;
    }
    return left->position < right->position ? -1 : left->position > right->position;
}

/* The position of an increment in the ledger of ended or begun ones, or MNS_NO_TIMESTAMP. Without
 * invocations a transaction begins where it ends. */
static int64_t position_of(const mns_history *history, uint32_t mop, bool ended) {
    const mns_txns *txns = &history->txns;
    uint32_t txn = history->txn_of_mop[mop];
    uint32_t begins = history->completions_only ? txns->complete[txn] : txns->invoke[txn];
    uint32_t position = ended ? txns->complete[txn] : begins;
    bool counts = ended ? txns->type[txn] == MNS_TXN_OK : txns->type[txn] != MNS_TXN_FAIL;
    return counts && position != MNS_NONE ? (int64_t)position : MNS_NO_TIMESTAMP;
}

static bool allocate(mns_ledger *ledger, const mns_history *history) {
    ledger->entries = MNS_NEW_ARRAY(struct mns_entry, history->tables.mops.count);
    ledger->until = MNS_NEW_ARRAY(mns_total, (size_t)history->tables.mops.count + 1);
    return ledger->entries != NULL && ledger->until != NULL;
}

static void enter(mns_ledger *ledger, const mns_history *history, uint32_t mop, int64_t position,
                  bool by_process) {
    uint32_t process = history->txns.process[history->txn_of_mop[mop]];
    uint64_t group = mns_ledger_group(history->tables.mops.key[mop], process, by_process);
    if (position != MNS_NO_TIMESTAMP) {
        ledger->entries[ledger->count++] =
            (struct mns_entry){group, position, mns_mop_number(&history->tables, mop)};
    }
}

static void add_up(mns_ledger *ledger) {
    if (ledger->count > 0) {
        qsort(ledger->entries, ledger->count, sizeof *ledger->entries, compare_entries);
    }
    for (uint32_t i = 0; i < ledger->count; i++) {
        ledger->until[i + 1] = ledger->until[i];
        add(&ledger->until[i + 1], ledger->entries[i].amount);
    }
}

static bool fill_ledger(mns_ledger *ledger, const mns_history *history, bool ended,
                        bool by_process) {
    const mns_mops *mops = &history->tables.mops;
    if (!allocate(ledger, history)) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_read(mops, m)) {
            enter(ledger, history, m, position_of(history, m, ended), by_process);
        }
    }
    add_up(ledger);
    return true;
}

bool mns_increments_by_position(mns_increments *sums, const mns_history *history) {
    bool enough = true;
    for (int by_process = 0; by_process < 2 && enough; by_process++) {
        enough = fill_ledger(&sums->ended[by_process], history, true, by_process != 0) &&
                 fill_ledger(&sums->began[by_process], history, false, by_process != 0);
    }
    return enough;
}

bool mns_increments_by_commit(mns_increments *sums, const mns_history *history,
                              const int64_t *when) {
    const mns_mops *mops = &history->tables.mops;
    if (!allocate(&sums->committed, history)) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_read(mops, m)) {
            enter(&sums->committed, history, m, when[history->txn_of_mop[m]], false);
        }
    }
    add_up(&sums->committed);
    return true;
}

/* The place of the first entry that is not before a position of a group. */
static uint32_t place_of(const mns_ledger *ledger, uint64_t group, int64_t position) {
    const struct mns_entry wanted = {group, position, 0};
    uint32_t low = 0, high = ledger->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_entries(&ledger->entries[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The sum of the entries from the beginning of a group up to a place. */
static mns_total sum_to(const mns_ledger *ledger, uint64_t group, uint32_t place) {
    const mns_total *from = &ledger->until[place_of(ledger, group, INT64_MIN)];
    const mns_total *to = &ledger->until[place];
    return (mns_total){to->negative - from->negative, to->positive - from->positive};
}

mns_total mns_ledger_before(const mns_ledger *ledger, uint64_t group, int64_t position) {
    return sum_to(ledger, group, place_of(ledger, group, position));
}

mns_total mns_ledger_all(const mns_ledger *ledger, uint64_t group) {
    return sum_to(ledger, group, place_of(ledger, group + 1, INT64_MIN));
}

mns_total mns_ledger_until(const mns_ledger *ledger, uint64_t group, int64_t position) {
    return position == INT64_MAX ? mns_ledger_all(ledger, group)
                                 : mns_ledger_before(ledger, group, position + 1);
}

void mns_increments_release(mns_increments *sums) {
    for (int i = 0; i < 2; i++) {
        free(sums->ended[i].entries);
        free(sums->ended[i].until);
        free(sums->began[i].entries);
        free(sums->began[i].until);
    }
    free(sums->committed.entries);
    free(sums->committed.until);
    free(sums->keys);
    free(sums->reached);
    free(sums->mops);
    memset(sums, 0, sizeof *sums);
}
