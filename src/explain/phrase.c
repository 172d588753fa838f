/*
 * phrase.c - a step of a witness as a sentence; see phrase.h.
 *
 *   ww        T2 appended 8 after T1 appended 7 to 255
 *   wr        T2 observed T1's append of 8 to 255
 *   rw        T1 did not observe T2's append of 8 to 255
 *   process   process 3 ran T1 before T2
 *   realtime  T1 completed at index 12, 0.003 seconds before T2 was invoked at index 15
 *
 * The sentences carry what the paper's figure carries (section 7): who, which key, which elements.
 * Indices and times are not in the tables; they are read again from the source, only for what is
 * shown. Cost: a few values for a sentence, the shown lists for the evidence.
 */
#include "explain/phrase.h"

#include <inttypes.h>

#define NS_PER_SECOND 1000000000

const char *mns_phrase_type(const mns_history *history, mns_txn_type type) {
    static const char *const types[] = {
        [MNS_TXN_OK] = ":ok", [MNS_TXN_INFO] = ":info", [MNS_TXN_FAIL] = ":fail"};
    return types[type] + (history->json ? 1 : 0);
}

static mns_op_details completion(const mns_history *history, uint32_t txn) {
    return mns_history_details(history, history->txns.complete_offset[txn],
                               history->txns.complete[txn]);
}

static mns_op_details invocation(const mns_history *history, uint32_t txn) {
    return mns_history_details(history, history->txns.invoke_offset[txn],
                               history->txns.invoke[txn]);
}

int64_t mns_phrase_index(const mns_history *history, uint32_t txn) {
    bool completed = history->txns.complete[txn] != MNS_NONE;
    return (completed ? completion(history, txn) : invocation(history, txn)).index;
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
            mns_buf_printf(out, "T%" PRIu32, id + 1);
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

static void write_rw(const mns_history *history, const mns_step *step, mns_buf *out) {
    const mns_reason *r = &step->reason;
    if (r->value != MNS_VALUE_NONE) {
        mns_phrase(history, out, "%T did not observe %T's append of %V to %K", step->from, step->to,
                   r->next, r->key);
    } else if (r->shown_by != MNS_NONE) {
        mns_phrase(history, out,
                   "%T observed the initial (empty) state of %K, which %T created by "
                   "appending %V",
                   step->from, r->key, step->to, r->next);
    } else { /* which of several unread appends came first is not known */
        mns_phrase(history, out,
                   "%T observed the initial (empty) state of %K, and not %T's append of %V",
                   step->from, r->key, step->to, r->next);
    }
}

/* "0.003 seconds": as many digits as it takes to show something, whatever the locale. */
static void write_seconds(int64_t ns, mns_buf *out) {
    int digits = ns >= 1000000 ? 3 : ns >= 1000 ? 6 : 9;
    int64_t unit = digits == 3 ? 1000000 : digits == 6 ? 1000 : 1;
    mns_buf_printf(out, "%" PRId64 ".%0*" PRId64 " seconds", ns / NS_PER_SECOND, digits,
                   ns % NS_PER_SECOND / unit);
}

static void write_realtime(const mns_history *history, const mns_witness *witness,
                           const mns_step *step, mns_buf *out) {
    mns_op_details end = completion(history, witness->txns[step->from]);
    mns_op_details start = invocation(history, witness->txns[step->to]);
    mns_phrase(history, out, "%T completed at index ", step->from);
    mns_buf_printf(out, "%" PRId64 ", ", end.index);
    if (end.time_ns >= 0 && start.time_ns > end.time_ns) {
        write_seconds(start.time_ns - end.time_ns, out);
    } else {
        mns_buf_str(out, "just");
    }
    mns_phrase(history, out, " before %T was invoked at index ", step->to);
    mns_buf_printf(out, "%" PRId64, start.index);
}

void mns_phrase_step(const mns_history *history, const mns_witness *witness, const mns_step *step,
                     mns_buf *out) {
    const mns_reason *r = &step->reason;
    uint32_t process = history->txns.process[witness->txns[step->from]];
    switch (r->kind) {
    case MNS_WW:
    case MNS_WW_OPEN:
        mns_phrase(history, out, "%T appended %V after %T appended %V to %K", step->to, r->next,
                   step->from, r->value, r->key);
        break;
    case MNS_WR:
        mns_phrase(history, out, "%T observed %T's append of %V to %K", step->to, step->from,
                   r->value, r->key);
        break;
    case MNS_RW:
    case MNS_TAIL: write_rw(history, step, out); break;
    case MNS_PROCESS:
        mns_buf_printf(out, "process %" PRId64, history->processes[process]);
        mns_phrase(history, out, " ran %T before %T", step->from, step->to);
        break;
    case MNS_REALTIME: write_realtime(history, witness, step, out); break;
    }
}

/* ---- Evidence ------------------------------------------------------------------------------- */

/* Lines of evidence of one kind, at most: a cycle of a thousand steps has a thousand reasons, but
 * nobody reads them all, and each may quote a list as long as the cycle. */
#define LIMIT_EVIDENCE 8

static bool is_order(const mns_step *step) { return step->reason.kind == MNS_WW; }

/* Ends a line about the order of a key. Where committed reads of the key disagree, the order is
 * that of the longest one, and a reader should know that the step stands and falls with it. */
static void end_order(const mns_observation *o, uint32_t key, mns_buf *out) {
    const mns_tables *tables = &o->history->tables;
    uint32_t spine = tables->keys.first_spine[key];
    while (spine != MNS_NONE && o->versions.seen[spine] <= o->versions.shared[spine]) {
        spine = tables->spines.items[spine].next;
    }
    if (spine != MNS_NONE) {
        mns_phrase(o->history, out, " Other reads of %K disagree with that one", key);
        mns_buf_str(out, " (incompatible-order): this holds if it is right.");
    }
    mns_buf_char(out, '\n');
}

/* The read that shows the order of a key, shortened around the steps that rest on it. */
static void write_order(const mns_observation *o, const mns_witness *witness, uint32_t read,
                        mns_buf *out) {
    const mns_history *history = o->history;
    mns_value values[LIMIT_EVIDENCE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < witness->step_count && count + 2 <= LIMIT_EVIDENCE; i++) {
        const mns_reason *r = &witness->steps[i].reason;
        if (is_order(&witness->steps[i]) && r->shown_by == read) {
            values[count++] = r->value;
            values[count++] = r->next;
        }
    }
    const mns_focus focus = {values, count, NULL, 0, MNS_NONE};
    uint32_t key = history->tables.mops.key[read];
    mns_phrase(history, out, "  - The order of %K is shown by the read of ", key);
    mns_read_show(history, read, &focus, out);
    mns_buf_printf(out, " at index %" PRId64 ".",
                   mns_phrase_index(history, history->txn_of_mop[read]));
    end_order(o, key, out);
}

static bool is_known(const uint32_t *reads, uint32_t count, uint32_t read) {
    for (uint32_t i = 0; i < count; i++) {
        if (reads[i] == read) {
            return true;
        }
    }
    return false;
}

/* How it is known that one append followed another: no transaction of the cycle need show it.
 * Returns for how many steps that was left out. */
static uint32_t write_orders(const mns_observation *o, const mns_witness *witness, mns_buf *out) {
    uint32_t reads[LIMIT_EVIDENCE];
    uint32_t read_count = 0;
    uint32_t unread = 0;
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < witness->step_count; i++) {
        const mns_reason *r = &witness->steps[i].reason;
        bool shown = r->shown_by != MNS_NONE;
        if (!is_order(&witness->steps[i]) || (shown && is_known(reads, read_count, r->shown_by))) {
            continue;
        }
        if (shown && read_count < LIMIT_EVIDENCE) {
            reads[read_count++] = r->shown_by;
            write_order(o, witness, r->shown_by, out);
        } else if (!shown && unread < LIMIT_EVIDENCE) {
            unread++;
            mns_phrase(o->history, out, "  - The longest committed read of %K does not show %V",
                       r->key, r->next);
            mns_buf_str(out, ", so it came after all of that.");
            end_order(o, r->key, out);
        } else {
            left_out++;
        }
    }
    return left_out;
}

