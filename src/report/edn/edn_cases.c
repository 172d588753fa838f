/*
 * edn_cases.c - one witness as Elle's map for its anomaly.
 *
 *   cycle                  edn_cycle.c
 *   G1a, G1b               {:op :mop :writer :element}
 *   future-read            {:op :mop :element}                  garbage-read the same
 *   internal               {:op :mop :expected}                 expected may begin with ...
 *   dirty-update           {:key :values :txns}
 *   duplicate-elements     {:op :mop :duplicates {element count}}   of the first repeated element;
 *                          of a set, which does not keep the count, {:op :mop :element}
 *   incompatible-order     {:key :values [a b]}
 *   lost-update            {:key :value :txns}
 *   cyclic-versions        {:key :scc :sources}
 *
 * Anomalies that Elle does not detect:
 *
 *   incomparable-reads     {:key :values [a b] :txns}
 *   incompatible-versions  {:key :mops [a b] :txns}             G-SIa, G-SIb the same
 *   lost-write             {:key :element :txns}                the writer, then the readers;
 *                          of a counter {:key :value :txns}     the reader, then the writers
 *   missed-increment-*     {:op :mop :txns}                     early-increment-* the same
 *
 * Cost: linear in the output.
 */
#include "report/edn/edn_cases.h"

#include "explain/transaction.h"
#include "report/edn/edn_values.h"
#include "report/model/check_result.h"

/* The elements of a read of a list, without brackets. */
static void write_elements(mns_buf *out, const mns_history *history, uint32_t mop) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&history->tables, mop, &count);
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        mns_edn_value(out, history, list[i]);
    }
}

/* The transactions of every `by`-th micro-operation from a place on. */
static void write_txns(mns_buf *out, const mns_history *history, const mns_witness *witness,
                       uint32_t from, uint32_t step) {
    mns_buf_str(out, ", :txns [");
    for (uint32_t i = from; i < witness->mop_count; i += step) {
        mns_buf_str(out, i > from ? " " : "");
        mns_edn_op(out, history, history->txn_of_mop[witness->mops[i]]);
    }
    mns_buf_char(out, ']');
}

/* ---- Cases about a read --------------------------------------------------------------------- */

/* {:op :mop, not closed. The first mop of a case about a read is the read. */
static void begin_read_case(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    uint32_t mop = witness->mops[0];
    mns_buf_str(out, "{:op ");
    mns_edn_op(out, history, history->txn_of_mop[mop]);
    mns_buf_str(out, ", :mop ");
    mns_mop_edn(history, mop, out);
}

static void write_element(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_str(out, ", :element ");
    mns_edn_value(out, history, witness->element);
}

static void write_writer(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    if (witness->mop_count > 1) {
        mns_buf_str(out, ", :writer ");
        mns_edn_op(out, history, history->txn_of_mop[witness->mops[1]]);
    }
    write_element(out, history, witness);
}

static void write_increments(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    write_txns(out, history, witness, 1, 1);
}

static void write_duplicates(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    if (history->workload == MNS_SET) {
        write_element(out, history, witness);
        return;
    }
    uint32_t count;
    uint32_t times = 0;
    const mns_value *list = mns_mop_list(&history->tables, witness->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == witness->element ? 1 : 0;
    }
    mns_buf_str(out, ", :duplicates {");
    mns_edn_value(out, history, witness->element);
    mns_buf_printf(out, " %lu}", (unsigned long)times);
}

/* ---- The expected value of a read, from its own transaction --------------------------------- */

/* True if the set that was read contains the element. */
static bool is_known(const mns_history *history, uint32_t read, mns_value element) {
    uint32_t count;
    const mns_value *set = mns_mop_set(&history->tables, read, &count);
    return mns_set_find(set, count, element) != MNS_NONE;
}

