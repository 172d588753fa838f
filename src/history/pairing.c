/* pairing.c - see pairing.h. */
#include "history/pairing.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/matching.h"

void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool ambiguous) {
    memset(pairing, 0, sizeof *pairing);
    pairing->history = history;
    pairing->problems = problems;
    pairing->ambiguous =
        ambiguous && (history->workload == MNS_RW_REGISTER || history->workload == MNS_SET);
    pairing->reader = (mns_mop_reader){.tables = &history->tables,
                                       .workload = history->workload,
                                       .source = history->source,
                                       .problems = problems,
                                       .json = history->json};
    pairing->invoked = pairing->reader;
}

void mns_pairing_release(mns_pairing *pairing) {
    mns_mop_reader_release(&pairing->reader);
    mns_mop_reader_release(&pairing->invoked);
    free(pairing->open);
}

/* The id of a process, with an empty place for its invocation if it is new. */
static uint32_t process_id(mns_pairing *pairing, int64_t process) {
    mns_history *history = pairing->history;
    uint32_t id = mns_map_get(&history->process_index, (uint64_t)process);
    if (id != MNS_NONE) {
        return id;
    }
    id = history->process_count;
    if (!MNS_GROW(history->processes, id, history->process_capacity, 1) ||
        !MNS_GROW(pairing->open, id, pairing->open_capacity, 1) ||
        !mns_map_add(&history->process_index, (uint64_t)process, id)) {
        return MNS_NONE;
    }
    history->processes[id] = process;
    pairing->open[id] = (mns_open_invocation){.position = MNS_NONE, .process = id};
    history->process_count++;
    return id;
}

