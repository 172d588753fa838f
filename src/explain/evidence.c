/* evidence.c - see evidence.h. */
#include "explain/evidence.h"

#include <inttypes.h>

#include "explain/phrase.h"
#include "explain/words.h"

/* Why a transaction whose client learned no outcome is known to have committed. */
static void write_proof(const mns_teller *teller, uint32_t txn, uint32_t place, mns_buf *out) {
    const mns_history *history = teller->o->history;
    const mns_mops *mops = &history->tables.mops;
    const mns_words *words = mns_words_of(history);
    uint32_t write, read;
    mns_phrase(history, out, "  - %T's outcome is unknown (", place);
    mns_buf_str(out, mns_phrase_type(history, MNS_TXN_INFO));
    mns_buf_str(out, "), but ");
    if (!mns_proof_of(&teller->proofs, teller->o, txn, &write, &read)) {
        mns_buf_printf(out, "%s, so it committed.\n", words->showed);
        return;
    }
    const mns_terms terms = {.value = mops->value[write], .key = mops->key[write]};
    mns_say(history, out, words->proof, &terms);
    mns_buf_printf(out, " (index %" PRId64 "), so it committed.\n",
                   mns_txn_index(history, history->txn_of_mop[read]));
}

/* Returns how many proofs were left out. */
static uint32_t write_proofs(const mns_teller *teller, const mns_witness *witness, mns_buf *out) {
    const mns_history *history = teller->o->history;
    uint32_t count = 0;
    bool provable = mns_words_of(history)->proof != NULL; /* nobody proves an increment */
    for (uint32_t i = 0; i < witness->txn_count && provable; i++) {
        if (history->txns.type[witness->txns[i]] != MNS_TXN_INFO) {
            continue;
        }
        if (count++ < MNS_LIMIT_EVIDENCE) {
            write_proof(teller, witness->txns[i], i, out);
        }
    }
    return count > MNS_LIMIT_EVIDENCE ? count - MNS_LIMIT_EVIDENCE : 0;
}

static uint32_t write_orders(const mns_teller *teller, const mns_witness *witness, mns_buf *others,
                             mns_buf *out) {
    switch (teller->o->history->workload) {
    case MNS_LIST_APPEND:
        return mns_evidence_lists(teller->o, witness, out) +
               mns_evidence_orders(teller, witness, others, out);
    case MNS_RW_REGISTER: return mns_evidence_orders(teller, witness, others, out);
    default: return 0; /* what was read speaks for itself */
    }
}

void mns_evidence_write(const mns_teller *teller, const mns_witness *witness, mns_buf *out) {
    mns_buf others;
    mns_buf_init(&others);
    size_t start = out->size;
    mns_buf_str(out, "\nEvidence:\n");
    size_t empty = out->size;
    uint32_t left_out = write_orders(teller, witness, &others, out);
    left_out += write_proofs(teller, witness, out);
    if (left_out > 0) {
        mns_buf_printf(out, "  - %" PRIu32 " more %s not shown.\n", left_out,
                       left_out == 1 ? "is" : "are");
    }
    if (out->size == empty && !out->failed) { /* the witness speaks for itself */
        out->size = start;
        out->data[start] = '\0';
    }
    out->failed = out->failed || others.failed;
    mns_buf_bytes(out, others.data, others.size);
    mns_buf_release(&others);
}
