/* matching.c - see matching.h. */
#include "history/matching.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/mop_offset.h"

#define MATCH_HINT                                                                                 \
    "a completion must repeat the micro-operations of its invocation, with the reads filled in"

/* True if a row of the completion matches a row of the invocation. */
static bool same_mop(const mns_mops *mops, uint32_t done, uint32_t asked) {
    return mops->function[done] == mops->function[asked] && mops->key[done] == mops->key[asked] &&
           (mops->function[done] == MNS_READ || mops->value[done] == mops->value[asked]);
}

/* Reports the first difference of a completion from its invocation, whose `asked` rows are the
 * last. */
static void report_mismatch(const mns_pairing *pairing, const mns_open_invocation *invocation,
                            uint32_t first, uint32_t count, uint32_t asked) {
    const mns_history *history = pairing->history;
    const mns_mop_reader *reader = &pairing->reader;
    const mns_mops *mops = &history->tables.mops;
    const mns_source *source = history->source;
    uint64_t line = 0, column;
    if (pairing->problems->total < MNS_LIMIT_PROBLEMS) {
        mns_locate(source->data, source->size,
                   mns_op_offsets_get(&history->op_offsets, invocation->position), &line, &column);
    }
    for (uint32_t i = 0; i < count && i < asked; i++) {
        if (!same_mop(mops, first + i, mops->count - asked + i)) {
            mns_problems_add(
                pairing->problems, (uint64_t)(reader->mop_starts[i] - source->data), MATCH_HINT,
                "micro-operation %" PRIu32 " differs from that of the invocation at line %" PRIu64,
                i + 1, line);
            return;
        }
    }
    const char *at = count > 0 ? reader->mop_starts[count - 1] : reader->value;
    mns_problems_add(pairing->problems, (uint64_t)(at - source->data), MATCH_HINT,
                     "%" PRIu32 " micro-operation%s completed, but %" PRIu32
                     " %s invoked at line %" PRIu64,
                     count, count == 1 ? "" : "s", asked, asked == 1 ? "was" : "were", line);
}

minos_status mns_match_invocation(mns_pairing *pairing, const mns_open_invocation *invocation,
                                  uint32_t first, uint32_t count) {
    mns_mops *mops = &pairing->history->tables.mops;
    assert(invocation->value != NULL && first + count <= mops->count);
    uint32_t before = mops->count, asked;
    minos_status status = mns_mops_read(&pairing->invoked, invocation->value, invocation->end,
                                        MNS_READING_INVOKED, &asked);
    bool same = status == MINOS_OK && asked == count;
    for (uint32_t i = 0; same && i < count; i++) {
        same = same_mop(mops, first + i, before + i);
    }
    if (status == MINOS_OK && !same) {
        if (pairing->slow_path) {
            report_mismatch(pairing, invocation, first, count, asked);
        } else {
            mns_problems_add(pairing->problems, MNS_NO_OFFSET, NULL, MATCH_HINT);
        }
        status = MINOS_EINPUT;
    }
    mops->count = before;
    return status;
}

static const char *const twice_words[][2] = {[MNS_LIST_APPEND] = {"element", "appended"},
                                             [MNS_RW_REGISTER] = {"value", "written"},
                                             [MNS_SET] = {"element", "added"}};
static const char *const twice_hints[] = {
    [MNS_LIST_APPEND] = "append each element at most once to a key, also when retrying; otherwise "
                        "reads do not show which transaction wrote it",
    [MNS_RW_REGISTER] = "write each value at most once to a key, also when retrying, or pass "
                        "--duplicate-writes=ambiguous to ignore such values",
    [MNS_SET] = "add each element at most once to a key, also when retrying, or pass "
                "--duplicate-writes=ambiguous to ignore such elements",
};

/* Reports both positions of a value that was written twice. */
static void report_twice(const mns_history *history, const mns_mop_reader *reader, uint32_t mop,
                         uint32_t earlier, mns_problems *problems) {
    const mns_tables *tables = &history->tables;
    uint32_t txn = history->txns.count - 1;
    const char *at = reader->mop_starts[mop - history->txns.first_mop[txn]];
    uint64_t first = MNS_NO_OFFSET;
    mns_buf key, element;
    mns_buf_init(&key);
    mns_buf_init(&element);
    if (problems->total < MNS_LIMIT_PROBLEMS) {
        first = mns_mop_offset(history, earlier);
        mns_value_edn(&tables->values, tables->keys.name[tables->mops.key[mop]], &key);
        mns_value_edn(&tables->values, tables->mops.value[mop], &element);
        problems->failed |= key.failed || element.failed;
    }
    mns_problems_add_second(
        problems, (uint64_t)(at - history->source->data), first, twice_hints[history->workload],
        "%s %s is %s to key %s a second time; the first is at " MNS_EARLIER,
        twice_words[history->workload][0], element.data == NULL ? "?" : element.data,
        twice_words[history->workload][1], key.data == NULL ? "?" : key.data);
    mns_buf_release(&key);
    mns_buf_release(&element);
}

minos_status mns_report_repeated_writes(mns_pairing *pairing) {
    const mns_history *history = pairing->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t txn = history->txns.count - 1;
    if (history->workload == MNS_COUNTER) {
        return MINOS_OK; /* increments have no identity */
    }
    for (uint32_t mop = history->txns.first_mop[txn]; mop < mops->count; mop++) {
        uint32_t earlier = MNS_NONE;
        if (mops->function[mop] == MNS_WRITE &&
            !mns_write_map_add(&pairing->written, mops, mop, &earlier)) {
            return MINOS_ENOMEM;
        }
        if (earlier != MNS_NONE && !pairing->ambiguous) {
            report_twice(history, &pairing->reader, mop, earlier, pairing->problems);
        }
    }
    return MINOS_OK;
}
