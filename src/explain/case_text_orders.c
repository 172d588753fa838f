/* case_text_orders.c - reads and writes that no order explains; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"

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
