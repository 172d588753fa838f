/*
 * document_witness.c - a witness of a document: its transactions, steps or links, and text.
 *
 * In: a witness that the re-checker has accepted. Out: the same without references to the history.
 * The micro-operations of a case are sorted, so that those of one transaction are consecutive. A
 * cycle may have as many steps as the history has transactions, so no step searches the others.
 * Cost: linear in the output, and sorting the micro-operations of a case.
 */
#include "report/model/document_witness.h"
#include "core/map.h"
#include "history/final_reads.h"
#include "report/model/document_builder.h"

const char *mns_document_value(mns_arena *arena, const mns_history *history, mns_value value,
                               mns_buf *text) {
    if (value == MNS_VALUE_NONE) {
        return "null";
    }
    mns_value_json(&history->tables.values, value, text);
    return mns_arena_take(arena, text);
}

const char *mns_document_key(mns_arena *arena, const mns_history *history, uint32_t key,
                             mns_buf *text) {
    mns_value name = key == MNS_NONE ? MNS_VALUE_NONE : history->tables.keys.name[key];
    return mns_document_value(arena, history, name, text);
}

/* The common fields of steps and links; see mns_label_arrow. */
static void make_arrow(const mns_doc_writer *w, mns_kind kind, uint32_t key, mns_value value,
                       mns_value next, mns_doc_step *out) {
    out->kind = kind;
    out->key = mns_document_key(w->arena, w->history, key, w->text);
    out->value = mns_document_value(w->arena, w->history, value, w->text);
    out->next = mns_document_value(w->arena, w->history, next, w->text);
    mns_label_arrow(w->history, kind, key, value, next, w->text);
    out->label = mns_arena_take(w->arena, w->text);
}

/* ---- Cycles --------------------------------------------------------------------------------- */

/* The place of a step's micro-operation in its transaction of the cycle. */
static uint32_t place_in_cycle(const mns_doc_writer *w, const mns_witness *witness, uint32_t place,
                               const mns_reason *reason, uint32_t mop) {
    mns_focus_storage storage;
    const mns_focus focus = mns_focus_of_cycle(witness, place, &storage);
    return reason->key == MNS_NONE ? MNS_NONE : mns_document_mop_place(w->history, mop, &focus);
}

static void make_step(const mns_doc_writer *w, const mns_witness *witness, const mns_step *step,
                      mns_doc_step *out) {
    const mns_reason *r = &step->reason;
    out->from = step->from;
    out->to = step->to;
    out->from_mop = place_in_cycle(w, witness, step->from, r, r->from_mop);
    out->to_mop = place_in_cycle(w, witness, step->to, r, r->to_mop);
    make_arrow(w, r->kind, r->key, r->value, r->next, out);
    out->text = mns_arena_str(w->arena, step->text);
}

