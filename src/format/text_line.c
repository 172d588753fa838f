/* text_line.c - see text_line.h. */
#include "format/text_line.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define TORN "the file ends in the middle of this line; delete the line to check the rest"

int mns_line_next(mns_reading *reading, mns_input *input, const char *shape, mns_line *line) {
    size_t have = mns_input_need(reading, input, MNS_LIMIT_LINE);
    if (have == 0) {
        return reading->status == MINOS_OK ? 0 : -1;
    }
    have = have < MNS_LIMIT_LINE ? have : MNS_LIMIT_LINE;
    const char *start = mns_input_bytes(input), *feed = memchr(start, '\n', have);
    if (feed == NULL && have == MNS_LIMIT_LINE) {
        return mns_reading_fail(reading, mns_input_place(input, start), shape,
                                "this line is longer than %d bytes", MNS_LIMIT_LINE);
    }
    const char *end = feed == NULL ? start + have : feed;
    input->at += (size_t)(end - start) + (feed != NULL);
    end -= end > start && end[-1] == '\r';
    *line = (mns_line){.reading = reading,
                       .input = input,
                       .start = start,
                       .p = start,
                       .end = end,
                       .last = feed == NULL,
                       .shape = shape};
    return 1;
}

int mns_line_fail(mns_line *line, const char *hint, const char *message, ...) {
    assert(line->p <= line->end);
    char text[160];
    va_list args;
    va_start(args, message);
    vsnprintf(text, sizeof text, message, args);
    va_end(args);
    hint = hint == NULL ? line->shape : hint;
    hint = line->last && line->p == line->end && line->p > line->start ? TORN : hint;
    return mns_reading_fail(line->reading, mns_input_place(line->input, line->p), hint, "%s", text);
}

int mns_line_expect(mns_line *line, char c, const char *word) {
    if (!mns_line_at(line, c)) {
        return mns_line_fail(line, NULL, "expected '%c' after %s", c, word);
    }
    line->p++;
    return 1;
}

static bool at_digit(const mns_line *line) {
    return line->p < line->end && *line->p >= '0' && *line->p <= '9';
}

int mns_line_number(mns_line *line, const char *word, uint64_t most, uint64_t *number) {
    const char *start = line->p;
    if (mns_line_at(line, '-')) {
        return mns_line_fail(line, NULL, "%s must not be negative", word);
    }
    if (!at_digit(line)) {
        return mns_line_fail(line, NULL, "%s must be a decimal number", word);
    }
    for (*number = 0; at_digit(line); line->p++) {
        uint64_t digit = (uint64_t)(*line->p - '0');
        if (*number > (most - digit) / 10) {
            return mns_reading_fail(line->reading, mns_input_place(line->input, start), line->shape,
                                    "%s must be at most %" PRIu64, word, most);
        }
        *number = *number * 10 + digit;
    }
    return 1;
}
