/*
 * history.c - see history.h.
 *
 * One pass: an invocation is remembered by process; the next completion of that process ends it,
 * reads the micro-operations and adds the row. Everything that makes a history ambiguous is a
 * problem here: two open invocations of one process, a completion of nothing, micro-operations
 * that change between the two, an element appended twice.
 */
#include "history/history.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/pairing.h"
#include "read/op_reader.h"

#define PROGRESS_EVERY 65536

void mns_history_release(mns_history *history) {
    mns_tables_release(&history->tables);
    mns_txns *txns = &history->txns;
    free(txns->type);
    free(txns->process);
    free(txns->invoke);
    free(txns->complete);
    free(txns->invoke_offset);
    free(txns->complete_offset);
    free(txns->first_mop);
    free(txns->start_ts);
    free(txns->commit_ts);
    free(history->ambiguous);
    free(history->txn_of_mop);
    free(history->processes);
    mns_map_release(&history->process_index);
    mns_writes_release(&history->writes);
    memset(history, 0, sizeof *history);
}

static void history_init(mns_history *history, const mns_source *source) {
    memset(history, 0, sizeof *history);
    mns_tables_init(&history->tables);
    mns_map_init(&history->process_index);
    mns_writes_init(&history->writes);
    history->source = source;
}

/* Which transaction each micro-operation belongs to. */
static minos_status index_mops(mns_history *history) {
    const mns_txns *txns = &history->txns;
    history->txn_of_mop = MNS_NEW_ARRAY(uint32_t, history->tables.mops.count);
    if (history->txn_of_mop == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
            history->txn_of_mop[mop] = txn;
        }
    }
    return MINOS_OK;
}

static void report_progress(const mns_read_options *options, const mns_op_reader *reader) {
    if (options->progress != NULL) {
        double done = (double)(reader->lexer.p - reader->source->data);
        options->progress(options->progress_context, "reading",
                          done / (double)(reader->source->size + 1));
    }
}

static minos_status read_operations(mns_pairing *pairing, mns_op_reader *reader,
                                    const mns_read_options *options) {
    mns_history *history = pairing->history;
    mns_op op;
    int more;
    while ((more = mns_op_next(reader, &op)) != 0) {
        if (history->operations % PROGRESS_EVERY == 0) {
            report_progress(options, reader);
        }
        if (history->operations >= MNS_LIMIT_IDS) {
            mns_problems_add(reader->problems, op.offset, "split it into several histories",
                             "a history may have at most %u operations", MNS_LIMIT_IDS);
            return MINOS_EINPUT;
        }
        uint32_t position = (uint32_t)history->operations++;
        if (more < 0 || !op.client) {
            continue;
        }
        minos_status status = op.type == MNS_OP_INVOKE
                                  ? mns_pairing_invoke(pairing, &op, position)
                                  : mns_pairing_complete(pairing, &op, position);
        if (status != MINOS_OK) {
            return status;
        }
    }
    return mns_pairing_finish(pairing);
}

minos_status mns_history_read(mns_history *history, const mns_source *source,
                              const mns_read_options *options, mns_problems *problems) {
    history_init(history, source);
    history->workload =
        options->recognise ? mns_workload_recognise(source, options->format) : options->workload;
    mns_op_reader reader;
    mns_op_reader_init(&reader, source, options->format, problems);
    history->json = reader.lexer.json;
    mns_pairing pairing;
    mns_pairing_init(&pairing, history, problems, options->ambiguous);
    minos_status status = read_operations(&pairing, &reader, options);
    mns_pairing_release(&pairing);
    if (status == MINOS_OK) {
        status = index_mops(history);
    }
    if (status == MINOS_OK && problems->failed) {
        status = MINOS_ENOMEM;
    }
    return status == MINOS_OK && problems->total > 0 ? MINOS_EINPUT : status;
}

mns_op_details mns_history_details(const mns_history *history, uint64_t offset, uint32_t position) {
    mns_op_details details = {.index = position, .time_ns = -1};
    mns_op op;
    if (offset != MNS_NO_OFFSET && mns_op_at(history->source, history->json, offset, &op)) {
        details.index = op.has_index ? op.index : details.index;
        details.time_ns = op.has_time && op.time >= 0 ? op.time : -1;
    }
    return details;
}