static void make_cycle(const mns_doc_writer *w, const mns_witness *witness, mns_doc_witness *out) {
    out->steps = MNS_ARENA_ARRAY(w->arena, mns_doc_step, witness->step_count);
    out->step_count = out->steps == NULL ? 0 : witness->step_count;
    for (uint32_t i = 0; i < out->txn_count; i++) {
        mns_focus_storage storage;
        const mns_focus focus = mns_focus_of_cycle(witness, i, &storage);
        mns_document_txn(w->arena, w->history, witness->txns[i], &focus, w->text, &out->txns[i]);
    }
    for (uint32_t i = 0; i < out->step_count; i++) {
        make_step(w, witness, &witness->steps[i], &out->steps[i]);
    }
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* A case while it is converted. */
typedef struct case_maker {
    const mns_doc_writer *w;
    const mns_witness *witness;
    mns_focus focus; /* of all its transactions */
    uint32_t *mops;  /* ascending, each once */
    uint32_t mop_count;
    mns_map places; /* txn -> place in witness->txns */
} case_maker;

static int compare_ids(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static void sort_mops(case_maker *c) {
    const mns_witness *witness = c->witness;
    if (witness->mop_count == 0) {
        return;
    }
    c->mops = MNS_ARENA_ARRAY(c->w->arena, uint32_t, witness->mop_count);
    if (c->mops == NULL) {
        return;
    }
    memcpy(c->mops, witness->mops, witness->mop_count * sizeof *c->mops);
    qsort(c->mops, witness->mop_count, sizeof *c->mops, compare_ids);
    for (uint32_t i = 0; i < witness->mop_count; i++) {
        if (i == 0 || c->mops[i] != c->mops[i - 1]) {
            c->mops[c->mop_count++] = c->mops[i];
        }
    }
}

/* The place of the first micro-operation of the case that is not below `mop`. */
static uint32_t find_mop(const case_maker *c, uint32_t mop) {
    uint32_t low = 0, high = c->mop_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->mops[middle] < mop) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static mns_focus focus_on(const case_maker *c, uint32_t txn) {
    const uint32_t *first_mop = c->w->history->txns.first_mop;
    uint32_t first = find_mop(c, first_mop[txn]);
    mns_focus focus = c->focus;
    focus.mops = c->mops == NULL ? NULL : c->mops + first;
    focus.mop_count = find_mop(c, first_mop[txn + 1]) - first;
    return focus;
}

static void make_link(const case_maker *c, const mns_link *link, mns_doc_step *out) {
    const mns_doc_writer *w = c->w;
    uint32_t from = w->history->txn_of_mop[link->from_mop];
    uint32_t to = w->history->txn_of_mop[link->to_mop];
    bool order = link->kind == MNS_PROCESS || link->kind == MNS_REALTIME;
    bool data = !order || link->value != MNS_VALUE_NONE;
    const mns_focus from_focus = focus_on(c, from), to_focus = focus_on(c, to);
    out->from = mns_map_get(&c->places, from);
    out->to = mns_map_get(&c->places, to);
    out->from_mop =
        data ? mns_document_mop_place(w->history, link->from_mop, &from_focus) : MNS_NONE;
    out->to_mop = data ? mns_document_mop_place(w->history, link->to_mop, &to_focus) : MNS_NONE;
    make_arrow(w, link->kind, data ? w->history->tables.mops.key[link->from_mop] : MNS_NONE,
               link->value, link->next, out);
    out->text = "";
}

static void make_links(const case_maker *c, mns_doc_witness *out) {
    const mns_doc_writer *w = c->w;
    const mns_witness *witness = c->witness;
    if (witness->mop_count == 0) {
        return;
    }
    mns_link *links = MNS_ARENA_ARRAY(w->arena, mns_link, 2 * (size_t)witness->mop_count);
    uint32_t count = links == NULL ? 0 : mns_case_links(w->history, witness, links);
    out->links = count == 0 ? NULL : MNS_ARENA_ARRAY(w->arena, mns_doc_step, count);
    out->link_count = out->links == NULL ? 0 : count;
    for (uint32_t i = 0; i < out->link_count; i++) {
        make_link(c, &links[i], &out->links[i]);
    }
}

/* The read that proves a lost write is the first read of the case (detect.h). */
static bool is_proved_by_final_read(const mns_history *history, const mns_witness *witness) {
    const mns_mops *mops = &history->tables.mops;
    uint32_t i = 0;
    while (i < witness->mop_count && !mns_mop_is_read(mops, witness->mops[i])) {
        i++;
    }
    return witness->anomaly == MNS_A_LOST_WRITE && i < witness->mop_count &&
           mns_is_final_read(history, history->txn_of_mop[witness->mops[i]]);
}

static void make_case(const mns_doc_writer *w, const mns_witness *witness, mns_doc_witness *out) {
    mns_focus_storage storage;
    case_maker c = {.w = w, .witness = witness};
    c.focus = mns_focus_of_case(w->observation, witness, &storage);
    mns_map_init(&c.places);
    sort_mops(&c);
    bool named = true;
    for (uint32_t i = 0; i < out->txn_count && named; i++) {
        const mns_focus focus = focus_on(&c, witness->txns[i]);
        mns_document_txn(w->arena, w->history, witness->txns[i], &focus, w->text, &out->txns[i]);
        named = mns_map_add(&c.places, witness->txns[i], i);
    }
    if (named && !w->arena->failed) {
        make_links(&c, out);
    }
    w->arena->failed = w->arena->failed || !named;
    mns_map_release(&c.places);
    out->key = mns_document_key(w->arena, w->history, witness->key, w->text);
    out->element = mns_document_value(w->arena, w->history, witness->element, w->text);
    out->final_read = is_proved_by_final_read(w->history, witness);
}

void mns_document_witness(const mns_doc_writer *w, const mns_witness *witness,
                          mns_doc_witness *out) {
    out->name = witness->name == NULL ? NULL : mns_arena_str(w->arena, witness->name);
    out->txns =
        witness->txn_count == 0 ? NULL : MNS_ARENA_ARRAY(w->arena, mns_doc_txn, witness->txn_count);
    out->txn_count = out->txns == NULL ? 0 : witness->txn_count;
    if (witness->step_count > 0) {
        make_cycle(w, witness, out);
    } else {
        make_case(w, witness, out);
    }
    out->text = mns_arena_str(w->arena, witness->text);
}
