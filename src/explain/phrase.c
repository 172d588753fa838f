/*
 * phrase.c - a step of a witness as a sentence; see phrase.h.
 *
 *   ww        T2 appended 8 after T1 appended 7 to 255
 *   wr        T2 observed T1's append of 8 to 255
 *   rw        T1 did not observe T2's append of 8 to 255
 *   process   process 3 ran T1 before T2
 *   realtime  T1 completed at index 12, 0.003 seconds before T2 was invoked at index 15
 *
 * As in the figure of the Elle paper (section 7), a sentence names transactions, key and elements;
 * sentences.c has the patterns of ww, wr and rw for each datatype. Indices and times are not in
 * the tables; they are read from the source again, only for what is shown. Cost: O(1) values per
 * sentence.
 */
#include "explain/phrase.h"

#include <inttypes.h>

#include "explain/sentences.h"

#define NS_PER_SECOND 1000000000

const char *mns_phrase_type(const mns_history *history, mns_txn_type type) {
    static const char *const types[] = {
        [MNS_TXN_OK] = ":ok", [MNS_TXN_INFO] = ":info", [MNS_TXN_FAIL] = ":fail"};
    return types[type] + (history->json ? 1 : 0);
}

static mns_op_details completion(const mns_history *history, uint32_t txn) {
    return mns_history_details(history, history->txns.complete[txn]);
}

static mns_op_details invocation(const mns_history *history, uint32_t txn) {
    return mns_history_details(history, history->txns.invoke[txn]);
}

void mns_phrase(const mns_history *history, mns_buf *out, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    for (const char *p = pattern; *p != '\0'; p++) {
        if (*p != '%') {
            mns_buf_char(out, *p);
            continue;
        }
        uint32_t id = va_arg(args, uint32_t);
        p++;
        if (*p == 'T') {
            mns_name_txn(out, id);
        } else {
            assert(*p == 'V' || *p == 'K');
            mns_value_show(history, *p == 'K' ? history->tables.keys.name[id] : id, out);
        }
    }
    va_end(args);
}

void mns_phrase_let(const mns_history *history, const mns_witness *witness, uint32_t place,
                    const mns_focus *focus, mns_buf *out) {
    mns_phrase(history, out, "  %T = ", place);
    mns_txn_show(history, witness->txns[place], focus, out);
    mns_buf_char(out, '\n');
}

/* ---- Sentences ------------------------------------------------------------------------------ */

static const char *data_pattern(const mns_sentences *sentences, const mns_reason *r) {
    if (r->kind == MNS_WW) {
        return sentences->ww;
    }
    if (r->kind == MNS_WR) {
        return sentences->wr;
    }
    bool initial = r->value == MNS_VALUE_NONE || r->value == MNS_VALUE_INITIAL;
    if (!initial || sentences->rw_initial == NULL) {
        return sentences->rw;
    }
    return r->shown_by != MNS_NONE ? sentences->rw_initial : sentences->rw_unread;
}

static void write_data(const mns_history *history, const mns_step *step, mns_buf *out) {
    const mns_reason *r = &step->reason;
    const mns_terms terms = {step->from, step->to, r->value, r->next, r->key};
    mns_sentence_write(history, out, data_pattern(mns_sentences_of(history), r), &terms);
}

/* "0.003 seconds" in every locale: milliseconds, or more digits for shorter times. */
static void write_seconds(int64_t ns, mns_buf *out) {
    int digits = 9;
    int64_t unit = 1;
    while (digits > 3 && ns >= unit * 1000) {
        digits -= 3;
        unit *= 1000;
    }
    mns_buf_printf(out, "%" PRId64 ".%0*" PRId64 " seconds", ns / NS_PER_SECOND, digits,
                   ns % NS_PER_SECOND / unit);
}

static void write_realtime(const mns_history *history, const uint32_t txns[2], const mns_step *step,
                           mns_buf *out) {
    mns_op_details end = completion(history, txns[0]);
    mns_op_details start = invocation(history, txns[1]);
    mns_phrase(history, out, "%T completed at index ", step->from);
    mns_buf_integer(out, end.index);
    mns_buf_str(out, ", ");
    if (end.time_ns >= 0 && start.time_ns > end.time_ns) {
        write_seconds(start.time_ns - end.time_ns, out);
    } else {
        mns_buf_str(out, "just");
    }
    mns_phrase(history, out, " before %T was invoked at index ", step->to);
    mns_buf_integer(out, start.index);
}

void mns_phrase_between(const mns_history *history, const uint32_t txns[2], const mns_step *step,
                        mns_buf *out) {
    switch (step->reason.kind) {
    case MNS_PROCESS:
        mns_buf_str(out, "process ");
        mns_txn_process_show(history, txns[0], out);
        mns_phrase(history, out, " ran %T before %T", step->from, step->to);
        break;
    case MNS_REALTIME: write_realtime(history, txns, step, out); break;
    default: write_data(history, step, out);
    }
}

void mns_phrase_step(const mns_history *history, const mns_witness *witness, const mns_step *step,
                     mns_buf *out) {
    const uint32_t txns[2] = {witness->txns[step->from], witness->txns[step->to]};
    mns_phrase_between(history, txns, step, out);
}
