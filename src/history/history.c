/*
 * history.c - see history.h.
 *
 * An invocation is remembered by process; the next completion of that process ends it, brings the
 * micro-operations and adds the row. Everything that makes a history ambiguous is a problem: two
 * open invocations of one process, a completion of nothing, micro-operations that change between
 * the two, a value written twice.
 *
 * Reading quickly, in parts and on several threads (parts.h), is enough for a history without
 * problems. One that has some is read again carefully: every operation by its tokens, in order.
 */
#include "history/history.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/indexing.h"
#include "history/pairing.h"
#include "history/parts.h"
#include "read/op_reader.h"

#define PROGRESS_EVERY 65536

void mns_history_release(mns_history *history) {
    mns_tables_release(&history->tables);
    mns_txns_release(&history->txns);
    mns_places_release(&history->places);
    free(history->ambiguous);
    free(history->txn_of_mop);
    free(history->processes);
    mns_index_release(&history->process_index);
    mns_writes_release(&history->writes);
    memset(history, 0, sizeof *history);
}

void mns_history_init(mns_history *history, const mns_source *source) {
    memset(history, 0, sizeof *history);
    mns_tables_init(&history->tables);
    mns_index_init(&history->process_index);
    mns_writes_init(&history->writes);
    history->source = source;
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
    mns_op op = {.offset = 0};
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
        if (!mns_places_add(&history->places, op.offset)) {
            return MINOS_ENOMEM;
        }
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

/* Whether values that are written twice are to be marked, rather than refused. */
static bool marks_repeated(const mns_history *history, const mns_read_options *options) {
    return options->ambiguous &&
           (history->workload == MNS_RW_REGISTER || history->workload == MNS_SET);
}

static minos_status read_carefully(mns_history *history, const mns_op_reader *ops,
                                   const mns_read_options *options, mns_problems *problems) {
    mns_op_reader reader = *ops;
    reader.walk.lexer = &reader.lexer;
    mns_pairing pairing;
    mns_pairing_init(&pairing, history, problems, true);
    pairing.ambiguous = marks_repeated(history, options);
    minos_status status = read_operations(&pairing, &reader, options);
    mns_pairing_release(&pairing);
    return status;
}

static void begin(mns_history *history, const mns_op_reader *ops, mns_workload workload) {
    mns_history_init(history, ops->source);
    history->workload = workload;
    history->json = ops->lexer.json;
}

minos_status mns_history_read(mns_history *history, const mns_source *source,
                              const mns_read_options *options, mns_problems *problems) {
    mns_workload workload =
        options->recognise ? mns_workload_recognise(source, options->format) : options->workload;
    mns_op_reader ops;
    mns_op_reader_init(&ops, source, options->format, problems);
    begin(history, &ops, workload);
    bool marks = marks_repeated(history, options), regular = false;
    minos_status status =
        options->careful ? MINOS_OK : mns_parts_read(history, &ops, options, &regular);
    if (status == MINOS_OK && regular) {
        status = mns_history_index(history, marks, options->threads, &regular);
    }
    if (status != MINOS_OK || regular) {
        return status;
    }
    mns_history_release(history);
    begin(history, &ops, workload);
    status = read_carefully(history, &ops, options, problems);
    if (status == MINOS_OK && problems->failed) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK && problems->total > 0) {
        status = MINOS_EINPUT;
    }
    return status == MINOS_OK ? mns_history_index(history, marks, options->threads, &regular)
                              : status;
}

mns_op_details mns_history_details(const mns_history *history, uint32_t position) {
    mns_op_details details = {.index = position, .time_ns = -1};
    mns_op op;
    if (position != MNS_NONE && mns_op_at(history->source, history->json,
                                          mns_places_get(&history->places, position), &op)) {
        details.index = op.has_index ? op.index : details.index;
        details.time_ns = op.has_time && op.time >= 0 ? op.time : -1;
    }
    return details;
}
