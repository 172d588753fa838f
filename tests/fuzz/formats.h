/*
 * formats.h - shared by the fuzz targets of JSON formats: any bytes as the files of a history.
 *
 * The files are refused with a place in one of them, or translated. A translation is EDN, which is
 * rejected only for what it says (a value written twice). If it is accepted and can be written in
 * the format, what was written is read and written again with the same bytes.
 */
#ifndef TEST_FUZZ_FORMATS_H
#define TEST_FUZZ_FORMATS_H

#include "format/format.h"
#include "fuzz/fuzz.h"

#define FUZZ_FILES 64

typedef struct fuzz_files {
    struct {
        char name[64];
        mns_buf bytes;
    } items[FUZZ_FILES];
    uint32_t count;
} fuzz_files;

static inline void fuzz_files_release(fuzz_files *files) {
    for (uint32_t i = 0; i < files->count; i++) {
        mns_buf_release(&files->items[i].bytes);
    }
    files->count = 0;
}

static inline mns_buf *fuzz_files_add(fuzz_files *files, const char *name) {
    fuzz_must(files->count < FUZZ_FILES, "no more files than transactions are written");
    snprintf(files->items[files->count].name, sizeof files->items[0].name, "%s", name);
    mns_buf *bytes = &files->items[files->count++].bytes;
    mns_buf_init(bytes);
    return bytes;
}

/* Ascending by name, as folders are read. */
static inline int fuzz_compare_files(const void *a, const void *b) {
    return strcmp(a, b); /* the name is the first member */
}

static inline void fuzz_check_failure(const mns_reading *reading, const fuzz_files *files) {
    fuzz_must(reading->status == MINOS_EINPUT && reading->message != NULL, "a failure is told");
    fuzz_must(reading->place.file < files->count &&
                  reading->place.offset <= files->items[reading->place.file].bytes.size,
              "with a place in a file");
}

/* False if the files are refused. */
static inline bool fuzz_translate(const mns_reader *reader, fuzz_files *files, mns_buf *text) {
    static mns_input inputs[FUZZ_FILES];
    memset(inputs, 0, sizeof inputs);
    for (uint32_t i = 0; i < files->count; i++) {
        const mns_buf *bytes = &files->items[i].bytes;
        inputs[i].file = i;
        inputs[i].source = (mns_source){.name = files->items[i].name,
                                        .data = bytes->data == NULL ? "" : bytes->data,
                                        .size = bytes->size};
    }
    mns_reading reading = {.inputs = inputs, .input_count = files->count};
    void *state = calloc(1, reader->state_size);
    mns_buf_init(&reading.emit.out);
    int more = reader->begin(state, &reading) ? 1 : -1;
    while (more > 0) {
        more = reader->next(state, &reading);
    }
    fuzz_must((more == 0) == (reading.status == MINOS_OK), "a failure has a status");
    if (more < 0) {
        fuzz_check_failure(&reading, files);
    }
    mns_buf notes;
    mns_buf_init(&notes);
    reader->notes(state, &notes);
    mns_buf_release(&notes);
    reader->end(state);
    free(state);
    free(reading.message);
    free(reading.hint);
    *text = reading.emit.out;
    return more == 0;
}

static inline minos_status fuzz_take(void *context, const char *file, const void *data,
                                     size_t size) {
    fuzz_files *files = context;
    const char *name = file == NULL ? "file" : file;
    bool same = files->count > 0 && strcmp(files->items[files->count - 1].name, name) == 0;
    mns_buf *bytes = same ? &files->items[files->count - 1].bytes : fuzz_files_add(files, name);
    if (size > 0) {
        mns_buf_bytes(bytes, data, size);
    }
    return MINOS_OK;
}

/* False if the text is rejected, or the history cannot be written. */
static inline bool fuzz_write(minos_format format, const mns_buf *text, fuzz_files *out) {
    mns_history history;
    mns_problems problems;
    mns_writing writing;
    mns_source source = {.data = text->data == NULL ? "" : text->data, .size = text->size};
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .recognise = true};
    mns_problems_init(&problems);
    minos_status status = mns_history_read(&history, &source, &options, &problems);
    fuzz_must(status == MINOS_OK || status == MINOS_EINPUT, "a translation can be read");
    if (status == MINOS_OK && history.process_count < FUZZ_FILES - 1) {
        mns_sink sink = {.write = fuzz_take, .context = out};
        mns_buf_init(&sink.out);
        const mns_format *to = mns_format_get(format);
        fuzz_must(mns_writing_begin(&writing, &history, to->name, &sink, &problems),
                  "its fates are found");
        status = to->writer->write(&writing);
        fuzz_must(status == MINOS_OK || (status == MINOS_EINPUT && problems.count > 0),
                  "it is written, or refused with a reason");
        mns_writing_release(&writing);
        mns_buf_release(&sink.out);
    } else {
        status = MINOS_EINPUT;
    }
    mns_history_release(&history);
    mns_problems_release(&problems);
    qsort(out->items, out->count, sizeof out->items[0], fuzz_compare_files);
    return status == MINOS_OK;
}

static inline bool fuzz_same_files(const fuzz_files *a, const fuzz_files *b) {
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const mns_buf *x = &a->items[i].bytes, *y = &b->items[i].bytes;
        same = strcmp(a->items[i].name, b->items[i].name) == 0 && x->size == y->size &&
               (x->size == 0 || memcmp(x->data, y->data, x->size) == 0);
    }
    return same;
}

static inline void fuzz_format(minos_format format, fuzz_files *given) {
    const mns_reader *reader = mns_format_get(format)->reader;
    static fuzz_files once, again;
    mns_buf text, back;
    once.count = again.count = 0;
    if (fuzz_translate(reader, given, &text) && fuzz_write(format, &text, &once)) {
        fuzz_must(fuzz_translate(reader, &once, &back), "what was written can be read");
        fuzz_must(fuzz_write(format, &back, &again), "and written again");
        fuzz_must(fuzz_same_files(&once, &again), "with the same bytes");
        mns_buf_release(&back);
    }
    mns_buf_release(&text);
    fuzz_files_release(&once);
    fuzz_files_release(&again);
}

#endif
