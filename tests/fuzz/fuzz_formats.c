/*
 * fuzz_formats.c - libFuzzer target: any bytes as a history in any format that is one file, written
 * in every format and read again.
 *
 * The first byte chooses the format. The bytes are rejected with a place in them, or translated:
 *
 *   - the translation is the same when it is made in small pieces, in part, and from the start
 * again;
 *   - if it is a valid history, each format refuses it or writes what it can read again, and that
 *     is a valid history too.
 */
#include "format/translation.h"
#include "fuzz/fuzz.h"

#define FILES 64

/* The files of a history that was written. */
typedef struct files {
    struct {
        char *name;
        mns_buf bytes;
    } items[FILES];
    uint32_t count;
    bool many; /* more than FILES */
} files;

static void files_release(files *f) {
    for (uint32_t i = 0; i < f->count; i++) {
        free(f->items[i].name);
        mns_buf_release(&f->items[i].bytes);
    }
}

static minos_status take(void *context, const char *name, const void *data, size_t size) {
    files *f = context;
    name = name == NULL ? "history" : name;
    if (f->count == 0 || strcmp(f->items[f->count - 1].name, name) != 0) {
        f->many |= f->count == FILES;
        if (f->many) {
            return MINOS_OK;
        }
        f->items[f->count].name = strdup(name);
        mns_buf_init(&f->items[f->count++].bytes);
    }
    mns_buf_bytes(&f->items[f->count - 1].bytes, data, size);
    return MINOS_OK;
}

/* ---- Reading what was written --------------------------------------------------------------- */

static int compare_inputs(const void *a, const void *b) {
    const mns_input *x = a, *y = b;
    return strcmp(x->source.name, y->source.name);
}

/* Translates files in memory, as the files of a folder are. */
static void read_files(const files *f, const mns_reader *reader, mns_buf *text) {
    mns_input inputs[FILES];
    memset(inputs, 0, sizeof inputs);
    for (uint32_t i = 0; i < f->count; i++) {
        const mns_buf *bytes = &f->items[i].bytes;
        inputs[i].source = (mns_source){.name = f->items[i].name,
                                        .data = bytes->data == NULL ? "" : bytes->data,
                                        .size = bytes->size};
    }
    qsort(inputs, f->count, sizeof inputs[0], compare_inputs);
    for (uint32_t i = 0; i < f->count; i++) {
        inputs[i].file = i;
    }
    mns_reading reading = {.inputs = inputs, .input_count = f->count};
    void *state = calloc(1, reader->state_size);
    mns_buf_init(&reading.emit.out);
    int more = reader->begin == NULL || reader->begin(state, &reading) ? 1 : -1;
    while (more > 0) {
        more = reader->next(state, &reading);
    }
    fuzz_must(more == 0,
              reading.message != NULL ? reading.message : "what a format writes, it reads");
    if (reader->end != NULL) {
        reader->end(state);
    }
    free(state);
    *text = reading.emit.out;
}

/* ---- Histories ------------------------------------------------------------------------------ */

static minos_status read_history(const mns_buf *text, mns_workload workload, mns_source *source,
                                 mns_history *history) {
    mns_problems problems;
    mns_problems_init(&problems);
    *source = (mns_source){.data = text->data == NULL ? "" : text->data, .size = text->size};
    mns_read_options options = {.format = MINOS_FORMAT_EDN,
                                .recognise = workload == MNS_WORKLOAD_COUNT,
                                .workload = workload};
    minos_status status = mns_history_read(history, source, &options, &problems);
    mns_problems_release(&problems);
    return status;
}

static void write_and_read(const mns_history *history, minos_format format) {
    const mns_format *to = mns_format_get(format);
    files written = {.count = 0};
    mns_problems problems;
    mns_writing writing;
    mns_sink sink = {.write = take, .context = &written};
    mns_problems_init(&problems);
    mns_buf_init(&sink.out);
    fuzz_must(mns_writing_begin(&writing, history, to->name, &sink, &problems),
              "a history can be written");
    minos_status status = to->writer->write(&writing);
    status = status == MINOS_OK ? mns_sink_finish(&sink) : status;
    fuzz_must(status == MINOS_OK || (status == MINOS_EINPUT && problems.count == 1),
              "a history that a format cannot express is refused with one problem");
    if (status == MINOS_OK && !written.many) {
        mns_buf again;
        mns_source source;
        mns_history second;
        read_files(&written, to->reader, &again);
        mns_workload workload = history->workload;
        fuzz_must(read_history(&again, workload, &source, &second) == MINOS_OK,
                  "what a format writes is a valid history");
        fuzz_must(second.info == 0, "and all is known of it");
        mns_history_release(&second);
        mns_buf_release(&again);
    }
    mns_writing_release(&writing);
    mns_buf_release(&sink.out);
    mns_problems_release(&problems);
    files_release(&written);
}