minos_status mns_pairing_invoke(mns_pairing *pairing, const mns_op *op, uint32_t position) {
    uint32_t process = process_id(pairing, op->process);
    if (process == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    pairing->history->invocations++;
    mns_open_invocation *open = &pairing->open[process];
    if (open->position != MNS_NONE) {
        uint64_t line = 0, column = 0;
        if (pairing->problems->total < MNS_LIMIT_PROBLEMS) {
            mns_locate(pairing->history->source->data, pairing->history->source->size, open->offset,
                       &line, &column);
        }
        mns_problems_add(pairing->problems, op->offset,
                         "a process does one thing at a time; a process whose operation ended as "
                         ":info goes on under a new number",
                         "process %" PRId64 " invokes again while its invocation at line %" PRIu64
                         " is still open",
                         op->process, line);
    }
    open->position = position;
    open->offset = op->offset;
    open->value = op->value;
    open->start_ts = op->has_start_ts ? op->start_ts : MNS_NO_TIMESTAMP;
    return MINOS_OK;
}

/* Columns of the transaction table grow together; first_mop has one more. */
static bool reserve_txn(mns_txns *txns) {
    if (txns->count < txns->capacity) {
        return true;
    }
    size_t capacity = txns->capacity == 0 ? 64 : txns->capacity * 2;
    size_t sizes[6] = {0}; /* each column's own, so that one call grows it to exactly this */
    bool grown =
        mns_grow(&txns->type, &sizes[0], capacity, sizeof *txns->type) &&
        mns_grow(&txns->process, &sizes[1], capacity, sizeof *txns->process) &&
        mns_grow(&txns->invoke, &sizes[2], capacity, sizeof *txns->invoke) &&
        mns_grow(&txns->complete, &sizes[3], capacity, sizeof *txns->complete) &&
        mns_grow(&txns->invoke_offset, &sizes[4], capacity, sizeof *txns->invoke_offset) &&
        mns_grow(&txns->complete_offset, &sizes[5], capacity, sizeof *txns->complete_offset);
    size_t more = 0;
    grown = grown && mns_grow(&txns->first_mop, &more, capacity + 1, sizeof *txns->first_mop);
    if (txns->start_ts != NULL) {
        size_t starts = 0, commits = 0;
        grown = grown && mns_grow(&txns->start_ts, &starts, capacity, sizeof *txns->start_ts) &&
                mns_grow(&txns->commit_ts, &commits, capacity, sizeof *txns->commit_ts);
    }
    if (grown) {
        txns->capacity = capacity;
    }
    return grown;
}

/* Keeps the timestamps of the last transaction; the columns are made for the first that has any. */
static bool reveal(mns_txns *txns, int64_t start_ts, int64_t commit_ts) {
    bool revealed = start_ts != MNS_NO_TIMESTAMP || commit_ts != MNS_NO_TIMESTAMP;
    if (txns->start_ts == NULL && revealed) {
        txns->start_ts = MNS_NEW_ARRAY(int64_t, txns->capacity);
        txns->commit_ts = MNS_NEW_ARRAY(int64_t, txns->capacity);
        if (txns->start_ts == NULL || txns->commit_ts == NULL) {
            return false;
        }
        for (uint32_t t = 0; t < txns->count; t++) {
            txns->start_ts[t] = txns->commit_ts[t] = MNS_NO_TIMESTAMP;
        }
    }
    if (txns->start_ts != NULL) {
        txns->start_ts[txns->count - 1] = start_ts;
        txns->commit_ts[txns->count - 1] = commit_ts;
    }
    return true;
}

static void count_type(mns_history *history, mns_txn_type type) {
    history->ok += type == MNS_TXN_OK;
    history->info += type == MNS_TXN_INFO;
    history->fail += type == MNS_TXN_FAIL;
}

/* Adds a row whose micro-operations are the last `count` of the mop table. */
static minos_status add_txn(mns_pairing *pairing, mns_txn_type type,
                            const mns_open_invocation *invocation, uint32_t complete,
                            const mns_op *completion, uint32_t count) {
    mns_history *history = pairing->history;
    mns_txns *txns = &history->txns;
    if (!reserve_txn(txns)) {
        return MINOS_ENOMEM;
    }
    uint32_t txn = txns->count++;
    bool invoked = invocation->position != MNS_NONE;
    txns->type[txn] = (uint8_t)type;
    txns->process[txn] = invocation->process;
    txns->invoke[txn] = invocation->position;
    txns->invoke_offset[txn] = invoked ? invocation->offset : MNS_NO_OFFSET;
    txns->complete[txn] = complete;
    txns->complete_offset[txn] = completion == NULL ? MNS_NO_OFFSET : completion->offset;
    txns->first_mop[txn] = history->tables.mops.count - count;
    txns->first_mop[txn + 1] = history->tables.mops.count;
    count_type(history, type);
    bool starts = completion != NULL && completion->has_start_ts;
    bool commits = completion != NULL && completion->has_commit_ts;
    if (!reveal(txns,
                starts    ? completion->start_ts
                : invoked ? invocation->start_ts
                          : MNS_NO_TIMESTAMP,
                commits ? completion->commit_ts : MNS_NO_TIMESTAMP)) {
        return MINOS_ENOMEM;
    }
    return history->workload == MNS_COUNTER ? MINOS_OK : mns_register_writes(pairing);
}

/* The micro-operations of a completion, or of its invocation where it carries none. */
static minos_status read_mops(mns_pairing *pairing, const mns_op *op, mns_txn_type type,
                              const mns_open_invocation *invocation, uint32_t *count) {
    mns_mop_reader *reader = &pairing->reader;
    bool invoked = invocation->position != MNS_NONE;
    *count = 0;
    if (op->value != NULL) {
        minos_status status = mns_mops_read(
            reader, op->value, type == MNS_TXN_OK ? MNS_READING_OK : MNS_READING_UNSURE, count);
        if (status != MINOS_OK || !invoked) {
            return status;
        }
        return mns_match_invocation(pairing->history, reader, &pairing->invoked, invocation,
                                    *count);
    }
    if (type == MNS_TXN_OK) {
        mns_problems_add(pairing->problems, op->offset,
                         "the :value of an :ok carries what was read and written",
                         "an :ok completion without micro-operations");
        return MINOS_EINPUT;
    }
    if (!invoked || invocation->value == NULL) {
        return MINOS_OK;
    }
    return mns_mops_read(reader, invocation->value, MNS_READING_INVOKED, count);
}

minos_status mns_pairing_complete(mns_pairing *pairing, const mns_op *op, uint32_t position) {
    uint32_t process = process_id(pairing, op->process);
    if (process == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    mns_open_invocation invocation = pairing->open[process];
    pairing->open[process].position = MNS_NONE;
    if (invocation.position == MNS_NONE) {
        if (pairing->orphan_count < MNS_LIMIT_PROBLEMS) {
            pairing->orphans[pairing->orphan_count] = op->offset;
        }
        pairing->orphan_count++;
    }
    mns_txn_type type = op->type == MNS_OP_OK     ? MNS_TXN_OK
                        : op->type == MNS_OP_FAIL ? MNS_TXN_FAIL
                                                  : MNS_TXN_INFO;
    uint32_t count;
    minos_status status = read_mops(pairing, op, type, &invocation, &count);
    if (status == MINOS_OK) {
        status = add_txn(pairing, type, &invocation, position, op, count);
    }
    return status == MINOS_EINPUT ? MINOS_OK : status;
}

static int by_position(const void *a, const void *b) {
    uint32_t x = ((const mns_open_invocation *)a)->position;
    uint32_t y = ((const mns_open_invocation *)b)->position;
    return (x > y) - (x < y);
}

/* A history either has no invocation at all, or every completion has its own. */
static void judge_orphans(mns_pairing *pairing) {
    mns_history *history = pairing->history;
    history->completions_only = history->invocations == 0 && history->txns.count > 0;
    if (history->invocations == 0) {
        return;
    }
    for (uint64_t i = 0; i < pairing->orphan_count && i < MNS_LIMIT_PROBLEMS; i++) {
        mns_problems_add(pairing->problems, pairing->orphans[i],
                         "every completion follows the :invoke of its process; a history without "
                         "any :invoke is read too",
                         "a completion of a process that has nothing open");
    }
    if (pairing->orphan_count > MNS_LIMIT_PROBLEMS) {
        pairing->problems->total += pairing->orphan_count - MNS_LIMIT_PROBLEMS;
    }
}

minos_status mns_pairing_finish(mns_pairing *pairing) {
    mns_history *history = pairing->history;
    judge_orphans(pairing);
    if (history->process_count > 0) {
        qsort(pairing->open, history->process_count, sizeof *pairing->open, by_position);
    }
    for (uint32_t i = 0; i < history->process_count; i++) {
        const mns_open_invocation *open = &pairing->open[i];
        if (open->position == MNS_NONE) {
            break; /* sorted: no open ones after this */
        }
        uint32_t count = 0;
        minos_status status = MINOS_OK;
        if (open->value != NULL) {
            status = mns_mops_read(&pairing->reader, open->value, MNS_READING_INVOKED, &count);
        }
        if (status == MINOS_OK) {
            status = add_txn(pairing, MNS_TXN_INFO, open, MNS_NONE, NULL, count);
        }
        if (status != MINOS_OK && status != MINOS_EINPUT) {
            return status;
        }
    }
    if (!reserve_txn(&history->txns) ||
        (history->ambiguous != NULL && !mns_reserve_ambiguous(pairing))) {
        return MINOS_ENOMEM;
    }
    if (history->txns.count == 0) {
        history->txns.first_mop[0] = 0; /* no transaction, but the table has its end */
    }
    return MINOS_OK;
}
