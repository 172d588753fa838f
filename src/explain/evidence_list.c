/*
 * evidence_list.c - how the order of appends is known: which committed read shows it.
 *
 * Cost: the shown lists.
 */
#include <inttypes.h>

#include "explain/evidence.h"
#include "explain/phrase.h"

/* Steps with a derivation are explained by mns_evidence_orders. */
static bool is_order(const mns_step *step) {
    return step->reason.kind == MNS_WW && step->reason.lemma == MNS_NONE;
}

/* Ends a line about the order of a key; says so if other reads contradict that order. */
static void end_order(const mns_observation *o, uint32_t key, mns_buf *out) {
    if (mns_is_contested(o, key)) {
        mns_phrase(o->history, out, " (Other observations of %K contradict that read", key);
        mns_buf_str(out, ": incompatible-order.)");
    }
    mns_buf_char(out, '\n');
}

/* The read that shows the order of a key, shortened around the elements of the steps that use it.
 * */
static void write_order(const mns_observation *o, const mns_witness *witness, uint32_t read,
                        mns_buf *out) {
    const mns_history *history = o->history;
    mns_value values[MNS_LIMIT_EVIDENCE];
    uint32_t count = 0;
    for (uint32_t i = 0; i < witness->step_count && count + 2 <= MNS_LIMIT_EVIDENCE; i++) {
        const mns_reason *r = &witness->steps[i].reason;
        if (is_order(&witness->steps[i]) && r->shown_by == read) {
            values[count++] = r->value;
            values[count++] = r->next;
        }
    }
    const mns_focus focus = {values, count, NULL, 0, MNS_NONE};
    uint32_t key = history->tables.mops.key[read];
    mns_buf_str(out, "  - The read of ");
    mns_read_show(history, read, &focus, out);
    mns_buf_printf(out, " at index %" PRId64, mns_txn_index(history, history->txn_of_mop[read]));
    mns_phrase(history, out, " shows the order of %K.", key);
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

/* The read that orders two appends may be outside the cycle, so it is quoted. */
uint32_t mns_evidence_lists(const mns_observation *o, const mns_witness *witness, mns_buf *out) {
    uint32_t reads[MNS_LIMIT_EVIDENCE];
    uint32_t read_count = 0;
    uint32_t unread = 0;
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < witness->step_count; i++) {
        const mns_reason *r = &witness->steps[i].reason;
        bool shown = r->shown_by != MNS_NONE;
        if (!is_order(&witness->steps[i]) || (shown && is_known(reads, read_count, r->shown_by))) {
            continue;
        }
        if (shown && read_count < MNS_LIMIT_EVIDENCE) {
            reads[read_count++] = r->shown_by;
            write_order(o, witness, r->shown_by, out);
        } else if (!shown && unread < MNS_LIMIT_EVIDENCE) {
            unread++;
            mns_phrase(
                o->history, out,
                "  - %V is missing from the longest committed read of %K, so it was appended "
                "later.",
                r->next, r->key);
            end_order(o, r->key, out);
        } else {
            left_out++;
        }
    }
    return left_out;
}