/* Why a transaction whose client learned no outcome is known to have committed. */
static void write_proof(const mns_observation *o, uint32_t txn, uint32_t place, mns_buf *out) {
    const mns_history *history = o->history;
    const mns_mops *mops = &history->tables.mops;
    mns_phrase(history, out, "  - %T's client never learned its outcome (", place);
    mns_buf_str(out, mns_phrase_type(history, MNS_TXN_INFO));
    mns_buf_str(out, "), but ");
    for (uint32_t m = history->txns.first_mop[txn]; m < history->txns.first_mop[txn + 1]; m++) {
        uint32_t shown_by = mns_shown_by(o, mops->key[m]);
        if (!mns_mop_is_read(mops, m) && o->versions.position[m] != MNS_NONE &&
            shown_by != MNS_NONE) {
            mns_phrase(history, out, "its append of %V to %K was read", mops->value[m],
                       mops->key[m]);
            mns_buf_printf(out, " (index %" PRId64 "), so it committed.\n",
                           mns_phrase_index(history, history->txn_of_mop[shown_by]));
            return;
        }
    }
    mns_buf_str(out, "what it appended was read, so it committed.\n");
}

/* Returns how many proofs were left out. */
static uint32_t write_proofs(const mns_observation *o, const mns_witness *witness, mns_buf *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        if (o->history->txns.type[witness->txns[i]] != MNS_TXN_INFO) {
            continue;
        }
        if (count++ < LIMIT_EVIDENCE) {
            write_proof(o, witness->txns[i], i, out);
        }
    }
    return count > LIMIT_EVIDENCE ? count - LIMIT_EVIDENCE : 0;
}

void mns_phrase_evidence(const mns_observation *o, const mns_witness *witness, mns_buf *out) {
    size_t start = out->size;
    mns_buf_str(out, "\nEvidence:\n");
    size_t empty = out->size;
    uint32_t left_out = write_orders(o, witness, out);
    left_out += write_proofs(o, witness, out);
    if (left_out > 0) {
        mns_buf_printf(out, "  - And so on for %" PRIu32 " more.\n", left_out);
    }
    if (out->size == empty && !out->failed) { /* the witness speaks for itself */
        out->size = start;
        out->data[start] = '\0';
    }
}
