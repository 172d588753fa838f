/* case_text_reads.c - reads of values that must not be visible; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"

static void write_failed(mns_case_text *s, uint32_t write) {
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, write);
    mns_buf_printf(&s->out, ", and its client recorded that it failed (%s).\n",
                   mns_phrase_type(s->history, MNS_TXN_FAIL));
}

static void advise_errors(mns_case_text *s) {
    mns_buf_printf(
        &s->out,
        "\nEither the database exposed a write that it rolled back, or the client recorded an\n"
        "unknown outcome as a failure. Check that every error recorded as %s is definite: after\n"
        "a timeout or a lost connection during commit, the outcome is unknown (%s).\n",
        mns_phrase_type(s->history, MNS_TXN_FAIL), mns_phrase_type(s->history, MNS_TXN_INFO));
}

void mns_write_g1a(mns_case_text *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_case_text_place(s, w->mops[1]),
                             .b = mns_case_text_place(s, w->mops[0]),
                             .value = w->element,
                             .key = w->key};
    write_failed(s, w->mops[1]);
    mns_buf_str(&s->out, "  - However, ");
    if (s->history->workload == MNS_COUNTER) { /* a sum does not show which increments it has */
        mns_case_text_read(s, w->mops[0]);
        mns_buf_str(&s->out, ", which is impossible without increments that failed");
    } else {
        mns_sentence_write(s->history, &s->out, s->sentences->wr, &terms);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
    advise_errors(s);
}

/* The writer's next write to the key after the one that was read; G1b implies that it exists. */
static uint32_t next_write(const mns_case_text *s) {
    uint32_t later = s->witness->mops[1] + 1;
    while (mns_mop_is_read(s->mops, later) || s->mops->key[later] != s->witness->key) {
        later++;
    }
    return later;
}

void mns_write_g1b(mns_case_text *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_case_text_place(s, w->mops[1]),
                             .b = mns_case_text_place(s, w->mops[0]),
                             .value = w->element,
                             .next = s->mops->value[next_write(s)],
                             .key = w->key};
    mns_buf_str(&s->out, "  - ");
    mns_sentence_write(s->history, &s->out, s->sentences->wrote, &terms);
    mns_sentence_write(s->history, &s->out, s->sentences->then, &terms);
    mns_buf_str(&s->out, " in the same transaction.\n  - However, ");
    mns_sentence_write(s->history, &s->out, s->sentences->ends_with, &terms);
    mns_phrase(s->history, &s->out, ", an intermediate state of %T: a contradiction!\n", terms.a);
}

void mns_write_dirty_update(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t failed = w->mops[1];
    uint32_t committed = w->mops[w->mop_count - 1];
    write_failed(s, failed);
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, committed);
    mns_buf_str(&s->out, ", and committed.\n  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %T's append follows %T's: a contradiction!\n",
               mns_case_text_place(s, committed), mns_case_text_place(s, failed));
    advise_errors(s);
}

/* ---- Duplicate elements --------------------------------------------------------------------- */

static void write_twice_in_list(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t count, times = 0;
    const mns_value *list = mns_mop_list(&s->history->tables, w->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == w->element;
    }
    uint32_t writer = mns_history_writer(s->history, w->key, w->element);
    mns_phrase(s->history, &s->out,
               writer == MNS_NONE ? "  - %V was never appended to %K"
                                  : "  - %V was appended to %K only once",
               w->element, w->key);
    if (writer != MNS_NONE) {
        mns_buf_printf(&s->out, ", at index %" PRId64,
                       mns_txn_index(s->history, s->history->txn_of_mop[writer]));
    }
    mns_buf_str(&s->out, ".\n  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %V occurs", w->element);
    mns_buf_printf(&s->out, " %" PRIu32 " times: a contradiction!\n", times);
}

/* The tables do not keep how often an element of a set occurred. */
static void write_twice_in_set(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "  - A set contains each element once.\n  - However, ");
    mns_case_text_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %V occurs more than once: a contradiction!\n",
               w->element);
}

void mns_write_duplicate_elements(mns_case_text *s) {
    bool set = s->history->workload == MNS_SET;
    if (set) {
        write_twice_in_set(s);
    } else {
        write_twice_in_list(s);
    }
    mns_buf_printf(&s->out,
                   "\nA client or a database that retries an %s after the response was lost can "
                   "cause this.\n",
                   set ? "add" : "append");
}

/* ---- Values that were never written --------------------------------------------------------- */

void mns_write_garbage_read(mns_case_text *s) {
    const mns_witness *w = s->witness;
    bool counter = s->history->workload == MNS_COUNTER;
    bool whole = counter || s->history->workload == MNS_RW_REGISTER;
    const mns_terms terms = {.value = counter ? s->mops->value[w->mops[0]] : w->element,
                             .key = w->key};
    mns_buf_str(&s->out, "  - ");
    mns_sentence_write(s->history, &s->out, s->sentences->unwritten, &terms);
    mns_buf_printf(&s->out, ", whatever %s outcome.\n  - However, ", counter ? "their" : "its");
    mns_case_text_read(s, w->mops[0]);
    if (!whole) {
        mns_phrase(s->history, &s->out, ", which contains %V", w->element);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
    mns_buf_str(
        &s->out,
        "\nEither the database returned a wrong value, or something outside this history wrote "
        "it:\nan earlier run, another client, or operations that were not recorded.\n");
}
