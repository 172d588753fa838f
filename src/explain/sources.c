/* sources.c - see sources.h. */
#include "explain/sources.h"

#include <inttypes.h>

#include "explain/sentences.h"

static void write_index(const char *before, int64_t index, const char *after, mns_buf *out) {
    mns_buf_printf(out, "%s%" PRId64 "%s", before, index, after);
}

/* "read 1" or "wrote 1". */
static void write_accessed(const mns_history *history, uint32_t mop, mns_buf *out) {
    mns_buf_str(out, mns_mop_is_read(&history->tables.mops, mop) ? "read " : "wrote ");
    mns_value_show(history, history->tables.mops.value[mop], out);
}

void mns_source_write(const mns_history *history, mns_source_of_order source, uint32_t by,
                      uint32_t also, mns_buf *out) {
    const mns_mops *mops = &history->tables.mops;
    if (source == MNS_BY_INITIAL) {
        mns_buf_str(out, "it is the initial state");
        return;
    }
    uint32_t from = history->txn_of_mop[by], to = history->txn_of_mop[also];
    int64_t index = mns_txn_index(history, from), later = mns_txn_index(history, to);
    switch (source) {
    case MNS_BY_VERSIONS:
        write_index("the database assigned them versions ", mns_mop_version(mops, by), "", out);
        write_index(" (index ", index, ") and ", out);
        write_index("", mns_mop_version(mops, also), "", out);
        write_index(" (index ", later, ")", out);
        break;
    case MNS_BY_TRANSACTIONS: {
        const mns_terms terms = {.value = mops->value[by], .next = mops->value[also]};
        mns_sentence_write(history, out, "the database ran the writer of %V", &terms);
        write_index(" (index ", index, ") before", out);
        mns_sentence_write(history, out, " the writer of %N", &terms);
        write_index(" (index ", later, ")", out);
        break;
    }
    case MNS_BY_WFR: {
        const mns_terms terms = {.value = mops->value[by], .next = mops->value[also]};
        write_index("the transaction at index ", index, "", out);
        mns_sentence_write(history, out, " read %V and then wrote %N", &terms);
        break;
    }
    case MNS_BY_PROCESS:
        mns_buf_str(out, "process ");
        mns_txn_process_show(history, from, out);
        mns_buf_char(out, ' ');
        write_accessed(history, by, out);
        write_index(" (index ", index, ") before it ", out);
        write_accessed(history, also, out);
        write_index(" (index ", later, ")", out);
        break;
    default:
        mns_buf_str(out, "a transaction that ");
        write_accessed(history, by, out);
        write_index(" completed (index ", index, ") before one that ", out);
        write_accessed(history, also, out);
        write_index(" (index ", later, ") was invoked", out);
        write_index(" (index ", mns_txn_invoke_index(history, to), ")", out);
    }
}
