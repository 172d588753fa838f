/* transaction.c - a transaction of the history as text; see transaction.h. */
#include "explain/transaction.h"

#include "explain/elide.h"
#include "history/op_fields.h"

/* Bytes of the name of a node; a longer :node is not one. */
#define LIMIT_NODE 64

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

/* Which micro-operations of a transaction to show: those in the focus and around them. */
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
            mns_buf_str(out, n->separator);
            mns_buf_str(out, "...");
            mns_buf_str(out, n->separator);
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

void mns_txn_process_show(const mns_history *history, uint32_t txn, mns_buf *out) {
    assert(txn < history->txns.count);
    uint32_t process = history->txns.process[txn];
    if (history->json) {
        mns_process_json(&history->processes, process, out);
    } else {
        mns_process_edn(&history->processes, process, out);
    }
}

void mns_txn_process_edn(const mns_history *history, uint32_t txn, mns_buf *out) {
    assert(txn < history->txns.count);
    mns_process_edn(&history->processes, history->txns.process[txn], out);
}

/* A scalar that is short, on one line and without escapes, and not nil. */
static bool is_node_name(const char *text, size_t size) {
    if (size == 0 || size > LIMIT_NODE || strchr("{[(#", text[0]) != NULL ||
        (size == 3 && memcmp(text, "nil", 3) == 0) || (size == 4 && memcmp(text, "null", 4) == 0)) {
        return false;
    }
    size_t i = 0;
    while (i < size && (unsigned char)text[i] >= ' ' && text[i] != '\\' && text[i] != 0x7F) {
        i++;
    }
    return i == size;
}

bool mns_txn_node(const mns_history *history, uint32_t txn, const char **text, size_t *size) {
    const mns_txns *txns = &history->txns;
    assert(txn < txns->count);
    uint32_t position = txns->complete[txn] != MNS_NONE ? txns->complete[txn] : txns->invoke[txn];
    return mns_op_field(history, position, "node", text, size) && is_node_name(*text, *size);
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

/* One of the two, by notation. */
static void write_name(bool json, const char *in_json, const char *in_edn, mns_buf *out) {
    mns_buf_str(out, json ? in_json : in_edn);
}

static void write_number(bool json, const char *in_json, const char *in_edn, int64_t number,
                         mns_buf *out) {
    write_name(json, in_json, in_edn, out);
    mns_buf_integer(out, number);
}

static void write_timestamps(bool json, const mns_history *history, uint32_t txn, mns_buf *out) {
    int64_t start = mns_txn_start_ts(history, txn), commit = mns_txn_commit_ts(history, txn);
    if (start != MNS_NO_TIMESTAMP) {
        write_number(json, ", \"start-ts\": ", ", :start-ts ", start, out);
    }
    if (commit != MNS_NO_TIMESTAMP) {
        write_number(json, ", \"commit-ts\": ", ", :commit-ts ", commit, out);
    }
}

static void write_node(bool json, const mns_history *history, uint32_t txn, mns_buf *out) {
    const char *node;
    size_t size;
    if (mns_txn_node(history, txn, &node, &size)) {
        write_name(json, ", \"node\": ", ", :node ", out);
        mns_buf_bytes(out, node, size);
    }
}

void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out) {
    const mns_notation n = mns_notation_shown(history, focus);
    write_number(n.json, "{\"index\": ", "{:index ", mns_txn_index(history, txn), out);
    write_name(n.json, ", \"process\": ", ", :process ", out);
    mns_txn_process_show(history, txn, out);
    write_node(n.json, history, txn, out);
    write_name(n.json, ", \"type\": \"", ", :type :", out);
    mns_buf_str(out, mns_txn_type_word(history, txn));
    write_name(n.json, "\"", "", out);
    write_timestamps(n.json, history, txn, out);
    write_name(n.json, ", \"value\": ", ", :value ", out);
    write_mops(&n, history, txn, out);
    mns_buf_char(out, '}');
}
