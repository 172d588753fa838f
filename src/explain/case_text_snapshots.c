/* case_text_snapshots.c - cases that contradict revealed timestamps; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"

/* ", and committed at 3 (:commit-ts)" */
static void write_time(mns_case_text *s, const char *what, const char *name, int64_t time) {
    mns_buf_printf(&s->out, "%s %" PRId64 " (%s%s)", what, time, s->history->json ? "" : ":", name);
}

static int64_t start_of(const mns_case_text *s, uint32_t mop) {
    return mns_txn_start_ts(s->history, s->history->txn_of_mop[mop]);
}

static int64_t commit_of(const mns_case_text *s, uint32_t mop) {
    return mns_txn_commit_ts(s->history, s->history->txn_of_mop[mop]);
}

static void write_committed(mns_case_text *s, uint32_t write) {
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, write);
    write_time(s, ", and committed at", "commit-ts", commit_of(s, write));
    mns_buf_str(&s->out, ".\n");
}

static void write_started(mns_case_text *s, uint32_t read) {
    mns_phrase(s->history, &s->out, "  - %T started", mns_case_text_place(s, read));
    write_time(s, " at", "start-ts", start_of(s, read));
    mns_buf_str(&s->out, ".\n");
}

/* ---- Overlapping writers -------------------------------------------------------------------- */

static void write_overlap(mns_case_text *s) {
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t write = s->witness->mops[i];
        mns_buf_str(&s->out, "  - ");
        mns_case_text_wrote(s, write);
        write_time(s, ", started at", "start-ts", start_of(s, write));
        write_time(s, " and committed at", "commit-ts", commit_of(s, write));
        mns_buf_str(&s->out, ".\n");
    }
    mns_buf_str(&s->out, "  - However, neither had committed when the other started: a "
                         "contradiction!\n");
}

/* ---- Reads ---------------------------------------------------------------------------------- */

/* True if the read of the case contains the write of the case. */
static bool is_shown(const mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t count;
    if (s->history->workload == MNS_RW_REGISTER) {
        return s->mops->value[w->mops[0]] == w->element;
    }
    const mns_value *elements = mns_case_text_elements(s, w->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        if (elements[i] == w->element) {
            return true;
        }
    }
    return false;
}

static void write_read(mns_case_text *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_case_text_place(s, w->mops[1]),
                             .b = mns_case_text_place(s, w->mops[0]),
                             .value = w->element,
                             .key = w->key};
    if (w->mop_count > 2) {
        write_committed(s, w->mops[2]);
    }
    write_committed(s, w->mops[1]);
    write_started(s, w->mops[0]);
    mns_buf_str(&s->out, "  - However, ");
    if (is_shown(s)) {
        mns_sentence_write(s->history, &s->out, s->sentences->wr, &terms);
    } else {
        mns_case_text_read(s, w->mops[0]);
        mns_sentence_write(s->history, &s->out, s->sentences->without, &terms);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
}

/* Counters: a sum does not show which of the increments it includes. */
static void write_sum(mns_case_text *s) {
    const mns_witness *w = s->witness;
    int64_t start = start_of(s, w->mops[0]);
    bool missed = false, seen = false;
    write_started(s, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        write_committed(s, w->mops[i]);
        missed = missed || commit_of(s, w->mops[i]) < start;
        seen = seen || commit_of(s, w->mops[i]) > start;
    }
    mns_buf_str(&s->out, "  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_buf_printf(&s->out, ", which is impossible unless it %s%s%s: a contradiction!\n",
                   missed ? "missed increments committed before it started" : "",
                   missed && seen ? " or " : "",
                   seen ? "saw increments committed after it started" : "");
}

void mns_write_snapshot(mns_case_text *s) {
    if (!mns_mop_is_read(s->mops, s->witness->mops[0])) {
        write_overlap(s);
    } else if (s->history->workload == MNS_COUNTER) {
        write_sum(s);
    } else {
        write_read(s);
    }
}
