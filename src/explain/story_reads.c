/* story_reads.c - reads of what should not be there; see story.h. */
#include <inttypes.h>

#include "explain/story.h"

static void tell_failed(mns_story *s, uint32_t write) {
    mns_buf_str(&s->out, "  - ");
    mns_story_wrote(s, write);
    mns_buf_printf(&s->out, ", and its client recorded that it failed (%s).\n",
                   mns_phrase_type(s->history, MNS_TXN_FAIL));
}

static void advise_errors(mns_story *s) {
    mns_buf_printf(
        &s->out,
        "\nEither the database exposed a write that it rolled back, or the client recorded an\n"
        "unknown outcome as a failure. Check that every error recorded as %s is definite: after\n"
        "a timeout or a lost connection during commit, the outcome is unknown (%s).\n",
        mns_phrase_type(s->history, MNS_TXN_FAIL), mns_phrase_type(s->history, MNS_TXN_INFO));
}

void mns_tell_g1a(mns_story *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_story_place(s, w->mops[1]),
                             .b = mns_story_place(s, w->mops[0]),
                             .value = w->element,
                             .key = w->key};
    tell_failed(s, w->mops[1]);
    mns_buf_str(&s->out, "  - However, ");
    if (s->history->workload == MNS_COUNTER) { /* it does not tell which of them it shows */
        mns_story_read(s, w->mops[0]);
        mns_buf_str(&s->out, ", which is impossible without increments that failed");
    } else {
        mns_say(s->history, &s->out, s->words->wr, &terms);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
    advise_errors(s);
}

/* The next write to the key after the one that was read: the case says that there is one. */
static uint32_t went_on(const mns_story *s) {
    uint32_t later = s->witness->mops[1] + 1;
    while (mns_mop_is_read(s->mops, later) || s->mops->key[later] != s->witness->key) {
        later++;
    }
    return later;
}

void mns_tell_g1b(mns_story *s) {
    const mns_witness *w = s->witness;
    const mns_terms terms = {.a = mns_story_place(s, w->mops[1]),
                             .b = mns_story_place(s, w->mops[0]),
                             .value = w->element,
                             .next = s->mops->value[went_on(s)],
                             .key = w->key};
    mns_buf_str(&s->out, "  - ");
    mns_say(s->history, &s->out, s->words->wrote, &terms);
    mns_say(s->history, &s->out, s->words->then, &terms);
    mns_buf_str(&s->out, " in the same transaction.\n  - However, ");
    mns_say(s->history, &s->out, s->words->stopped, &terms);
    mns_phrase(s->history, &s->out, ", an intermediate state of %T: a contradiction!\n", terms.a);
}

void mns_tell_dirty_update(mns_story *s) {
    const mns_witness *w = s->witness;
    uint32_t failed = w->mops[1];
    uint32_t committed = w->mops[w->mop_count - 1];
    tell_failed(s, failed);
    mns_buf_str(&s->out, "  - ");
    mns_story_wrote(s, committed);
    mns_buf_str(&s->out, ", and committed.\n  - However, ");
    mns_story_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %T's append follows %T's: a contradiction!\n",
               mns_story_place(s, committed), mns_story_place(s, failed));
    advise_errors(s);
}

/* ---- Elements twice ------------------------------------------------------------------------- */

static void tell_twice_in_list(mns_story *s) {
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
    mns_story_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %V occurs", w->element);
    mns_buf_printf(&s->out, " %" PRIu32 " times: a contradiction!\n", times);
}

/* A set that was read does not keep how often an element occurred. */
static void tell_twice_in_set(mns_story *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "  - A set contains each element once.\n  - However, ");
    mns_story_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %V occurs more than once: a contradiction!\n",
               w->element);
}

void mns_tell_duplicate_elements(mns_story *s) {
    bool set = s->history->workload == MNS_SET;
    if (set) {
        tell_twice_in_set(s);
    } else {
        tell_twice_in_list(s);
    }
    mns_buf_printf(&s->out,
                   "\nA client or a database that retries an %s after the response was lost can "
                   "cause this.\n",
                   set ? "add" : "append");
}

/* ---- Values that were never written --------------------------------------------------------- */

void mns_tell_garbage_read(mns_story *s) {
    const mns_witness *w = s->witness;
    bool counter = s->history->workload == MNS_COUNTER;
    bool whole = counter || s->history->workload == MNS_RW_REGISTER;
    const mns_terms terms = {.value = counter ? s->mops->value[w->mops[0]] : w->element,
                             .key = w->key};
    mns_buf_str(&s->out, "  - ");
    mns_say(s->history, &s->out, s->words->nobody, &terms);
    mns_buf_printf(&s->out, ", whatever %s outcome.\n  - However, ", counter ? "their" : "its");
    mns_story_read(s, w->mops[0]);
    if (!whole) {
        mns_phrase(s->history, &s->out, ", which contains %V", w->element);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
    mns_buf_str(
        &s->out,
        "\nEither the database returned a wrong value, or something outside this history wrote "
        "it:\nan earlier run, another client, or operations that were not recorded.\n");
}
