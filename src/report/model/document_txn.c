/*
 * document_txn.c - a transaction of a document.
 *
 * In: a transaction and its focus. Out: its process, times and outcome, and its micro-operations in
 * every form that a report shows. Positions are in the tables; indices, times and errors are read
 * from the source again. Of more than MNS_LIMIT_DOC_MOPS micro-operations those in the focus are
 * kept, their neighbours, and the first ones. Cost: linear in the output and in the text of its two
 * operations.
 */
#include "explain/transaction.h"
#include "history/op_fields.h"
#include "report/model/document_builder.h"

/* ---- Which micro-operations ----------------------------------------------------------------- */

typedef struct pick {
    uint32_t places[MNS_LIMIT_DOC_MOPS]; /* from the first of the transaction, ascending */
    uint32_t count;
} pick;

static void add_place(pick *p, uint32_t place) {
    uint32_t i = p->count;
    while (i > 0 && p->places[i - 1] > place) {
        i--;
    }
    if (p->count == MNS_LIMIT_DOC_MOPS || (i > 0 && p->places[i - 1] == place)) {
        return;
    }
    memmove(p->places + i + 1, p->places + i, (p->count - i) * sizeof *p->places);
    p->places[i] = place;
    p->count++;
}

static bool is_within(uint32_t mop, uint32_t first, uint32_t total) {
    return mop != MNS_NONE && mop >= first && mop - first < total;
}

static void pick_mops(const mns_history *history, uint32_t txn, const mns_focus *focus, pick *p) {
    uint32_t first = history->txns.first_mop[txn];
    uint32_t total = history->txns.first_mop[txn + 1] - first;
    p->count = 0;
    for (uint32_t i = 0; i < focus->mop_count && p->count < MNS_LIMIT_DOC_MOPS; i++) {
        if (is_within(focus->mops[i], first, total)) {
            add_place(p, focus->mops[i] - first);
        }
    }
    for (uint32_t i = 0; i < focus->mop_count && p->count < MNS_LIMIT_DOC_MOPS; i++) {
        if (is_within(focus->mops[i], first, total)) {
            uint32_t place = focus->mops[i] - first;
            add_place(p, place > 0 ? place - 1 : 0);
            add_place(p, place + 1 < total ? place + 1 : place);
        }
    }
    for (uint32_t place = 0; place < total && p->count < MNS_LIMIT_DOC_MOPS; place++) {
        add_place(p, place);
    }
}

