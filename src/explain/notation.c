/* notation.c - see notation.h. */
#include "explain/notation.h"

#include "explain/elide.h"

static const mns_focus no_focus = {NULL, 0, NULL, 0, MNS_NONE};

mns_notation mns_notation_shown(const mns_history *history, const mns_focus *focus) {
    return (mns_notation){.json = history->json,
                          .shortened = true,
                          .separator = history->json ? ", " : " ",
                          .focus = focus == NULL ? &no_focus : focus};
}

void mns_notation_value(const mns_notation *n, const mns_history *history, mns_value value,
                        mns_buf *out) {
    mns_value shown = value == MNS_VALUE_NONE ? MNS_VALUE_INITIAL : value;
    if (n->json) {
        mns_value_json(&history->tables.values, shown, out);
    } else {
        mns_value_edn(&history->tables.values, shown, out);
    }
}

/* ---- Lists and sets ------------------------------------------------------------------------- */

bool mns_focus_has(const mns_focus *focus, mns_value value, uint32_t place) {
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

/* Which elements to show. */
static void pick_elements(const mns_notation *n, const mns_value *elements, uint32_t count,
                          mns_ranges *ranges) {
    mns_ranges_all(count, ranges);
    if (!n->shortened && count > n->limit) {
        ranges->items[0].end = n->limit / 2;
        ranges->items[1].start = count - n->limit / 2;
        ranges->items[1].end = count;
        ranges->count = 2;
    }
    if (!n->shortened || count <= MNS_LIST_SHOWN) {
        return;
    }
    uint32_t places[MNS_LIMIT_PLACES];
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && found < MNS_LIMIT_PLACES; i++) {
        if (mns_focus_has(n->focus, elements[i], i)) {
            places[found++] = i;
        }
    }
    mns_ranges_pick(count, places, found, ranges);
}

/* "99,000" in every locale. */
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

/* Stands for elided elements: dots for people, a string for programs. */
static void write_gap(const mns_notation *n, uint32_t missing, mns_buf *out) {
    if (n->shortened) {
        mns_buf_str(out, "...");
        return;
    }
    mns_buf_str(out, "\"… ");
    write_thousands(missing, out);
    mns_buf_str(out, " more …\"");
}

void mns_notation_elements(const mns_notation *n, const mns_history *history,
                           const mns_value *elements, uint32_t count, mns_buf *out) {
    bool braces = history->workload == MNS_SET && !n->json;
    mns_ranges ranges;
    pick_elements(n, elements, count, &ranges);
    mns_buf_str(out, braces ? "#{" : "[");
    for (uint32_t r = 0; r < ranges.count; r++) {
        if (r > 0) {
            mns_buf_str(out, n->separator);
            write_gap(n, ranges.items[r].start - ranges.items[r - 1].end, out);
            mns_buf_str(out, n->separator);
        }
        for (uint32_t i = ranges.items[r].start; i < ranges.items[r].end; i++) {
            mns_buf_str(out, i > ranges.items[r].start ? n->separator : "");
            mns_notation_value(n, history, elements[i], out);
        }
    }
    mns_buf_char(out, braces ? '}' : ']');
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

void mns_notation_read(const mns_notation *n, const mns_history *history, uint32_t mop,
                       mns_buf *out) {
    const mns_tables *tables = &history->tables;
    uint32_t count;
    if (!mns_mop_is_answered(&tables->mops, mop)) {
        mns_notation_value(n, history, MNS_VALUE_NONE, out);
    } else if (history->workload == MNS_LIST_APPEND) {
        const mns_value *list = mns_mop_list(tables, mop, &count);
        mns_notation_elements(n, history, list, count, out);
    } else if (history->workload == MNS_SET) {
        const mns_value *set = mns_mop_set(tables, mop, &count);
        mns_notation_elements(n, history, set, count, out);
    } else {
        mns_notation_value(n, history, tables->mops.value[mop], out);
    }
}

static void write_version(const mns_notation *n, int64_t version, mns_buf *out) {
    if (version == MNS_NO_VERSION) {
        return;
    }
    mns_buf_str(out, n->separator);
    mns_buf_str(out, n->json ? "{\"version\":" : "{:version");
    mns_buf_str(out, n->json && !n->shortened ? "" : " ");
    mns_buf_integer(out, version);
    mns_buf_char(out, '}');
}

void mns_notation_mop(const mns_notation *n, const mns_history *history, uint32_t mop,
                      mns_buf *out) {
    const mns_mops *mops = &history->tables.mops;
    bool read = mns_mop_is_read(mops, mop);
    mns_buf_str(out, n->json ? "[\"" : "[:");
    mns_buf_str(out, read ? "r" : mns_workload_write(history->workload));
    mns_buf_str(out, n->json ? "\"" : "");
    mns_buf_str(out, n->separator);
    mns_notation_value(n, history, history->tables.keys.name[mops->key[mop]], out);
    mns_buf_str(out, n->separator);
    if (read) {
        mns_notation_read(n, history, mop, out);
    } else {
        mns_notation_value(n, history, mops->value[mop], out);
    }
    write_version(n, mns_mop_version(mops, mop), out);
    mns_buf_char(out, ']');
}