/* Lists and sets: the last read and the writes since, or ... and the writes. */
static void write_expected_elements(mns_buf *out, const mns_history *history,
                                    const mns_witness *witness, uint32_t start) {
    const mns_mops *mops = &history->tables.mops;
    bool set = history->workload == MNS_SET;
    bool known = mns_mop_is_answered(mops, witness->mops[start]);
    mns_buf_str(out, set ? "#{" : "[");
    size_t empty = out->size;
    if (!known) {
        mns_buf_str(out, "...");
    } else if (set) {
        uint32_t count;
        const mns_value *elements = mns_mop_set(&history->tables, witness->mops[start], &count);
        for (uint32_t i = 0; i < count; i++) {
            mns_buf_str(out, i > 0 ? " " : "");
            mns_edn_value(out, history, elements[i]);
        }
    } else {
        write_elements(out, history, witness->mops[start]);
    }
    for (uint32_t i = start; i < witness->mop_count; i++) {
        mns_value element = mops->value[witness->mops[i]];
        if (!mns_mop_is_read(mops, witness->mops[i]) &&
            !(set && known && is_known(history, witness->mops[start], element))) {
            mns_buf_str(out, out->size > empty ? " " : "");
            mns_edn_value(out, history, element);
        }
    }
    mns_buf_char(out, set ? '}' : ']');
}

static void write_expected_sum(mns_buf *out, const mns_history *history, const mns_witness *witness,
                               uint32_t start) {
    uint64_t sum = 0; /* wraps around on overflow, as a database's counter does */
    for (uint32_t i = start; i < witness->mop_count; i++) {
        sum += (uint64_t)mns_mop_number(&history->tables, witness->mops[i]);
    }
    mns_buf_printf(out, "%lld", (long long)sum);
}

static void write_expected(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    const mns_mops *mops = &history->tables.mops;
    uint32_t start = 1; /* the last read, if there is one */
    for (uint32_t i = 1; i < witness->mop_count; i++) {
        start = mns_mop_is_answered(mops, witness->mops[i]) ? i : start;
    }
    mns_buf_str(out, ", :expected ");
    switch (history->workload) {
    case MNS_RW_REGISTER:
        mns_edn_value(out, history, mops->value[witness->mops[witness->mop_count - 1]]);
        break;
    case MNS_COUNTER: write_expected_sum(out, history, witness, start); break;
    default: write_expected_elements(out, history, witness, start);
    }
}

/* ---- Cases about a key ---------------------------------------------------------------------- */

static void write_dirty_update(mns_buf *out, const mns_history *history,
                               const mns_witness *witness) {
    mns_buf_str(out, ", :values [");
    for (uint32_t i = 1; i < witness->mop_count; i++) {
        mns_buf_str(out, i > 1 ? " " : "");
        mns_edn_value(out, history, history->tables.mops.value[witness->mops[i]]);
    }
    mns_buf_char(out, ']');
    write_txns(out, history, witness, 1, 1);
}

static void write_incompatible(mns_buf *out, const mns_history *history,
                               const mns_witness *witness) {
    mns_buf_str(out, ", :values [");
    mns_read_edn(history, witness->mops[0], out);
    mns_buf_char(out, ' ');
    if (witness->mop_count == 2) {
        mns_read_edn(history, witness->mops[1], out);
    } else { /* the order in which one transaction appended */
        const mns_mops *mops = &history->tables.mops;
        mns_buf_char(out, '[');
        mns_edn_value(out, history, mops->value[witness->mops[1]]);
        mns_buf_char(out, ' ');
        mns_edn_value(out, history, mops->value[witness->mops[2]]);
        mns_buf_char(out, ']');
    }
    mns_buf_char(out, ']');
}

static void write_incomparable(mns_buf *out, const mns_history *history,
                               const mns_witness *witness) {
    write_incompatible(out, history, witness);
    write_txns(out, history, witness, 0, 1);
}

/* Mops come in pairs, the read and the write of each transaction. */
static void write_lost_update(mns_buf *out, const mns_history *history,
                              const mns_witness *witness) {
    mns_buf_str(out, ", :value ");
    mns_read_edn(history, witness->mops[0], out);
    write_txns(out, history, witness, 0, 2);
}

static void write_lost_write(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    if (history->workload == MNS_COUNTER) { /* the sum that the first read returned */
        mns_buf_str(out, ", :value ");
        mns_read_edn(history, witness->mops[0], out);
    } else {
        write_element(out, history, witness);
    }
    write_txns(out, history, witness, 0, 1);
}

