/* pairing.c - see pairing.h. */
#include "history/pairing.h"

#include <inttypes.h>

#include "core/grow.h"
#include "history/matching.h"

void mns_pairing_init(mns_pairing *pairing, mns_history *history, mns_problems *problems,
                      bool slow_path, const char *begin, const char *end) {
    memset(pairing, 0, sizeof *pairing);
    pairing->history = history;
    pairing->problems = problems;
    pairing->slow_path = slow_path;
    mns_write_map_init(&pairing->written);
    mns_values_init(&pairing->functions);
    pairing->last_f_id = MNS_NONE;
    pairing->reader = (mns_mop_reader){.tables = &history->tables,
                                       .workload = history->workload,
                                       .source = history->source,
                                       .problems = problems,
                                       .end = end,
                                       .located = slow_path,
                                       .json = history->json};
    pairing->invoked = pairing->reader;
    mns_fast_mops_init(&pairing->fast, &pairing->reader, begin);
}

void mns_pairing_release(mns_pairing *pairing) {
    mns_mop_reader_release(&pairing->reader);
    mns_mop_reader_release(&pairing->invoked);
    mns_fast_mops_release(&pairing->fast);
    free(pairing->open);
    for (size_t i = 0; i < pairing->kept_count; i++) {
        free(pairing->kept[i]);
    }
    free(pairing->kept);
    free(pairing->orphans);
    mns_values_release(&pairing->functions);
    mns_write_map_release(&pairing->written);
}

uint32_t mns_pairing_process(mns_pairing *pairing, uint32_t process) {
    mns_history *history = pairing->history;
    if (process == MNS_NONE || process < history->process_count) {
        return process;
    }
    assert(process == history->process_count);
    if (!MNS_GROW(pairing->open, process, pairing->open_capacity, 1)) {
        return MNS_NONE;
    }
    pairing->open[process] =
        (mns_open_invocation){.position = MNS_NONE, .process = process, .f = MNS_NONE};
    history->process_count++;
    return process;
}

/* The process of an operation that is new or has a name. MNS_NONE if it is not a client, or when
 * out of memory (*failed). Not inlined, because most processes are known. */
__attribute__((noinline)) static uint32_t find_client(mns_pairing *pairing, const mns_op *op,
                                                      bool *failed) {
    mns_processes *processes = &pairing->history->processes;
    uint32_t process = MNS_NONE;
    if (op->name == NULL) {
        process = mns_processes_number(processes, op->process);
    } else {
        uint32_t name = mns_processes_name(processes, op);
        if (name != MNS_NONE && !op->client && processes->named[name].process == MNS_NONE &&
            !processes->named[name].later) {
            processes->named[name].skipped = true;
            return MNS_NONE;
        }
        process = name == MNS_NONE ? MNS_NONE : mns_processes_named(processes, name);
    }
    process = mns_pairing_process(pairing, process);
    *failed = process == MNS_NONE;
    return process;
}

bool mns_pairing_keep(mns_pairing *pairing, uint32_t process, const mns_open_invocation *from) {
    assert(process < pairing->history->process_count);
    mns_open_invocation *open = &pairing->open[process];
    if (from->position == MNS_NONE || from->value == NULL) {
        open->value = NULL;
        return true;
    }
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, from->value, from->end, pairing->history->json);
    if (!mns_next(&lexer, &token) || !mns_skip_rest(&lexer, &token)) {
        lexer.p = from->end; /* malformed: reading the value reports it */
    }
    size_t size = (size_t)(lexer.p - from->value), missing = process + 1 - pairing->kept_count;
    if (process >= pairing->kept_count) {
        if (!MNS_GROW(pairing->kept, pairing->kept_count, pairing->kept_capacity, missing)) {
            return false;
        }
        memset(pairing->kept + pairing->kept_count, 0, missing * sizeof *pairing->kept);
        pairing->kept_count += missing;
    }
    char *copy = malloc(size);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, from->value, size);
    free(pairing->kept[process]);
    pairing->kept[process] = copy;
    open->value = copy;
    open->end = copy + size;
    return true;
}

