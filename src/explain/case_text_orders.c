/* case_text_orders.c - reads and writes that no order explains; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"
#include "history/final_reads.h"

/* A list that contradicts the order of one transaction's appends. */
static void write_out_of_order(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, w->mops[1]);
    mns_phrase(s->history, &s->out, ", and then %V.\n  - However, ", s->mops->value[w->mops[2]]);
    mns_case_text_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %V is not before %V: a contradiction!\n",
               s->mops->value[w->mops[1]], s->mops->value[w->mops[2]]);
}

static void write_two_reads(mns_case_text *s) {
    for (uint32_t i = 0; i < 2; i++) {
        mns_buf_str(&s->out, "  - ");
        mns_case_text_read(s, s->witness->mops[i]);
        mns_buf_str(&s->out, ".\n");
    }
}

void mns_write_incompatible_order(mns_case_text *s) {
    const mns_witness *w = s->witness;
    if (w->mop_count == 3) {
        write_out_of_order(s);
        return;
    }
    uint32_t counts[2];
    const mns_value *one = mns_case_text_elements(s, w->mops[0], &counts[0]);
    const mns_value *other = mns_case_text_elements(s, w->mops[1], &counts[1]);
    write_two_reads(s);
    assert(s->focus.at < counts[0] && s->focus.at < counts[1]);
    mns_buf_printf(&s->out, "  - However, element %" PRIu32, s->focus.at + 1);
    mns_phrase(s->history, &s->out,
               " is %V in the first read and %V in the second, and a list grows only at its end: "
               "a contradiction!\n",
               one[s->focus.at], other[s->focus.at]);
}

void mns_write_incomparable_reads(mns_case_text *s) {
    const mns_witness *w = s->witness;
    write_two_reads(s);
    mns_phrase(
        s->history, &s->out,
        "  - However, only the first read contains %V, only the second contains %V, and a set "
        "only grows: a contradiction!\n",
        w->element, mns_only_element(s->o, w->mops[1], w->mops[0]));
}

void mns_write_lost_update(mns_case_text *s) {
    const mns_witness *w = s->witness;
    for (uint32_t i = 0; i + 1 < w->mop_count; i += 2) {
        const mns_terms terms = {.next = s->mops->value[w->mops[i + 1]]};
        mns_buf_str(&s->out, "  - ");
        mns_case_text_read(s, w->mops[i]);
        mns_sentence_write(s->history, &s->out, s->sentences->updated, &terms);
        mns_buf_str(&s->out, ".\n");
    }
    mns_buf_printf(&s->out,
                   "  - However, in every order a later transaction should have read what an "
                   "earlier one %s: a contradiction!\n",
                   s->sentences->had_written);
}

/* An element of the read written by another transaction that began after the write completed. */
static mns_value newer_element(const mns_case_text *s, uint32_t read, uint32_t write) {
    const mns_txns *txns = &s->history->txns;
    uint32_t count, key = s->mops->key[read];
    const mns_value *elements = mns_case_text_elements(s, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = mns_history_writer(s->history, key, elements[i]);
        uint32_t txn = other < MNS_AMBIGUOUS ? mns_txn_of(s->o, other) : MNS_NONE;
        if (txn != MNS_NONE && txn != mns_txn_of(s->o, read) && mns_txn_counts(s->o, txn) &&
            txns->invoke[txn] > txns->complete[mns_txn_of(s->o, write)]) {
            return elements[i];
        }
    }
    return MNS_VALUE_NONE;
}

/* Why the first read is more than a stale read. */
static void write_why_lost(mns_case_text *s, uint32_t read, uint32_t write) {
    mns_value newer = newer_element(s, read, write);
    if (newer != MNS_VALUE_NONE) {
        mns_phrase(s->history, &s->out,
                   ", which contains %V of a transaction that began after %T completed", newer,
                   mns_case_text_place(s, write));
    } else if (mns_is_final_read(s->history, mns_txn_of(s->o, read))) {
        mns_buf_str(&s->out, ", which is marked as a final read");
    }
}

/* The reads of one transaction that miss the write. The first read of the case proves the loss. */
static void write_missing_reads(mns_case_text *s, uint32_t place) {
    const mns_witness *w = s->witness;
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (mns_case_text_place(s, w->mops[i]) != place) {
            continue;
        }
        mns_buf_str(&s->out, "  - After that, ");
        mns_case_text_read(s, w->mops[i]);
        if (i == 1) {
            write_why_lost(s, w->mops[1], w->mops[0]);
        }
        mns_buf_str(&s->out, ".\n");
    }
}

void mns_write_lost_write(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t writer = mns_case_text_place(s, w->mops[0]);
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, w->mops[0]);
    mns_buf_printf(&s->out, ", and completed at index %" PRId64 ".\n",
                   mns_txn_index(s->history, s->history->txn_of_mop[w->mops[0]]));
    for (uint32_t place = 0; place < w->txn_count; place++) {
        write_missing_reads(s, place);
    }
    mns_phrase(s->history, &s->out,
               "  - However, no read of %K that began after %T completed contains %V", w->key,
               writer, w->element);
    mns_buf_printf(&s->out, ", and a %s only grows: a contradiction!\n",
                   s->history->workload == MNS_SET ? "set" : "list");
}
