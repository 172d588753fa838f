/* readings.c - see readings.h. */
#include "support/readings.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct writer {
    const mns_history *history;
    reading_detail detail;
    mns_buf *out;
} writer;

static void write_problems(const mns_problems *problems, mns_buf *out) {
    mns_buf_printf(out, "%" PRIu64 " problems\n", problems->total);
    for (uint32_t i = 0; i < problems->count; i++) {
        const mns_problem *p = &problems->items[i];
        mns_buf_printf(out, "%" PRIu64 " at %" PRIu64 ":%" PRIu64 " %s (%s)\n", p->offset, p->line,
                       p->column, p->message, p->hint == NULL ? "" : p->hint);
    }
}

/* ---- Values --------------------------------------------------------------------------------- */

static void write_value(const writer *w, mns_value value) {
    mns_buf_printf(w->out, "<%" PRIu32 ">", value);
    if (value == MNS_VALUE_NONE || value == MNS_VALUE_INITIAL) {
        mns_buf_str(w->out, value == MNS_VALUE_NONE ? "unanswered" : "initial");
        return;
    }
    mns_value_edn(&w->history->tables.values, value, w->out);
}

static void write_key(const writer *w, uint32_t key) {
    mns_buf_printf(w->out, "key %" PRIu32 " ", key);
    write_value(w, w->history->tables.keys.name[key]);
}

static void write_elements(const writer *w, uint32_t mop) {
    const mns_tables *tables = &w->history->tables;
    bool set = w->history->workload == MNS_SET;
    uint32_t count;
    const mns_value *elements =
        set ? mns_mop_set(tables, mop, &count) : mns_mop_list(tables, mop, &count);
    mns_buf_printf(w->out, "%" PRIu32 " of", count);
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_char(w->out, ' ');
        write_value(w, elements[i]);
    }
    uint32_t content = tables->mops.content[mop];
    if (set && content != MNS_NONE && tables->sets.items[content].duplicated != MNS_VALUE_NONE) {
        mns_buf_str(w->out, " twice ");
        write_value(w, tables->sets.items[content].duplicated);
    }
    if (!set || w->detail == READING_ALL) {
        mns_buf_printf(w->out, " in %" PRIu32, content);
    }
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void write_mop(const writer *w, uint32_t mop) {
    const mns_history *h = w->history;
    const mns_mops *mops = &h->tables.mops;
    bool contains = h->workload == MNS_LIST_APPEND || h->workload == MNS_SET;
    mns_buf_printf(w->out, "  %s ", mns_mop_is_read(mops, mop) ? "reads" : "writes");
    write_key(w, mops->key[mop]);
    mns_buf_str(w->out, ": ");
    if (contains && mns_mop_is_answered(mops, mop)) {
        write_elements(w, mop);
    } else {
        write_value(w, mops->value[mop]);
    }
    if (mops->version != NULL) { /* their presence causes a warning, so it matters */
        mns_buf_printf(w->out, " version %" PRId64, mops->version[mop]);
    }
    if (!mns_mop_is_read(mops, mop)) {
        uint32_t writer_mop = mns_history_writer(h, mops->key[mop], mops->value[mop]);
        mns_buf_printf(w->out, " by %" PRIu32 "%s", writer_mop,
                       mns_write_is_unique(h, mop) ? "" : " ambiguous");
    }
    mns_buf_printf(w->out, " of %" PRIu32 "\n", h->txn_of_mop[mop]);
}

static void write_txn(const writer *w, uint32_t txn) {
    const mns_history *h = w->history;
    const mns_txns *txns = &h->txns;
    mns_buf_printf(w->out, "txn type %d from %" PRIu32 " to %" PRIu32 " process %" PRIu32 " = ",
                   txns->type[txn], txns->invoke[txn], txns->complete[txn], txns->process[txn]);
    mns_process_edn(&h->processes, txns->process[txn], w->out);
    if (txns->start_ts != NULL) {
        mns_buf_printf(w->out, " ts %" PRId64 " %" PRId64, txns->start_ts[txn],
                       txns->commit_ts[txn]);
    }
    mns_buf_char(w->out, '\n');
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        write_mop(w, mop);
    }
}

static void write_history(const writer *w) {
    const mns_history *h = w->history;
    mns_buf_printf(w->out,
                   "%" PRIu64 " operations, %" PRIu64 " invoked, %" PRIu64 " ok, %" PRIu64
                   " info, %" PRIu64 " fail, %" PRIu32 " keys, %" PRIu32 " processes, only %d\n",
                   h->operations, h->invocations, h->ok, h->info, h->fail, h->tables.keys.count,
                   h->process_count, h->completions_only);
    mns_buf_printf(w->out, "%" PRIu64 " times backwards, first at %" PRIu64 "\n",
                   h->times.backwards, h->times.backward_offset);
    for (uint32_t key = 0; key < h->tables.keys.count; key++) {
        write_key(w, key);
        mns_buf_char(w->out, '\n');
    }
    for (uint32_t op = 0; op < h->operations; op++) {
        mns_buf_printf(w->out, "at %" PRIu64 "\n", mns_op_offsets_get(&h->op_offsets, op));
    }
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        write_txn(w, txn);
    }
}

/* ---- Readings ------------------------------------------------------------------------------- */

char *reading_of(const char *text, size_t size, const mns_read_options *options,
                 reading_detail detail) {
    mns_source source;
    mns_problems problems;
    mns_history history;
    mns_buf out;
    mns_problems_init(&problems);
    mns_buf_init(&out);
    minos_status status = mns_source_memory(&source, "text", text, size, 0, &problems);
    if (status == MINOS_OK) {
        status = mns_history_read(&history, &source, options, &problems);
        mns_problems_locate(&problems, source.data, source.size);
        mns_buf_printf(&out, "status %d\n", (int)status);
        write_problems(&problems, &out);
        if (status == MINOS_OK) {
            writer w = {&history, detail, &out};
            write_history(&w);
        }
        mns_history_release(&history);
    } else {
        mns_buf_str(&out, "unreadable\n");
    }
    mns_source_release(&source);
    mns_problems_release(&problems);
    char *written = mns_buf_take(&out, NULL);
    if (written == NULL) {
        abort();
    }
    return written;
}

bool readings_differ(const char *a, const char *b, mns_buf *out) {
    if (strcmp(a, b) == 0) {
        return false;
    }
    size_t line = 0;
    for (size_t i = 0; a[i] == b[i]; i++) {
        line = a[i] == '\n' ? i + 1 : line;
    }
    mns_buf_printf(out, "  expected: %.300s\n  but read: %.300s\n", a + line, b + line);
    return true;
}

bool readings_agree(const char *text, size_t size, mns_read_options options, unsigned threads,
                    mns_buf *out) {
    bool agree = true;
    options.slow_path = true;
    char *slow = reading_of(text, size, &options, READING_IDS), *first = NULL;
    options.slow_path = false;
    for (options.threads = 1; options.threads <= threads; options.threads *= 2) {
        char *fast = reading_of(text, size, &options, READING_IDS);
        char *all = reading_of(text, size, &options, READING_ALL);
        bool same = !readings_differ(slow, fast, out) &&
                    (first == NULL || !readings_differ(first, all, out));
        if (!same) {
            mns_buf_printf(out, "  in chunks of %zu bytes on %u threads\n", options.chunk_bytes,
                           options.threads);
        }
        agree = agree && same;
        free(fast);
        free(first);
        first = all;
    }
    free(first);
    free(slow);
    return agree;
}
