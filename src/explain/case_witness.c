/*
 * case_witness.c - the witness of a case, an anomaly without a cycle.
 *
 * In: the micro-operations of a case, as detect.h lists them for each anomaly. Out: their
 * transactions, T1, T2, ... by time, and the contradiction in a few sentences (case_text.h). Cost:
 * linear in the output, and sorting the transactions.
 */
#include "core/grow.h"
#include "explain/case_text.h"
#include "explain/shape.h"
#include "explain/time_order.h"
#include "explain/witness_build.h"

/* Which function writes the text of an anomaly. */
typedef struct case_writer {
    mns_anomaly anomaly;
    void (*write)(mns_case_text *s);
} case_writer;

static const case_writer writers[] = {
    {MNS_A_GARBAGE_READ, mns_write_garbage_read},
    {MNS_A_DUPLICATE_ELEMENTS, mns_write_duplicate_elements},
    {MNS_A_INCOMPATIBLE_VERSIONS, mns_write_incompatible_versions},
    {MNS_A_CYCLIC_VERSIONS, mns_write_cyclic_versions},
    {MNS_A_DIRTY_UPDATE, mns_write_dirty_update},
    {MNS_A_INCOMPATIBLE_ORDER, mns_write_incompatible_order},
    {MNS_A_G1A, mns_write_g1a},
    {MNS_A_G1B, mns_write_g1b},
    {MNS_A_FUTURE_READ, mns_write_future_read},
    {MNS_A_INTERNAL, mns_write_internal},
    {MNS_A_LOST_UPDATE, mns_write_lost_update},
    {MNS_A_INCOMPARABLE_READS, mns_write_incomparable_reads},
    {MNS_A_G_SIB, mns_write_snapshot},
    {MNS_A_G_SIA, mns_write_snapshot},
    {MNS_A_LOST_WRITE, mns_write_lost_write},
    {MNS_A_MISSED_INCREMENT_PROCESS, mns_write_missed_increment},
    {MNS_A_MISSED_INCREMENT_REALTIME, mns_write_missed_increment},
    {MNS_A_EARLY_INCREMENT_PROCESS, mns_write_early_increment},
    {MNS_A_EARLY_INCREMENT_REALTIME, mns_write_early_increment},
};

static const case_writer *writer_of(mns_anomaly anomaly) {
    for (size_t i = 0; i < MNS_COUNT_OF(writers); i++) {
        if (writers[i].anomaly == anomaly) {
            return &writers[i];
        }
    }
    return NULL;
}

/* ---- Parts of sentences --------------------------------------------------------------------- */

uint32_t mns_case_text_place(const mns_case_text *s, uint32_t mop) {
    return mns_map_get(&s->places, s->history->txn_of_mop[mop]);
}

void mns_case_text_wrote(mns_case_text *s, uint32_t write) {
    const mns_terms terms = {.a = mns_case_text_place(s, write),
                             .value = s->mops->value[write],
                             .key = s->mops->key[write]};
    mns_sentence_write(s->history, &s->out, s->sentences->wrote, &terms);
}

void mns_case_text_value(mns_case_text *s, uint32_t read) {
    mns_read_show(s->history, read, &s->focus, &s->out);
}

void mns_case_text_read(mns_case_text *s, uint32_t read) {
    mns_phrase(s->history, &s->out, "%T read %K as ", mns_case_text_place(s, read),
               s->mops->key[read]);
    mns_case_text_value(s, read);
}

const mns_value *mns_case_text_elements(const mns_case_text *s, uint32_t read, uint32_t *count) {
    return s->history->workload == MNS_SET ? mns_mop_set(&s->history->tables, read, count)
                                           : mns_mop_list(&s->history->tables, read, count);
}

/* ---- The text ------------------------------------------------------------------------------- */

