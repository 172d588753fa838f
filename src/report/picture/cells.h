/*
 * cells.h - a line of text as terminal columns, so that lines stay aligned.
 *
 * Each cell is one column. Characters with a known width of one or two columns are kept; all others
 * (control characters, combining marks, broken UTF-8, joining scripts) become '?', because their
 * width differs between terminals. O(1) for each cell.
 */
#ifndef MNS_REPORT_PICTURE_CELLS_H
#define MNS_REPORT_PICTURE_CELLS_H

#include "core/buf.h"

#define MNS_LINE_CELLS 78

typedef struct mns_cell {
    char bytes[5]; /* one character; empty: the second column of a wide one */
} mns_cell;

typedef struct mns_line {
    mns_cell cells[MNS_LINE_CELLS];
    uint32_t count; /* filled, from the left */
    bool cut;       /* the text did not fit */
} mns_line;

/* Appends text to a line; appends nothing after the line is cut. */
void mns_line_add(mns_line *line, const char *text);
/* Overwrites columns of a line with the first `width` columns of another, which end with "..." if
 * it is longer. They must fit. */
void mns_line_put(mns_line *line, uint32_t at, const mns_line *text, uint32_t width);
/* Fills columns from `at` up to but not including `end` with a character of one column. */
void mns_line_fill(mns_line *line, uint32_t at, uint32_t end, const char *character);
/* Writes the line without trailing blanks, and a line feed. */
void mns_line_write(const mns_line *line, mns_buf *out);

#endif
