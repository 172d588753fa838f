/*
 * text_line.h - reads a line of a text format, character by character, and reports what is wrong
 * with it.
 *
 * A line of such a format is a letter and a few numbers. The limit on its length keeps a file
 * without line ends from filling the memory.
 */
#ifndef MNS_TEXT_LINE_H
#define MNS_TEXT_LINE_H

#include "format/reader.h"

/* The longest line in bytes, its line end included. */
#define MNS_LIMIT_LINE 4096

typedef struct mns_line {
    mns_reading *reading;
    const mns_input *input;
    const char *start, *p, *end; /* p: the next character; end: of the line, before LF or CR LF */
    bool last;                   /* the file ends here, without a line feed */
    const char *shape;           /* hint: what a line must look like */
} mns_line;

/* Reads the next line. 1: *line is valid until the next one is read; 0: the end of the file;
 * -1: failed, also if the line is too long. */
int mns_line_next(mns_reading *reading, mns_input *input, const char *shape, mns_line *line);

/* The functions below return 1, or -1 after they ended the reading with an error at p. `word` names
 * a part of the line in messages: "the key". */

/* hint NULL: the shape of a line. */
int mns_line_fail(mns_line *line, const char *hint, const char *message, ...) MNS_PRINTF(3, 4);
/* Skips this character, which must follow the part. */
int mns_line_expect(mns_line *line, char c, const char *word);
/* Reads a decimal number without a sign. */
int mns_line_number(mns_line *line, const char *word, uint64_t most, uint64_t *number);

static inline bool mns_line_at(const mns_line *line, char c) {
    return line->p < line->end && *line->p == c;
}

#endif
