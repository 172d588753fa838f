/* case_text_lost.c - acknowledged writes that no final or later read shows; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"
#include "history/final_reads.h"

static bool is_final(const mns_case_text *s, uint32_t read) {
    return mns_is_final_read(s->history, mns_txn_of(s->o, read));
}

/* "final read" if the first read that misses the write is final: then only final reads decide. */
static const char *deciding(const mns_case_text *s) {
    return is_final(s, s->witness->mops[1]) ? "final read" : "read";
}

/* ---- Lists and sets ------------------------------------------------------------------------- */

/* An element of the read written by another transaction that began after the write completed. */
static mns_value newer_element(const mns_case_text *s, uint32_t read, uint32_t write) {
    const mns_txns *txns = &s->history->txns;
    uint32_t count, key = s->mops->key[read];
    const mns_value *elements = mns_case_text_elements(s, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = mns_history_writer(s->history, key, elements[i]);
        uint32_t txn = other < MNS_AMBIGUOUS ? mns_txn_of(s->o, other) : MNS_NONE;
        if (txn != MNS_NONE && txn != mns_txn_of(s->o, read) && mns_txn_counts(s->o, txn) &&
            txns->invoke[txn] > txns->complete[mns_txn_of(s->o, write)]) {
            return elements[i];
        }
    }
    return MNS_VALUE_NONE;
}

/* Why a read is more than a stale read: it is final, or the first of the case shows a newer write.
 */
static void write_why_lost(mns_case_text *s, uint32_t read) {
    const mns_witness *w = s->witness;
    if (is_final(s, read)) {
        mns_buf_str(&s->out, ", which is marked as a final read");
    } else if (read == w->mops[1]) {
        mns_phrase(s->history, &s->out,
                   ", which contains %V of a transaction that began after %T completed",
                   newer_element(s, read, w->mops[0]), mns_case_text_place(s, w->mops[0]));
    }
}

static void write_only_grows(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_printf(&s->out, "  - However, no %s", deciding(s));
    mns_phrase(s->history, &s->out, " of %K that began after %T completed contains %V", w->key,
               mns_case_text_place(s, w->mops[0]), w->element);
    mns_buf_printf(&s->out, ", and a %s only grows: a contradiction!\n",
                   s->history->workload == MNS_SET ? "set" : "list");
}

/* ---- Registers ------------------------------------------------------------------------------ */

/* Why the value that was read is older than the write. */
static void write_age(mns_case_text *s, uint32_t read) {
    mns_value value = s->mops->value[read];
    if (value == MNS_VALUE_INITIAL) {
        mns_buf_str(&s->out, ", its initial state");
        return;
    }
    uint32_t older = mns_history_writer(s->history, s->mops->key[read], value);
    assert(older < MNS_AMBIGUOUS); /* the re-checker has accepted it */
    mns_buf_printf(&s->out, ", whose writer had completed at index %" PRId64,
                   mns_txn_index(s->history, mns_txn_of(s->o, older)));
    mns_phrase(s->history, &s->out, ", before %T began",
               mns_case_text_place(s, s->witness->mops[0]));
}

static void write_only_older(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t writer = mns_case_text_place(s, w->mops[0]);
    mns_phrase(
        s->history, &s->out,
        "  - However, every final read of %K that began after %T completed returned the "
        "initial state or a value whose writer had completed before %T began: a contradiction!\n",
        w->key, writer, writer);
}

/* ---- Lists, sets and registers -------------------------------------------------------------- */

/* True for the read that had shown the write before final reads missed it. */
static bool had_shown(const mns_case_text *s, uint32_t read) {
    mns_value element = s->witness->element;
    if (s->history->workload == MNS_RW_REGISTER) {
        return s->mops->value[read] == element;
    }
    uint32_t count, i = 0;
    const mns_value *elements = mns_case_text_elements(s, read, &count);
    while (i < count && elements[i] != element) {
        i++;
    }
    return i < count;
}

/* The reads of one transaction. The first read of the case proves the loss. */
static void write_reads(mns_case_text *s, uint32_t place) {
    const mns_witness *w = s->witness;
    bool is_register = s->history->workload == MNS_RW_REGISTER;
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (mns_case_text_place(s, w->mops[i]) != place) {
            continue;
        }
        bool seen = had_shown(s, w->mops[i]);
        mns_buf_str(&s->out, seen ? "  - Before the final reads, " : "  - After that, ");
        mns_case_text_read(s, w->mops[i]);
        if (seen && !is_register) {
            mns_phrase(s->history, &s->out, ", which contains %V", w->element);
        } else if (!seen && is_register) {
            write_age(s, w->mops[i]);
            mns_buf_str(&s->out, ". The read is marked as final");
        } else if (!seen) {
            write_why_lost(s, w->mops[i]);
        }
        mns_buf_str(&s->out, ".\n");
    }
}

static void write_lost_value(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, w->mops[0]);
    mns_buf_printf(&s->out, ", and completed at index %" PRId64 ".\n",
                   mns_txn_index(s->history, s->history->txn_of_mop[w->mops[0]]));
    for (uint32_t place = 0; place < w->txn_count; place++) {
        write_reads(s, place);
    }
    if (s->history->workload == MNS_RW_REGISTER) {
        write_only_older(s);
    } else {
        write_only_grows(s);
    }
}

/* ---- Counters ------------------------------------------------------------------------------- */

static void write_lost_increments(mns_case_text *s) {
    const mns_witness *w = s->witness;
    bool positive = mns_mop_number(&s->history->tables, w->mops[1]) > 0;
    for (uint32_t place = 0; place < w->txn_count; place++) {
        for (uint32_t i = w->mop_count - 1; i > 0; i--) { /* the latest is named first */
            if (mns_case_text_place(s, w->mops[i]) == place) {
                mns_buf_str(&s->out, "  - ");
                mns_case_text_wrote(s, w->mops[i]);
                mns_phrase(s->history, &s->out, ", and completed before %T was invoked.\n",
                           mns_case_text_place(s, w->mops[0]));
            }
        }
    }
    mns_buf_str(&s->out, "  - After that, ");
    mns_case_text_read(s, w->mops[0]);
    mns_phrase(s->history, &s->out,
               ", which is marked as a final read.\n  - However, this and every other final read "
               "of %K returned ",
               w->key);
    mns_buf_printf(&s->out,
                   "%s than all %ss add up to that were acknowledged before, whichever other "
                   "increments are counted: a contradiction!\n",
                   positive ? "less" : "more", positive ? "increment" : "decrement");
}

void mns_write_lost_write(mns_case_text *s) {
    if (s->history->workload == MNS_COUNTER) {
        write_lost_increments(s);
    } else {
        write_lost_value(s);
    }
}