static void write_mops(mns_buf *out, const mns_history *history, const mns_witness *witness) {
    mns_buf_str(out, ", :mops [");
    for (uint32_t i = 0; i < witness->mop_count; i++) {
        mns_buf_str(out, i > 0 ? " " : "");
        mns_mop_edn(history, witness->mops[i], out);
    }
    mns_buf_char(out, ']');
    write_txns(out, history, witness, 0, 1);
}

/* Mops come in pairs, each pair two versions in their order: a cycle. */
static void write_cyclic_versions(mns_buf *out, const mns_history *history,
                                  const mns_witness *witness) {
    static const char *const sources[] = {
        [MNS_BY_INITIAL] = ":initial-state",
        [MNS_BY_VERSIONS] = ":versions",
        [MNS_BY_TRANSACTIONS] = ":transaction-order-keys",
        [MNS_BY_WFR] = ":wfr-keys",
        [MNS_BY_PROCESS] = ":sequential-keys",
        [MNS_BY_REALTIME] = ":linearizable-keys",
        [MNS_BY_LEMMA] = ":transactions",
    };
    mns_buf_str(out, ", :scc #{");
    for (uint32_t i = 0; i < witness->mop_count; i += 2) {
        mns_buf_str(out, i > 0 ? " " : "");
        mns_edn_value(out, history, history->tables.mops.value[witness->mops[i]]);
    }
    mns_buf_str(out, "}, :sources [");
    bool first = true;
    for (size_t i = 0; i < MNS_COUNT_OF(sources); i++) {
        if ((witness->sources & 1u << i) != 0) {
            mns_buf_printf(out, "%s%s", first ? "" : " ", sources[i]);
            first = false;
        }
    }
    mns_buf_char(out, ']');
}

/* ---- Any case ------------------------------------------------------------------------------- */

typedef void (*case_writer)(mns_buf *out, const mns_history *history, const mns_witness *witness);

/* The fields of a case: those after :op :mop, or those after :key. */
static const struct {
    mns_anomaly anomaly;
    case_writer of_read, of_key;
} writers[] = {
    {MNS_A_G1A, write_writer, NULL},
    {MNS_A_G1B, write_writer, NULL},
    {MNS_A_INTERNAL, write_expected, NULL},
    {MNS_A_DUPLICATE_ELEMENTS, write_duplicates, NULL},
    {MNS_A_MISSED_INCREMENT_PROCESS, write_increments, NULL},
    {MNS_A_MISSED_INCREMENT_REALTIME, write_increments, NULL},
    {MNS_A_EARLY_INCREMENT_PROCESS, write_increments, NULL},
    {MNS_A_EARLY_INCREMENT_REALTIME, write_increments, NULL},
    {MNS_A_DIRTY_UPDATE, NULL, write_dirty_update},
    {MNS_A_INCOMPATIBLE_ORDER, NULL, write_incompatible},
    {MNS_A_LOST_UPDATE, NULL, write_lost_update},
    {MNS_A_CYCLIC_VERSIONS, NULL, write_cyclic_versions},
    {MNS_A_INCOMPATIBLE_VERSIONS, NULL, write_mops},
    {MNS_A_INCOMPARABLE_READS, NULL, write_incomparable},
    {MNS_A_LOST_WRITE, NULL, write_lost_write},
    {MNS_A_G_SIA, NULL, write_mops},
    {MNS_A_G_SIB, NULL, write_mops},
};

void mns_edn_case(const mns_history *history, const mns_witness *witness, mns_buf *out) {
    if (witness->step_count > 0) {
        mns_edn_cycle(out, history, witness);
        return;
    }
    assert(witness->mop_count > 0);
    case_writer of_read = write_element, of_key = NULL;
    for (size_t i = 0; i < MNS_COUNT_OF(writers); i++) {
        if (writers[i].anomaly == witness->anomaly) {
            of_read = writers[i].of_read;
            of_key = writers[i].of_key;
        }
    }
    if (of_read != NULL) {
        begin_read_case(out, history, witness);
        of_read(out, history, witness);
    } else {
        mns_buf_str(out, "{:key ");
        mns_edn_key(out, history, witness->key);
        of_key(out, history, witness);
    }
    mns_buf_char(out, '}');
}
