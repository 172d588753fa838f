/* story_snapshots.c - what times that the database revealed do not allow; see story.h. */
#include <inttypes.h>

#include "explain/story.h"

/* ", and committed at 3 (:commit-ts)" */
static void tell_time(mns_story *s, const char *what, const char *name, int64_t time) {
    mns_buf_printf(&s->out, "%s %" PRId64 " (%s%s)", what, time, s->history->json ? "" : ":", name);
}

static int64_t start_of(const mns_story *s, uint32_t mop) {
    return mns_txn_start_ts(s->history, s->history->txn_of_mop[mop]);
}

static int64_t commit_of(const mns_story *s, uint32_t mop) {
    return mns_txn_commit_ts(s->history, s->history->txn_of_mop[mop]);
}

static void tell_committed(mns_story *s, uint32_t write) {
    mns_buf_str(&s->out, "  - ");
    mns_story_wrote(s, write);
    tell_time(s, ", and committed at", "commit-ts", commit_of(s, write));
    mns_buf_str(&s->out, ".\n");
}

static void tell_started(mns_story *s, uint32_t read) {
    mns_phrase(s->history, &s->out, "  - %T started", mns_story_place(s, read));
    tell_time(s, " at", "start-ts", start_of(s, read));
    mns_buf_str(&s->out, ".\n");
}

/* ---- Two writers at the same time ----------------------------------------------------------- */

static void tell_overlap(mns_story *s) {
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t write = s->witness->mops[i];
        mns_buf_str(&s->out, "  - ");
        mns_story_wrote(s, write);
        tell_time(s, ", started at", "start-ts", start_of(s, write));
        tell_time(s, " and committed at", "commit-ts", commit_of(s, write));
        mns_buf_str(&s->out, ".\n");
    }
    mns_buf_str(&s->out, "  - However, neither had committed when the other started: a "
                         "contradiction!\n");
}

/* ---- Reads ---------------------------------------------------------------------------------- */

/* True if the read of the case shows the write that it is about. */
static bool is_shown(const mns_story *s) {
    const mns_witness *w = s->witness;
    uint32_t count;
    if (s->history->workload == MNS_RW_REGISTER) {
        return s->mops->value[w->mops[0]] == w->element;
    }
    const mns_value *elements = mns_story_elements(s, w->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        if (elements[i] == w->element) {
            return true;
        }
    }
    return false;
}

static void tell_read(mns_story *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_story_place(s, w->mops[1]),
                             .b = mns_story_place(s, w->mops[0]),
                             .value = w->element,
                             .key = w->key};
    if (w->mop_count > 2) {
        tell_committed(s, w->mops[2]);
    }
    tell_committed(s, w->mops[1]);
    tell_started(s, w->mops[0]);
    mns_buf_str(&s->out, "  - However, ");
    if (is_shown(s)) {
        mns_say(s->history, &s->out, s->words->wr, &terms);
    } else {
        mns_story_read(s, w->mops[0]);
        mns_say(s->history, &s->out, s->words->without, &terms);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
}

/* Counters: which of the increments it was cannot be told. */
static void tell_sum(mns_story *s) {
    const mns_witness *w = s->witness;
    int64_t start = start_of(s, w->mops[0]);
    bool missed = false, seen = false;
    tell_started(s, w->mops[0]);
    for (uint32_t i = 1; i < w->mop_count; i++) {
        tell_committed(s, w->mops[i]);
        missed = missed || commit_of(s, w->mops[i]) < start;
        seen = seen || commit_of(s, w->mops[i]) > start;
    }
    mns_buf_str(&s->out, "  - However, ");
    mns_story_read(s, w->mops[0]);
    mns_buf_printf(&s->out, ", which is impossible unless it %s%s%s: a contradiction!\n",
                   missed ? "missed increments committed before it started" : "",
                   missed && seen ? " or " : "",
                   seen ? "saw increments committed after it started" : "");
}

void mns_tell_snapshot(mns_story *s) {
    if (!mns_mop_is_read(s->mops, s->witness->mops[0])) {
        tell_overlap(s);
    } else if (s->history->workload == MNS_COUNTER) {
        tell_sum(s);
    } else {
        tell_read(s);
    }
}
