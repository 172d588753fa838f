/*
 * edn_cases.c - one witness as the case map that Elle gives for its anomaly.
 *
 *   cycle               {:cycle [op ... first op] :steps [...] :type :G0}
 *   G1a, G1b            {:op :mop :writer :element}
 *   future-read         {:op :mop :element}                  garbage-read the same
 *   internal            {:op :mop :expected}                 expected may begin with ... (unknown)
 *   dirty-update        {:key :values :txns}
 *   duplicate-elements  {:op :mop :duplicates {element count}}   of the first repeated element
 *   incompatible-order  {:key :values [a b]}
 *   lost-update         {:key :value :txns}
 *
 * An op is {:index :process :type :f :value}. Cost: linear in what is printed.
 */
#include "report/edn_cases.h"

#include "explain/transaction.h"
#include "report/parts.h"

static void write_op(mns_buf *out, const mns_history *history, uint32_t txn) {
    mns_buf_printf(out, "{:index %lld, :process %lld, :type :%s, :f :txn, :value ",
                   (long long)mns_txn_index(history, txn), (long long)mns_txn_process(history, txn),
                   mns_txn_type_word(history, txn));
    mns_txn_mops_edn(history, txn, out);
    mns_buf_char(out, '}');
}

static void write_value(mns_buf *out, const mns_history *history, mns_value value) {
    if (value == MNS_VALUE_NONE) {
        mns_buf_str(out, "nil");
    } else {
        mns_value_edn(&history->tables.values, value, out);
    }
}

static void write_key(mns_buf *out, const mns_history *history, uint32_t key) {
    write_value(out, history, key == MNS_NONE ? MNS_VALUE_NONE : history->tables.keys.name[key]);
}

/* The elements of a read, without brackets. */
static void write_elements(mns_buf *out, const mns_history *history, uint32_t mop) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&history->tables, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        write_value(out, history, list[i]);
    }
}

/* ---- Cycles --------------------------------------------------------------------------------- */

static void write_data_step(mns_buf *out, const mns_history *history, const mns_reason *reason) {
    mns_buf_str(out, ", :key ");
    write_key(out, history, reason->key);
    mns_buf_str(out, ", :value ");
    if (reason->value == MNS_VALUE_NONE) {
        mns_buf_str(out, ":elle.list-append/init");
    } else {
        write_value(out, history, reason->value);
    }
    if (reason->next != MNS_VALUE_NONE) {
        mns_buf_str(out, ", :value' ");
        write_value(out, history, reason->next);
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
        mns_buf_printf(out, ", :process %lld", (long long)mns_txn_process(history, from));
    } else if (step->reason.kind == MNS_REALTIME) {
        mns_buf_str(out, ", :a' ");
        write_op(out, history, from);
        mns_buf_printf(out, ", :b {:index %lld, :process %lld, :type :invoke, :f :txn}",
                       (long long)mns_txn_invoke_index(history, to),
                       (long long)mns_txn_process(history, to));
    } else {
        write_data_step(out, history, &step->reason);
    }
    mns_buf_char(out, '}');
}

