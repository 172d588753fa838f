/*
 * transaction.c - a transaction of the history as text; see transaction.h.
 *
 * One writer serves all notations: a style says whether values are JSON or EDN, what stands
 * between two of them, and whether the text is for people (lists longer than MNS_LIST_SHOWN are
 * shortened around what matters) or for programs (lists are whole up to a limit far above that).
 * An empty list and nil are one state, shown as []; nil is left for reads nobody answered.
 * Cost: linear in the lists of the transaction.
 */
#include "explain/transaction.h"

#include <inttypes.h>

#include "explain/elide.h"
#include "explain/explain.h"

typedef struct style {
    bool json;
    bool shortened;
    const char *separator;
    const mns_focus *focus; /* used where shortened */
} style;

static const mns_focus no_focus = {NULL, 0, NULL, 0, MNS_NONE};

static void write_value(const mns_history *history, const style *s, mns_value value, mns_buf *out) {
    if (s->json) {
        mns_value_json(&history->tables.values, value, out);
    } else {
        mns_value_edn(&history->tables.values, value, out);
    }
}

void mns_value_show(const mns_history *history, mns_value value, mns_buf *out) {
    const style s = {.json = history->json};
    write_value(history, &s, value, out);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static bool is_focal(const mns_focus *focus, mns_value value, uint32_t place) {
    if (place == focus->at) {
        return true;
    }
    for (uint32_t i = 0; i < focus->value_count; i++) {
        if (focus->values[i] == value && value != MNS_VALUE_NONE) {
            return true;
        }
    }
    return false;
}

/* The parts of a list to show to a person. */
static void pick_elements(const style *s, const mns_value *list, uint32_t count,
                          mns_ranges *ranges) {
    if (!s->shortened || count <= MNS_LIST_SHOWN) {
        mns_ranges_all(count, ranges);
        return;
    }
    uint32_t places[MNS_LIMIT_PLACES];
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && found < MNS_LIMIT_PLACES; i++) {
        if (is_focal(s->focus, list[i], i)) {
            places[found++] = i;
        }
    }
    mns_ranges_pick(count, places, found, ranges);
}

