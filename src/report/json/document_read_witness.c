/*
 * document_read_witness.c - reads the anomalies of a results.json: witnesses, transactions, steps.
 *
 * Out: the same as from document_make.c. Checked: each step of a cycle begins where the one
 * before ends, and each transaction has one step that begins there; links lead from one transaction
 * of the witness to another; steps refer to existing micro-operations. O(size).
 */
#include "report/json/document_read.h"

/* ---- Transactions --------------------------------------------------------------------------- */

static bool read_mop(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("f", NEEDED, TEXT, mns_doc_mop, function),
        MNS_FIELD("key", NEEDED, TEXT, mns_doc_mop, key),
        MNS_FIELD("label", NEEDED, TEXT, mns_doc_mop, label),
        MNS_FIELD("shown", NEEDED, TEXT, mns_doc_mop, shown),
        MNS_FIELD("full", OPTIONAL, TEXT, mns_doc_mop, full),
        MNS_FIELD("matters", OPTIONAL, BOOL, mns_doc_mop, matters),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

static const mns_read_items mop_items = {sizeof(mns_doc_mop), MNS_LIMIT_DOC_MOPS, read_mop};

static const mns_read_items text_items = {sizeof(const char *), MNS_LIMIT_IDS, mns_read_text};

static bool read_txn(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("index", NEEDED, INT64, mns_doc_txn, index),
        MNS_FIELD_BY("process", NEEDED, mns_read_process, mns_doc_txn, process),
        MNS_FIELD("node", OPTIONAL, TEXT, mns_doc_txn, node),
        MNS_FIELD_BY("type", NEEDED, mns_read_txn_type, mns_doc_txn, type),
        MNS_FIELD("start_ts", OPTIONAL, INT64, mns_doc_txn, start_ts),
        MNS_FIELD("commit_ts", OPTIONAL, INT64, mns_doc_txn, commit_ts),
        MNS_FIELD("invoke", OPTIONAL, UINT64, mns_doc_txn, invoke),
        MNS_FIELD("complete", OPTIONAL, UINT64, mns_doc_txn, complete),
        MNS_FIELD("invoke_ns", OPTIONAL, NS, mns_doc_txn, invoke_ns),
        MNS_FIELD("complete_ns", OPTIONAL, NS, mns_doc_txn, complete_ns),
        MNS_FIELD("error", OPTIONAL, TEXT, mns_doc_txn, error),
        MNS_FIELD("value", NEEDED, FORM, mns_doc_txn, value),
        MNS_FIELD("edn", OPTIONAL, TEXT, mns_doc_txn, edn),
        MNS_FIELD_ITEMS("mops", OPTIONAL, &mop_items, mns_doc_txn, mops, mop_count),
        MNS_FIELD("mops_total", OPTIONAL, UINT32, mns_doc_txn, mops_total),
        MNS_FIELD_ITEMS("statements", OPTIONAL, &text_items, mns_doc_txn, statements,
                        statement_count),
    };
    mns_doc_txn *txn = into;
    txn->start_ts = txn->commit_ts = MNS_NO_TIMESTAMP;
    txn->invoke = txn->complete = MNS_NO_POSITION;
    txn->invoke_ns = txn->complete_ns = MNS_NO_TIME;
    if (!mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), txn)) {
        return false;
    }
    bool ordered = txn->invoke == MNS_NO_POSITION || txn->invoke < txn->complete;
    return (ordered && txn->mops_total >= txn->mop_count) ||
           mns_read_fail(reader, token->start, NULL, "this transaction contradicts itself");
}

static const mns_read_items txn_items = {sizeof(mns_doc_txn), MNS_LIMIT_IDS, read_txn};

/* ---- Steps ---------------------------------------------------------------------------------- */

/* "T3" is place 2. */
static bool read_place(mns_json_reader *reader, const mns_token *token, void *into) {
    uint64_t number = 0;
    if (token->kind == MNS_TOKEN_STRING && token->start[1] == 'T' && token->start[2] != '0') {
        const char *p = token->start + 2;
        while (*p >= '0' && *p <= '9' && number <= MNS_LIMIT_IDS) {
            number = number * 10 + (uint64_t)(*p++ - '0');
        }
        number = *p == '"' && number <= MNS_LIMIT_IDS ? number : 0;
    }
    if (number == 0) {
        return mns_read_fail(reader, token->start, NULL, "expected a transaction, such as \"T1\"");
    }
    *(uint32_t *)into = (uint32_t)(number - 1);
    return true;
}

static bool read_kind(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WR, MNS_RW, MNS_PROCESS, MNS_REALTIME};
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        const char *name = mns_kind_name(kinds[i]);
        if (token->kind == MNS_TOKEN_STRING && mns_token_spells(token, name, strlen(name))) {
            *(mns_kind *)into = kinds[i];
            return true;
        }
    }
    return mns_read_fail(reader, token->start, NULL,
                         "expected a kind of step: ww, wr, rw, process or realtime");
}

