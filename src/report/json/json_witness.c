/*
 * json_witness.c - one witness as JSON: its transactions, its steps or links, its proof.
 *
 * Nothing is abbreviated: the value of a transaction has complete lists, and steps have all fields
 * (null where they do not apply). In each object the documented fields come first, those that only
 * reports need after them. Cost: linear in the output.
 */
#include "report/json/json_write.h"

static void write_id(mns_buf *out, const char *name, uint32_t place) {
    mns_json_field(out, name);
    mns_buf_str(out, "\"T");
    mns_buf_unsigned(out, (uint64_t)place + 1);
    mns_buf_char(out, '"');
}

/* ---- Transactions --------------------------------------------------------------------------- */

static void write_mop(mns_buf *out, const mns_doc_mop *mop) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_text_field(out, "f", mop->function);
    mns_json_text_field(out, "key", mop->key);
    mns_json_text_field(out, "label", mop->label);
    mns_json_text_field(out, "shown", mop->shown);
    mns_json_text_field(out, "full", mop->full);
    mns_json_bool_field(out, "matters", mop->matters);
    mns_buf_char(out, '}');
}

/* The revealed timestamps, if there are any. */
static void write_timestamp(mns_buf *out, const char *name, int64_t timestamp) {
    if (timestamp != MNS_NO_TIMESTAMP) {
        mns_json_number_field(out, name, timestamp);
    }
}

/* The fields of a transaction after its id; neighbours have no id. */
static void write_transaction(mns_buf *out, const mns_doc_txn *txn) {
    mns_json_number_field(out, "index", txn->index);
    mns_json_process_field(out, "process", &txn->process);
    if (txn->node != NULL) {
        mns_json_text_field(out, "node", txn->node);
    }
    mns_json_type_field(out, "type", txn->type);
    write_timestamp(out, "start_ts", txn->start_ts);
    write_timestamp(out, "commit_ts", txn->commit_ts);
    mns_json_raw_field(out, "value", txn->value);
    mns_json_position_field(out, "invoke", txn->invoke);
    mns_json_position_field(out, "complete", txn->complete);
    mns_json_time_field(out, "invoke_ns", txn->invoke_ns);
    mns_json_time_field(out, "complete_ns", txn->complete_ns);
    mns_json_text_field(out, "error", txn->error);
    mns_json_text_field(out, "edn", txn->edn);
    mns_json_field(out, "mops");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < txn->mop_count; i++) {
        write_mop(out, &txn->mops[i]);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "mops_total", txn->mops_total);
    if (txn->statement_count > 0) {
        mns_json_texts_field(out, "statements", txn->statements, txn->statement_count);
    }
    mns_buf_char(out, '}');
}

/* ---- Steps and links ------------------------------------------------------------------------ */

static void write_steps(mns_buf *out, const char *name, const mns_doc_step *steps, uint32_t count) {
    mns_json_field(out, name);
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        const mns_doc_step *step = &steps[i];
        mns_json_next(out);
        mns_buf_char(out, '{');
        write_id(out, "from", step->from);
        write_id(out, "to", step->to);
        mns_json_text_field(out, "kind", mns_kind_name(step->kind));
        mns_json_raw_field(out, "key", step->key);
        mns_json_raw_field(out, "value", step->value);
        mns_json_raw_field(out, "next", step->next);
        mns_json_text_field(out, "text", step->text);
        mns_json_id_field(out, "from_mop", step->from_mop);
        mns_json_id_field(out, "to_mop", step->to_mop);
        mns_json_text_field(out, "label", step->label);
        mns_buf_char(out, '}');
    }
    mns_buf_char(out, ']');
}

/* ---- The witness ---------------------------------------------------------------------------- */

static void write_transactions(mns_buf *out, const mns_doc_witness *witness) {
    mns_json_field(out, "transactions");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        mns_json_next(out);
        mns_buf_char(out, '{');
        write_id(out, "id", i);
        write_transaction(out, &witness->txns[i]);
    }
    mns_buf_char(out, ']');
}

static void write_neighbours(mns_buf *out, const mns_doc_witness *witness) {
    mns_json_field(out, "neighbours");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < witness->neighbour_count; i++) {
        mns_json_next(out);
        mns_buf_char(out, '{');
        write_transaction(out, &witness->neighbours[i]);
    }
    mns_buf_char(out, ']');
}

static void write_keys(mns_buf *out, const mns_doc_witness *witness) {
    mns_json_field(out, "keys");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < witness->key_count; i++) {
        mns_json_next(out);
        mns_buf_unsigned(out, witness->keys[i]);
    }
    mns_buf_char(out, ']');
}

void mns_json_witness(const mns_doc_witness *witness, mns_buf *out) {
    bool is_case = witness->step_count == 0;
    mns_buf_char(out, '{');
    mns_json_text_field(out, "name", witness->name);
    write_transactions(out, witness);
    write_steps(out, "steps", witness->steps, witness->step_count);
    if (is_case) { /* a case has one key */
        mns_json_raw_field(out, "key", witness->key);
        mns_json_raw_field(out, "element", witness->element);
    }
    if (witness->final_read) {
        mns_json_bool_field(out, "final_read", true);
    }
    mns_json_text_field(out, "text", witness->text);
    if (witness->fault_count > 0) {
        mns_json_texts_field(out, "faults", witness->faults, witness->fault_count);
    }
    if (is_case) {
        write_steps(out, "links", witness->links, witness->link_count);
    }
    if (witness->neighbour_count > 0) {
        write_neighbours(out, witness);
    }
    if (witness->key_count > 0) {
        write_keys(out, witness);
    }
    mns_buf_char(out, '}');
}
