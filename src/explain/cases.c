/*
 * cases.c - the witness of an anomaly that one or a few transactions show without a cycle.
 *
 * In: the micro-operations of a case, as detect.h lists them for each anomaly. Out: the
 * transactions they belong to, T1, T2, ... (a writer before the reader who saw too much), and the
 * contradiction in a few sentences (story.h). Cost: linear in what is shown.
 */
#include "core/grow.h"
#include "explain/shape.h"
#include "explain/story.h"
#include "explain/witness_build.h"

/* How each anomaly is told, and in which order its transactions are named. */
typedef struct telling {
    mns_anomaly anomaly;
    void (*tell)(mns_story *s);
    bool
        reader_last; /* the first micro-operation is a read of what the others wrote: it goes last */
} telling;

static const telling tellings[] = {
    {MNS_A_GARBAGE_READ, mns_tell_garbage_read, false},
    {MNS_A_DUPLICATE_ELEMENTS, mns_tell_duplicate_elements, false},
    {MNS_A_INCOMPATIBLE_VERSIONS, mns_tell_incompatible_versions, false},
    {MNS_A_CYCLIC_VERSIONS, mns_tell_cyclic_versions, false},
    {MNS_A_DIRTY_UPDATE, mns_tell_dirty_update, true},
    {MNS_A_INCOMPATIBLE_ORDER, mns_tell_incompatible_order, false},
    {MNS_A_G1A, mns_tell_g1a, true},
    {MNS_A_G1B, mns_tell_g1b, true},
    {MNS_A_FUTURE_READ, mns_tell_future_read, false},
    {MNS_A_INTERNAL, mns_tell_internal, false},
    {MNS_A_LOST_UPDATE, mns_tell_lost_update, false},
    {MNS_A_INCOMPARABLE_READS, mns_tell_incomparable_reads, false},
    {MNS_A_G_SIB, mns_tell_snapshot, true},
    {MNS_A_G_SIA, mns_tell_snapshot, true},
    {MNS_A_LOST_WRITE, mns_tell_lost_write, false},
    {MNS_A_MISSED_INCREMENT_PROCESS, mns_tell_missed_increment, true},
    {MNS_A_MISSED_INCREMENT_REALTIME, mns_tell_missed_increment, true},
    {MNS_A_EARLY_INCREMENT_PROCESS, mns_tell_early_increment, false},
    {MNS_A_EARLY_INCREMENT_REALTIME, mns_tell_early_increment, false},
};

static const telling *telling_of(mns_anomaly anomaly) {
    for (size_t i = 0; i < MNS_COUNT_OF(tellings); i++) {
        if (tellings[i].anomaly == anomaly) {
            return &tellings[i];
        }
    }
    return NULL;
}

/* ---- What stories are made of --------------------------------------------------------------- */

uint32_t mns_story_place(const mns_story *s, uint32_t mop) {
    return mns_map_get(&s->places, s->history->txn_of_mop[mop]);
}

void mns_story_wrote(mns_story *s, uint32_t write) {
    const mns_terms terms = {
        .a = mns_story_place(s, write), .value = s->mops->value[write], .key = s->mops->key[write]};
    mns_say(s->history, &s->out, s->words->wrote, &terms);
}

void mns_story_value(mns_story *s, uint32_t read) {
    mns_read_show(s->history, read, &s->focus, &s->out);
}

void mns_story_read(mns_story *s, uint32_t read) {
    mns_phrase(s->history, &s->out, "%T read %K as ", mns_story_place(s, read), s->mops->key[read]);
    mns_story_value(s, read);
}

const mns_value *mns_story_elements(const mns_story *s, uint32_t read, uint32_t *count) {
    return s->history->workload == MNS_SET ? mns_mop_set(&s->history->tables, read, count)
                                           : mns_mop_list(&s->history->tables, read, count);
}

/* ---- The text ------------------------------------------------------------------------------- */

static void write_let(mns_story *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "Let:\n");
    for (uint32_t i = 0; i < w->txn_count; i++) {
        mns_focus focus = s->focus;
        bool pairs = w->anomaly == MNS_A_LOST_UPDATE && 2 * i + 1 < w->mop_count;
        focus.mops = pairs ? &w->mops[2 * (size_t)i] : w->mops;
        focus.mop_count = pairs                            ? 2
                          : w->mop_count < MNS_LIMIT_FOCUS ? w->mop_count
                                                           : MNS_LIMIT_FOCUS;
        mns_phrase_let(s->history, w, i, &focus, &s->out);
    }
    mns_buf_str(&s->out, "\nThen:\n");
}

static minos_status write_text(mns_story *s, const mns_teller *teller, mns_witness *witness) {
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        if (!mns_map_add(&s->places, witness->txns[i], i)) {
            return MINOS_ENOMEM;
        }
    }
    const telling *how = telling_of(witness->anomaly);
    assert(how != NULL); /* no detector gives cases of any other */
    s->focus = mns_focus_of_case(s->o, witness, &s->room);
    write_let(s);
    how->tell(s);
    mns_evidence_write(teller, witness, &s->out);
    witness->text = mns_buf_take(&s->out, NULL);
    return witness->text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

minos_status mns_case_tell(const mns_teller *teller, mns_witness *witness) {
    const mns_history *history = teller->o->history;
    mns_story s = {.o = teller->o,
                   .history = history,
                   .mops = &history->tables.mops,
                   .words = mns_words_of(history),
                   .witness = witness};
    mns_map_init(&s.places);
    mns_buf_init(&s.out);
    witness->name = mns_shape_of_case(witness->anomaly);
    minos_status status = write_text(&s, teller, witness);
    mns_map_release(&s.places);
    mns_buf_release(&s.out);
    return status;
}

/* ---- The witness ---------------------------------------------------------------------------- */

/* Lists the transactions of the micro-operations, each once. */
static bool name_txns(const mns_history *history, mns_map *places, mns_witness *w) {
    const telling *how = telling_of(w->anomaly);
    bool read = mns_mop_is_read(&history->tables.mops, w->mops[0]);
    uint32_t shift = how != NULL && how->reader_last && read ? 1 : 0;
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t txn = history->txn_of_mop[w->mops[(i + shift) % w->mop_count]];
        if (mns_map_get(places, txn) == MNS_NONE) {
            if (!mns_map_add(places, txn, w->txn_count)) {
                return false;
            }
            w->txns[w->txn_count++] = txn;
        }
    }
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
