/* part.c - see part.h. */
#include "property/part.h"

#include <inttypes.h>

/* ---- Part of the history -------------------------------------------------------------------- */

/* The second has all of the first, in the same order. */
static bool has_all(const mns_value *part, uint32_t some, const mns_value *whole, uint32_t all) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < all && at < some; i++) {
        at += whole[i] == part[at]; /* small integers are their own references */
    }
    return at == some;
}

static bool is_part_of_read(const mns_history *small, uint32_t a, const mns_history *whole,
                            uint32_t b) {
    const mns_tables *x = &small->tables, *y = &whole->tables;
    uint32_t some, all;
    switch (small->workload) {
    case MNS_LIST_APPEND: {
        const mns_value *part = mns_mop_list(x, a, &some), *list = mns_mop_list(y, b, &all);
        return has_all(part, some, list, all);
    }
    case MNS_SET: {
        const mns_value *part = mns_mop_set(x, a, &some), *set = mns_mop_set(y, b, &all);
        return has_all(part, some, set, all);
    }
    case MNS_COUNTER: return true;
    default: return x->mops.value[a] == y->mops.value[b];
    }
}

static bool is_same_mop(const mns_history *small, uint32_t a, const mns_history *whole,
                        uint32_t b) {
    const mns_mops *x = &small->tables.mops, *y = &whole->tables.mops;
    if (x->function[a] != y->function[b] || mns_mop_version(x, a) != mns_mop_version(y, b) ||
        small->tables.keys.name[x->key[a]] != whole->tables.keys.name[y->key[b]]) {
        return false;
    }
    if (x->function[a] == MNS_WRITE) {
        return x->value[a] == y->value[b];
    }
    return mns_mop_is_answered(x, a) == mns_mop_is_answered(y, b) &&
           (!mns_mop_is_answered(x, a) || is_part_of_read(small, a, whole, b));
}

static int64_t time_of(const int64_t *times, uint32_t txn) {
    return times == NULL ? MNS_NO_TIMESTAMP : times[txn];
}

static bool is_part_of_txn(const mns_history *small, uint32_t a, const mns_history *whole,
                           uint32_t b) {
    const mns_txns *x = &small->txns, *y = &whole->txns;
    uint32_t at = x->first_mop[a], end = x->first_mop[a + 1];
    for (uint32_t m = y->first_mop[b]; m < y->first_mop[b + 1]; m++) {
        at += at < end && is_same_mop(small, at, whole, m);
    }
    return at == end && x->type[a] == y->type[b] &&
           time_of(x->start_ts, a) == time_of(y->start_ts, b) &&
           time_of(x->commit_ts, a) == time_of(y->commit_ts, b) &&
           small->processes.number[x->process[a]] == whole->processes.number[y->process[b]];
}

/* The index of the operation at a position, which in the whole history is its position. */
static uint32_t index_of(const mns_history *h, uint32_t position) {
    return position == MNS_NONE ? MNS_NONE : (uint32_t)mns_history_details(h, position).index;
}

bool part_is(const mns_history *small, const mns_history *whole) {
    bool same = small->workload == whole->workload;
    for (uint32_t a = 0; a < small->txns.count && same; a++) {
        bool found = false;
        uint32_t invoke = index_of(small, small->txns.invoke[a]);
        uint32_t complete = index_of(small, small->txns.complete[a]);
        for (uint32_t b = 0; b < whole->txns.count && !found; b++) {
            found = whole->txns.invoke[b] == invoke && whole->txns.complete[b] == complete &&
                    is_part_of_txn(small, a, whole, b);
        }
        same = found && (a == 0 || small->txns.complete[a] >= small->txns.complete[a - 1]);
    }
    return same;
}

/* ---- Without a transaction ------------------------------------------------------------------ */

