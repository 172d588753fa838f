/*
 * fuzz_cobra.c - libFuzzer target: any bytes as the logs of Cobra.
 *
 * The first byte is the number of logs, 1 to 4; each log but the last has its size before it, two
 * bytes. Logs are refused with a place in one of them, or translated: then the text is a history,
 * which can be written and read again with as many operations.
 */
#include "format/reader.h"
#include "format/writer.h"
#include "fuzz/fuzz.h"

#define LOGS 4

typedef struct logs {
    struct {
        char name[64];
        mns_buf bytes;
    } items[LOGS];
    uint32_t count;
} logs;

static void split(const uint8_t *data, size_t size, logs *out) {
    out->count = size == 0 ? 1 : 1 + data[0] % LOGS;
    size_t at = size == 0 ? 0 : 1;
    for (uint32_t i = 0; i < out->count; i++) {
        size_t left = size - at, length = left;
        if (i + 1 < out->count && left >= 2) {
            length = (size_t)data[at] << 8 | data[at + 1];
            at += 2;
            left -= 2;
        }
        length = length < left ? length : left;
        snprintf(out->items[i].name, sizeof out->items[i].name, "T%u.log", i);
        mns_buf_init(&out->items[i].bytes);
        if (length > 0) {
            mns_buf_bytes(&out->items[i].bytes, (const char *)data + at, length);
        }
        at += length;
    }
}

static void release(logs *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        mns_buf_release(&l->items[i].bytes);
    }
}

/* Translates the logs; false if they are refused. */
static bool translate(const logs *l, mns_buf *text) {
    mns_input inputs[LOGS];
    mns_problems problems;
    memset(inputs, 0, sizeof inputs);
    mns_problems_init(&problems);
    for (uint32_t i = 0; i < l->count; i++) {
        const mns_buf *bytes = &l->items[i].bytes;
        inputs[i].file = i;
        /* mns_source_memory would unpack an archive, which other targets do. */
        inputs[i].source = (mns_source){.name = strdup(l->items[i].name),
                                        .data = bytes->data == NULL ? "" : bytes->data,
                                        .size = bytes->size};
    }
    mns_reading reading = {.inputs = inputs, .input_count = l->count};
    void *state = calloc(1, mns_cobra_reader.state_size);
    mns_buf_init(&reading.emit.out);
    int more = mns_cobra_reader.begin(state, &reading) ? 1 : -1;
    while (more > 0) {
        more = mns_cobra_reader.next(state, &reading);
    }
    fuzz_must((more == 0) == (reading.status == MINOS_OK), "a failure has a status");
    if (more < 0) {
        fuzz_must(reading.status == MINOS_EINPUT && reading.message != NULL, "and a message");
        fuzz_must(reading.place.file < l->count &&
                      reading.place.offset < l->items[reading.place.file].bytes.size,
                  "and a byte of a log");
    }
    mns_cobra_reader.end(state);
    free(state);
    free(reading.message);
    free(reading.hint);
    for (uint32_t i = 0; i < l->count; i++) {
        mns_source_release(&inputs[i].source);
    }
    mns_problems_release(&problems);
    *text = reading.emit.out;
    return more == 0;
}

static minos_status take(void *context, const char *file, const void *data, size_t size) {
    logs *l = context;
    if (l->count == 0 || strcmp(l->items[l->count - 1].name, file) != 0) {
        fuzz_must(l->count < LOGS, "no more logs are written than were read");
        snprintf(l->items[l->count].name, sizeof l->items[0].name, "%s", file);
        mns_buf_init(&l->items[l->count++].bytes);
    }
    if (size > 0) {
        mns_buf_bytes(&l->items[l->count - 1].bytes, data, size);
    }
    return MINOS_OK;
}

/* Reads the text as a history and writes that as logs; the number of committed transactions. */
static uint64_t write_again(const mns_buf *text, logs *out) {
    mns_history history;
    mns_problems problems;
    mns_writing writing;
    mns_source source = {.data = text->data == NULL ? "" : text->data, .size = text->size};
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = MNS_RW_REGISTER};
    mns_problems_init(&problems);
    minos_status status = mns_history_read(&history, &source, &options, &problems);
    fuzz_must(status == MINOS_OK, "the translation is a history");
    mns_sink sink = {.write = take, .context = out};
    mns_buf_init(&sink.out);
    fuzz_must(mns_writing_begin(&writing, &history, "cobra", &sink, &problems),
              "its fates are found");
    status = mns_cobra_writer.write(&writing);
    fuzz_must(status == MINOS_OK && mns_sink_finish(&sink) == MINOS_OK, "it can be written");
    uint64_t committed = history.txns.count - writing.dropped_info;
    mns_writing_release(&writing);
    mns_buf_release(&sink.out);
    mns_history_release(&history);
    mns_problems_release(&problems);
    return committed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    logs given = {.count = 0}, written = {.count = 0}, last = {.count = 0};
    mns_buf text, again;
    split(data, size, &given);
    bool good = translate(&given, &text);
    if (good) {
        uint64_t committed = write_again(&text, &written);
        fuzz_must(translate(&written, &again), "what was written can be read");
        fuzz_must(write_again(&again, &last) == committed, "and has as many transactions");
        mns_buf_release(&again);
    }
    mns_buf_release(&text);
    release(&given);
    release(&written);
    release(&last);
    return 0;
}