/* "99,000": thousands apart, whatever the locale. */
static void write_thousands(uint32_t number, mns_buf *out) {
    char digits[16];
    size_t size = 0;
    do {
        digits[size++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (size_t i = size; i-- > 0;) {
        mns_buf_char(out, digits[i]);
        if (i > 0 && i % 3 == 0) {
            mns_buf_char(out, ',');
        }
    }
}

/* What stands for elements that are left out: dots for people, a string for programs. */
static void write_gap(const style *s, uint32_t missing, mns_buf *out) {
    if (s->shortened) {
        mns_buf_str(out, "...");
        return;
    }
    mns_buf_str(out, "\"… ");
    write_thousands(missing, out);
    mns_buf_str(out, " more …\"");
}

static void write_list(const mns_history *history, const style *s, const mns_value *list,
                       uint32_t count, mns_buf *out) {
    mns_ranges ranges;
    pick_elements(s, list, count, &ranges);
    if (!s->shortened && count > MNS_LIMIT_LIST_REPORTED) {
        ranges.items[0].end = MNS_LIMIT_LIST_REPORTED / 2;
        ranges.items[1].start = count - MNS_LIMIT_LIST_REPORTED / 2;
        ranges.items[1].end = count;
        ranges.count = 2;
    }
    mns_buf_char(out, '[');
    for (uint32_t r = 0; r < ranges.count; r++) {
        if (r > 0) {
            mns_buf_str(out, s->separator);
            write_gap(s, ranges.items[r].start - ranges.items[r - 1].end, out);
            mns_buf_str(out, s->separator);
        }
        for (uint32_t i = ranges.items[r].start; i < ranges.items[r].end; i++) {
            mns_buf_str(out, i > ranges.items[r].start ? s->separator : "");
            write_value(history, s, list[i], out);
        }
    }
    mns_buf_char(out, ']');
}

static style text_style(const mns_history *history, const mns_focus *focus) {
    style s = {.json = history->json, .shortened = true};
    s.separator = history->json ? ", " : " ";
    s.focus = focus == NULL ? &no_focus : focus;
    return s;
}

void mns_list_show(const mns_history *history, const mns_value *list, uint32_t count,
                   const mns_focus *focus, mns_buf *out) {
    const style s = text_style(history, focus);
    write_list(history, &s, list, count, out);
}

void mns_read_show(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&history->tables, mop, &count);
    mns_list_show(history, list, count, focus, out);
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

static void write_mop(const mns_history *history, const style *s, uint32_t mop, mns_buf *out) {
    const mns_mops *mops = &history->tables.mops;
    bool read = mns_mop_is_read(mops, mop);
    mns_buf_char(out, '[');
    mns_buf_str(out, s->json ? "\"" : ":");
    mns_buf_str(out, read ? "r" : "append");
    mns_buf_str(out, s->json ? "\"" : "");
    mns_buf_str(out, s->separator);
    write_value(history, s, history->tables.keys.name[mops->key[mop]], out);
    mns_buf_str(out, s->separator);
    if (!read) {
        write_value(history, s, mops->value[mop], out);
    } else if (mns_mop_is_answered(mops, mop)) {
        uint32_t count;
        const mns_value *list = mns_mop_list(&history->tables, mop, &count);
        write_list(history, s, list, count, out);
    } else {
        mns_buf_str(out, s->json ? "null" : "nil");
    }
    mns_buf_char(out, ']');
}

/* The parts of a transaction to show: micro-operations that matter by themselves. */
static void pick_mops(const style *s, uint32_t first, uint32_t count, mns_ranges *ranges) {
    if (!s->shortened || count <= MNS_MOPS_SHOWN) {
        mns_ranges_all(count, ranges);
        return;
    }
    uint32_t places[MNS_LIMIT_PLACES];
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->focus->mop_count && found < MNS_LIMIT_PLACES; i++) {
        uint32_t mop = s->focus->mops[i];
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

static void write_mops(const mns_history *history, const style *s, uint32_t txn, mns_buf *out) {
    uint32_t first = history->txns.first_mop[txn];
    mns_ranges ranges;
    pick_mops(s, first, history->txns.first_mop[txn + 1] - first, &ranges);
    mns_buf_char(out, '[');
    for (uint32_t r = 0; r < ranges.count; r++) {
        if (r > 0) {
            mns_buf_printf(out, "%s...%s", s->separator, s->separator);
        }
        for (uint32_t i = ranges.items[r].start; i < ranges.items[r].end; i++) {
            mns_buf_str(out, i > ranges.items[r].start ? s->separator : "");
            write_mop(history, s, first + i, out);
        }
    }
    mns_buf_char(out, ']');
}

void mns_txn_mops_json(const mns_history *history, uint32_t txn, mns_buf *out) {
    const style s = {.json = true, .separator = ","};
    write_mops(history, &s, txn, out);
}

void mns_txn_mops_edn(const mns_history *history, uint32_t txn, mns_buf *out) {
    const style s = {.separator = " "};
    write_mops(history, &s, txn, out);
}

/* ---- Transactions --------------------------------------------------------------------------- */

int64_t mns_txn_index(const mns_history *history, uint32_t txn) {
    const mns_txns *txns = &history->txns;
    assert(txn < txns->count);
    bool completed = txns->complete[txn] != MNS_NONE;
    uint64_t offset = completed ? txns->complete_offset[txn] : txns->invoke_offset[txn];
    uint32_t position = completed ? txns->complete[txn] : txns->invoke[txn];
    return mns_history_details(history, offset, position).index;
}

int64_t mns_txn_process(const mns_history *history, uint32_t txn) {
    assert(txn < history->txns.count);
    return history->processes[history->txns.process[txn]];
}

const char *mns_txn_type_word(const mns_history *history, uint32_t txn) {
    static const char *const types[] = {
        [MNS_TXN_OK] = "ok", [MNS_TXN_INFO] = "info", [MNS_TXN_FAIL] = "fail"};
    assert(txn < history->txns.count);
    return types[history->txns.type[txn]];
}

static void write_txn(const mns_history *history, const style *s, uint32_t txn, mns_buf *out) {
    int64_t index = mns_txn_index(history, txn), process = mns_txn_process(history, txn);
    const char *type = mns_txn_type_word(history, txn);
    if (s->json) {
        mns_buf_printf(out, "{\"index\": %" PRId64 ", \"process\": %" PRId64, index, process);
        mns_buf_printf(out, ", \"type\": \"%s\", \"value\": ", type);
    } else {
        mns_buf_printf(out, "{:index %" PRId64 ", :process %" PRId64, index, process);
        mns_buf_printf(out, ", :type :%s, :value ", type);
    }
    write_mops(history, s, txn, out);
    mns_buf_char(out, '}');
}

void mns_txn_show(const mns_history *history, uint32_t txn, const mns_focus *focus, mns_buf *out) {
    const style s = text_style(history, focus);
    write_txn(history, &s, txn, out);
}