static bool wrote(const mns_history *h, uint32_t txn, uint32_t key, mns_value value) {
    uint32_t write = mns_history_writer(h, key, value);
    return write != MNS_NONE && write != MNS_AMBIGUOUS && h->txn_of_mop[write] == txn;
}

static void put_elements(mns_buf *out, const mns_history *h, uint32_t mop, uint32_t gone) {
    uint32_t count;
    bool lists = h->workload == MNS_LIST_APPEND;
    const mns_value *elements =
        lists ? mns_mop_list(&h->tables, mop, &count) : mns_mop_set(&h->tables, mop, &count);
    mns_buf_str(out, lists ? "[" : "#{");
    for (uint32_t i = 0; i < count; i++) {
        if (!wrote(h, gone, h->tables.mops.key[mop], elements[i])) {
            mns_value_edn(&h->tables.values, elements[i], out);
            mns_buf_char(out, ' ');
        }
    }
    mns_buf_char(out, lists ? ']' : '}');
}

static void put_mop(mns_buf *out, const mns_history *h, uint32_t mop, uint32_t gone, bool answers) {
    const mns_mops *mops = &h->tables.mops;
    bool reads = mns_mop_is_read(mops, mop), registers = h->workload == MNS_RW_REGISTER;
    bool shows = answers && mns_mop_is_answered(mops, mop);
    if (registers && reads && wrote(h, gone, mops->key[mop], mops->value[mop])) {
        return;
    }
    mns_buf_printf(out, "[:%s ", reads ? "r" : mns_workload_write(h->workload));
    mns_value_edn(&h->tables.values, h->tables.keys.name[mops->key[mop]], out);
    mns_buf_char(out, ' ');
    if (shows && !registers) {
        put_elements(out, h, mop, gone);
    } else if (reads && (!shows || mops->value[mop] == MNS_VALUE_INITIAL)) {
        mns_buf_str(out, "nil");
    } else {
        mns_value_edn(&h->tables.values, mops->value[mop], out);
    }
    if (answers && mns_mop_version(mops, mop) != MNS_NO_VERSION) {
        mns_buf_printf(out, " {:version %" PRId64 "}", mns_mop_version(mops, mop));
    }
    mns_buf_str(out, "] ");
}

static void put_operation(mns_buf *out, const mns_history *h, uint32_t txn, bool completes,
                          uint32_t gone) {
    static const char *const types[] = {"ok", "info", "fail"};
    const mns_txns *txns = &h->txns;
    mns_buf_printf(out, "{:type :%s, :process %" PRId64,
                   completes ? types[txns->type[txn]] : "invoke",
                   h->processes.number[txns->process[txn]]);
    if (time_of(txns->start_ts, txn) != MNS_NO_TIMESTAMP) {
        mns_buf_printf(out, ", :start-ts %" PRId64, txns->start_ts[txn]);
    }
    if (completes && time_of(txns->commit_ts, txn) != MNS_NO_TIMESTAMP) {
        mns_buf_printf(out, ", :commit-ts %" PRId64, txns->commit_ts[txn]);
    }
    mns_buf_str(out, ", :value [");
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        put_mop(out, h, m, gone, completes);
    }
    mns_buf_str(out, "]}\n");
}

char *part_without(const mns_history *h, uint32_t gone) {
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t position = 0; position < h->operations; position++) {
        for (uint32_t txn = 0; txn < h->txns.count; txn++) {
            bool completes = h->txns.complete[txn] == position;
            if (txn != gone && (completes || h->txns.invoke[txn] == position)) {
                put_operation(&out, h, txn, completes, gone);
            }
        }
    }
    char *text = mns_buf_take(&out, NULL);
    if (text == NULL) {
        abort();
    }
    return text;
}

/* ---- What shows ----------------------------------------------------------------------------- */

bool part_shows(const minos_result *result, mns_anomaly anomaly, const bool *allowed) {
    bool good = result->judgement.found[anomaly];
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        good = good && (allowed[a] || !result->judgement.found[a]);
    }
    return good;
}
