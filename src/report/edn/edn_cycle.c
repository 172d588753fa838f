/*
 * edn_cycle.c - a cycle as Elle's map.
 *
 * A step is {:type :key :value :value' :a-mop-index :b-mop-index}, {:type :process :process} or
 * {:type :realtime :a' :b}. The value of an rw step from the initial state is Elle's keyword for
 * lists and nil for registers; sets have none. Cost: linear in the output.
 */
#include "report/edn/edn_values.h"
#include "report/model/check_result.h"

static void write_data_step(mns_buf *out, const mns_history *history, const mns_reason *reason) {
    mns_buf_str(out, ", :key ");
    mns_edn_key(out, history, reason->key);
    if (reason->value != MNS_VALUE_NONE) {
        mns_buf_str(out, ", :value ");
        mns_edn_value(out, history, reason->value);
    } else if (history->workload == MNS_LIST_APPEND) {
        mns_buf_str(out, ", :value :elle.list-append/init");
    }
    if (reason->next != MNS_VALUE_NONE) {
        mns_buf_str(out, ", :value' ");
        mns_edn_value(out, history, reason->next);
    }
    mns_buf_printf(out, ", :a-mop-index %lu, :b-mop-index %lu",
                   (unsigned long)mns_mop_place(history, reason->from_mop),
                   (unsigned long)mns_mop_place(history, reason->to_mop));
}

static void write_step(mns_buf *out, const mns_history *history, const mns_witness *witness,
                       const mns_step *step) {
    mns_buf_printf(out, "{:type :%s", mns_kind_name(step->reason.kind));
    uint32_t from = witness->txns[step->from];
    uint32_t to = witness->txns[step->to];
    if (step->reason.kind == MNS_PROCESS) {
        mns_buf_str(out, ", :process ");
        mns_txn_process_edn(history, from, out);
    } else if (step->reason.kind == MNS_REALTIME) {
        mns_buf_str(out, ", :a' ");
        mns_edn_op(out, history, from);
        mns_buf_printf(out, ", :b {:index %lld, :process ",
                       (long long)mns_txn_invoke_index(history, to));
        mns_txn_process_edn(history, to, out);
        mns_buf_str(out, ", :type :invoke, :f :txn}");
    } else {
        write_data_step(out, history, &step->reason);
    }
    mns_buf_char(out, '}');
}

/* Steps refer to places in txns, so a transaction that occurs twice is written in order. */
void mns_edn_cycle(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_str(out, "{:cycle [");
    for (uint32_t i = 0; i < witness->step_count; i++) {
        mns_edn_op(out, history, witness->txns[witness->steps[i].from]);
        mns_buf_char(out, ' ');
    }
    mns_edn_op(out, history, witness->txns[witness->steps[0].from]);
    mns_buf_str(out, "], :steps [");
    for (uint32_t i = 0; i < witness->step_count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        write_step(out, history, witness, &witness->steps[i]);
    }
    mns_buf_printf(out, "], :type :%s}", mns_anomaly_name(witness->anomaly));
}