static void write_all(const mns_buf *text, mns_workload workload) {
    mns_source source;
    mns_history history;
    if (read_history(text, workload, &source, &history) == MINOS_OK) {
        for (int f = MINOS_FORMAT_JSON + 1; f < MNS_FORMAT_COUNT; f++) {
            mns_workload only = mns_format_get((minos_format)f)->workload;
            if (only == MNS_WORKLOAD_COUNT || only == history.workload) {
                write_and_read(&history, (minos_format)f);
            }
        }
    }
    mns_history_release(&history);
}

/* ---- The translation ------------------------------------------------------------------------ */

/* Reads up to a size in steps; false at a failure. */
static bool read_steps(const mns_source *source, size_t upto, size_t step, size_t *have) {
    minos_status status = MINOS_OK;
    size_t at = 0;
    *have = 0;
    do {
        at = at + step < upto ? at + step : upto;
        status = mns_source_read(source, at, have);
    } while (status == MINOS_OK && *have == at && at < upto);
    return status == MINOS_OK;
}

/* The text, or the first problem; read in steps, after a first reading of `before` bytes. */
static bool translate(const uint8_t *data, size_t size, minos_format format, size_t before,
                      size_t step, mns_buf *text) {
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    size_t have = 0;
    mns_buf_init(text);
    mns_problems_init(&problems);
    bool good = mns_history_open_memory(&source, "history", data, size, &format, 0, &translation,
                                        &problems) == MINOS_OK;
    if (good && before > 0) {
        good = !read_steps(&source, before, step, &have) || mns_source_rewind(&source) == MINOS_OK;
    }
    if (good && !mns_source_failed(&source)) {
        good = read_steps(&source, SIZE_MAX, step, &have);
    }
    if (mns_source_failed(&source) && problems.count == 0) {
        good = false;
        mns_source_report(&source, &problems);
    }
    mns_buf_bytes(text, good ? source.data : "", good ? have : 0);
    if (!good) {
        fuzz_must(problems.count == 1, "a failure has one problem");
        const mns_problem *problem = &problems.items[0];
        fuzz_must(problem->binary ? problem->byte <= size : problem->line > 0, "and a place");
        mns_buf_printf(text, "%d %llu:%llu: %s", problem->binary, (unsigned long long)problem->line,
                       (unsigned long long)(problem->binary ? problem->byte : problem->column),
                       problem->message);
    }
    mns_source_release(&source);
    mns_problems_release(&problems);
    return good;
}

static bool is_archive(const uint8_t *data, size_t size) {
    return size >= 2 && ((data[0] == 0x1F && data[1] == 0x8B) || (data[0] == 0x28));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const minos_format formats[] = {MINOS_FORMAT_PLUME,      MINOS_FORMAT_DBCOP,
                                           MINOS_FORMAT_DBCOP_JSON, MINOS_FORMAT_DBCOP_TEXT,
                                           MINOS_FORMAT_AWDIT,      MINOS_FORMAT_TIMEKILLER};
    if (size == 0 || is_archive(data + 1, size - 1)) { /* archives: fuzz_check.c */
        return 0;
    }
    minos_format format = formats[data[0] % (sizeof formats / sizeof formats[0])];
    mns_buf text, pieces;
    bool good = translate(data + 1, size - 1, format, 0, SIZE_MAX, &text);
    bool same = translate(data + 1, size - 1, format, text.size / 2, 1 + size % 97, &pieces);
    fuzz_must(good == same && text.size == pieces.size &&
                  (text.size == 0 || memcmp(text.data, pieces.data, text.size) == 0),
              "the pieces do not show in the translation");
    if (good) {
        write_all(&text, mns_format_get(format)->workload);
    }
    mns_buf_release(&text);
    mns_buf_release(&pieces);
    return 0;
}
