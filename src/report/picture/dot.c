/*
 * dot.c - one cycle as a Graphviz graph.
 *
 *     t0 [label="{T17 ok|{<m0> r 1 [1 2]|<m1> a 1 3}}"]      a record: heading, one field per mop
 *     t0:m0 -> t1:m1 [label="rw 1: 2, 3"]                    a step between its two mops
 *
 * Nodes are named by their place in the witness (an :index may repeat); their labels show the
 * :index. Colours are those of Elle's plots, so that pictures can be compared. Labels are short:
 * Graphviz takes minutes for labels of thousands of characters. Cost: linear in the output.
 */
#include "report/model/check_result.h"
#include "report/picture/picture.h"

/* Text inside a label. Graphviz decodes it three times: the quotes of the string, the fields of the
 * record, and HTML entities, so that &lt; in a key would be drawn as <. */
static void write_escaped(mns_buf *out, const char *text) {
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool control = (unsigned char)text[i] < 0x20 || text[i] == 0x7F;
        if (strchr("{}|<>\"\\ ", text[i]) != NULL) {
            mns_buf_char(out, '\\');
        }
        mns_buf_char(out, control ? '?' : text[i]);
        mns_buf_str(out, text[i] == '&' ? "amp;" : "");
    }
}

/* An append is "a", as in Elle's plots. */
static void write_label(mns_buf *out, const mns_doc_mop *mop) {
    static const char append[] = "append";
    bool appends = strncmp(mop->label, append, sizeof append - 1) == 0;
    mns_buf_str(out, appends ? "a" : "");
    write_escaped(out, mop->label + (appends ? sizeof append - 1 : 0));
}

static void write_node(mns_buf *out, const mns_doc_txn *txn, uint32_t place) {
    static const char *const colors[] = {
        [MNS_TXN_OK] = "#0058AD", [MNS_TXN_INFO] = "#AC6E00", [MNS_TXN_FAIL] = "#A50053"};
    mns_buf_printf(out, "  t%lu [color=\"%s\" label=\"{T%lld\\ %s|{", (unsigned long)place,
                   colors[txn->type], (long long)txn->index, mns_type_word(txn->type));
    for (uint32_t i = 0; i < txn->mop_count; i++) {
        mns_buf_printf(out, "%s<m%lu> ", i > 0 ? "|" : "", (unsigned long)i);
        write_label(out, &txn->mops[i]);
    }
    mns_buf_str(out, txn->mop_count < txn->mops_total ? "|...}}\"]\n" : "}}\"]\n");
}

static const char *kind_color(mns_kind kind) {
    switch (kind) {
    case MNS_WW: return "#C02700";
    case MNS_WR: return "#C000A5";
    case MNS_RW: return "#5B00C0";
    case MNS_REALTIME: return "#0050C0";
    case MNS_PROCESS: return "#00C0C0";
    default: return "#000000"; /* reasons have no other kind */
    }
}

/* t0:m1, or t0 if the step has no micro-operation there. */
static void write_end(mns_buf *out, uint32_t txn, uint32_t mop) {
    mns_buf_printf(out, "t%lu", (unsigned long)txn);
    if (mop != MNS_NONE) {
        mns_buf_printf(out, ":m%lu", (unsigned long)mop);
    }
}

static void write_edge(mns_buf *out, const mns_doc_step *step) {
    const char *color = kind_color(step->kind);
    mns_buf_str(out, "  ");
    write_end(out, step->from, step->from_mop);
    mns_buf_str(out, " -> ");
    write_end(out, step->to, step->to_mop);
    mns_buf_str(out, " [label=\"");
    write_escaped(out, step->label);
    mns_buf_printf(out, "\" color=\"%s\" fontcolor=\"%s\"]\n", color, color);
}

void mns_report_dot(const mns_doc_witness *witness, mns_anomaly anomaly, mns_buf *out) {
    mns_buf_printf(out, "digraph \"%s\" {\n", mns_anomaly_name(anomaly));
    mns_buf_str(out, "  rankdir=LR\n  node [shape=Mrecord fontname=\"Helvetica\"]\n"
                     "  edge [fontname=\"Helvetica\"]\n");
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        write_node(out, &witness->txns[i], i);
    }
    for (uint32_t i = 0; i < witness->step_count; i++) {
        write_edge(out, &witness->steps[i]);
    }
    mns_buf_str(out, "}\n");
}
