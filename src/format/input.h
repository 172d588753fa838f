/*
 * input.h - the bytes of one input file, read in order, a piece at a time.
 *
 *     size_t have = mns_input_need(reading, input, 9);      // fewer than 9 only at the end
 *     const char *p = mns_input_bytes(input);               // `have` bytes are readable
 *     ... input->at += 9;
 *
 * Bytes before `at` are discarded from time to time, so a reader copies what it keeps. A byte after
 * `have` is never readable.
 */
#ifndef MNS_INPUT_H
#define MNS_INPUT_H

#include "read/source.h"

typedef struct mns_reading mns_reading;

/* A place in the input: a byte of a file. */
typedef struct mns_place {
    uint32_t file;
    uint64_t offset;
} mns_place;

typedef struct mns_input {
    mns_source source;
    uint32_t file;    /* its place among the inputs */
    size_t at;        /* the next byte to read */
    size_t have;      /* bytes read so far, from the start */
    size_t discarded; /* bytes before this were discarded */
    bool ended;       /* have is all there is */
    bool text;        /* a byte order mark at the start is skipped */
} mns_input;

/* How many files of a folder are open at a time. */
#define MNS_INPUTS_OPEN 16

/* The size of the byte order mark at the start of a text; 0 if it has none. */
static inline size_t mns_input_mark(const char *data, size_t size) {
    return size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Reads on until `least` bytes follow `at`, or the file ends; returns how many follow. 0 after a
 * failure, which ends the reading. */
size_t mns_input_more(mns_reading *reading, mns_input *input, size_t least);

static inline size_t mns_input_need(mns_reading *reading, mns_input *input, size_t least) {
    size_t left = input->have - input->at;
    return left >= least || input->ended ? left : mns_input_more(reading, input, least);
}

static inline const char *mns_input_bytes(const mns_input *input) {
    return input->source.data + input->at;
}

static inline mns_place mns_input_place(const mns_input *input, const char *p) {
    return (mns_place){.file = input->file, .offset = (uint64_t)(p - input->source.data)};
}

/* Goes back to an earlier byte, for a reader that looks ahead; reads the file again up to there.
 * False after a failure, which ends the reading. */
bool mns_input_back(mns_reading *reading, mns_input *input, size_t at);
/* Goes back to the start of the file. False: the reading failed. */
static inline bool mns_input_rewind(mns_reading *reading, mns_input *input) {
    return mns_input_back(reading, input, 0);
}

/* The next line, without its line feed, and moves on to the one after it. *ended: the line has no
 * line feed. False at the end of the file or after a failure (reading->status). */
bool mns_input_line(mns_reading *reading, mns_input *input, const char **line, size_t *size,
                    bool *ended);

#endif