/* ---- The :f field -----------------------------------------------------------------------------
 */

/* Out of memory sets problems->failed. */
static uint32_t function_id(mns_pairing *pairing, const char *f, size_t size) {
    mns_value value = mns_values_intern(&pairing->functions, MNS_VALUE_SYMBOL, f, size);
    pairing->problems->failed |= value == MNS_VALUE_NONE;
    return value == MNS_VALUE_NONE ? MNS_NONE : value >> 1;
}

/* The id of the :f of an operation, MNS_NONE where it has none. */
static inline uint32_t function_of(mns_pairing *pairing, const mns_op *op) {
    if (op->f != pairing->last_f) { /* operations of one template share the pointer */
        pairing->last_f = op->f;
        pairing->last_f_id = op->f == NULL ? MNS_NONE : function_id(pairing, op->f, op->f_size);
    }
    return pairing->last_f_id;
}

uint32_t mns_pairing_adopt_f(mns_pairing *pairing, const mns_pairing *from, uint32_t f) {
    const mns_values *functions = &from->functions;
    return f == MNS_NONE ? MNS_NONE
                         : function_id(pairing, functions->bytes.data + functions->items[f].offset,
                                       functions->items[f].size);
}

/* The line of an operation; 0 if further problems are not shown. */
static uint64_t line_of(const mns_pairing *pairing, uint32_t position) {
    const mns_source *source = pairing->history->source;
    uint64_t line = 0, column = 0;
    if (pairing->problems->total < MNS_LIMIT_PROBLEMS) {
        mns_locate(source->data, source->size,
                   mns_op_offsets_get(&pairing->history->op_offsets, position), &line, &column);
    }
    return line;
}

/* Reports a second invocation of a process, with the line of the first. */
static void report_open(const mns_pairing *pairing, const mns_op *op,
                        const mns_open_invocation *before) {
    uint64_t line = line_of(pairing, before->position);
    mns_buf name;
    mns_buf_init(&name);
    mns_process_edn(&pairing->history->processes, before->process, &name);
    mns_problems_add(
        pairing->problems, op->offset,
        "a process runs one operation at a time; after :info, continue under a new process number",
        "process %s invokes again while its invocation at line %" PRIu64 " is still open",
        name.data == NULL ? "" : name.data, line);
    pairing->problems->failed |= name.failed;
    mns_buf_release(&name);
}

/* `known`: the number of processes before this operation. */
static minos_status invoke(mns_pairing *pairing, const mns_op *op, uint32_t position,
                           uint32_t process, uint32_t known) {
    pairing->history->invocations++;
    mns_open_invocation *open = &pairing->open[process];
    if (open->position != MNS_NONE) {
        report_open(pairing, op, open);
    }
    open->f = function_of(pairing, op);
    open->position = position;
    open->value = op->value;
    open->end = pairing->reader.end;
    open->start_ts = op->has_start_ts ? op->start_ts : MNS_NO_TIMESTAMP;
    open->came_first |= process == known;
    return MINOS_OK;
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
    bool invoked = invocation->position != MNS_NONE;
    assert(count <= history->tables.mops.count && (invoked || complete != MNS_NONE));
    mns_txn_row row = {.type = type,
                       .process = invocation->process,
                       .invoke = invocation->position,
                       .complete = complete,
                       .first_mop = history->tables.mops.count - count,
                       .end_mop = history->tables.mops.count,
                       .start_ts = invoked ? invocation->start_ts : MNS_NO_TIMESTAMP,
                       .commit_ts = MNS_NO_TIMESTAMP};
    if (completion != NULL) {
        /* MNS_NO_TIMESTAMP may be in the text. */
        bool starts = completion->has_start_ts && completion->start_ts != MNS_NO_TIMESTAMP;
        row.start_ts = starts ? completion->start_ts : row.start_ts;
        row.commit_ts = completion->has_commit_ts ? completion->commit_ts : row.commit_ts;
    }
    if (!mns_txns_add(&history->txns, &row)) {
        return MINOS_ENOMEM;
    }
    count_type(history, type);
    return pairing->slow_path ? mns_report_repeated_writes(pairing) : MINOS_OK;
}

