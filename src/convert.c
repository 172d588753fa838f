/*
 * convert.c - writes a history in another format: minos_convert_file and minos_convert_memory.
 *
 *     history --read, history--> tables --writer of the format--> bytes
 *                                text   --notation_write.h, for EDN and JSON--^
 */
#include "format/dropped.h"
#include "format/notation_write.h"
#include "history/mop_offset.h"
#include "pipeline.h"

/* Text after a problem that its message may show. */
#define LINE_SHOWN ((size_t)1 << 16)

/* What the reader and the writer left out, one sentence each. */
static void warn(const minos_conversion *conversion, char *lines) {
    for (char *line = lines, *end; line != NULL && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        conversion->warn(conversion->context, line);
    }
}

static minos_status give_warnings(const minos_result *r, const minos_conversion *conversion,
                                  mns_buf *dropped) {
    const char *notes = r->translation == NULL ? NULL : mns_translation_notes(r->translation);
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, notes == NULL ? "" : notes);
    mns_buf_bytes(&text, dropped->data, dropped->size);
    minos_status status = text.failed ? MINOS_ENOMEM : MINOS_OK;
    if (status == MINOS_OK) {
        warn(conversion, text.data);
    }
    mns_buf_release(&text);
    return status;
}

/* The first operation of a workload that the format does not have. */
static minos_status refuse_workload(mns_writing *writing, const mns_format *format) {
    static const char *const words[] = {[MNS_LIST_APPEND] = "lists",
                                        [MNS_RW_REGISTER] = "registers",
                                        [MNS_SET] = "sets",
                                        [MNS_COUNTER] = "counters"};
    const mns_history *history = writing->history;
    if (history->tables.mops.count == 0) {
        return MINOS_OK;
    }
    return mns_writing_refuse(writing, history->txn_of_mop[0], 0,
                              "edn and json can express every history",
                              "%s has %s only, and this history has %s", format->name,
                              words[format->workload], words[history->workload]);
}

/* The first two writes of one value to one key. False if there are none. */
static bool find_duplicate(const mns_history *history, uint32_t *first, uint32_t *second) {
    const mns_mops *mops = &history->tables.mops;
    *first = 0;
    while (*first < mops->count && mns_write_is_unique(history, *first)) {
        ++*first;
    }
    *second = *first + 1;
    while (*second < mops->count &&
           (mns_mop_is_read(mops, *second) || mops->key[*second] != mops->key[*first] ||
            mops->value[*second] != mops->value[*first])) {
        ++*second;
    }
    return *second < mops->count;
}

/* Other checkers tell writes apart by their values, and a transaction that is dropped could leave
 * the only write of one. So the history is read with duplicates, whatever the options say, and the
 * first of them is refused here. */
static minos_status refuse_duplicate(mns_writing *writing) {
    const mns_history *history = writing->history;
    const mns_tables *tables = &history->tables;
    uint32_t first, second;
    if (!find_duplicate(history, &first, &second)) {
        return MINOS_OK;
    }
    mns_buf key, value;
    mns_buf_init(&key);
    mns_buf_init(&value);
    mns_value_edn(&tables->values, tables->keys.name[tables->mops.key[first]], &key);
    mns_value_edn(&tables->values, tables->mops.value[first], &value);
    minos_status status = key.failed || value.failed ? MINOS_ENOMEM : MINOS_EINPUT;
    if (status == MINOS_EINPUT) {
        mns_problems_add_second(
            writing->problems, mns_mop_offset(history, second), mns_mop_offset(history, first),
            "write each value at most once to a key, also when retrying",
            "%s cannot express that value %s is written to key %s a second time; the first is "
            "at " MNS_EARLIER,
            writing->format, value.data, key.data);
    }
    mns_buf_release(&key);
    mns_buf_release(&value);
    return status;
}

/* A history in which every read is of the initial state, and which has no write, may be one of
 * lists or of registers: makes it one of registers. */
static void use_registers(mns_history *history) {
    mns_mops *mops = &history->tables.mops;
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        bool read = mns_mop_is_read(mops, mop);
        if (!read || (mops->value[mop] != 0 && mops->value[mop] != MNS_VALUE_NONE)) {
            return;
        }
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        mops->value[mop] = mns_mop_is_answered(mops, mop) ? MNS_VALUE_INITIAL : MNS_VALUE_NONE;
    }
    history->workload = MNS_RW_REGISTER;
}

