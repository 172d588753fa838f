/* edn_values.c - see edn_values.h. */
#include "report/edn/edn_values.h"

#include "explain/transaction.h"

static void write_timestamp(mns_buf *out, const char *name, int64_t timestamp) {
    if (timestamp != MNS_NO_TIMESTAMP) {
        mns_buf_printf(out, ", %s %lld", name, (long long)timestamp);
    }
}

void mns_edn_op(mns_buf *out, const mns_history *history, uint32_t txn) {
    mns_buf_printf(out, "{:index %lld, :process ", (long long)mns_txn_index(history, txn));
    mns_txn_process_edn(history, txn, out);
    mns_buf_printf(out, ", :type :%s, :f :txn", mns_txn_type_word(history, txn));
    write_timestamp(out, ":start-ts", mns_txn_start_ts(history, txn));
    write_timestamp(out, ":commit-ts", mns_txn_commit_ts(history, txn));
    mns_buf_str(out, ", :value ");
    mns_txn_mops_edn(history, txn, out);
    mns_buf_char(out, '}');
}

void mns_edn_value(mns_buf *out, const mns_history *history, mns_value value) {
    if (value == MNS_VALUE_NONE) {
        mns_buf_str(out, "nil");
    } else {
        mns_value_edn(&history->tables.values, value, out);
    }
}

void mns_edn_key(mns_buf *out, const mns_history *history, uint32_t key) {
    mns_edn_value(out, history, key == MNS_NONE ? MNS_VALUE_NONE : history->tables.keys.name[key]);
}