/* Of a lost update: the read and the write of a transaction. Else all micro-operations. */
static const uint32_t *mops_of(const mns_case_text *s, uint32_t txn, uint32_t *count) {
    const mns_witness *w = s->witness;
    for (uint32_t i = 0; w->anomaly == MNS_A_LOST_UPDATE && i + 1 < w->mop_count; i += 2) {
        if (s->history->txn_of_mop[w->mops[i]] == txn) {
            *count = 2;
            return &w->mops[i];
        }
    }
    *count = w->mop_count;
    return w->mops;
}

static void write_let(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "Let:\n");
    for (uint32_t i = 0; i < w->txn_count; i++) {
        mns_focus focus = s->focus;
        uint32_t count;
        focus.mops = mops_of(s, w->txns[i], &count);
        focus.mop_count = count < MNS_LIMIT_FOCUS ? count : MNS_LIMIT_FOCUS;
        mns_phrase_let(s->history, w, i, &focus, &s->out);
    }
    mns_buf_str(&s->out, "\nThen:\n");
}

static minos_status write_text(mns_case_text *s, const mns_explainer *explainer,
                               mns_witness *witness) {
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        if (!mns_map_add(&s->places, witness->txns[i], i)) {
            return MINOS_ENOMEM;
        }
    }
    const case_writer *how = writer_of(witness->anomaly);
    assert(how != NULL); /* no detector reports cases of another anomaly */
    s->focus = mns_focus_of_case(s->o, witness, &s->storage);
    write_let(s);
    how->write(s);
    mns_evidence_write(explainer, witness, &s->out);
    witness->text = mns_buf_take(&s->out, NULL);
    return witness->text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

minos_status mns_case_write(const mns_explainer *explainer, mns_witness *witness) {
    const mns_history *history = explainer->o->history;
    mns_case_text s = {.o = explainer->o,
                       .history = history,
                       .mops = &history->tables.mops,
                       .sentences = mns_sentences_of(history),
                       .witness = witness};
    mns_map_init(&s.places);
    mns_buf_init(&s.out);
    witness->name = mns_shape_of_case(witness->anomaly);
    minos_status status = write_text(&s, explainer, witness);
    mns_map_release(&s.places);
    mns_buf_release(&s.out);
    return status;
}

/* ---- The witness ---------------------------------------------------------------------------- */

/* Lists the transactions of the micro-operations, each once, by time. */
static bool name_txns(const mns_history *history, mns_map *places, mns_witness *w) {
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t txn = history->txn_of_mop[w->mops[i]];
        if (mns_map_get(places, txn) == MNS_NONE) {
            if (!mns_map_add(places, txn, w->txn_count)) {
                return false;
            }
            w->txns[w->txn_count++] = txn;
        }
    }
    mns_time_order order;
    if (!mns_time_order_init(&order, history, w->txns, w->txn_count)) {
        return false;
    }
    for (uint32_t i = 0; i < w->txn_count; i++) {
        w->txns[i] = mns_time_order_txn(&order, i);
    }
    mns_time_order_release(&order);
    return true;
}

minos_status mns_witness_of_case(const mns_observation *o, const mns_cases *cases,
                                 const mns_case *item, mns_witness *witness) {
    assert(item->mop_count > 0);
    witness->anomaly = item->anomaly;
    witness->key = item->key;
    witness->element = item->element;
    witness->sources = item->sources;
    witness->mops = MNS_NEW_ARRAY(uint32_t, item->mop_count);
    witness->txns = MNS_NEW_ARRAY(uint32_t, item->mop_count);
    if (witness->mops == NULL || witness->txns == NULL) {
        return MINOS_ENOMEM;
    }
    witness->mop_count = item->mop_count;
    memcpy(witness->mops, cases->mops + item->first_mop, item->mop_count * sizeof *witness->mops);
    mns_map places;
    mns_map_init(&places);
    bool named = name_txns(o->history, &places, witness);
    mns_map_release(&places);
    return named ? MINOS_OK : MINOS_ENOMEM;
}
