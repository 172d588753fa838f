/*
 * witness_faults.c - names the faults that overlap a witness in its proof.
 *
 *     Faults:
 *       - n2 was killed (SIGKILL) between the completion of T1 and the invocation of T2, and
 *         restarted after 2.1 s, while T2 was running.
 *
 * A fault overlaps a witness if it was in effect between the first invocation and the last
 * completion of its transactions. A fault is no reason for an anomaly, so no verdict and no step
 * depends on it. Cost: O(transactions of the witness) for each of at most MNS_LIMIT_WITNESS_FAULTS
 * faults.
 */
#include "report/model/document_make.h"
#include "report/model/fault_list.h"

/* Transactions that a sentence names. */
#define NAMED 3

typedef struct place {
    const mns_doc_witness *witness;
    const mns_history *history;
    mns_buf *out;
} place;

/* ---- When ----------------------------------------------------------------------------------- */

static uint64_t start_of(const mns_doc_txn *txn) {
    return txn->invoke != MNS_NO_POSITION ? txn->invoke : txn->complete;
}

/* The last position that is known. */
static uint64_t end_of(const mns_doc_txn *txn) {
    return txn->complete != MNS_NO_POSITION ? txn->complete : txn->invoke;
}

static bool is_running(const mns_doc_txn *txn, uint64_t position) {
    return txn->invoke != MNS_NO_POSITION && txn->invoke < position && position < txn->complete;
}

static void write_name(uint32_t txn, mns_buf *out) {
    mns_buf_printf(out, "T%lu", (unsigned long)txn + 1);
}

/* "while T1 and T2 were running"; false if none was. */
static bool write_running(const place *p, uint64_t position) {
    uint32_t running[NAMED], count = 0;
    for (uint32_t i = 0; i < p->witness->txn_count; i++) {
        if (is_running(&p->witness->txns[i], position)) {
            if (count < NAMED) {
                running[count] = i;
            }
            count++;
        }
    }
    if (count == 0) {
        return false;
    }
    mns_buf_str(p->out, "while ");
    for (uint32_t i = 0; i < count && i < NAMED; i++) {
        const char *between = i + 1 == count ? " and " : ", ";
        mns_buf_str(p->out, i == 0 ? "" : between);
        write_name(running[i], p->out);
    }
    if (count > NAMED) {
        mns_buf_printf(p->out, " and %lu more", (unsigned long)(count - NAMED));
    }
    mns_buf_str(p->out, count == 1 ? " was running" : " were running");
    return true;
}

/* "between the completion of T1 and the invocation of T2", "before T1 was invoked", "after T2
 * completed". */
static void write_when(const place *p, uint64_t position) {
    const mns_doc_witness *w = p->witness;
    uint32_t before = MNS_NONE, after = MNS_NONE;
    if (write_running(p, position)) {
        return;
    }
    for (uint32_t i = 0; i < w->txn_count; i++) {
        uint64_t start = start_of(&w->txns[i]), end = end_of(&w->txns[i]);
        if (end <= position && (before == MNS_NONE || end > end_of(&w->txns[before]))) {
            before = i;
        }
        if (start > position && (after == MNS_NONE || start < start_of(&w->txns[after]))) {
            after = i;
        }
    }
    if (before != MNS_NONE && after != MNS_NONE) {
        mns_buf_str(p->out, "between the completion of ");
        write_name(before, p->out);
        mns_buf_str(p->out, " and the invocation of ");
        write_name(after, p->out);
    } else if (after != MNS_NONE) {
        mns_buf_str(p->out, "before ");
        write_name(after, p->out);
        mns_buf_str(p->out, " was invoked");
    } else if (before != MNS_NONE) {
        mns_buf_str(p->out, "after ");
        write_name(before, p->out);
        mns_buf_str(p->out, " completed");
    }
}

/* ---- Sentences ------------------------------------------------------------------------------ */

static const char *write_sentence(const place *p, const mns_fault_span *span, mns_arena *arena) {
    mns_buf *out = p->out;
    mns_fault_record record = mns_fault_record_of(p->history, span);
    mns_fault_sentence(&record, out);
    mns_buf_char(out, ' ');
    size_t when = out->size;
    write_when(p, span->begin);
    size_t until = out->size;
    mns_buf_str(out, ", and ");
    size_t end = out->size;
    mns_fault_words_end(&record, out);
    if (out->size == end) {
        mns_buf_truncate(out, until);
    } else if (record.over) {
        size_t before = out->size;
        mns_buf_str(out, record.duration_ns < 0 ? " " : ", ");
        size_t again = out->size;
        write_when(p, mns_fault_until(span));
        if (!out->failed && until - when == out->size - again &&
            memcmp(out->data + when, out->data + again, until - when) == 0) {
            mns_buf_truncate(out, before); /* both at the same time */
        }
    }
    mns_buf_char(out, '.');
    return mns_arena_take(arena, out);
}

/* Appends the sentences to the proof. */
static void add_to_text(mns_arena *arena, mns_doc_witness *w, bool more, mns_buf *text) {
    mns_buf_str(text, w->text);
    bool ended = w->text[0] == '\0' || w->text[strlen(w->text) - 1] == '\n';
    mns_buf_str(text, ended ? "\nFaults:\n" : "\n\nFaults:\n");
    for (uint32_t i = 0; i < w->fault_count; i++) {
        mns_buf_printf(text, "  - %s\n", w->faults[i]);
    }
    mns_buf_str(text, more ? "  - More faults overlap this; they are not listed.\n" : "");
    w->text = mns_arena_take(arena, text);
}

static void name_faults(mns_arena *arena, const mns_history *history, const mns_faults *faults,
                        mns_doc_witness *w, mns_buf *text) {
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t i = 0; i < w->txn_count; i++) {
        uint64_t start = start_of(&w->txns[i]), end = end_of(&w->txns[i]);
        first = start < first ? start : first;
        last = end > last ? end : last;
    }
    uint32_t places[MNS_LIMIT_WITNESS_FAULTS], count = 0;
    bool more = false;
    if (first <= last && last < MNS_NONE) {
        count = mns_faults_during(faults, (uint32_t)first, (uint32_t)last, places,
                                  MNS_LIMIT_WITNESS_FAULTS, &more);
    }
    w->faults = count == 0 ? NULL : MNS_ARENA_ARRAY(arena, const char *, count);
    if (w->faults == NULL) {
        return;
    }
    const place p = {w, history, text};
    for (; w->fault_count < count; w->fault_count++) {
        w->faults[w->fault_count] =
            write_sentence(&p, &faults->spans[places[w->fault_count]], arena);
    }
    if (!arena->failed) {
        add_to_text(arena, w, more, text);
    }
}

void mns_document_witness_faults(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    mns_arena *arena = &document->arena;
    mns_faults faults;
    mns_buf text;
    mns_buf_init(&text);
    arena->failed |= !mns_faults_find(history, &faults);
    for (size_t a = 0; a < document->anomaly_count && faults.count > 0; a++) {
        mns_doc_anomaly *anomaly = &document->anomalies[a];
        for (size_t i = 0; i < anomaly->witness_count && !arena->failed; i++) {
            name_faults(arena, history, &faults, &anomaly->witnesses[i], &text);
        }
    }
    mns_buf_release(&text);
    mns_faults_release(&faults);
}
