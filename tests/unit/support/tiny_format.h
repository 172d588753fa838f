/*
 * tiny_format.h - formats of the tests' own, which stand in the table of formats in the place of
 * Plume's, AWDIT's, Cobra's and Viper's. To be included before any other header, by one file of a
 * program.
 *
 * A line is a transaction: a session, then its operations. "!" fails, "#" is counted for the notes.
 *
 *     tiny            {:type :ok, :process 3, :f :txn, :value [[:w 1 2] [:r 1 nil]]}
 *     3 w1=2 r1=0
 *
 * The first line says which formats fit: "tiny" one, "both" two; "logs" the one of folders of
 * *.log, "same" also that of folders of J*.log.
 */
#ifndef TEST_TINY_FORMAT_H
#define TEST_TINY_FORMAT_H

#define mns_plume_reader tiny_reader
#define mns_awdit_reader tiny_second_reader
#define mns_cobra_reader tiny_logs_reader
#define mns_viper_reader tiny_second_logs_reader
/* The only definition of the table in the program: the linker takes no other one. */
#include "format/format.c"
#undef mns_plume_reader
#undef mns_awdit_reader
#undef mns_cobra_reader
#undef mns_viper_reader

#define TINY MINOS_FORMAT_PLUME
#define TINY_SECOND MINOS_FORMAT_AWDIT
#define TINY_LOGS MINOS_FORMAT_COBRA
#define TINY_SECOND_LOGS MINOS_FORMAT_VIPER

typedef struct tiny {
    uint32_t file;
    uint32_t remarks;
    void *allocated; /* so that a leak or a double release is found */
} tiny;

static bool tiny_begin(void *state, mns_reading *reading) {
    tiny *t = state;
    t->allocated = malloc(1);
    return t->allocated != NULL || mns_reading_no_memory(reading) > 0;
}

static void tiny_end(void *state) {
    tiny *t = state;
    free(t->allocated);
}

static void tiny_notes(const void *state, mns_buf *out) {
    const tiny *t = state;
    if (t->remarks > 0) {
        mns_buf_printf(out, "%u remarks were ignored\n", t->remarks);
    }
}

static uint64_t tiny_number(const char **p, const char *end) {
    uint64_t number = 0;
    while (*p < end && **p >= '0' && **p <= '9') {
        number = 10 * number + (uint64_t)(*(*p)++ - '0');
    }
    return number;
}

static void tiny_txn(mns_reading *reading, const mns_input *input, const char *p, const char *end) {
    mns_emit *emit = &reading->emit;
    mns_place place = mns_input_place(input, p);
    mns_emit_begin(emit, place, MNS_OP_OK, tiny_number(&p, end));
    mns_emit_value(emit);
    while (p < end && *p == ' ') {
        place = mns_input_place(input, ++p);
        char f = *p++;
        uint64_t key = tiny_number(&p, end);
        p++;
        uint64_t value = tiny_number(&p, end);
        if (f == 'w') {
            mns_emit_write(emit, place, key, value);
        } else {
            mns_emit_read(emit, place, key, value, value == 0);
        }
    }
    mns_emit_end(emit);
}

static int tiny_next(void *state, mns_reading *reading) {
    tiny *t = state;
    if (t->file == reading->input_count) {
        return 0;
    }
    mns_input *input = &reading->inputs[t->file];
    const char *line;
    size_t size;
    bool ended;
    if (!mns_input_line(reading, input, &line, &size, &ended)) {
        t->file++;
        return reading->status == MINOS_OK ? 1 : -1;
    }
    if (size > 0 && line[0] == '!') {
        return mns_reading_fail(reading, mns_input_place(input, line + 1), "remove it",
                                "a line that fails");
    }
    t->remarks += size > 0 && line[0] == '#';
    if (size > 0 && line[0] >= '0' && line[0] <= '9') {
        tiny_txn(reading, input, line, line + size);
    }
    return 1;
}

static bool tiny_starts(const char *data, size_t size, const char *word) {
    return size > 5 && memcmp(data, word, 4) == 0 && data[4] == '\n';
}
static bool tiny_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    return tiny_starts(data, size, "tiny") || tiny_starts(data, size, "both");
}
static bool tiny_second_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    return tiny_starts(data, size, "both");
}
static bool tiny_logs_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    return tiny_starts(data, size, "logs") || tiny_starts(data, size, "same");
}
static bool tiny_second_logs_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    return tiny_starts(data, size, "same");
}
static bool tiny_is_log(const char *name) {
    size_t size = strlen(name);
    return name[0] != '.' && size > 4 && strcmp(name + size - 4, ".log") == 0;
}
static bool tiny_is_second_log(const char *name) { return name[0] == 'J' && tiny_is_log(name); }

#define TINY_READER(fit, log)                                                                      \
    {                                                                                              \
        .state_size = sizeof(tiny), .begin = tiny_begin, .next = tiny_next, .end = tiny_end,       \
        .notes = tiny_notes, .fits = (fit), .is_log = (log)                                        \
    }
const mns_reader tiny_reader = TINY_READER(tiny_fits, NULL);
const mns_reader tiny_second_reader = TINY_READER(tiny_second_fits, NULL);
const mns_reader tiny_logs_reader = TINY_READER(tiny_logs_fits, tiny_is_log);
const mns_reader tiny_second_logs_reader = TINY_READER(tiny_second_logs_fits, tiny_is_second_log);

#endif
