/*
 * dot.c - one cycle as a Graphviz graph.
 *
 *     t3 [label="{T17 ok|{<m0> r 1 [1 2]|<m1> a 1 3}}"]      a record: heading, one field per mop
 *     t3:m0 -> t8:m1 [label="rw 1: 2, 3"]                    a step, tied to the mops that show it
 *
 * Node names come from row numbers (an :index may repeat), labels show the :index. Colours are
 * those of the reference's plots, so pictures can be laid side by side. Long lists are shortened:
 * Graphviz takes minutes over labels of thousands of characters. Cost: linear in what is printed.
 */
#include "report/parts.h"

/* Of a long list, what is shown of its beginning and its end. */
#define HEAD_SHOWN 2
#define TAIL_SHOWN 8

/* Text inside a record label: what has a meaning there is escaped. */
static void write_escaped(mns_buf *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (strchr("{}|<>\"\\ ", text[i]) != NULL && text[i] != '\0') {
            mns_buf_char(out, '\\');
        }
        mns_buf_char(out, (unsigned char)text[i] < 0x20 || text[i] == 0x7F ? '?' : text[i]);
    }
}

/* Lists and registers that nobody has written yet are at "init". */
static void write_value(mns_buf *out, const mns_history *history, mns_value value) {
    mns_buf shown;
    mns_buf_init(&shown);
    if (value == MNS_VALUE_NONE || value == MNS_VALUE_INITIAL) {
        mns_buf_str(&shown, "init");
    } else if (history->json) {
        mns_value_json(&history->tables.values, value, &shown);
    } else {
        mns_value_edn(&history->tables.values, value, &shown);
    }
    out->failed = out->failed || shown.failed;
    if (!shown.failed) {
        write_escaped(out, shown.data, shown.size);
    }
    mns_buf_release(&shown);
}

static void write_elements(mns_buf *out, const mns_history *history, const mns_value *elements,
                           uint32_t count) {
    bool braces = history->workload == MNS_SET && !history->json;
    mns_buf_str(out, braces ? "#\\{" : "[");
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? "\\ " : "");
        if (count > MNS_LIST_SHOWN && i == HEAD_SHOWN) {
            mns_buf_str(out, "...");
            i = count - TAIL_SHOWN - 1;
            continue;
        }
        write_value(out, history, elements[i]);
    }
    mns_buf_str(out, braces ? "\\}" : "]");
}

static void write_read(mns_buf *out, const mns_history *history, uint32_t mop) {
    uint32_t count;
    if (!mns_mop_is_answered(&history->tables.mops, mop)) {
        mns_buf_char(out, '?');
    } else if (history->workload == MNS_LIST_APPEND) {
        const mns_value *list = mns_mop_list(&history->tables, mop, &count);
        write_elements(out, history, list, count);
    } else if (history->workload == MNS_SET) {
        const mns_value *set = mns_mop_set(&history->tables, mop, &count);
        write_elements(out, history, set, count);
    } else {
        write_value(out, history, history->tables.mops.value[mop]);
    }
}

static void write_mop(mns_buf *out, const mns_history *history, uint32_t mop) {
    const mns_tables *tables = &history->tables;
    bool read = mns_mop_is_read(&tables->mops, mop);
    bool list = history->workload == MNS_LIST_APPEND; /* an append is "a", as in the reference */
    mns_buf_printf(out, "%s\\ ", read ? "r" : list ? "a" : mns_workload_write(history->workload));
    write_value(out, history, tables->keys.name[tables->mops.key[mop]]);
    mns_buf_str(out, "\\ ");
    if (read) {
        write_read(out, history, mop);
    } else {
        write_value(out, history, tables->mops.value[mop]);
    }
}

static void write_node(mns_buf *out, const mns_history *history, uint32_t txn) {
    static const char *const colors[] = {"#0058AD", "#AC6E00", "#A50053"}; /* ok, info, fail */
    mns_buf_printf(out, "  t%lu [color=\"%s\" label=\"{T%lld\\ %s|{", (unsigned long)txn,
                   colors[history->txns.type[txn]], (long long)mns_txn_index(history, txn),
                   mns_txn_type_word(history, txn));
    uint32_t first = history->txns.first_mop[txn];
    for (uint32_t mop = first; mop < history->txns.first_mop[txn + 1]; mop++) {
        mns_buf_printf(out, "%s<m%lu> ", mop > first ? "|" : "", (unsigned long)(mop - first));
        write_mop(out, history, mop);
    }
    mns_buf_str(out, "}}\"]\n");
}

static const char *kind_color(mns_kind kind) {
    switch (kind) {
    case MNS_WW: return "#C02700";
    case MNS_WR: return "#C000A5";
    case MNS_RW: return "#5B00C0";
    case MNS_REALTIME: return "#0050C0";
    case MNS_PROCESS: return "#00C0C0";
    default: return "#000000"; /* reasons are of no other kind */
    }
}

static void write_edge(mns_buf *out, const mns_history *history, const mns_witness *witness,
                       const mns_step *step) {
    const mns_reason *reason = &step->reason;
    unsigned long from = witness->txns[step->from];
    unsigned long to = witness->txns[step->to];
    const char *color = kind_color(reason->kind);
    const char *kind = mns_kind_name(reason->kind);
    if (reason->key == MNS_NONE) {
        mns_buf_printf(out, "  t%lu -> t%lu [label=\"%s\"", from, to, kind);
    } else {
        mns_buf_printf(out, "  t%lu:m%lu -> t%lu:m%lu [label=\"%s\\ ", from,
                       (unsigned long)mns_mop_place(history, reason->from_mop), to,
                       (unsigned long)mns_mop_place(history, reason->to_mop), kind);
        write_value(out, history, history->tables.keys.name[reason->key]);
        mns_buf_str(out, ":\\ ");
        bool missed = history->workload == MNS_SET && reason->value == MNS_VALUE_NONE;
        if (!missed) { /* of a set only the element that was missed matters */
            write_value(out, history, reason->value);
        }
        if (reason->next != MNS_VALUE_NONE) {
            mns_buf_str(out, missed ? "" : ",\\ ");
            write_value(out, history, reason->next);
        }
        mns_buf_char(out, '"');
    }
    mns_buf_printf(out, " color=\"%s\" fontcolor=\"%s\"]\n", color, color);
}

void mns_report_dot(const mns_outcome_report *report, const mns_witness *witness, mns_buf *out) {
    const mns_history *history = report->observation->history;
    mns_buf_printf(out, "digraph \"%s\" {\n", mns_anomaly_name(witness->anomaly));
    mns_buf_str(out, "  rankdir=LR\n  node [shape=Mrecord fontname=\"Helvetica\"]\n"
                     "  edge [fontname=\"Helvetica\"]\n");
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        write_node(out, history, witness->txns[i]);
    }
    for (uint32_t i = 0; i < witness->step_count; i++) {
        write_edge(out, history, witness, &witness->steps[i]);
    }
    mns_buf_str(out, "}\n");
}
