/* transaction.c - a transaction of the history as text; see transaction.h. */
#include "explain/transaction.h"

#include <inttypes.h>

#include "explain/elide.h"

void mns_value_show(const mns_history *history, mns_value value, mns_buf *out) {
    const mns_notation n = mns_notation_shown(history, NULL);
    mns_notation_value(&n, history, value, out);
}

void mns_elements_show(const mns_history *history, const mns_value *elements, uint32_t count,
                       const mns_focus *focus, mns_buf *out) {
    const mns_notation n = mns_notation_shown(history, focus);
    mns_notation_elements(&n, history, elements, count, out);
}

void mns_read_show(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out) {
    const mns_notation n = mns_notation_shown(history, focus);
    mns_notation_read(&n, history, mop, out);
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

/* The parts of a transaction to show: micro-operations that matter by themselves. */
static void pick_mops(const mns_notation *n, uint32_t first, uint32_t count, mns_ranges *ranges) {
    if (!n->shortened || count <= MNS_MOPS_SHOWN) {
        mns_ranges_all(count, ranges);
        return;
    }
    uint32_t places[MNS_LIMIT_PLACES];
    uint32_t found = 0;
    for (uint32_t i = 0; i < n->focus->mop_count && found < MNS_LIMIT_PLACES; i++) {
        uint32_t mop = n->focus->mops[i];
        if (mop == MNS_NONE || mop < first || mop - first >= count) {
            continue;
        }
        uint32_t place = found++;
        while (place > 0 && places[place - 1] > mop - first) { /* keep them ascending */
            places[place] = places[place - 1];
            place--;
        }
        places[place] = mop - first;
    }
    mns_ranges_pick(count, places, found, ranges);
}

static void write_mops(const mns_notation *n, const mns_history *history, uint32_t txn,
                       mns_buf *out) {
    uint32_t first = history->txns.first_mop[txn];
    mns_ranges ranges;
    pick_mops(n, first, history->txns.first_mop[txn + 1] - first, &ranges);
    mns_buf_char(out, '[');
    for (uint32_t r = 0; r < ranges.count; r++) {
        if (r > 0) {
            mns_buf_printf(out, "%s...%s", n->separator, n->separator);
        }
        for (uint32_t i = ranges.items[r].start; i < ranges.items[r].end; i++) {
            mns_buf_str(out, i > ranges.items[r].start ? n->separator : "");
            mns_notation_mop(n, history, first + i, out);
        }
    }
    mns_buf_char(out, ']');
}

void mns_txn_mops_json(const mns_history *history, uint32_t txn, mns_buf *out) {
    const mns_notation n = {.json = true, .separator = ",", .limit = MNS_LIMIT_LIST_REPORTED};
    write_mops(&n, history, txn, out);
}

void mns_txn_mops_edn(const mns_history *history, uint32_t txn, mns_buf *out) {
    const mns_notation n = {.separator = " ", .limit = MNS_LIMIT_LIST_REPORTED};
    write_mops(&n, history, txn, out);
}

void mns_mop_edn(const mns_history *history, uint32_t mop, mns_buf *out) {
    const mns_notation n = {.separator = " ", .limit = UINT32_MAX};
    mns_notation_mop(&n, history, mop, out);
}

void mns_read_edn(const mns_history *history, uint32_t mop, mns_buf *out) {
    const mns_notation n = {.separator = " ", .limit = UINT32_MAX};
    mns_notation_read(&n, history, mop, out);
}

/* ---- Transactions --------------------------------------------------------------------------- */

int64_t mns_txn_index(const mns_history *history, uint32_t txn) {
    const mns_txns *txns = &history->txns;
    assert(txn < txns->count);
    bool completed = txns->complete[txn] != MNS_NONE;
    return mns_history_details(history, completed ? txns->complete[txn] : txns->invoke[txn]).index;
}

int64_t mns_txn_invoke_index(const mns_history *history, uint32_t txn) {
    const mns_txns *txns = &history->txns;
    assert(txn < txns->count);
    if (txns->invoke[txn] == MNS_NONE) {
        return mns_txn_index(history, txn);
    }
    return mns_history_details(history, txns->invoke[txn]).index;
}

int64_t mns_txn_process(const mns_history *history, uint32_t txn) {
    assert(txn < history->txns.count);
    return history->processes[history->txns.process[txn]];
}

const char *mns_txn_type_word(const mns_history *history, uint32_t txn) {
    assert(txn < history->txns.count);
    return mns_type_word((mns_txn_type)history->txns.type[txn]);
}

int64_t mns_txn_start_ts(const mns_history *history, uint32_t txn) {
    assert(txn < history->txns.count);
    return history->txns.start_ts == NULL ? MNS_NO_TIMESTAMP : history->txns.start_ts[txn];
}

int64_t mns_txn_commit_ts(const mns_history *history, uint32_t txn) {
    assert(txn < history->txns.count);
    return history->txns.commit_ts == NULL ? MNS_NO_TIMESTAMP : history->txns.commit_ts[txn];
}

static void write_timestamp(bool json, const char *name, int64_t timestamp, mns_buf *out) {
    if (timestamp != MNS_NO_TIMESTAMP) {
        mns_buf_printf(out, json ? ", \"%s\": " : ", :%s ", name);
        mns_buf_printf(out, "%" PRId64, timestamp);
    }
}

void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out) {
    const mns_notation n = mns_notation_shown(history, focus);
    int64_t index = mns_txn_index(history, txn), process = mns_txn_process(history, txn);
    const char *type = mns_txn_type_word(history, txn);
    if (n.json) {
        mns_buf_printf(out, "{\"index\": %" PRId64 ", \"process\": %" PRId64, index, process);
        mns_buf_printf(out, ", \"type\": \"%s\"", type);
    } else {
        mns_buf_printf(out, "{:index %" PRId64 ", :process %" PRId64, index, process);
        mns_buf_printf(out, ", :type :%s", type);
    }
    write_timestamp(n.json, "start-ts", mns_txn_start_ts(history, txn), out);
    write_timestamp(n.json, "commit-ts", mns_txn_commit_ts(history, txn), out);
    mns_buf_str(out, n.json ? ", \"value\": " : ", :value ");
    write_mops(&n, history, txn, out);
    mns_buf_char(out, '}');
}
