/*
 * page_witness.c - one witness for the page: transactions, steps, proof and pictures.
 *
 *     {"id":"G1c-1","name":...|null,"transactions":[...],"steps":[...],"cycle":true,"proof":[...],
 *      "text":"Let:\n...","timeline":"<svg...>"|null,"ring":...|null,"keys":[0,2],
 *      "more_transactions":0,"more_steps":0,"more_lines":0}
 *
 * Places (of transactions, micro-operations, steps and keys) are those of the document. If only
 * some items are written, they are the first ones, and the more_... fields count the rest. The
 * steps of a case are its links. All sizes have limits, so that a witness of a hundred thousand
 * steps takes no longer than one of a few hundred; results.json is complete. O(size of the output).
 */
#include "core/utf8.h"
#include "report/json/json_write.h"
#include "report/model/proof_lines.h"
#include "report/page/page.h"
#include "report/picture/picture.h"

/* Transactions that one line of a proof highlights. */
#define NAMED_SHOWN 16
/* Larger pictures are omitted. */
#define PICTURE_SHOWN 150000

typedef struct detail_limits {
    uint32_t txns, lines;
    size_t mop, text; /* bytes of a micro-operation, and of the proof to copy */
    size_t whole;     /* longer lists are only written shortened; 0: all are */
    bool pictures;
    size_t all; /* bytes of the witness: writing stops when they are exceeded */
} detail_limits;

static const detail_limits all_limits[] = {
    [MNS_PAGE_WHOLE] = {200, 400, 4000, 32000, 20000, true, 0},
    [MNS_PAGE_SHORT] = {24, 60, 120, 4000, 0, false, 0},
};

static uint32_t at_most(uint32_t count, uint32_t limit) { return count < limit ? count : limit; }

/* ---- Transactions --------------------------------------------------------------------------- */

/* Text that is complete or null. */
static void write_whole(mns_buf *out, const char *name, const char *text, size_t limit) {
    bool fits = text != NULL && limit > 0 && strlen(text) <= limit;
    mns_json_text_field(out, name, fits ? text : NULL);
}

static void write_mop(mns_buf *out, const mns_doc_mop *mop, const detail_limits *limits) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_cut_field(out, "shown", mop->shown, limits->mop);
    write_whole(out, "full", mop->full, limits->whole);
    mns_json_bool_field(out, "matters", mop->matters);
    mns_buf_char(out, '}');
}

/* The statements that its client sent, if they are known. */
static void write_statements(mns_buf *out, const mns_doc_txn *txn, const detail_limits *limits) {
    if (txn->statement_count == 0 || limits->whole == 0) {
        return;
    }
    mns_json_open(out, "statements", '[');
    for (uint32_t i = 0; i < txn->statement_count && out->size <= limits->all; i++) {
        size_t size = strlen(txn->statements[i]);
        mns_page_string(out, txn->statements[i],
                        size <= limits->mop ? size
                                            : mns_utf8_cut(txn->statements[i], size, limits->mop));
    }
    mns_buf_char(out, ']');
}

static void write_txn(mns_buf *out, const mns_doc_txn *txn, uint32_t place,
                      const detail_limits *limits) {
    mns_json_next(out);
    mns_buf_printf(out, "{\"id\":\"T%lu\"", (unsigned long)place + 1);
    mns_json_number_field(out, "index", txn->index);
    mns_json_process_field(out, "process", &txn->process);
    if (txn->node != NULL) {
        mns_json_cut_field(out, "node", txn->node, limits->mop);
    }
    mns_json_type_field(out, "type", txn->type);
    mns_page_time(out, "from", txn->invoke_ns);
    mns_page_time(out, "to", txn->complete_ns);
    mns_json_position_field(out, "invoke", txn->invoke);
    mns_json_position_field(out, "complete", txn->complete);
    mns_json_cut_field(out, "error", txn->error, limits->mop);
    write_whole(out, "edn", txn->edn, limits->whole);
    mns_json_open(out, "mops", '[');
    for (uint32_t i = 0; i < txn->mop_count && out->size <= limits->all; i++) {
        write_mop(out, &txn->mops[i], limits);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "more_mops", txn->mops_total - txn->mop_count);
    write_statements(out, txn, limits);
    mns_buf_char(out, '}');
}

static void write_txns(mns_buf *out, const mns_doc_witness *witness, const detail_limits *limits) {
    uint32_t count = at_most(witness->txn_count, limits->txns);
    mns_json_open(out, "transactions", '[');
    for (uint32_t i = 0; i < count && out->size <= limits->all; i++) {
        write_txn(out, &witness->txns[i], i, limits);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "more_transactions", witness->txn_count - count);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static void write_step(mns_buf *out, const mns_doc_step *step, const detail_limits *limits) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_count_field(out, "from", step->from);
    mns_json_count_field(out, "to", step->to);
    mns_json_id_field(out, "from_mop", step->from_mop);
    mns_json_id_field(out, "to_mop", step->to_mop);
    mns_json_text_field(out, "kind", mns_kind_name(step->kind));
    mns_json_cut_field(out, "label", step->label, limits->mop);
    mns_json_cut_field(out, "text", step->text, limits->mop);
    mns_buf_char(out, '}');
}

