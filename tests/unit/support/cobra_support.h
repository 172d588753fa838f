/*
 * cobra_support.h - logs of Cobra from a notation, and their translation.
 *
 *   "S 17  W 900 3 5  R I I 4 0  C 17"
 *
 * A letter is one byte, a number eight bytes, big endian. I and N stand for the numbers of the
 * initial state and of a missing key, +/- for those of the garbage-collection flag, D for that of a
 * delete; #41 is the byte 0x41. Nothing here uses the code that is tested, except to translate.
 */
#ifndef COBRA_SUPPORT_H
#define COBRA_SUPPORT_H

#include <ctype.h>

#include "format/reader.h"
#include "support/units.h"

#define COBRA_LOGS 4

typedef struct cobra_log {
    const char *name, *notation;
} cobra_log;

typedef struct cobra_result {
    minos_status status;
    mns_buf text, notes;
    char *message, *hint;
    mns_place place;
} cobra_result;

static void cobra_number(mns_buf *out, uint64_t number) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        mns_buf_char(out, (char)(number >> shift & 0xff));
    }
}

static inline void cobra_encode(const char *notation, mns_buf *out) {
    static const char names[] = "IN+-D";
    static const uint64_t reserved[] = {0xbebeebee, 0xdeadbeef, 0x23332333, 0x66666666, 0xabcdefab};
    mns_buf_init(out);
    for (const char *p = notation; *p != '\0';) {
        const char *name = strchr(names, *p);
        char *end = (char *)(uintptr_t)p + 1;
        bool negative = *p == '-' && isdigit((unsigned char)p[1]);
        if (*p == '#') {
            mns_buf_char(out, (char)strtoul(p + 1, &end, 16));
        } else if (isdigit((unsigned char)*p) || negative) {
            cobra_number(out, negative ? (uint64_t)strtoll(p, &end, 10) : strtoull(p, &end, 0));
        } else if (name != NULL) {
            cobra_number(out, reserved[name - names]);
        } else if (*p != ' ') {
            mns_buf_char(out, *p);
        }
        p = end;
    }
    assert_false(out->failed);
}

/* Translates these bytes; a log without a name ends the list. */
static void cobra_translate_bytes(const char *const *names, const mns_buf *bytes, uint32_t count,
                                  cobra_result *result) {
    mns_input inputs[COBRA_LOGS];
    mns_problems problems;
    memset(inputs, 0, sizeof inputs);
    mns_problems_init(&problems);
    assert_true(count <= COBRA_LOGS);
    for (uint32_t i = 0; i < count; i++) {
        const char *data = bytes[i].data == NULL ? "" : bytes[i].data;
        inputs[i].file = i;
        assert_int_equal(
            mns_source_memory(&inputs[i].source, names[i], data, bytes[i].size, 0, &problems),
            MINOS_OK);
    }
    mns_reading reading = {.inputs = inputs, .input_count = count};
    const mns_reader *reader = &mns_cobra_reader;
    void *state = calloc(1, reader->state_size);
    mns_buf_init(&reading.emit.out);
    mns_buf_init(&result->notes);
    bool begun = reader->begin(state, &reading);
    int more = begun ? 1 : -1;
    while (more > 0) {
        more = reader->next(state, &reading);
    }
    if (more == 0) {
        reader->notes(state, &result->notes);
    }
    reader->end(state);
    free(state);
    result->status = reading.status;
    result->text = reading.emit.out;
    result->message = reading.message;
    result->hint = reading.hint;
    result->place = reading.place;
    assert_int_equal(more == 0, reading.status == MINOS_OK);
    for (uint32_t i = 0; i < count; i++) {
        mns_source_release(&inputs[i].source);
    }
    mns_problems_release(&problems);
}

static inline void cobra_translate(const cobra_log *logs, cobra_result *result) {
    const char *names[COBRA_LOGS];
    mns_buf bytes[COBRA_LOGS];
    uint32_t count = 0;
    while (count < COBRA_LOGS && logs[count].name != NULL) {
        names[count] = logs[count].name;
        cobra_encode(logs[count].notation, &bytes[count]);
        count++;
    }
    cobra_translate_bytes(names, bytes, count, result);
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_release(&bytes[i]);
    }
}

static void cobra_release(cobra_result *result) {
    mns_buf_release(&result->text);
    mns_buf_release(&result->notes);
    free(result->message);
    free(result->hint);
}

#endif
