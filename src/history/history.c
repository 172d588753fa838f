/*
 * history.c - see history.h.
 *
 * Each process has at most one open invocation; the next completion of the process ends it and adds
 * the row. Everything that makes a history ambiguous is a problem: two open invocations of one
 * process, a completion without an invocation, micro-operations that differ between the two, a
 * value written twice.
 *
 * Fast path and slow path: a history is first read in chunks and on several threads (chunks.h). If
 * it has any problem it is read again on the slow path, every operation by its tokens and in order,
 * which reports the problems.
 */
#include "history/history.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/chunks.h"
#include "history/indexing.h"
#include "history/invariants.h"
#include "history/pairing.h"
#include "read/op_reader.h"

#define PROGRESS_EVERY 65536

void mns_history_release(mns_history *history) {
    mns_tables_release(&history->tables);
    mns_txns_release(&history->txns);
    mns_op_offsets_release(&history->op_offsets);
    free(history->ambiguous);
    free(history->txn_of_mop);
    mns_processes_release(&history->processes);
    mns_writes_release(&history->writes);
    memset(history, 0, sizeof *history);
}

void mns_history_init(mns_history *history, const mns_source *source) {
    memset(history, 0, sizeof *history);
    mns_tables_init(&history->tables);
    mns_processes_init(&history->processes);
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

/* Marks the names of processes that have micro-operations in later operations. Done once, before
 * the first operation whose process is a name and that has no micro-operations itself. */
static minos_status look_ahead(mns_pairing *pairing, const mns_op_reader *reader,
                               const mns_op *op) {
    if (op->client || op->name == NULL || pairing->looked_ahead) {
        return MINOS_OK;
    }
    pairing->looked_ahead = true;
    mns_processes *processes = &pairing->history->processes;
    mns_problems ignored;
    mns_problems_init(&ignored);
    mns_op_reader ahead = *reader;
    ahead.walk.lexer = &ahead.lexer;
    ahead.problems = &ignored;
    minos_status status = MINOS_OK;
    mns_op next;
    int more;
    while (status == MINOS_OK && (more = mns_op_next(&ahead, &next)) != 0) {
        if (more > 0 && next.client && next.name != NULL) {
            uint32_t name = mns_processes_name(processes, &next);
            status = name == MNS_NONE ? MINOS_ENOMEM : MINOS_OK;
            if (status == MINOS_OK) {
                processes->named[name].later = true;
            }
        }
    }
    mns_problems_release(&ignored);
    return status;
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
        if (!mns_op_offsets_add(&history->op_offsets, op.offset)) {
            return MINOS_ENOMEM;
        }
        minos_status status = MINOS_OK;
        if (more > 0) {
            mns_times_add(&history->times, &op);
            status = look_ahead(pairing, reader, &op);
            status = status == MINOS_OK ? mns_pairing_add(pairing, &op, position) : status;
        }
        if (status != MINOS_OK) {
            return status;
        }
    }
    return mns_pairing_finish(pairing);
}

/* False, with a problem, if the text is not UTF-8; then nothing else is checked. */
static bool check_encoding(const mns_op_reader *ops, mns_problems *problems) {
    const char *begin = ops->source->data;
    const char *at = mns_utf8_invalid(begin, ops->source->size);
    if (at != NULL) {
        mns_problems_add(problems, (uint64_t)(at - begin),
                         "histories must be UTF-8; convert files in other encodings, such as "
                         "Latin-1 or UTF-16",
                         "invalid UTF-8");
    }
    return at == NULL;
}

/* True if values that are written twice are marked instead of rejected. */
static bool marks_duplicates(const mns_history *history, const mns_read_options *options) {
    return options->ambiguous &&
           (history->workload == MNS_RW_REGISTER || history->workload == MNS_SET);
}

static minos_status read_slow_path(mns_history *history, const mns_op_reader *ops,
                                   const mns_read_options *options, mns_problems *problems) {
    mns_op_reader reader = *ops;
    reader.walk.lexer = &reader.lexer;
    if (!check_encoding(ops, problems)) {
        return problems->failed ? MINOS_ENOMEM : MINOS_EINPUT;
    }
    mns_pairing pairing;
    mns_pairing_init(&pairing, history, problems, true, ops->source->data,
                     ops->source->data + ops->source->size);
    pairing.ambiguous = marks_duplicates(history, options);
    minos_status status = read_operations(&pairing, &reader, options);
    history->other_fields = reader.other_fields;
    mns_pairing_release(&pairing);
    return status;
}

static void begin(mns_history *history, const mns_op_reader *ops, mns_workload workload) {
    mns_history_init(history, ops->source);
    history->workload = workload;
    history->json = ops->lexer.json;
}

/* Bytes that are read to recognise the format and whether the history is one vector. */
#define FIRST_LOOK ((size_t)1 << 16)

static minos_status read_fast_path(mns_history *history, mns_source *source, mns_workload workload,
                                   const mns_read_options *options, bool *regular) {
    mns_source beginning = *source;
    minos_status status = mns_source_read(source, FIRST_LOOK, &beginning.size);
    mns_problems ignored;
    mns_problems_init(&ignored);
    mns_op_reader ops;
    mns_op_reader_init(&ops, &beginning, options->format, &ignored);
    ops.source = source;
    begin(history, &ops, workload);
    if (status == MINOS_OK && !options->slow_path) {
        status = mns_chunks_read(history, &ops, options, regular);
    }
    if (*regular) {
        mns_source_end(source);
        bool marks = marks_duplicates(history, options);
        status = mns_history_index(history, marks, options->threads, regular);
    }
    mns_problems_release(&ignored);
    return status;
}

static minos_status read_history(mns_history *history, mns_source *source,
                                 const mns_read_options *options, mns_problems *problems) {
    mns_workload workload =
        options->recognise ? mns_workload_recognise(source, options->format) : options->workload;
    bool regular = false;
    minos_status status = read_fast_path(history, source, workload, options, &regular);
    if (status == MINOS_OK && !regular) {
        status = mns_source_read_all(source);
    }
    if (status != MINOS_OK) {
        mns_source_report(source, problems);
    }
    if (status != MINOS_OK || regular) {
        return status;
    }
    mns_history_release(history);
    mns_op_reader ops;
    mns_op_reader_init(&ops, source, options->format, problems);
    begin(history, &ops, workload);
    bool marks = marks_duplicates(history, options);
    status = read_slow_path(history, &ops, options, problems);
    if (status == MINOS_OK && problems->failed) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK && problems->total > 0) {
        status = MINOS_EINPUT;
    }
    return status == MINOS_OK ? mns_history_index(history, marks, options->threads, &regular)
                              : status;
}

minos_status mns_history_read(mns_history *history, mns_source *source,
                              const mns_read_options *options, mns_problems *problems) {
    minos_status status = read_history(history, source, options, problems);
    if (status == MINOS_OK) {
        mns_history_assert(history);
    }
    return status;
}

mns_op_details mns_history_details(const mns_history *history, uint32_t position) {
    assert(position == MNS_NONE || position < history->operations);
    mns_op_details details = {.index = position, .time_ns = -1};
    mns_op op;
    const char *end;
    if (position != MNS_NONE &&
        mns_op_at(history->source, history->json,
                  mns_op_offsets_get(&history->op_offsets, position), &op, &end)) {
        details.index = op.has_index ? op.index : details.index;
        details.time_ns = op.has_time && op.time >= 0 ? op.time : -1;
    }
    return details;
}