static void write_steps(mns_buf *out, const mns_doc_witness *witness, const detail_limits *limits) {
    bool cycle = witness->step_count > 0;
    const mns_doc_step *steps = cycle ? witness->steps : witness->links;
    uint32_t total = cycle ? witness->step_count : witness->link_count;
    uint32_t count = at_most(total, limits->txns);
    mns_json_open(out, "steps", '[');
    for (uint32_t i = 0; i < count && out->size <= limits->all; i++) {
        write_step(out, &steps[i], limits);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "more_steps", total - count);
    mns_json_bool_field(out, "cycle", cycle);
}

/* ---- Proof ---------------------------------------------------------------------------------- */

/* The transactions of the witness that a line names, each once, in order. In a line that defines a
 * transaction only its name is searched, because the rest quotes the history. */
static void write_named(mns_buf *out, const mns_proof_line *line, uint32_t txn_count) {
    uint32_t named[NAMED_SHOWN];
    uint32_t count = 0;
    uint32_t limit = line->kind == MNS_LINE_LET ? 1 : NAMED_SHOWN;
    size_t at = 0;
    uint32_t place;
    mns_json_open(out, "transactions", '[');
    while (count < limit && (place = mns_proof_named(line, &at)) != MNS_NONE) {
        bool known = place >= txn_count;
        for (uint32_t i = 0; i < count && !known; i++) {
            known = named[i] == place;
        }
        if (!known) {
            named[count++] = place;
            mns_json_next(out);
            mns_buf_unsigned(out, place);
        } else if (line->kind == MNS_LINE_LET) {
            break;
        }
    }
    mns_buf_char(out, ']');
}

/* Joins the lines of a paragraph. Reads only as much as it writes. */
static void write_line(mns_buf *out, const mns_proof_line *line, uint32_t txn_count,
                       mns_buf *scratch, const detail_limits *limits) {
    mns_buf_clear(scratch);
    mns_buf_bytes(scratch, line->text, line->size > limits->mop ? limits->mop + 1 : line->size);
    for (char *c = scratch->data; !scratch->failed && *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
    out->failed |= scratch->failed;
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_text_field(out, "kind", mns_line_kind_name(line->kind));
    mns_json_cut_field(out, "text", scratch->failed ? "" : scratch->data, limits->mop);
    mns_json_id_field(out, "step", line->step);
    write_named(out, line, txn_count);
    mns_buf_char(out, '}');
}

static void write_proof(mns_buf *out, const mns_doc_witness *witness, const detail_limits *limits) {
    mns_proof proof = mns_proof_begin(witness->text, witness->step_count);
    mns_proof_line line;
    mns_buf scratch;
    mns_buf_init(&scratch);
    uint32_t count = 0, defined = 0;
    mns_json_open(out, "proof", '[');
    while (out->size <= limits->all && mns_proof_next(&proof, &line)) {
        /* Definitions are counted like the transactions. Otherwise those of a long cycle would
         * leave no room for its steps. */
        bool defines = line.kind == MNS_LINE_LET && defined < witness->txn_count;
        defined += defines ? 1 : 0;
        if (defines ? defined <= limits->txns : count++ < limits->lines) {
            write_line(out, &line, witness->txn_count, &scratch, limits);
        }
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "more_lines", count - at_most(count, limits->lines));
    mns_json_cut_field(out, "text", witness->text, limits->text);
    mns_buf_release(&scratch);
}

/* ---- The witness ---------------------------------------------------------------------------- */

static void write_picture(mns_buf *out, const char *name, mns_buf *picture) {
    bool any = picture->size > 0 && picture->size <= PICTURE_SHOWN && !picture->failed;
    out->failed |= picture->failed;
    mns_json_text_field(out, name, any ? picture->data : NULL);
    mns_buf_clear(picture);
}

static void write_pictures(mns_buf *out, const mns_document *document,
                           const mns_doc_witness *witness, const detail_limits *limits) {
    mns_buf picture;
    mns_buf_init(&picture);
    if (limits->pictures) {
        mns_svg_timeline(document, witness, MNS_PICTURE_PAGE, &picture);
    }
    write_picture(out, "timeline", &picture);
    if (limits->pictures) {
        mns_svg_cycle(document, witness, MNS_PICTURE_PAGE, &picture);
    }
    write_picture(out, "ring", &picture);
    mns_buf_release(&picture);
}

static void write_keys(mns_buf *out, const mns_doc_witness *witness, uint32_t key_count) {
    mns_json_open(out, "keys", '[');
    for (uint32_t i = 0; i < witness->key_count && i < MNS_LIMIT_DOC_KEYS; i++) {
        if (witness->keys[i] < key_count) {
            mns_json_next(out);
            mns_buf_unsigned(out, witness->keys[i]);
        }
    }
    mns_buf_char(out, ']');
}

bool mns_page_witness(const mns_document *document, const mns_doc_anomaly *anomaly, size_t place,
                      const mns_page_room *room, mns_buf *out) {
    assert(place < anomaly->witness_count && out->size == 0);
    const mns_doc_witness *witness = &anomaly->witnesses[place];
    detail_limits limits = all_limits[room->detail];
    limits.all = room->size;
    mns_buf_printf(out, "{\"id\":\"%s-%zu\"", mns_anomaly_name(anomaly->anomaly), place + 1);
    mns_json_cut_field(out, "name", witness->name, limits.mop);
    write_txns(out, witness, &limits);
    write_steps(out, witness, &limits);
    write_proof(out, witness, &limits);
    limits.pictures &= out->size <= limits.all;
    write_pictures(out, document, witness, &limits);
    write_keys(out, witness, room->key_count);
    mns_buf_char(out, '}');
    return out->size <= limits.all;
}
