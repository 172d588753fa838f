/* warnings.c - see warnings.h. */
#include "warnings.h"

#include <inttypes.h>

#include "history/sets_field.h"

#define LINES_AT_ONCE ((size_t)1 << 20)

static void warn(minos_result *r, const char *warning) {
    assert(r->warning_count < MNS_LIMIT_WARNINGS);
    r->warnings[r->warning_count++] = warning;
}

/* True if the history has timestamps, but not for every ok transaction. A read-only transaction
 * needs only a start timestamp. */
static bool lacks_timestamps(const mns_history *history) {
    const mns_txns *txns = &history->txns;
    const mns_mops *mops = &history->tables.mops;
    bool lacks = false;
    for (uint32_t t = 0; txns->start_ts != NULL && !lacks && t < txns->count; t++) {
        bool writes = false;
        for (uint32_t m = txns->first_mop[t]; m < txns->first_mop[t + 1]; m++) {
            writes = writes || !mns_mop_is_read(mops, m);
        }
        lacks = txns->type[t] == MNS_TXN_OK && (txns->start_ts[t] == MNS_NO_TIMESTAMP ||
                                                (writes && txns->commit_ts[t] == MNS_NO_TIMESTAMP));
    }
    return lacks;
}

void mns_warn_unused(minos_result *r, const minos_options *options, bool lowered) {
    const mns_history *history = &r->history;
    bool registers = history->workload == MNS_RW_REGISTER;
    bool assumes = options->assume_wfr || options->assume_sequential ||
                   options->assume_linearizable || options->transaction_order != NULL;
    if (history->completions_only) {
        warn(r, lowered
                    ? "the history has no invocations, so real-time order is unknown; judged by "
                      "strong-session-serializable, the strongest model that does not need it"
                    : "the history has no invocations, so real-time order is unknown and was "
                      "not checked");
    }
    if (assumes && !registers) {
        warn(r,
             "assumptions about keys and --transaction-order apply only to rw-register and had no "
             "effect");
    }
    if (options->sets_are_objects && history->workload != MNS_SET) {
        warn(r, "--sets-are-objects applies only to sets and had no effect");
    }
    if (history->workload == MNS_SET && mns_history_sets_field(history) == MNS_SETS_FIELD_UNKNOWN) {
        warn(r, "the field :sets is neither :rows nor :objects and was ignored");
    }
    if (history->tables.mops.version != NULL && !registers) {
        warn(r, "revealed versions are used only for rw-register");
    }
    if (history->ambiguous != NULL) {
        warn(r, "some values are written to a key more than once; nothing was inferred from them");
    }
    if (lacks_timestamps(history)) {
        warn(r,
             "some ok transactions have no start-ts or no commit-ts; they were not checked against "
             "timestamps");
    }
}

/* The line of an offset, counted in chunks, because the text may be larger than memory. */
static uint64_t line_of(const mns_source *source, uint64_t offset) {
    uint64_t line = 1;
    for (size_t from = 0, to; from < offset; from = to) {
        to = offset - from < LINES_AT_ONCE ? (size_t)offset : from + LINES_AT_ONCE;
        if (!mns_source_ensure(source, from, to)) {
            return 0;
        }
        const char *p = source->data + from, *end = source->data + to;
        while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
            line++;
            p++;
        }
    }
    return line;
}

void mns_warn_backwards(minos_result *r) {
    const mns_times *times = &r->history.times;
    if (times->backwards == 0) {
        return;
    }
    uint64_t line = line_of(&r->source, times->backward_offset);
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text,
                   "%" PRIu64 " operation%s an earlier time than the operation before %s, first at "
                   "line %" PRIu64 "; verdicts use the order of operations, not their times",
                   times->backwards, times->backwards == 1 ? " has" : "s have",
                   times->backwards == 1 ? "it" : "them", line);
    r->backwards = mns_buf_take(&text, NULL);
    r->warnings_failed = r->backwards == NULL;
    if (r->backwards != NULL) {
        warn(r, r->backwards);
    }
}

void mns_warn_translated(minos_result *r) {
    const char *notes = r->translation == NULL ? NULL : mns_translation_notes(r->translation);
    if (notes == NULL) {
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, notes);
    r->translated = mns_buf_take(&text, NULL);
    r->warnings_failed = r->translated == NULL;
    for (char *line = r->translated, *end; line != NULL && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        if (r->warning_count < MNS_LIMIT_WARNINGS) {
            warn(r, line);
        }
    }
}