/* Reads the micro-operations of a completion, which must match those of its invocation. */
static minos_status read_own(mns_pairing *pairing, const mns_op *op, mns_txn_type type,
                             const mns_open_invocation *invocation, uint32_t *count) {
    mns_mops *mops = &pairing->history->tables.mops;
    minos_status status = MINOS_OK;
    if (op->rows != MNS_NONE) {
        *count = op->rows;
    } else {
        mns_reading reading = type == MNS_TXN_OK ? MNS_READING_OK : MNS_READING_UNSURE;
        status = mns_mops_read(&pairing->reader, op->value, pairing->reader.end, reading, count);
    }
    if (status != MINOS_OK || invocation->position == MNS_NONE || invocation->value == NULL) {
        return status; /* the invocation has no micro-operations to compare with */
    }
    if (op->rows != MNS_NONE && mns_fast_mops_repeat(&pairing->fast, invocation->value)) {
        return MINOS_OK;
    }
    status = mns_match_invocation(pairing, invocation, mops->count - *count, *count);
    mops->count -= status == MINOS_OK ? 0 : *count;
    return status;
}

/* Reads the micro-operations of a completion, or of its invocation if it has none. */
static minos_status read_mops(mns_pairing *pairing, const mns_op *op, mns_txn_type type,
                              const mns_open_invocation *invocation, uint32_t *count) {
    *count = 0;
    if (op->value != NULL) {
        return read_own(pairing, op, type, invocation, count);
    }
    if (type == MNS_TXN_OK) {
        mns_problems_add(pairing->problems, op->offset,
                         "the :value of an :ok operation must list what was read and written",
                         "an :ok completion has no micro-operations");
        return MINOS_EINPUT;
    }
    if (invocation->position == MNS_NONE || invocation->value == NULL) {
        return MINOS_OK;
    }
    return mns_mops_read(&pairing->reader, invocation->value, invocation->end, MNS_READING_INVOKED,
                         count);
}

static bool add_orphan(mns_pairing *pairing, const mns_op *op, uint32_t position, uint32_t f) {
    if (!MNS_GROW(pairing->orphans, pairing->orphan_count, pairing->orphan_capacity, 1)) {
        return false;
    }
    const mns_tables *tables = &pairing->history->tables;
    pairing->orphans[pairing->orphan_count++] =
        (mns_orphan){.txn = pairing->history->txns.count,
                     .position = position,
                     .keys = tables->keys.count,
                     .values = (uint32_t)tables->values.count,
                     .f = f,
                     .bare = op->value == NULL};
    return true;
}

/* Rejects a completion whose :f differs from that of its invocation, if both have one. */
static void check_function(mns_pairing *pairing, const mns_op *op,
                           const mns_open_invocation *invocation, uint32_t f) {
    if (invocation->position == MNS_NONE || f == MNS_NONE || invocation->f == MNS_NONE) {
        return;
    }
    uint64_t line = pairing->slow_path ? line_of(pairing, invocation->position) : 0;
    const char *text = pairing->history->source->data;
    mns_problems_add(pairing->problems, (uint64_t)(op->f - text),
                     "a completion must repeat the :f of its invocation",
                     "the :f differs from that of the invocation at line %" PRIu64, line);
}

static mns_txn_type type_of(mns_op_type completion) {
    assert(completion != MNS_OP_INVOKE);
    if (completion == MNS_OP_OK) {
        return MNS_TXN_OK;
    }
    return completion == MNS_OP_FAIL ? MNS_TXN_FAIL : MNS_TXN_INFO;
}

