/* places.c - see places.h. */
#include "format/places.h"

#include <inttypes.h>

#include "core/buf.h"

/* Bytes after a place that are read, so that its line can be quoted. */
#define AFTER 1024

/* The text of an input up to a place and its line; false if it can no longer be read. */
static bool text_at(const mns_input *input, uint64_t offset, size_t *size) {
    return mns_source_read(&input->source, (size_t)offset + AFTER, size) == MINOS_OK &&
           mns_source_ensure(&input->source, 0, *size);
}

void mns_place_in_file(const mns_inputs *inputs, uint32_t file, mns_problem *problem,
                       bool *failed) {
    assert(file < inputs->count);
    if (!inputs->folder || problem->file != NULL) {
        return;
    }
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_str(&name, inputs->items[file].source.name);
    problem->file = mns_buf_take(&name, NULL);
    *failed |= problem->file == NULL;
}

void mns_place_problem(const mns_inputs *inputs, minos_format format, mns_place place,
                       mns_problem *problem, bool *failed) {
    mns_place_in_file(inputs, place.file, problem, failed);
    const mns_input *input = &inputs->items[place.file];
    size_t size;
    if (mns_format_is_binary(format)) {
        problem->binary = true;
        problem->byte = place.offset;
    } else if (text_at(input, place.offset, &size)) {
        mns_problem_locate(problem, input->source.data, size, place.offset, failed);
    }
}

void mns_place_earlier(const mns_inputs *inputs, minos_format format, mns_place place,
                       mns_problem *problem, bool *failed) {
    assert(place.file < inputs->count);
    const mns_input *input = &inputs->items[place.file];
    uint64_t line = 0, column = 0;
    size_t size;
    mns_buf words;
    mns_buf_init(&words);
    if (mns_format_is_binary(format)) {
        mns_buf_printf(&words, "byte %" PRIu64, place.offset);
    } else if (text_at(input, place.offset, &size)) {
        mns_locate(input->source.data, size, place.offset, &line, &column);
        mns_buf_printf(&words, "line %" PRIu64 ", column %" PRIu64, line, column);
    } else {
        mns_buf_str(&words, "an earlier line"); /* the file was changed and cannot be read again */
    }
    if (inputs->folder) {
        mns_buf_str(&words, " of ");
        mns_buf_escaped(&words, input->source.name, strlen(input->source.name));
    }
    *failed |= words.failed;
    if (!words.failed) {
        mns_problem_name_earlier(problem, words.data, failed);
    }
    mns_buf_release(&words);
}