/* Steps name places in txns; a walk that passes a transaction twice is still written in order. */
static void write_cycle(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_str(out, "{:cycle [");
    for (uint32_t i = 0; i < witness->step_count; i++) {
        write_op(out, history, witness->txns[witness->steps[i].from]);
        mns_buf_char(out, ' ');
    }
    write_op(out, history, witness->txns[witness->steps[0].from]);
    mns_buf_str(out, "], :steps [");
    for (uint32_t i = 0; i < witness->step_count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        write_step(out, history, witness, &witness->steps[i]);
    }
    mns_buf_printf(out, "], :type :%s}", mns_anomaly_name(witness->anomaly));
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* {:op :mop, open for more. The first mop of a case about a read is the read. */
static void begin_read_case(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    uint32_t mop = witness->mops[0];
    mns_buf_str(out, "{:op ");
    write_op(out, history, history->txn_of_mop[mop]);
    mns_buf_str(out, ", :mop ");
    mns_mop_edn(history, mop, out);
}

static void write_element(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_str(out, ", :element ");
    write_value(out, history, witness->element);
}

static void write_writer(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    if (witness->mop_count > 1) {
        mns_buf_str(out, ", :writer ");
        write_op(out, history, history->txn_of_mop[witness->mops[1]]);
    }
    write_element(out, history, witness);
}

/* What the transaction itself says the read should have returned. */
static void write_expected(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    const mns_mops *mops = &history->tables.mops;
    uint32_t start = 1;
    for (uint32_t i = 1; i < witness->mop_count; i++) {
        if (mns_mop_is_answered(mops, witness->mops[i])) {
            start = i;
        }
    }
    mns_buf_str(out, ", :expected [");
    size_t empty = out->size;
    bool known = start < witness->mop_count && mns_mop_is_answered(mops, witness->mops[start]);
    if (known) {
        write_elements(out, history, witness->mops[start]);
    } else {
        mns_buf_str(out, "...");
    }
    for (uint32_t i = start; i < witness->mop_count; i++) {
        if (!mns_mop_is_read(mops, witness->mops[i])) {
            mns_buf_str(out, out->size > empty ? " " : "");
            write_value(out, history, mops->value[witness->mops[i]]);
        }
    }
    mns_buf_char(out, ']');
}

static void write_duplicates(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    uint32_t count;
    uint32_t times = 0;
    const mns_value *list = mns_mop_list(&history->tables, witness->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == witness->element ? 1 : 0;
    }
    mns_buf_str(out, ", :duplicates {");
    write_value(out, history, witness->element);
    mns_buf_printf(out, " %lu}", (unsigned long)times);
}

static void write_dirty_update(mns_buf *out, const mns_history *history,
                               const mns_witness *witness) {
    mns_buf_str(out, "{:key ");
    write_key(out, history, witness->key);
    mns_buf_str(out, ", :values [");
    for (uint32_t i = 1; i < witness->mop_count; i++) {
        mns_buf_str(out, i > 1 ? " " : "");
        write_value(out, history, history->tables.mops.value[witness->mops[i]]);
    }
    mns_buf_str(out, "], :txns [");
    for (uint32_t i = 1; i < witness->mop_count; i++) {
        mns_buf_str(out, i > 1 ? " " : "");
        write_op(out, history, history->txn_of_mop[witness->mops[i]]);
    }
    mns_buf_char(out, ']');
}

static void write_incompatible(mns_buf *out, const mns_history *history,
                               const mns_witness *witness) {
    mns_buf_str(out, "{:key ");
    write_key(out, history, witness->key);
    mns_buf_str(out, ", :values [[");
    write_elements(out, history, witness->mops[0]);
    mns_buf_str(out, "] [");
    if (witness->mop_count == 2) {
        write_elements(out, history, witness->mops[1]);
    } else { /* the order in which one transaction appended */
        const mns_mops *mops = &history->tables.mops;
        write_value(out, history, mops->value[witness->mops[1]]);
        mns_buf_char(out, ' ');
        write_value(out, history, mops->value[witness->mops[2]]);
    }
    mns_buf_str(out, "]]");
}

/* Mops come in pairs, the read and the append of each transaction. */
static void write_lost_update(mns_buf *out, const mns_history *history,
                              const mns_witness *witness) {
    mns_buf_str(out, "{:key ");
    write_key(out, history, witness->key);
    mns_buf_str(out, ", :value [");
    write_elements(out, history, witness->mops[0]);
    mns_buf_str(out, "], :txns [");
    for (uint32_t i = 0; i < witness->mop_count; i += 2) {
        mns_buf_str(out, i > 0 ? " " : "");
        write_op(out, history, history->txn_of_mop[witness->mops[i]]);
    }
    mns_buf_char(out, ']');
}

typedef void (*case_writer)(mns_buf *out, const mns_history *history, const mns_witness *witness);

/* Which fields a case has: `whole` writes the map up to its end, `more` what follows :op :mop. */
static const struct {
    mns_anomaly anomaly;
    case_writer whole, more;
} writers[] = {
    {MNS_A_G1A, NULL, write_writer},
    {MNS_A_G1B, NULL, write_writer},
    {MNS_A_INTERNAL, NULL, write_expected},
    {MNS_A_DUPLICATE_ELEMENTS, NULL, write_duplicates},
    {MNS_A_DIRTY_UPDATE, write_dirty_update, NULL},
    {MNS_A_INCOMPATIBLE_ORDER, write_incompatible, NULL},
    {MNS_A_LOST_UPDATE, write_lost_update, NULL},
};

void mns_edn_case(const mns_history *history, const mns_witness *witness, mns_buf *out) {
    if (witness->step_count > 0) {
        write_cycle(out, history, witness);
        return;
    }
    assert(witness->mop_count > 0);
    case_writer more = write_element;
    for (size_t i = 0; i < MNS_COUNT_OF(writers); i++) {
        if (writers[i].anomaly == witness->anomaly) {
            more = writers[i].more;
            if (writers[i].whole != NULL) {
                writers[i].whole(out, history, witness);
            }
        }
    }
    if (more != NULL) {
        begin_read_case(out, history, witness);
        more(out, history, witness);
    }
    mns_buf_char(out, '}');
}
