/* case_text_counters.c - sums that contradict process order or real time; see case_text.h. */
#include "explain/case_text.h"

/* "  - T2 added 1 to :x, " */
static void begin_increment(mns_case_text *s, uint32_t increment) {
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, increment);
    mns_buf_str(&s->out, ", ");
}

static void write_process(mns_case_text *s, const char *joint, uint32_t increment) {
    mns_buf_printf(&s->out, "%s process ", joint);
    mns_txn_process_show(s->history, s->history->txn_of_mop[increment], &s->out);
}

void mns_write_missed_increment(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t reader = mns_case_text_place(s, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        begin_increment(s, w->mops[i]);
        if (w->anomaly == MNS_A_MISSED_INCREMENT_PROCESS) {
            write_process(s, "and", w->mops[i]);
            mns_phrase(s->history, &s->out, " ran it before %T.\n", reader);
        } else {
            mns_phrase(s->history, &s->out, "and completed before %T was invoked.\n", reader);
        }
    }
    mns_buf_str(&s->out, "  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_buf_str(&s->out, ", which is impossible if it includes every increment that certainly "
                         "preceded it: a contradiction!\n");
}

void mns_write_early_increment(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t reader = mns_case_text_place(s, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        begin_increment(s, w->mops[i]);
        if (w->anomaly == MNS_A_EARLY_INCREMENT_PROCESS) {
            write_process(s, "but", w->mops[i]);
            mns_phrase(s->history, &s->out, " ran it only after %T.\n", reader);
        } else {
            mns_phrase(s->history, &s->out, "but was invoked only after %T had completed.\n",
                       reader);
        }
    }
    mns_buf_str(&s->out, "  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_buf_str(&s->out, ", but the increments that could precede it cannot add up to that: a "
                         "contradiction!\n");
}