uint32_t mns_document_mop_place(const mns_history *history, uint32_t mop, const mns_focus *focus) {
    uint32_t txn = history->txn_of_mop[mop];
    uint32_t place = mop - history->txns.first_mop[txn];
    pick p;
    pick_mops(history, txn, focus, &p);
    uint32_t i = 0;
    while (i < p.count && p.places[i] != place) {
        i++;
    }
    return i < p.count ? i : MNS_NONE;
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

static bool is_focal(const mns_focus *focus, uint32_t mop) {
    for (uint32_t i = 0; i < focus->mop_count; i++) {
        if (focus->mops[i] == mop) {
            return true;
        }
    }
    return false;
}

/* True if a long list or set is shortened. */
static bool is_shortened(const mns_history *history, uint32_t mop) {
    const mns_mops *mops = &history->tables.mops;
    return (history->workload == MNS_LIST_APPEND || history->workload == MNS_SET) &&
           mns_mop_is_answered(mops, mop) && mops->value[mop] > MNS_LIST_SHOWN;
}

static void make_mop(mns_arena *arena, const mns_history *history, uint32_t mop,
                     const mns_focus *focus, mns_buf *text, mns_doc_mop *out) {
    const mns_tables *tables = &history->tables;
    const mns_notation shown = mns_notation_shown(history, focus);
    out->function =
        mns_mop_is_read(&tables->mops, mop) ? "r" : mns_workload_write(history->workload);
    mns_value_show(history, tables->keys.name[tables->mops.key[mop]], text);
    out->key = mns_arena_take(arena, text);
    mns_label_mop(history, mop, focus, text);
    out->label = mns_arena_take(arena, text);
    mns_notation_mop(&shown, history, mop, text);
    out->shown = mns_arena_take(arena, text);
    if (is_shortened(history, mop)) {
        const mns_notation full = {
            .json = history->json, .separator = shown.separator, .limit = MNS_LIMIT_LIST_REPORTED};
        mns_notation_mop(&full, history, mop, text);
        out->full = mns_arena_take(arena, text);
    }
    out->matters = is_focal(focus, mop);
}

static void make_mops(mns_arena *arena, const mns_history *history, uint32_t txn,
                      const mns_focus *focus, mns_buf *text, mns_doc_txn *out) {
    uint32_t first = history->txns.first_mop[txn];
    pick p;
    pick_mops(history, txn, focus, &p);
    out->mops_total = history->txns.first_mop[txn + 1] - first;
    out->mops = p.count == 0 ? NULL : MNS_ARENA_ARRAY(arena, mns_doc_mop, p.count);
    out->mop_count = out->mops == NULL ? 0 : p.count;
    for (uint32_t i = 0; i < out->mop_count; i++) {
        make_mop(arena, history, first + p.places[i], focus, text, &out->mops[i]);
    }
}

/* ---- The operation -------------------------------------------------------------------------- */

/* Quotes text on one line. */
static const char *make_error(mns_arena *arena, const mns_history *history, uint32_t position,
                              mns_buf *text) {
    const char *error;
    size_t size;
    if (position == MNS_NONE || !mns_op_field(history, position, "error", &error, &size)) {
        return NULL;
    }
    /* A character has at most four bytes, so the rest would be cut off anyway. */
    const size_t most = (size_t)4 * (MNS_LIMIT_DOC_ERROR + 1);
    size = size > most ? most : size;
    for (size_t i = 0; i < size; i++) {
        bool space = error[i] == '\n' || error[i] == '\r' || error[i] == '\t';
        mns_buf_char(text, space ? ' ' : error[i]);
    }
    mns_label_cut(text, 0, MNS_LIMIT_DOC_ERROR);
    return mns_arena_take(arena, text);
}

/* Without quotes or colon. */
static const char *make_node(mns_arena *arena, const mns_history *history, uint32_t txn,
                             mns_buf *text) {
    const char *node;
    size_t size;
    if (!mns_txn_node(history, txn, &node, &size)) {
        return NULL;
    }
    bool string = size > 2 && node[0] == '"', keyword = size > 1 && node[0] == ':';
    mns_buf_bytes(text, node + (string || keyword), size - (string ? 2 : 0) - (keyword ? 1 : 0));
    return mns_arena_take(arena, text);
}

static void write_node(const mns_history *history, uint32_t txn, mns_buf *out) {
    const char *node;
    size_t size;
    if (mns_txn_node(history, txn, &node, &size)) {
        mns_buf_str(out, ", :node ");
        mns_buf_bytes(out, node, size);
    }
}

static void write_number(const char *name, int64_t number, int64_t none, mns_buf *out) {
    if (number != none) {
        mns_buf_str(out, name);
        mns_buf_integer(out, number);
    }
}

/* {:index 17, :type :ok, :process 3, :f :txn, :value [[:append 1 3]], :time 5000000} */
static const char *make_edn(mns_arena *arena, const mns_history *history, uint32_t txn,
                            const mns_doc_txn *t, mns_buf *text) {
    bool completed = t->complete != MNS_NO_POSITION;
    mns_buf_str(text, "{:index ");
    mns_buf_integer(text, t->index);
    mns_buf_str(text, ", :type :");
    mns_buf_str(text, completed ? mns_txn_type_word(history, txn) : "invoke");
    mns_buf_str(text, ", :process ");
    mns_txn_process_edn(history, txn, text);
    write_node(history, txn, text);
    mns_buf_str(text, ", :f :txn, :value ");
    mns_txn_mops_edn(history, txn, text);
    write_number(", :time ", completed ? t->complete_ns : t->invoke_ns, MNS_NO_TIME, text);
    write_number(", :start-ts ", t->start_ts, MNS_NO_TIMESTAMP, text);
    write_number(", :commit-ts ", t->commit_ts, MNS_NO_TIMESTAMP, text);
    mns_buf_char(text, '}');
    return mns_arena_take(arena, text);
}

/* The time of one of the two operations of a transaction; returns its :index. */
static int64_t read_operation(const mns_history *history, uint32_t position, uint64_t *at,
                              int64_t *time_ns) {
    mns_op_details details = mns_history_details(history, position);
    *at = position == MNS_NONE ? MNS_NO_POSITION : position;
    *time_ns = details.time_ns < 0 ? MNS_NO_TIME : details.time_ns;
    return details.index;
}

mns_doc_process mns_document_process(mns_arena *arena, const mns_history *history, uint32_t txn,
                                     mns_buf *text) {
    uint32_t process = history->txns.process[txn];
    if (history->processes.name[process] == MNS_VALUE_NONE) {
        return (mns_doc_process){.number = history->processes.number[process]};
    }
    mns_txn_process_show(history, txn, text);
    return (mns_doc_process){.name = mns_arena_take(arena, text)};
}

void mns_document_txn(mns_arena *arena, const mns_history *history, uint32_t txn,
                      const mns_focus *focus, mns_buf *text, mns_doc_txn *out) {
    const mns_txns *txns = &history->txns;
    uint32_t complete = txns->complete[txn];
    int64_t invoked = read_operation(history, txns->invoke[txn], &out->invoke, &out->invoke_ns);
    int64_t completed = read_operation(history, complete, &out->complete, &out->complete_ns);
    out->index = complete == MNS_NONE ? invoked : completed;
    out->process = mns_document_process(arena, history, txn, text);
    out->node = make_node(arena, history, txn, text);
    out->type = (mns_txn_type)txns->type[txn];
    out->start_ts = mns_txn_start_ts(history, txn);
    out->commit_ts = mns_txn_commit_ts(history, txn);
    out->error = out->type == MNS_TXN_OK ? NULL : make_error(arena, history, complete, text);
    mns_txn_mops_json(history, txn, text);
    out->value = mns_arena_take(arena, text);
    out->edn = make_edn(arena, history, txn, out, text);
    make_mops(arena, history, txn, focus, text, out);
}