static minos_status complete(mns_pairing *pairing, const mns_op *op, uint32_t position,
                             uint32_t process) {
    mns_open_invocation invocation = pairing->open[process];
    assert(invocation.process == process);
    uint32_t f = function_of(pairing, op);
    pairing->open[process].position = MNS_NONE;
    if (invocation.position == MNS_NONE && !add_orphan(pairing, op, position, f)) {
        return MINOS_ENOMEM;
    }
    if (f != invocation.f) {
        check_function(pairing, op, &invocation, f);
    }
    mns_txn_type type = type_of(op->type);
    uint32_t count;
    minos_status status = read_mops(pairing, op, type, &invocation, &count);
    if (status == MINOS_OK) {
        status = add_txn(pairing, type, &invocation, position, op, count);
    }
    return status == MINOS_EINPUT ? MINOS_OK : status;
}

minos_status mns_pairing_add(mns_pairing *pairing, const mns_op *op, uint32_t position) {
    uint32_t known = pairing->history->process_count;
    if (op->name == NULL && !op->client) {
        return MINOS_OK;
    }
    uint32_t process =
        op->name != NULL ? MNS_NONE
                         : mns_index_get(&pairing->history->processes.index, (uint64_t)op->process);
    if (process == MNS_NONE) {
        bool failed = false;
        process = find_client(pairing, op, &failed);
        if (process == MNS_NONE) {
            return failed ? MINOS_ENOMEM : MINOS_OK;
        }
    }
    assert(process < pairing->history->process_count && position < pairing->history->operations);
    return op->type == MNS_OP_INVOKE ? invoke(pairing, op, position, process, known)
                                     : complete(pairing, op, position, process);
}

static int by_position(const void *a, const void *b) {
    uint32_t x = ((const mns_open_invocation *)a)->position;
    uint32_t y = ((const mns_open_invocation *)b)->position;
    return (x > y) - (x < y);
}

/* Orphans are only allowed in a history without any invocation. */
static void check_orphans(mns_pairing *pairing) {
    mns_history *history = pairing->history;
    history->completions_only = history->invocations == 0 && history->txns.count > 0;
    if (history->invocations == 0) {
        return;
    }
    for (size_t i = 0; i < pairing->orphan_count && i < MNS_LIMIT_PROBLEMS; i++) {
        mns_problems_add(pairing->problems,
                         mns_op_offsets_get(&history->op_offsets, pairing->orphans[i].position),
                         "a completion must follow the :invoke of its process; histories without "
                         "any :invoke are accepted",
                         "completion without an invocation");
    }
    if (pairing->orphan_count > MNS_LIMIT_PROBLEMS) {
        pairing->problems->total += pairing->orphan_count - MNS_LIMIT_PROBLEMS;
    }
}

minos_status mns_pairing_finish(mns_pairing *pairing) {
    mns_history *history = pairing->history;
    check_orphans(pairing);
    if (history->process_count > 0) {
        qsort(pairing->open, history->process_count, sizeof *pairing->open, by_position);
    }
    for (uint32_t i = 0; i < history->process_count; i++) {
        const mns_open_invocation *open = &pairing->open[i];
        if (open->position == MNS_NONE) {
            break; /* sorted: the rest is not open */
        }
        uint32_t count = 0;
        minos_status status = MINOS_OK;
        if (open->value != NULL) {
            status = mns_mops_read(&pairing->reader, open->value, open->end, MNS_READING_INVOKED,
                                   &count);
        }
        if (status == MINOS_OK) {
            status = add_txn(pairing, MNS_TXN_INFO, open, MNS_NONE, NULL, count);
        }
        if (status != MINOS_OK && status != MINOS_EINPUT) {
            return status;
        }
    }
    if (!mns_txns_reserve(&history->txns, 1)) {
        return MINOS_ENOMEM;
    }
    if (history->txns.count == 0) {
        history->txns.first_mop[0] = 0; /* first_mop[count] always exists */
    }
    return MINOS_OK;
}
