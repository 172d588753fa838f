/* evidence.c - see evidence.h. */
#include "explain/evidence.h"

#include <inttypes.h>

#include "explain/phrase.h"
#include "explain/sentences.h"

/* Why a transaction of unknown outcome is known to have committed. */
static void write_proof(const mns_explainer *explainer, uint32_t txn, uint32_t place,
                        mns_buf *out) {
    const mns_history *history = explainer->o->history;
    const mns_mops *mops = &history->tables.mops;
    const mns_sentences *sentences = mns_sentences_of(history);
    uint32_t write, read;
    mns_phrase(history, out, "  - %T's outcome is unknown (", place);
    mns_buf_str(out, mns_phrase_type(history, MNS_TXN_INFO));
    mns_buf_str(out, "), but ");
    if (!mns_commit_proof_of(&explainer->proofs, explainer->o, txn, &write, &read)) {
        mns_buf_printf(out, "%s, so it committed.\n", sentences->some_was_read);
        return;
    }
    const mns_terms terms = {.value = mops->value[write], .key = mops->key[write]};
    mns_sentence_write(history, out, sentences->was_read, &terms);
    mns_buf_printf(out, " (index %" PRId64 "), so it committed.\n",
                   mns_txn_index(history, history->txn_of_mop[read]));
}

/* Returns how many proofs were omitted. */
static uint32_t write_proofs(const mns_explainer *explainer, const mns_witness *witness,
                             mns_buf *out) {
    const mns_history *history = explainer->o->history;
    uint32_t count = 0;
    bool provable = mns_sentences_of(history)->was_read != NULL; /* no read proves an increment */
    for (uint32_t i = 0; i < witness->txn_count && provable; i++) {
        if (history->txns.type[witness->txns[i]] != MNS_TXN_INFO) {
            continue;
        }
        if (count++ < MNS_LIMIT_EVIDENCE) {
            write_proof(explainer, witness->txns[i], i, out);
        }
    }
    return count > MNS_LIMIT_EVIDENCE ? count - MNS_LIMIT_EVIDENCE : 0;
}

static uint32_t write_orders(const mns_explainer *explainer, const mns_witness *witness,
                             mns_buf *others, mns_buf *out) {
    switch (explainer->o->history->workload) {
    case MNS_LIST_APPEND:
        return mns_evidence_lists(explainer->o, witness, out) +
               mns_evidence_orders(explainer, witness, others, out);
    case MNS_RW_REGISTER: return mns_evidence_orders(explainer, witness, others, out);
    default: return 0; /* the reads are the whole evidence */
    }
}

void mns_evidence_write(const mns_explainer *explainer, const mns_witness *witness, mns_buf *out) {
    mns_buf others;
    mns_buf_init(&others);
    size_t start = out->size;
    mns_buf_str(out, "\nEvidence:\n");
    size_t empty = out->size;
    uint32_t left_out = write_orders(explainer, witness, &others, out);
    left_out += write_proofs(explainer, witness, out);
    if (left_out > 0) {
        mns_buf_printf(out, "  - %" PRIu32 " more %s not shown.\n", left_out,
                       left_out == 1 ? "is" : "are");
    }
    if (out->size == empty && !out->failed) { /* remove the heading */
        out->size = start;
        out->data[start] = '\0';
    }
    out->failed = out->failed || others.failed;
    mns_buf_bytes(out, others.data, others.size);
    mns_buf_release(&others);
}