/* Writes by the tables; `dropped` gets the sentences. */
static minos_status write_tables(minos_result *r, const mns_format *format, mns_sink *sink,
                                 mns_buf *dropped) {
    mns_writing writing;
    if (format->workload == MNS_RW_REGISTER && r->history.workload == MNS_LIST_APPEND) {
        use_registers(&r->history);
    }
    minos_status status = mns_writing_begin(&writing, &r->history, format->name, sink, &r->problems)
                              ? MINOS_OK
                              : MINOS_ENOMEM;
    if (status == MINOS_OK && format->workload != MNS_WORKLOAD_COUNT &&
        format->workload != r->history.workload) {
        status = refuse_workload(&writing, format);
    }
    status = status == MINOS_OK ? refuse_duplicate(&writing) : status;
    status = status == MINOS_OK ? format->writer->write(&writing) : status;
    status = status == MINOS_OK ? mns_sink_finish(sink) : status;
    if (status == MINOS_OK && dropped != NULL) {
        status = mns_dropped_list(&writing, format, &r->source, r->translation != NULL, dropped);
        if (status != MINOS_OK) {
            mns_source_report(&r->source, &r->problems);
        }
    }
    mns_writing_release(&writing);
    return status;
}

/* Writes a history that was read. *outside: the failure is one of conversion->write. */
static minos_status write_history(minos_result *r, const minos_conversion *conversion,
                                  bool *outside) {
    const mns_format *format = mns_format_get(conversion->format);
    mns_sink sink = {.write = conversion->write, .context = conversion->context};
    mns_buf dropped;
    mns_buf_init(&sink.out);
    mns_buf_init(&dropped);
    minos_status status;
    if (format->writer == NULL) {
        status = mns_notation_write(&r->history, &r->source, r->translation != NULL,
                                    conversion->format == MINOS_FORMAT_JSON, &sink, &r->problems);
    } else {
        status = write_tables(r, format, &sink, conversion->warn == NULL ? NULL : &dropped);
    }
    if (status == MINOS_OK && conversion->warn != NULL) {
        status = give_warnings(r, conversion, &dropped);
    }
    *outside = sink.status != MINOS_OK && !sink.out.failed;
    mns_buf_release(&sink.out);
    mns_buf_release(&dropped);
    return status;
}

/* Reads the text up to the last problem again, so that it can be located. */
static void reread(minos_result *r) {
    size_t upto = 0;
    for (uint32_t i = 0; i < r->problems.count; i++) {
        uint64_t offset = r->problems.items[i].offset;
        upto = offset != MNS_NO_OFFSET && offset > upto ? (size_t)offset : upto;
    }
    upto = r->source.size - upto < LINE_SHOWN ? r->source.size : upto + LINE_SHOWN;
    if (mns_source_ensure(&r->source, 0, upto)) {
        r->source.size = upto;
    }
}

/* Reads and writes a history that is open. */
static minos_status convert(minos_result **result, minos_options *effective,
                            const minos_conversion *conversion, minos_status status) {
    minos_result *r = *result;
    bool outside = false;
    status = status == MINOS_OK ? mns_result_use_format(r, effective) : status;
    if (mns_format_get(conversion->format)->writer != NULL) {
        effective->ambiguous_duplicates = 1; /* refuse_duplicate */
    }
    status = status == MINOS_OK ? mns_pipeline_read(r, effective) : status;
    if (status == MINOS_OK) {
        status = write_history(r, conversion, &outside);
        if (status == MINOS_EINPUT && r->translation == NULL) {
            reread(r);
        }
    }
    if (r != NULL && (status == MINOS_OK || outside)) {
        minos_result_free(r);
        *result = NULL;
        return status;
    }
    return mns_result_finish(result, status);
}

minos_status minos_convert_file(const char *path, const minos_options *options,
                                const minos_conversion *conversion, minos_result **result) {
    minos_options effective;
    minos_status status = mns_result_new(options, NULL, result, &effective);
    if (status == MINOS_OK) {
        minos_result *r = *result;
        status = mns_history_open(&r->source, path, &effective.format, options->max_unpacked,
                                  &r->translation, &r->problems);
    }
    return convert(result, &effective, conversion, status);
}

minos_status minos_convert_memory(const char *name, const void *data, size_t size,
                                  const minos_options *options, const minos_conversion *conversion,
                                  minos_result **result) {
    minos_options effective;
    minos_status status = mns_result_new(options, NULL, result, &effective);
    if (status == MINOS_OK) {
        minos_result *r = *result;
        status = mns_history_open_memory(&r->source, name, data, size, &effective.format,
                                         options->max_unpacked, &r->translation, &r->problems);
    }
    return convert(result, &effective, conversion, status);
}
