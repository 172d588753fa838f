/* input.c - see input.h. */
#include "format/input.h"

#include "format/reader.h"

/* Bytes that are read, and discarded, at a time. */
#define PIECE ((size_t)1 << 20)

/* Lets the file that has been open longest rest, unless this one is open. */
static void keep_few_open(mns_reading *reading, const mns_input *input) {
    for (uint32_t i = 0; i < MNS_INPUTS_OPEN; i++) {
        if (reading->recent[i] == input->file + 1) {
            return;
        }
    }
    uint32_t *place = &reading->recent[reading->next_recent];
    if (*place != 0) {
        mns_source_rest(&reading->inputs[*place - 1].source);
    }
    *place = input->file + 1;
    reading->next_recent = (reading->next_recent + 1) % MNS_INPUTS_OPEN;
}

size_t mns_input_more(mns_reading *reading, mns_input *input, size_t least) {
    if (reading->status != MINOS_OK) {
        return 0;
    }
    if (input->at - input->discarded >= PIECE) {
        const char *data = input->source.data;
        mns_source_discard(&input->source, data + input->discarded, data + input->at);
        input->discarded = input->at;
    }
    size_t upto = input->at + (least > PIECE ? least : PIECE);
    upto = upto < input->at ? SIZE_MAX : upto;
    keep_few_open(reading, input);
    minos_status status = mns_source_read(&input->source, upto, &input->have);
    input->ended = input->have < upto;
    if (status != MINOS_OK) {
        reading->status = status; /* mns_translation reports the failure of the source */
        input->ended = true;
        input->have = input->at;
    }
    return input->have - input->at;
}

bool mns_input_back(mns_reading *reading, mns_input *input, size_t at) {
    if (reading->status != MINOS_OK) {
        return false;
    }
    input->at = input->have = input->discarded = 0;
    input->ended = false;
    keep_few_open(reading, input); /* an archive is opened to start again */
    reading->status = mns_source_rewind(&input->source);
    if (input->text && mns_input_need(reading, input, 3) >= 3) {
        input->at = mns_input_mark(mns_input_bytes(input), 3);
    }
    while (input->at < at && mns_input_need(reading, input, 1) > 0) {
        size_t left = at - input->at, have = input->have - input->at;
        input->at += have < left ? have : left;
    }
    return reading->status == MINOS_OK;
}

bool mns_input_line(mns_reading *reading, mns_input *input, const char **line, size_t *size,
                    bool *ended) {
    size_t searched = 0, have = mns_input_need(reading, input, 1);
    const char *newline = NULL;
    while (have > searched) {
        const char *p = mns_input_bytes(input);
        newline = memchr(p + searched, '\n', have - searched);
        if (newline != NULL || input->ended) {
            break;
        }
        searched = have;
        have = mns_input_more(reading, input, 2 * have);
    }
    if (have == 0) {
        return false;
    }
    *line = mns_input_bytes(input);
    *ended = newline == NULL;
    *size = newline == NULL ? have : (size_t)(newline - *line);
    input->at += *size + (newline != NULL);
    return true;
}
