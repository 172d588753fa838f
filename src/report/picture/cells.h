/*
 * cells.h - a line of text as columns of a terminal, so that what is drawn below other things stays
 * below them.
 *
 * Any text goes in; each cell is one column. Letters that are known to take one column or two are
 * kept; all else (control characters, marks that combine, broken UTF-8, scripts that join) is shown
 * as '?', because no two terminals agree on its width. O(1) for each cell.
 */
#ifndef MNS_REPORT_PICTURE_CELLS_H
#define MNS_REPORT_PICTURE_CELLS_H

#include "core/buf.h"

#define MNS_LINE_CELLS 78

typedef struct mns_cell {
    char bytes[5]; /* one character; empty: the second half of a wide one before it */
} mns_cell;

typedef struct mns_line {
    mns_cell cells[MNS_LINE_CELLS];
    uint32_t count; /* filled, from the left */
    bool cut;       /* there was more than fits */
} mns_line;

/* Adds text at the end of a line; adds nothing once it is cut. */
void mns_line_add(mns_line *line, const char *text);
/* Puts the first `width` columns of what a line holds into another, over what is there; "..." at the
 * end if that is not all of it. The other line has room for it. */
void mns_line_put(mns_line *line, uint32_t at, const mns_line *text, uint32_t width);
/* Fills columns from `at` up to but not including `end` with a character of one column. */
void mns_line_fill(mns_line *line, uint32_t at, uint32_t end, const char *character);
/* The line without blanks at its end, and a line feed. */
void mns_line_write(const mns_line *line, mns_buf *out);

#endif