static bool read_step(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD_BY("from", NEEDED, read_place, mns_doc_step, from),
        MNS_FIELD_BY("to", NEEDED, read_place, mns_doc_step, to),
        MNS_FIELD("from_mop", OPTIONAL, UINT32, mns_doc_step, from_mop),
        MNS_FIELD("to_mop", OPTIONAL, UINT32, mns_doc_step, to_mop),
        MNS_FIELD_BY("kind", NEEDED, read_kind, mns_doc_step, kind),
        MNS_FIELD("key", OPTIONAL, FORM, mns_doc_step, key),
        MNS_FIELD("value", OPTIONAL, FORM, mns_doc_step, value),
        MNS_FIELD("next", OPTIONAL, FORM, mns_doc_step, next),
        MNS_FIELD("label", OPTIONAL, TEXT, mns_doc_step, label),
        MNS_FIELD("text", OPTIONAL, TEXT, mns_doc_step, text),
    };
    mns_doc_step *step = into;
    step->from_mop = step->to_mop = MNS_NONE;
    step->key = step->value = step->next = "null";
    step->label = step->text = "";
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), step);
}

static const mns_read_items step_items = {sizeof(mns_doc_step), MNS_LIMIT_IDS, read_step};

/* ---- Witnesses ------------------------------------------------------------------------------ */

static const mns_read_items key_items = {sizeof(uint32_t), MNS_LIMIT_DOC_KEYS, mns_read_uint32};

static const mns_read_items fault_items = {sizeof(const char *), MNS_LIMIT_WITNESS_FAULTS,
                                           mns_read_text};

static bool is_mop(const mns_doc_txn *txn, uint32_t mop) {
    return mop == MNS_NONE || mop < txn->mop_count;
}

static bool is_inside(const mns_doc_witness *witness, const mns_doc_step *step) {
    return step->from < witness->txn_count && step->to < witness->txn_count &&
           is_mop(&witness->txns[step->from], step->from_mop) &&
           is_mop(&witness->txns[step->to], step->to_mop);
}

/* True if the steps of a cycle close it and visit each transaction. `left` has txn_count items. */
static bool is_closed(const mns_doc_witness *witness, bool *left) {
    memset(left, 0, witness->txn_count * sizeof *left);
    for (uint32_t i = 0; i < witness->step_count; i++) {
        const mns_doc_step *step = &witness->steps[i];
        const mns_doc_step *next = &witness->steps[(i + 1) % witness->step_count];
        if (!is_inside(witness, step) || step->to != next->from || left[step->from]) {
            return false;
        }
        left[step->from] = true;
    }
    return witness->step_count == witness->txn_count;
}

/* True if all arrows have valid ends and the steps of a cycle close it. */
static bool is_whole(mns_json_reader *reader, const mns_doc_witness *witness) {
    bool whole = witness->txn_count > 0;
    if (whole && witness->step_count > 0) {
        bool *left = MNS_ARENA_ARRAY(reader->arena, bool, witness->txn_count);
        whole = left != NULL && is_closed(witness, left);
    }
    for (uint32_t i = 0; i < witness->link_count && whole; i++) {
        whole = is_inside(witness, &witness->links[i]);
    }
    return whole;
}

static bool read_witness(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("name", OPTIONAL, TEXT, mns_doc_witness, name),
        MNS_FIELD_ITEMS("transactions", NEEDED, &txn_items, mns_doc_witness, txns, txn_count),
        MNS_FIELD_ITEMS("steps", NEEDED, &step_items, mns_doc_witness, steps, step_count),
        MNS_FIELD_ITEMS("links", OPTIONAL, &step_items, mns_doc_witness, links, link_count),
        MNS_FIELD("key", OPTIONAL, FORM, mns_doc_witness, key),
        MNS_FIELD("element", OPTIONAL, FORM, mns_doc_witness, element),
        MNS_FIELD("final_read", OPTIONAL, BOOL, mns_doc_witness, final_read),
        MNS_FIELD("text", NEEDED, TEXT, mns_doc_witness, text),
        MNS_FIELD_ITEMS("faults", OPTIONAL, &fault_items, mns_doc_witness, faults, fault_count),
        MNS_FIELD_ITEMS("neighbours", OPTIONAL, &txn_items, mns_doc_witness, neighbours,
                        neighbour_count),
        MNS_FIELD_ITEMS("keys", OPTIONAL, &key_items, mns_doc_witness, keys, key_count),
    };
    mns_doc_witness *witness = into;
    if (!mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), witness)) {
        return false;
    }
    if (!is_whole(reader, witness)) {
        return mns_read_fail(reader, token->start, NULL,
                             "the steps of this witness contradict its transactions");
    }
    bool is_case = witness->step_count == 0;
    const char *none = is_case ? "null" : NULL;
    witness->key = is_case && witness->key != NULL ? witness->key : none;
    witness->element = is_case && witness->element != NULL ? witness->element : none;
    return true;
}

static bool read_witnesses(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_read_items kind = {sizeof(mns_doc_witness), MNS_LIMIT_IDS, read_witness};
    mns_doc_anomaly *row = into;
    void *items = NULL;
    bool read = mns_read_array(reader, token, &kind, &items, &row->witness_count);
    row->witnesses = items;
    return read;
}

bool mns_read_anomaly(mns_json_reader *reader, const mns_token *token, mns_read_finding *finding) {
    static const mns_field fields[] = {
        MNS_FIELD("count", NEEDED, UINT64, mns_read_finding, row.count),
        MNS_FIELD("forbidden", OPTIONAL, BOOL, mns_read_finding, forbidden),
        MNS_FIELD_BY("witnesses", NEEDED, read_witnesses, mns_read_finding, row),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), finding);
}
